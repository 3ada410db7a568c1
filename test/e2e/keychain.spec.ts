/**
 * Four things that happen to people with their keychain. The keychain's other states are in test/integration/storage/keychain, what the
 * session makes of each in test/unit/accounts, and the words for it in test/component/ui/shell/notices.test.ts.
 */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Provider } from './provider.ts'
import { overwriteEntry, test } from './keyring.ts'
import * as ui from './ui.ts'
import { leaks, type Findings } from '../support/leaks.ts'
import { readFolder } from './canary/places.ts'
import { count, words } from './words.ts'

const {
  accounts,
  error,
  signIn: session,
  ui: { common, notice, shell }
} = words

/** The app gives a store 3 seconds, and the page needs a moment to say so. */
const SOON = { timeout: 6000 }

const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

const retry = (page: Page): Promise<void> => ui.button(ui.notices(page), notice.retry).click()

const seeNoNotice = (page: Page): Promise<void> => expect(ui.notices(page).getByRole('status')).toHaveCount(0)

/** The catalogue is readable, and the personal views say why they are not, and what to do. */
async function seeSealed(page: Page, provider: Provider, code: keyof typeof error.sealed): Promise<void> {
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
  for (const view of ['invoices', 'profile'] as const) {
    await ui.goTo(page, view)
    await expect(ui.alerts(page)).toContainText(error.sealed[code].sentence)
    await expect(ui.alerts(page)).toContainText(error.sealed[code].next)
  }
  for (const personal of [provider.invoice, provider.contact]) expect(await ui.contentOf(page)).not.toContain(personal)
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
    await ui.signInAt(first.page, provider)
    await expect(ui.notices(first.page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.locked}`)
    await keyring.unlock()
    await retry(first.page)
    await seeNoNotice(first.page)
    await expect(ui.statusBar(first.page)).not.toContainText(shell.status.untilQuit)
    await ui.goTo(first.page, 'settings')
    await expect(first.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
    await first.quit()

    await keyring.lock()
    const somebody = await person({ does: 'dismisses', afterMs: 900 })
    provider.requests.length = 0
    const { page } = await launch()
    await ui.goTo(page, 'catalogue')
    await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
    await expect(ui.notices(page)).toContainText(notice.store.locked, SOON)
    await expect(ui.notices(page)).toContainText(notice.unavailableNext.locked)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'unavailable', keychainError: { code: 'KEYCHAIN_LOCKED' } }
    })
    await seeSealed(page, provider, 'KEYCHAIN_LOCKED')
    await ui.refreshAll(page)
    await ui.atRest(page)
    await seeSealed(page, provider, 'KEYCHAIN_LOCKED')
    expect(somebody.asked()).toBe(1)
    await retry(page)
    await expect(ui.notices(page)).toContainText(notice.still.locked)
    expect(somebody.asked()).toBe(2)
    expect(provider.requests).toEqual([])

    // Offline, so what is shown was saved, although it was fetched while there was no key.
    await provider.stop()
    await keyring.unlock()
    await ui.button(ui.alerts(page), common.tryAgain).click()
    await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
    await seeNoNotice(page)
    await ui.seePersonal(page, provider)

    // The store was read once, and is not needed again.
    await keyring.kill()
    await provider.restart()
    await ui.refreshAll(page)
    await ui.settled(page)
    await ui.seePersonal(page, provider)
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
    await ui.submitSignIn(page, { address: provider.baseUrl, email: provider.email, password: provider.password })
    await ui.goTo(page, 'catalogue')
    await expect(ui.notices(page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.noBus}`)
    await expect(ui.statusBar(page)).toContainText(shell.status.untilQuit)
    await ui.settled(page)
    await ui.seePersonal(page, provider)
    await ui.goTo(page, 'settings')
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
    await ui.goTo(next.page, 'catalogue')
    await expect(ui.products(next.page)).toHaveText([new RegExp(provider.product)])
    await expect(ui.notices(next.page)).toContainText(notice.forgotten)
    await expect(ui.notices(next.page)).toContainText(notice.forgottenNext)
    for (const view of ['profile', 'invoices'] as const) {
      await ui.goTo(next.page, view)
      await expect(ui.alerts(next.page)).toContainText(error.notSignedIn.sentence)
      await expect(ui.alerts(next.page)).toContainText(error.notSignedIn.next)
      for (const personal of [provider.person, invoice]) expect(await ui.contentOf(next.page)).not.toContain(personal)
    }
    expect(provider.requests).toEqual([])
    await ui.button(ui.alerts(next.page), error.notSignedIn.action).click()
    await expect(ui.field.email(next.page)).toHaveValue(provider.email)
  })

  test('an entry replaced by another program is explained, and a new sign-in fixes it', async ({
    launch,
    keyring,
    provider
  }) => {
    const first = await launch()
    await ui.signInAt(first.page, provider)
    await ui.seePersonal(first.page, provider)
    await first.quit()
    const [entry, ...others] = await keyring.entries()
    expect(others).toEqual([])
    await overwriteEntry(keyring, String(entry?.account), '{"not": "of Portside"}')

    const { page } = await launch()
    await ui.goTo(page, 'catalogue')
    await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
    await expect(ui.notices(page)).toContainText(notice.store.changed, SOON)
    await expect(ui.notices(page)).toContainText(notice.unavailableNext.changed)
    await seeSealed(page, provider, 'KEYCHAIN_CHANGED')
    await ui.button(ui.notices(page), notice.signInAgain).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await ui.submitSignIn(page, { address: provider.baseUrl, email: provider.email, password: provider.password })
    await ui.settled(page)
    await seeNoNotice(page)
    await ui.seePersonal(page, provider)
    await ui.toAccounts(page)
    await expect(ui.accountRows(page)).toHaveCount(1)
  })

  test('a sign-out while the keychain prompts is immediate, and the entry is removed at the next start', async ({
    launch,
    keyring,
    provider,
    person
  }) => {
    const app = await launch()
    const { page } = app
    await ui.signInAt(page, provider)
    expect(await keyring.entries()).toHaveLength(1)
    await keyring.lock()
    const nobody = await person({ does: 'neverAnswers' })
    await ui.refreshAll(page)
    await ui.settled(page)
    await ui.seePersonal(page, provider)
    await seeNoNotice(page)
    expect(nobody.asked()).toBe(0)

    await ui.signOut(page, 'erase')
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect(page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    expect(nobody.asked()).toBe(1)
    // The open question keeps the app from nothing, quitting included.
    await app.quit()
    nobody.close()
    await keyring.unlock()
    expect(await keyring.entries()).toHaveLength(1)

    const next = await launch()
    await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    await ui.button(next.page, common.tryAgain).click()
    await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toHaveCount(0)
    expect(await keyring.entries()).toEqual([])
  })
}
