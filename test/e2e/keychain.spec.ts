/**
 * Four things that happen to people with their password store. The store's other states are in test/integration/keychain, what the
 * session makes of each in test/unit/core/session, and the words for it in test/component/shell/notices.test.ts.
 */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Provider } from './provider.ts'
import { overwriteEntry, test } from './keyring.ts'
import {
  accountRows,
  alerts,
  atRest,
  contentOf,
  field,
  goTo,
  invoiceRows,
  notices,
  products,
  refreshAll,
  settled,
  signInAt,
  signOut,
  statusBar,
  submitSignIn,
  title,
  toAccounts
} from './walk.ts'
import { leaks, type Findings } from '../support/leaks.ts'
import { readFolder } from './canary/places.ts'
import { count, words } from './words.ts'

const { accounts, catalogue, common, error, notice, session, shell } = words

/** The app gives a store 3 seconds, and the page needs a moment to say so. */
const SOON = { timeout: 6000 }

const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

const retry = (page: Page): Promise<void> =>
  notices(page).getByRole('button', { name: notice.retry, exact: true }).click()

const seeNoNotice = (page: Page): Promise<void> => expect(notices(page).getByRole('status')).toHaveCount(0)

async function seePersonal(page: Page, provider: Provider): Promise<void> {
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
}

/** The catalogue is readable, and the personal views say why they are not, and what to do. */
async function seeSealed(page: Page, provider: Provider, code: keyof typeof error.sealed): Promise<void> {
  await goTo(page, 'catalogue')
  await expect(products(page)).toHaveText([new RegExp(provider.product)])
  for (const view of ['invoices', 'profile'] as const) {
    await goTo(page, view)
    await expect(alerts(page)).toContainText(error.sealed[code].sentence)
    await expect(alerts(page)).toContainText(error.sealed[code].next)
  }
  for (const personal of [provider.invoice, provider.person]) expect(await contentOf(page)).not.toContain(personal)
}

if (process.platform === 'linux') {
  test('a locked keychain is asked once, shows what it can, and recovers', async ({
    launch,
    keyring,
    provider,
    person
  }) => {
    await keyring.lock()
    const first = await launch()
    await signInAt(first.page, provider)
    await expect(notices(first.page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.locked}`)
    await keyring.unlock()
    await retry(first.page)
    await seeNoNotice(first.page)
    await expect(statusBar(first.page)).not.toContainText(shell.status.untilQuit)
    await goTo(first.page, 'settings')
    await expect(first.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
    await first.quit()

    await keyring.lock()
    const somebody = await person({ does: 'dismisses', afterMs: 900 })
    provider.requests.length = 0
    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(provider.product)])
    await expect(notices(page)).toContainText(notice.store.locked, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.locked)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'unavailable', keychainError: { code: 'KEYCHAIN_LOCKED' } }
    })
    await seeSealed(page, provider, 'KEYCHAIN_LOCKED')
    await refreshAll(page)
    await atRest(page)
    await seeSealed(page, provider, 'KEYCHAIN_LOCKED')
    expect(somebody.asked()).toBe(1)
    await retry(page)
    await expect(notices(page)).toContainText(notice.still.locked)
    expect(somebody.asked()).toBe(2)
    expect(provider.requests).toEqual([])

    // Offline, so what is shown was saved, although it was fetched while there was no key.
    await provider.stop()
    await keyring.unlock()
    await alerts(page).getByRole('button', { name: common.tryAgain, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
    await seeNoNotice(page)
    await seePersonal(page, provider)

    // The store was read once, and is not needed again.
    await keyring.kill()
    await provider.restart()
    await refreshAll(page)
    await settled(page)
    await seePersonal(page, provider)
    await seeNoNotice(page)
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('without a keychain the sign-in lasts until quit and leaves nothing personal', async ({
    launch,
    provider,
    profileDir
  }) => {
    const app = await launch({ env: NO_BUS })
    const { page } = app
    await submitSignIn(page, { address: provider.baseAddress, email: provider.email, password: provider.password })
    await expect(title(page, catalogue.title)).toBeVisible()
    await expect(notices(page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.noBus}`)
    await expect(statusBar(page)).toContainText(shell.status.untilQuit)
    await settled(page)
    await seePersonal(page, provider)
    await goTo(page, 'settings')
    await expect(page.getByText(session.credential.memory, { exact: true })).toBeVisible()
    const files: Findings = new Map([['files while it runs', readFolder(profileDir)]])
    await app.quit()
    files.set('files after it ended', readFolder(profileDir))
    const { token, invoice } = provider
    expect(leaks(files, { token, person: provider.person, invoice })).toEqual([])
    // Products are not personal: the same search finds them.
    expect(leaks(files, { product: provider.product })).toHaveLength(2)

    provider.requests.length = 0
    const next = await launch({ env: NO_BUS })
    await expect(products(next.page)).toHaveText([new RegExp(provider.product)])
    await expect(notices(next.page)).toContainText(notice.forgotten)
    await expect(notices(next.page)).toContainText(notice.forgottenNext)
    for (const view of ['profile', 'invoices'] as const) {
      await goTo(next.page, view)
      await expect(alerts(next.page)).toContainText(error.notSignedIn.sentence)
      await expect(alerts(next.page)).toContainText(error.notSignedIn.next)
      for (const personal of [provider.person, invoice]) expect(await contentOf(next.page)).not.toContain(personal)
    }
    expect(provider.requests).toEqual([])
    await alerts(next.page).getByRole('button', { name: error.notSignedIn.action, exact: true }).click()
    await expect(field.email(next.page)).toHaveValue(provider.email)
  })

  test('an entry replaced by another program is explained, and a new sign-in fixes it', async ({
    launch,
    keyring,
    provider
  }) => {
    const first = await launch()
    await signInAt(first.page, provider)
    await seePersonal(first.page, provider)
    await first.quit()
    const [entry, ...others] = await keyring.entries()
    expect(others).toEqual([])
    await overwriteEntry(keyring, String(entry?.account), '{"not": "of Portside"}')

    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(provider.product)])
    await expect(notices(page)).toContainText(notice.store.changed, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.changed)
    await seeSealed(page, provider, 'KEYCHAIN_CHANGED')
    await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
    await expect(title(page, session.again)).toBeVisible()
    await submitSignIn(page, { address: provider.baseAddress, email: provider.email, password: provider.password })
    await settled(page)
    await seeNoNotice(page)
    await seePersonal(page, provider)
    await toAccounts(page)
    await expect(accountRows(page)).toHaveCount(1)
  })

  test('a sign-out while the keychain prompts is immediate, and the entry is removed at the next start', async ({
    launch,
    keyring,
    provider,
    person
  }) => {
    const app = await launch()
    const { page } = app
    await signInAt(page, provider)
    expect(await keyring.entries()).toHaveLength(1)
    await keyring.lock()
    const nobody = await person({ does: 'neverAnswers' })
    await refreshAll(page)
    await settled(page)
    await seePersonal(page, provider)
    await seeNoNotice(page)
    expect(nobody.asked()).toBe(0)

    await signOut(page, 'erase')
    await expect(title(page, session.title)).toBeVisible()
    await expect(page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    expect(nobody.asked()).toBe(1)
    // The open question keeps the app from nothing, quitting included.
    await app.quit()
    nobody.close()
    await keyring.unlock()
    expect(await keyring.entries()).toHaveLength(1)

    const next = await launch()
    await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    await next.page.getByRole('button', { name: common.tryAgain, exact: true }).click()
    await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toHaveCount(0)
    expect(await keyring.entries()).toEqual([])
  })
}
