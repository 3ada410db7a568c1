import { expect, it } from 'vitest'

it.each(['../../../src/main/desktop/links/browser.ts', '../../../src/main/ipc/serve.ts'])(
  'what needs electron (%s) can’t be imported here, and nothing is fetched',
  async (path) => {
    // Files of tests share modules, and another one may have imported this one with a mock: the query makes it a new one.
    await expect(import(`${path}?new`)).rejects.toThrow('A test imported electron.')
  }
)
