/** A data folder that was synced, restored or made by somebody else, and a computer without room for temporary files. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import { startProvider } from './provider.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  signIn: session,
  ui: { notice }
} = words

test('the app starts where it can’t get its lock, beside pipes and folders, and says that the list of accounts is gone', async ({
  launch,
  profileDir
}) => {
  const provider = await startProvider({ name: 'Nordlichtkai' })
  const first = await launch()
  await ui.signInAt(first.page, provider)
  await first.quit()
  const inPlace = (name: string): string => join(profileDir, name)

  await test.step('what is in the place of files of SQLite’s and Chromium’s', async () => {
    if (process.platform === 'win32') return
    spawnSync('mkfifo', [inPlace('portside.db-journal')])
    for (const name of ['SingletonLock', 'portside.db-wal']) mkdirSync(inPlace(name))
    const { page, quit } = await launch()
    await ui.seePersonal(page, provider)
    await expect(ui.notices(page)).toBeHidden()
    await quit()
    rmSync(inPlace('SingletonLock'), { recursive: true })
  })

  await test.step('no list of accounts, beside their data', async () => {
    for (const side of ['', '-wal', '-shm']) rmSync(inPlace(`portside.db${side}`), { force: true })
    const { page, quit } = await launch()
    await expect(page.getByRole('status').filter({ hasText: notice.lost })).toContainText(notice.lostNext)
    await expect(ui.button(page, session.action.signIn)).toBeVisible()
    await ui.signInAt(page, provider)
    await expect(ui.notices(page).getByText(notice.rebuilt)).toBeHidden()
    await quit()
  })
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
