/** For specs that lock, end or change the keychain under the app: `keyring` is one of their own, and `launch` uses it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DEVELOPMENT, INSTALLED } from '../../src/main/desktop/identity.ts'
import { startPrompter, type Person, type Prompter } from '../support/keyring-prompter.ts'
import { startKeyring, type KeyringSession } from '../support/keyring-session.ts'
import { startProvider, type Provider } from './provider.ts'
import { test as base } from './fixtures.ts'

export type { KeyringSession } from '../support/keyring-session.ts'

const { keychainService: SERVICE } = DEVELOPMENT

interface Fixtures {
  keyring: KeyringSession
  provider: Provider
  /** Answers the keychain's password prompt. Without it the keychain can't prompt. */
  person: (person: Person) => Promise<Prompter>
}

export const test = base.extend<Fixtures>({
  keyring: async ({}, use, info) => {
    info.skip(process.platform !== 'linux', 'Only on Linux can a test have a keychain of its own.')
    const keyring = await startKeyring()
    await use({ ...keyring, entries: (service = SERVICE) => keyring.entries(service) })
    await keyring.stop()
  },
  provider: async ({}, use) => {
    const provider = await startProvider({ name: 'Nordlichtkai' })
    await use(provider)
    await provider.stop()
  },
  person: async ({ keyring }, use) => {
    const started: Prompter[] = []
    await use(async (person) => {
      const prompter = await startPrompter(String(keyring.env['DBUS_SESSION_BUS_ADDRESS']), person)
      started.push(prompter)
      return prompter
    })
    for (const prompter of started) prompter.close()
  },
  // The keyring starts first, so that it ends after the app.
  launch: async ({ keyring, launch }, use) => {
    await use((options = {}) => launch({ ...options, env: { ...keyring.env, ...options.env } }))
  }
})

const run = promisify(execFile)

/** Gives the entries of the app under test the installed copy's service name, as if that copy had made them. */
export async function moveEntriesToInstalled({ env }: KeyringSession): Promise<void> {
  const [from, to] = [SERVICE, INSTALLED.keychainService].map((name) => JSON.stringify(name))
  const move = `const keytar = require('keytar')
    for (const { account, password } of await keytar.findCredentials(${from})) {
      await keytar.setPassword(${to}, account, password)
      await keytar.deletePassword(${from}, account)
    }`
  await run(process.execPath, ['-e', `(async () => { ${move} })()`], { env })
}
