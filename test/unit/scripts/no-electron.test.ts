import { expect, it } from 'vitest'

it.each(['../../../src/main/desktop/external.ts', '../../../src/main/ipc/serve.ts'])(
  'what needs electron (%s) can’t be imported here, and nothing is fetched',
  async (path) => {
    await expect(import(path)).rejects.toThrow('A test imported electron.')
  }
)
