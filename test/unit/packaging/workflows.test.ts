import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../../.github/workflows')
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(resolve(folder, name), 'utf8') }))

describe('workflows', () => {
  // A tag can be moved to other code; a commit can't.
  it('use actions by their whole commit, with the version beside it', () => {
    const uses = workflows.flatMap(({ name, text }) =>
      [...text.matchAll(/^ *(?:- )?uses: *(.*)$/gm)].map(([, action = '']) => `${name}: ${action}`)
    )
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((use) => !/: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([])
  })
  it('run the tests at full depth once a week', () => {
    const deep = workflows.filter(({ text }) => text.includes('.ci/run --deep'))
    expect(deep).toHaveLength(1)
    expect(deep[0]?.text).toMatch(/^ {2}schedule:\n(?: *#.*\n)* {4}- cron: '\d+ \d+ \* \* [0-6]'$/m)
    expect(deep[0]?.text).toMatch(/^ {2}workflow_dispatch:$/m)
    expect(readFileSync(resolve(folder, '../../.ci/run'), 'utf8')).toMatch(/^exec npm test --silent -- "\$@"$/m)
  })
})
