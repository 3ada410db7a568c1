/** What is left on this computer after a sign-out, a removal, and “erase everything”: nothing that anybody could read or use. */
import type { Page } from '@playwright/test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import { test, type KeyringSession } from './keyring.ts'
import { readFolder } from './canary/places.ts'
import { leaks } from '../support/leaks.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  error,
  lock,
  signIn: session,
  ui: { common }
} = words

const keyOf = (text: string): string => (JSON.parse(text) as { dataKey: string }).dataKey

/** Everything of the provider's that could have been left: what it knows of the user, and what was made for them here. */
async function secretsOf(provider: Provider, keyring: KeyringSession): Promise<Record<string, string>> {
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

/** Fetches, shows and stores everything, so that nothing is missing later because it was never there. */
async function fill(page: Page, provider: Provider): Promise<void> {
  await ui.seePersonal(page, provider)
  await ui.goTo(page, 'catalogue')
  await ui.products(page).first().click()
  await ui.settled(page)
}

async function fillBoth(page: Page, one: Provider, two: Provider): Promise<void> {
  await ui.signInAt(page, one)
  await fill(page, one)
  await ui.addAccount(page, two)
  await ui.pickOne(page)
  await fill(page, two)
}

async function eraseFrom(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await ui.goTo(page, 'settings')
  await ui.button(page, lock.erase.action).click()
  return page.getByRole('dialog', { name: lock.erase.title })
}

if (process.platform === 'linux') {
  test('saved data is encrypted, also after a sign-out, and erasing removes it with its keychain entry', async ({
    launch,
    keyring,
    provider,
    profileDir
  }) => {
    const first = await launch()
    await ui.signInAt(first.page, provider)
    await fill(first.page, provider)
    const { contact, invoice, token, product, 'data key': dataKey, ...rest } = await secretsOf(provider, keyring)
    const sealed = { contact, invoice, token, 'data key': dataKey } as Record<string, string>
    expect(foundIn(profileDir, sealed)).toEqual([])
    await first.quit()
    expect(foundIn(profileDir, sealed)).toEqual([])
    // The account’s record and the catalogue are plain, and show that the search finds what is there.
    expect(foundIn(profileDir, { product: product as string, ...rest })).toEqual(['product in files', 'email in files'])

    const second = await launch()
    await ui.signOut(second.page, 'keep')
    await expect(ui.title(second.page, session.title)).toBeVisible()
    await expect
      .poll(async () => (await keyring.entries()).map(({ password }) => password).join())
      .not.toContain(String(token))
    const kept = await keyring.entries()
    expect(kept.map(({ password }) => keyOf(password))).toEqual([dataKey])
    expect(foundIn(profileDir, sealed)).toEqual([])

    await ui.signInAt(second.page, provider)
    await fill(second.page, provider)
    const gone = await secretsOf(provider, keyring)
    expect(placesIn(profileDir)).toHaveLength(1)
    await ui.signOut(second.page, 'erase')
    await expect(ui.title(second.page, session.title)).toBeVisible()
    // The page is told as soon as nobody is signed in any more, and the entry goes after that.
    await expect.poll(() => keyring.entries()).toEqual([])
    expect(placesIn(profileDir)).toEqual([])
    expect(foundIn(profileDir, gone)).toEqual([])
    await second.quit()
    expect(foundIn(profileDir, gone)).toEqual([])
  })

  /** @returns the secrets of both, by whose they are */
  const secretsOfBoth = async (
    { keyring, profileDir }: { keyring: KeyringSession; profileDir: string },
    providers: readonly [Provider, Provider]
  ): Promise<Record<string, string>> => {
    const secrets: Record<string, string> = {}
    for (const provider of providers) {
      for (const [name, secret] of Object.entries(await secretsOf(provider, keyring)))
        secrets[`${name} of ${provider.email}`] = secret
    }
    // Email and product of each: what is plain.
    expect(foundIn(profileDir, secrets)).toHaveLength(4)
    return secrets
  }

  test('removing one of two accounts leaves the other; “Erase everything”, once the locked keychain is skipped, a fresh installation', async ({
    launch,
    keyring,
    provider,
    profileDir
  }) => {
    const other = await startProvider({ name: 'Suedwindhaus' })
    const app = await launch()
    const { page } = app
    await fillBoth(page, other, provider)
    const removed = await secretsOf(provider, keyring)
    expect(placesIn(profileDir)).toHaveLength(2)
    await ui.toAccounts(page)
    await ui.removeAccount(page, provider.person)
    await expect(ui.accountRows(page)).toHaveCount(1)
    await expect(ui.accountInRail(page, other.person)).toBeVisible()
    await fill(page, other)
    await expect
      .poll(async () => (await keyring.entries()).map(({ password }) => password.includes(other.token)))
      .toEqual([true])
    expect(placesIn(profileDir)).toHaveLength(1)
    expect(foundIn(profileDir, removed)).toEqual([])
    const { email, product } = other
    expect(foundIn(profileDir, { email, product })).toHaveLength(2)

    await ui.addAccount(page, provider)
    await ui.pickOne(page)
    await fill(page, provider)
    await ui.chooseTheme(page, 'dark')
    await ui.setPin(page, 'a PIN of mine')
    const gone = { ...removed, ...(await secretsOfBoth({ keyring, profileDir }, [other, provider])) }
    const entries = await keyring.entries()
    await keyring.lock()
    const dialog = await eraseFrom(page)
    await ui.button(dialog, lock.erase.done).click()
    await expect(dialog.getByRole('alert')).toContainText(error.KEYCHAIN_LOCKED.sentence)
    await expect(dialog.getByRole('alert')).toContainText(lock.erase.stopped)
    await ui.button(dialog, common.cancel).click()
    await expect(ui.accountInRail(page, provider.person)).toBeVisible()
    await ui.goTo(page, 'profile')
    await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
    await keyring.unlock()
    expect(await keyring.entries()).toEqual(entries)
    await keyring.lock()

    const again = await eraseFrom(page)
    await ui.button(again, lock.erase.done).click()
    await ui.button(again, lock.erase.rest).click()
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect(ui.field.email(page)).toHaveValue('')
    expect(foundIn(profileDir, gone)).toEqual([])
    await keyring.unlock()
    // What is left there is removed as soon as that can be done.
    expect(await keyring.entries()).toHaveLength(2)
    await ui.button(page, common.tryAgain).click()
    await expect.poll(async () => (await keyring.entries()).length).toBe(0)
    await expect.poll(() => existsSync(join(profileDir, 'accounts'))).toBe(false)
    await app.quit()
    expect(foundIn(profileDir, gone)).toEqual([])
    expect(leaks(new Map([['output', [app.output()]]]), gone)).toEqual([])
    await other.stop()

    const second = await launch()
    await expect(ui.title(second.page, session.title)).toBeVisible()
    expect(await second.page.evaluate(() => window.portside.app.settings())).toMatchObject({
      data: { theme: 'system' }
    })
    expect(await second.page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedOut', previous: null, pendingDeletions: 0, accounts: { length: 0 } }
    })

    await test.step('entries of accounts whose records are lost are found', async () => {
      await ui.signInAt(second.page, provider)
      await ui.settled(second.page)
      await second.quit()
      expect(await keyring.entries()).toHaveLength(1)
      writeFileSync(join(profileDir, 'portside.db'), 'no database at all\n'.repeat(1000))
      const third = await launch()
      await expect(ui.title(third.page, session.title)).toBeVisible()
      await third.page.evaluate(() => window.portside.accounts.eraseEverything({ leaveEntries: false }))
      expect(await keyring.entries()).toEqual([])
      expect(existsSync(join(profileDir, 'accounts'))).toBe(false)
    })
  })
}
