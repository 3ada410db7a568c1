/** `npm start` beside an installed copy, and the data of earlier runs, which used the installed copy's folder and keychain name. */
import { hash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DEVELOPMENT, INSTALLED, isMarkedAsInstalled, markAsInstalled } from '../../src/main/desktop/system/identity.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, type App, type Launch } from './fixtures.ts'
import { test, type KeyringSession } from './keyring.ts'
import { goTo, products, refreshAll, settled, signIn, title } from './walk.ts'
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

/** What a run of an earlier version left: the account's data and its entry, under the names of an installed copy. */
async function earlierRun(
  launch: Launch,
  keyring: KeyringSession,
  baseAddress: string,
  config: string
): Promise<{ earlier: string; present: string }> {
  const [earlier, present] = [INSTALLED.name, DEVELOPMENT.name].map((name) => join(config, name)) as [string, string]
  mkdirSync(earlier, { recursive: true })
  const app = await launch({ profileDir: earlier })
  await signIn(app.page, baseAddress)
  await app.quit()
  const [from, to] = [JSON.stringify(DEVELOPMENT.keychainService), JSON.stringify(INSTALLED.keychainService)]
  const move = `const keytar = require('keytar')
    for (const { account, password } of await keytar.findCredentials(${from})) {
      await keytar.setPassword(${to}, account, password)
      await keytar.deletePassword(${from}, account)
    }`
  await run(process.execPath, ['-e', `(async () => { ${move} })()`], { env: keyring.env })
  expect(await keyring.entries(INSTALLED.keychainService)).toHaveLength(1)
  expect(await keyring.entries()).toEqual([])
  return { earlier, present }
}

test('moves data of earlier versions over, and the sign-in once the keychain opens', async ({
  launch,
  keyring,
  api,
  profileDir: config
}) => {
  const { earlier, present } = await earlierRun(launch, keyring, api.baseAddress, config)
  const [entry] = await keyring.entries(INSTALLED.keychainService)
  const env = { XDG_CONFIG_HOME: config, PORTSIDE_PROFILE_DIR: undefined }
  api.requests.length = 0
  await keyring.lock()

  const { page, output } = await launch({ env })
  await expect(products(page).first()).toBeVisible()
  expect(output()).toContain(`moved the data of earlier npm start runs from ${earlier}`)
  const retry = page.getByRole('button', { name: words.notice.retry, exact: true }).first()
  await expect(retry).toBeVisible()
  await keyring.unlock()
  expect(await keyring.entries(INSTALLED.keychainService)).toHaveLength(1)
  await retry.click()
  await expect.poll(() => keyring.entries()).toEqual([entry])
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual([])
  await refreshAll(page)
  await settled(page)
  await goTo(page, 'settings')
  await expect(page.getByText(session.credential.kept, { exact: true })).toBeVisible()
  expect(api.requests.length).toBeGreaterThan(0)
  expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([])
  expect(existsSync(join(earlier, 'portside.db'))).toBe(false)
  expect(existsSync(join(present, 'portside.db'))).toBe(true)
})

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
    await signIn(copy.page, api.baseAddress)
    await copy.quit()
    expect(isMarkedAsInstalled(installed)).toBe(true)
  } else {
    await earlierRun(launch, keyring, api.baseAddress, config)
    markAsInstalled(installed)
  }
  const before = contents(installed)
  const entries = await keyring.entries(INSTALLED.keychainService)
  expect(entries).toHaveLength(1)

  const { page } = await launch({ env: { XDG_CONFIG_HOME: config, PORTSIDE_PROFILE_DIR: undefined } })
  await expect(title(page, session.title)).toBeVisible()
  expect(await keyring.entries()).toEqual([])
  await signIn(page, api.baseAddress)
  expect(contents(installed)).toEqual(before)
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
  expect(await keyring.entries()).toHaveLength(1)
  expect(existsSync(join(present, 'portside.db'))).toBe(true)

  if (!canStartCopy) return
  const copy = await startCopy()
  await settled(copy.page)
  await goTo(copy.page, 'settings')
  await expect(copy.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
})
