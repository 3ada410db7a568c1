/**
 * A data folder that was synced, restored or made by somebody else, and a computer without room for temporary files. What else may stand in a
 * file's place, and a list of accounts that is gone, are in test/integration/storage/foreign-files.test.ts, and what the page says of that in
 * test/component/sign-in/SignIn.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import { startProvider } from './provider.ts'
import * as ui from './ui.ts'

test('the app starts where it can’t get its lock, beside pipes and folders, with all that it has', async ({
  launch,
  profileDir
}) => {
  test.skip(process.platform === 'win32', 'Windows has no pipes among files, and another lock.')
  const provider = await startProvider({ name: 'Nordlichtkai' })
  const first = await launch()
  await ui.signInByBridge(first.page, provider)
  await first.quit()
  // In the place of files of SQLite's and Chromium's.
  const inPlace = (name: string): string => join(profileDir, name)
  spawnSync('mkfifo', [inPlace('portside.db-journal')])
  for (const name of ['SingletonLock', 'portside.db-wal']) mkdirSync(inPlace(name))
  const { page } = await launch()
  await ui.seePersonal(page, provider)
  await expect(ui.notices(page)).toBeHidden()
  await provider.stop()
})

test('a command without a place for temporary files says so and ends', async ({ profileDir }) => {
  test.skip(process.platform !== 'linux', 'Only Linux has a folder that takes no file, whoever asks.')
  const { exitCode, stderr } = await runInTerminal(['accounts'], { profileDir, env: { TMPDIR: '/proc' } })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 20,
    stderr: 'portside: /proc can’t be written to. Make room there, or set TMPDIR to another folder.\n'
  })
})
