/**
 * What happens to people with their keychain, and without one. The keychain's other states are in test/integration/storage/keychain, what the
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
  test('a keychain that is locked, changed by another program, and asks in vain: all is explained, and recovers', async ({
    launch,
    keyring,
    provider,
    person
  }) => {
    const first = await launch()
    await test.step('a sign-in while it is locked lasts until quit, and is kept once it is open', async () => {
      await keyring.lock()
      await ui.signInAt(first.page, provider)
      await expect(ui.notices(first.page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.locked}`)
      await keyring.unlock()
      await retry(first.page)
      await seeNoNotice(first.page)
      await expect(ui.statusBar(first.page)).not.toContainText(shell.status.untilQuit)
      await ui.goTo(first.page, 'settings')
      await expect(first.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
      await first.quit()
    })

    await keyring.lock()
    const somebody = await person({ does: 'dismisses', afterMs: 900 })
    provider.requests.length = 0
    const second = await launch()
    const { page } = second
    await test.step('locked, it is asked once, and what can be shown is', async () => {
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
      somebody.close()
    })

    await test.step('unlocked, all is there', async () => {
      // Offline, so what is shown was saved, although it was fetched while there was no key.
      await provider.stop()
      await keyring.unlock()
      await ui.button(ui.alerts(page), common.tryAgain).click()
      await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
      await seeNoNotice(page)
      await ui.seePersonal(page, provider)
    })

    const nobody = await person({ does: 'neverAnswers' })
    await test.step('it was read once, and is not needed again', async () => {
      await keyring.lock()
      await provider.restart()
      await ui.refreshAll(page)
      await ui.settled(page)
      await ui.seePersonal(page, provider)
      await seeNoNotice(page)
      expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([])
      expect(nobody.asked()).toBe(0)
      await keyring.unlock()
      await second.quit()
    })

    const [entry, ...others] = await keyring.entries()
    expect(others).toEqual([])
    await overwriteEntry(keyring, String(entry?.account), '{"not": "of Portside"}')
    const third = await launch()
    const { page: at } = third
    await test.step('an entry replaced by another program is explained, and a new sign-in fixes it', async () => {
      await ui.goTo(at, 'catalogue')
      await expect(ui.products(at)).toHaveText([new RegExp(provider.product)])
      await expect(ui.notices(at)).toContainText(notice.store.changed, SOON)
      await expect(ui.notices(at)).toContainText(notice.unavailableNext.changed)
      await seeSealed(at, provider, 'KEYCHAIN_CHANGED')
      await ui.button(ui.notices(at), notice.signInAgain).click()
      await expect(ui.title(at, session.again)).toBeVisible()
      await ui.submitSignIn(at, { address: provider.baseUrl, email: provider.email, password: provider.password })
      await ui.settled(at)
      await seeNoNotice(at)
      await ui.seePersonal(at, provider)
      await ui.toAccounts(at)
      await expect(ui.accountRows(at)).toHaveCount(1)
    })

    await test.step('a sign-out while it prompts is immediate, and the entry is removed at the next start', async () => {
      await keyring.lock()
      await ui.signOut(at, 'erase')
      await expect(ui.title(at, session.title)).toBeVisible()
      await expect(at.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
      expect(nobody.asked()).toBe(1)
      // The open question keeps the app from nothing, quitting included.
      await third.quit()
      nobody.close()
      await keyring.unlock()
      expect(await keyring.entries()).toHaveLength(1)

      const next = await launch()
      await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
      await ui.button(next.page, common.tryAgain).click()
      await expect(next.page.getByText(count(accounts.pendingDeletions, 1))).toHaveCount(0)
      expect(await keyring.entries()).toEqual([])
    })
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
}
