import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { composeLicences } from '../../../scripts/build/licences.mjs'
import { PROJECT } from '../../support/packaging.ts'

const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8')
const MIT = textOf('LICENSE')
const APACHE = textOf('node_modules/dompurify/LICENSE')
const MPL = textOf('node_modules/dompurify/LICENSE-MPL')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portside-licences-'))
  addPackage('.', { name: 'app' })
  for (const name of ['electron', 'keytar', 'node-addon-api']) addPackage(`node_modules/${name}`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function addPackage(path: string, facts: object = {}, files: Record<string, string> = { LICENSE: MIT }): void {
  const name = path.split('node_modules/').at(-1)
  write(`${path}/package.json`, JSON.stringify({ name, version: '1.0.0', license: 'MIT', ...facts }))
  for (const [file, text] of Object.entries(files)) write(`${path}/${file}`, text)
}
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const listed = (...names: string[]) => names.map((name) => ({ name, version: '1.0.0' }))
const inModules = (...paths: string[]): string[] => paths.map((path) => `${root}/node_modules/${path}`)

describe('the list of licences', () => {
  it('has the app, what is shipped beside the bundles, every bundled package, and each text once', () => {
    addPackage('node_modules/@scope/b', { license: '(MPL-2.0 OR Apache-2.0)' }, { LICENSE: APACHE, 'LICENSE-MPL': MPL })
    addPackage('node_modules/a')
    addPackage('node_modules/a/node_modules/inner', { version: '2.0.0' })
    const { components, texts } = composeLicences(
      root,
      [...listed('a', '@scope/b'), { name: 'inner', version: '2.0.0' }],
      inModules('a/dist/index.js', 'a/dist/other.js', '@scope/b/lib/x.mjs', 'a/node_modules/inner/index.js')
    )
    expect(components.map(({ name, version, licence, text }) => [name, version, licence, text])).toEqual([
      ['Portside', '1.0.0', 'MIT', 0],
      ['@scope/b', '1.0.0', 'MPL-2.0 OR Apache-2.0', 1],
      ['a', '1.0.0', 'MIT', 0],
      ['electron', '1.0.0', 'MIT', 0],
      ['inner', '2.0.0', 'MIT', 0],
      ['keytar', '1.0.0', 'MIT', 0],
      ['node-addon-api', '1.0.0', 'MIT', 0]
    ])
    expect(texts[1]).toContain(APACHE.trimEnd().slice(1))
    expect(texts[1]).toContain(MPL.trimEnd())
  })

  it('fails for a bundled package that isn’t listed', () => {
    addPackage('node_modules/a')
    expect(() => composeLicences(root, [], inModules('a/index.js'))).toThrow('a is bundled')
  })

  it('names the package of a helper that has no file, and fails for one that it doesn’t know', () => {
    addPackage('node_modules/vite', {}, { 'LICENSE.md': `${MIT}\n# Licenses of bundled dependencies\nlong` })
    const { components, texts } = composeLicences(root, [], ['\0vite/preload-helper.js'])
    const vite = components.find(({ name }) => name === 'vite')
    expect(texts[vite?.text ?? -1]).toBe(MIT.trim())
    expect(() => composeLicences(root, [], ['\0unknown:helper'])).toThrow('doesn’t know whose')
  })

  it.each([
    ['a licence that isn’t allowed', { license: 'GPL-3.0-only' }, { LICENSE: MIT }, 'GPL-3.0-only'],
    ['a choice with one that isn’t allowed', { license: '(MIT OR GPL-2.0)' }, { LICENSE: MIT }, 'GPL-2.0'],
    ['no licence', { license: undefined }, { LICENSE: MIT }, '(none)'],
    ['no text', {}, {}, 'without the complete text of MIT'],
    ['another text', {}, { LICENSE: APACHE }, 'without the complete text of MIT'],
    ['half a text', {}, { LICENSE: MIT.slice(0, 600) }, 'without the complete text of MIT'],
    ['one text of two', { license: '(MPL-2.0 OR Apache-2.0)' }, { LICENSE: APACHE }, 'text of MPL-2.0']
  ])('fails for a package with %s', (_what, facts, files, message) => {
    addPackage('node_modules/a', facts, files)
    expect(() => composeLicences(root, listed('a'), inModules('a/index.js'))).toThrow(message)
  })
})
