/** `npm start` beside an installed copy. */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEVELOPMENT, INSTALLED } from '../../src/main/desktop/identity.ts'
import { runInTerminal, type Printed } from './app/terminal.ts'
import { expect } from './fixtures.ts'
import { moveEntriesToInstalled, test } from './keyring.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { signIn: session } = words

test.skip(process.platform !== 'linux', 'Elsewhere no variable leads the app to another folder for its data.')

/** All bytes of a folder, by file. */
const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${hash('sha256', readFileSync(file))}`)
    .sort()

test('an installed copy’s folder, entries and instance lock are left alone', async ({
  launch,
  keyring,
  api,
  profileDir: config
}) => {
  const [installed, present] = [INSTALLED.name, DEVELOPMENT.name].map((name) => join(config, name)) as [string, string]
  mkdirSync(installed, { recursive: true })
  const app = await launch({ profileDir: installed })
  await ui.signInByBridge(app.page, api)
  await app.quit()
  await moveEntriesToInstalled(keyring)
  const env = { ...keyring.env, XDG_CONFIG_HOME: config }
  const copy = (...args: string[]): Promise<Printed> =>
    runInTerminal(args, { profileDir: installed, packaged: true, env })
  const before = contents(installed)
  const entries = await keyring.entries(INSTALLED.keychainService)
  expect(entries).toHaveLength(1)

  const { page } = await launch({ env: { XDG_CONFIG_HOME: config, PORTSIDE_PROFILE_DIR: undefined } })
  await expect(ui.title(page, session.title)).toBeVisible()
  expect(await keyring.entries()).toEqual([])
  await ui.signInByBridge(page, api)
  expect(contents(installed)).toEqual(before)
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
  expect(await keyring.entries()).toHaveLength(1)
  expect(existsSync(join(present, 'portside.db'))).toBe(true)

  expect(await copy('refresh'), 'the app that runs is another one').toMatchObject({ exitCode: 69 })
  expect(await copy('accounts')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Signed in') })
  expect(await keyring.entries(INSTALLED.keychainService)).toEqual(entries)
})
