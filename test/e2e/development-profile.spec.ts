/** `npm start` beside an installed copy. */
import { hash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DEVELOPMENT, INSTALLED } from '../../src/main/desktop/identity.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, type App } from './fixtures.ts'
import { test, type KeyringSession } from './keyring.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { session } = words

test.skip(process.platform !== 'linux', 'Elsewhere no variable leads the app to another folder for its data.')

const run = promisify(execFile)

/** All bytes of a folder, by file. */
const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${hash('sha256', readFileSync(file))}`)
    .sort()

/** Gives the development entries the installed copy's service name. */
async function renameEntries(keyring: KeyringSession): Promise<void> {
  const [from, to] = [JSON.stringify(DEVELOPMENT.keychainService), JSON.stringify(INSTALLED.keychainService)]
  const move = `const keytar = require('keytar')
    for (const { account, password } of await keytar.findCredentials(${from})) {
      await keytar.setPassword(${to}, account, password)
      await keytar.deletePassword(${from}, account)
    }`
  await run(process.execPath, ['-e', `(async () => { ${move} })()`], { env: keyring.env })
}

test('an installed copy’s folder, entries and instance lock are left alone', async ({
  launch,
  keyring,
  api,
  profileDir: config
}) => {
  const [installed, present] = [INSTALLED.name, DEVELOPMENT.name].map((name) => join(config, name)) as [string, string]
  // Electron’s driver starts no packaged app with a window.
  const canStartCopy = chooseRuntime().runtime === 'host'
  const startCopy = (): Promise<App> => launch({ packaged: true, profileDir: installed })
  if (canStartCopy) {
    const copy = await startCopy()
    await ui.signIn(copy.page, api.baseUrl)
    await copy.quit()
  } else {
    mkdirSync(installed, { recursive: true })
    const app = await launch({ profileDir: installed })
    await ui.signIn(app.page, api.baseUrl)
    await app.quit()
    await renameEntries(keyring)
  }
  const before = contents(installed)
  const entries = await keyring.entries(INSTALLED.keychainService)
  expect(entries).toHaveLength(1)

  const { page } = await launch({ env: { XDG_CONFIG_HOME: config, PORTSIDE_PROFILE_DIR: undefined } })
  await expect(ui.title(page, session.title)).toBeVisible()
  expect(await keyring.entries()).toEqual([])
  await ui.signIn(page, api.baseUrl)
  expect(contents(installed)).toEqual(before)
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
  expect(await keyring.entries()).toHaveLength(1)
  expect(existsSync(join(present, 'portside.db'))).toBe(true)

  if (!canStartCopy) return
  const copy = await startCopy()
  await ui.settled(copy.page)
  await ui.goTo(copy.page, 'settings')
  await expect(copy.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
})
