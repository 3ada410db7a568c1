/**
 * What is left on this computer after a removal and “erase everything”: nothing that anybody could read or use. What a sign-out leaves is in
 * second-launch.spec.ts, the questions are in test/component/lock/lock-view.test.ts, and what becomes of accounts whose records are lost in
 * test/integration/storage/erase-all.test.ts and test/unit/accounts/sign-out.test.ts.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import { test, type KeyringSession } from './keyring.ts'
import { readFolder } from './canary/places.ts'
import { leaks } from '../support/leaks.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  signIn: session,
  ui: { common }
} = words

const keyOf = (text: string): string => (JSON.parse(text) as { dataKey: string }).dataKey

/** Everything of the provider's that could have been left: what it knows of the user, and what was made for them here. */
async function secretsOf(provider: Provider, keyring: KeyringSession) {
  const entries = (await keyring.entries()).map(({ password }) => password)
  const own = entries.find((text) => text.includes(provider.token)) ?? '{}'
  expect(keyOf(own)).toHaveLength(44)
  const { email, contact, invoice, product, token } = provider
  return { email, contact, invoice, product, token, 'data key': keyOf(own) }
}

/** The accounts whose data has a place in the folder. */
const placesIn = (profileDir: string): string[] => readdirSync(join(profileDir, 'accounts'))

/** The secrets that files give away, the data key as bare bytes included. */
function foundIn(profileDir: string, secrets: Record<string, string>): string[] {
  const files = readFolder(profileDir)
  const keys = Object.entries(secrets).filter(([name]) => name.startsWith('data key'))
  const bare = keys.filter(([, key]) => {
    const bytes = Buffer.from(key, 'base64').toString('latin1')
    return files.some((text) => text.includes(bytes))
  })
  return [...leaks(new Map([['files', files]]), secrets), ...bare.map(([name]) => `bytes of ${name} in files`)]
}

if (process.platform === 'linux') {
  test('saved data is encrypted; a removed account leaves nothing; “Erase everything”, once the locked keychain is skipped, a fresh installation', async ({
    launch,
    keyring,
    provider,
    profileDir
  }) => {
    const other = await startProvider({ name: 'Suedwindhaus' })
    const app = await launch()
    const { page } = app
    for (const one of [provider, other]) await ui.signInByBridge(page, one)
    await ui.pickOne(page)
    // What is searched for in vain below was fetched and stored.
    await ui.seePersonal(page, provider)
    const removed = await secretsOf(provider, keyring)
    const { product, email, ...sealed } = removed
    expect(foundIn(profileDir, sealed)).toEqual([])
    // These two are stored as plain text. Finding them shows that the search works.
    expect(foundIn(profileDir, { product, email })).toEqual(['product in files', 'email in files'])
    expect(placesIn(profileDir)).toHaveLength(2)

    await test.step('removing one of two accounts leaves the other', async () => {
      const own = (await keyring.entries()).find(({ password }) => password.includes(provider.token))
      const answer = await page.evaluate((id) => window.portside.accounts.remove({ id }), String(own?.account))
      expect(answer).toMatchObject({ data: { account: { email: other.email }, accounts: { length: 1 } } })
      await expect
        .poll(async () => (await keyring.entries()).map(({ password }) => password.includes(other.token)))
        .toEqual([true])
      expect(placesIn(profileDir)).toHaveLength(1)
      expect(foundIn(profileDir, removed)).toEqual([])
      expect(foundIn(profileDir, { email: other.email, product: other.product })).toHaveLength(2)
    })

    await page.evaluate(async () => {
      await window.portside.app.changeSettings({ theme: 'dark' })
      await window.portside.lock.setPin({ pin: 'a PIN of mine', current: null })
    })
    const gone = await secretsOf(other, keyring)
    const entries = await keyring.entries()
    const erase = (leaveEntries: boolean): Promise<unknown> =>
      page.evaluate((leave) => window.portside.accounts.eraseEverything({ leaveEntries: leave }), leaveEntries)

    await test.step('a locked keychain stops it, with everything still there', async () => {
      await keyring.lock()
      expect(await erase(false)).toEqual({ ok: false, error: { code: 'KEYCHAIN_LOCKED' } })
      await ui.seePersonal(page, other)
      await keyring.unlock()
      expect(await keyring.entries()).toEqual(entries)
    })

    await test.step('its entries can be left, and are removed as soon as that can be done', async () => {
      await keyring.lock()
      expect(await erase(true)).toMatchObject({ ok: true })
      await expect(ui.title(page, session.title)).toBeVisible()
      await expect(ui.field.email(page)).toHaveValue('')
      expect(foundIn(profileDir, gone)).toEqual([])
      await keyring.unlock()
      expect(await keyring.entries()).toHaveLength(1)
      await ui.button(page, common.tryAgain).click()
      await expect.poll(() => keyring.entries()).toEqual([])
      await expect.poll(() => existsSync(join(profileDir, 'accounts'))).toBe(false)
    })
    await app.quit()
    expect(foundIn(profileDir, { ...removed, ...gone })).toEqual([])
    expect(leaks(new Map([['output', [app.output()]]]), { ...removed, ...gone })).toEqual([])
    await other.stop()

    const second = await launch()
    await expect(ui.title(second.page, session.title)).toBeVisible()
    const fresh = await second.page.evaluate(async () => {
      const { app, lock, session } = window.portside
      return { settings: await app.settings(), lock: await lock.state(), session: await session.state() }
    })
    expect(fresh).toMatchObject({
      settings: { data: { theme: 'system' } },
      lock: { data: { enabled: false, locked: false } },
      session: { data: { status: 'signedOut', previous: null, pendingDeletions: 0, accounts: { length: 0 } } }
    })
  })
}
