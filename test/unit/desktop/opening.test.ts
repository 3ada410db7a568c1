/** What other programs open in a minute. */
import { beforeEach, expect, test, vi } from 'vitest'
import { MOST_A_MINUTE } from '../../../src/main/desktop/opening.ts'

const opened = vi.hoisted((): string[] => [])
vi.mock('electron', () => ({
  BrowserWindow: {},
  dialog: {},
  shell: {
    openExternal: async (address: string) => void opened.push(address),
    openPath: async (path: string) => (opened.push(path), ''),
    showItemInFolder: (path: string) => void opened.push(path)
  }
}))

const load = async () => ({
  ...(await import('../../../src/main/desktop/opening.ts')),
  ...(await import('../../../src/main/desktop/files/file-dialogs.ts'))
})
let desktop: Awaited<ReturnType<typeof load>>

beforeEach(async () => {
  vi.useFakeTimers()
  opened.length = 0
  vi.resetModules()
  desktop = await load()
  return () => void vi.useRealTimers()
})

test.each<[string, () => unknown]>([
  ['links', () => desktop.browser.open('https://example.com/')],
  ['files', () => desktop.openInProgram('/a/file.pdf')],
  ['folders', () => desktop.revealFile('/a/folder')]
])('of %s there are so many at most, whoever asks', async (_what, open) => {
  const ask = async (): Promise<unknown> => open()
  for (let asked = 0; asked < MOST_A_MINUTE; asked += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ info: { code: 'BAD_REQUEST', found: 'manyOpened' } })
  expect(opened).toHaveLength(MOST_A_MINUTE)
  vi.advanceTimersByTime(60_000)
  await ask()
  expect(opened).toHaveLength(MOST_A_MINUTE + 1)
})

test('links, files and folders count together', async () => {
  for (let asked = 0; asked < MOST_A_MINUTE; asked += 3) {
    await desktop.browser.open('https://example.com/')
    await desktop.openInProgram('/a/file.pdf')
    desktop.revealFile('/a/folder')
  }
  expect(() => desktop.revealFile('/a/folder')).toThrow()
  expect(opened).toHaveLength(MOST_A_MINUTE)
})
