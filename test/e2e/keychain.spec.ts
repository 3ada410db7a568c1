/**
 * What happens to people with their keychain, and without one. The keychain's other states are in test/integration/storage/keychain, what the
 * session makes of each in test/unit/accounts, and the words for it in test/component/ui/shell/notices.test.ts.
 */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Provider } from './provider.ts'
import { test } from './keyring.ts'
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

/** The personal views say why they can't be read, and what to do. */
async function seeSealed(page: Page, provider: Provider): Promise<void> {
  for (const view of ['invoices', 'profile'] as const) {
    await ui.goTo(page, view)
    await expect(ui.alerts(page)).toContainText(error.sealed.KEYCHAIN_LOCKED.sentence)
    await expect(ui.alerts(page)).toContainText(error.sealed.KEYCHAIN_LOCKED.next)
  }
  for (const personal of [provider.invoice, provider.contact]) expect(await ui.contentOf(page)).not.toContain(personal)
}

if (process.platform === 'linux') {
  test('a keychain that is missing, that is locked, and that asks in vain: all is explained, and recovers', async ({
    launch,
    keyring,
    provider,
    profileDir,
    person
  }) => {
    await test.step('without one, a sign-in lasts until quit and leaves nothing personal', async () => {
      const { page, quit } = await launch({ env: NO_BUS })
      await ui.signInByBridge(page, provider)
      await expect(ui.notices(page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.noBus}`)
      await expect(ui.statusBar(page)).toContainText(shell.status.untilQuit)
      await ui.seePersonal(page, provider)
      const files: Findings = new Map([['files while it runs', readFolder(profileDir)]])
      await quit()
      files.set('files after it ended', readFolder(profileDir))
      const { token, invoice } = provider
      expect(leaks(files, { token, person: provider.person, invoice })).toEqual([])
      // Products are not personal: the same search finds them.
      expect(leaks(files, { product: provider.product })).toHaveLength(2)
    })

    await keyring.lock()
    provider.requests.length = 0
    const first = await launch()
    await test.step('that is said at the next start, with the way to sign in again', async () => {
      const { page } = first
      await ui.goTo(page, 'catalogue')
      await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
      await expect(ui.notices(page)).toContainText(notice.forgotten)
      await expect(ui.notices(page)).toContainText(notice.forgottenNext)
      await ui.goTo(page, 'profile')
      await expect(ui.alerts(page)).toContainText(error.notSignedIn.sentence)
      expect(await ui.contentOf(page)).not.toContain(provider.person)
      expect(provider.requests).toEqual([])
      await ui.button(ui.alerts(page), error.notSignedIn.action).click()
      await expect(ui.field.email(page)).toHaveValue(provider.email)
    })
    await test.step('a sign-in while it is locked lasts until quit, and is kept once it is open', async () => {
      const { page } = first
      await ui.field.password(page).fill(provider.password)
      await page.keyboard.press('Enter')
      await expect(ui.notices(page)).toContainText(`${notice.untilQuit} ${notice.untilQuitNext.locked}`)
      await ui.settled(page)
      await keyring.unlock()
      await retry(page)
      await seeNoNotice(page)
      await expect(ui.statusBar(page)).not.toContainText(shell.status.untilQuit)
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
      await ui.refreshAll(page)
      await ui.atRest(page)
      await seeSealed(page, provider)
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
      await provider.restart()
    })

    await test.step('a sign-out while it prompts is immediate, and the open question keeps nobody from quitting', async () => {
      const nobody = await person({ does: 'neverAnswers' })
      await keyring.lock()
      await ui.signOut(page, 'erase')
      await expect(ui.title(page, session.title)).toBeVisible()
      await expect(page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
      expect(nobody.asked()).toBe(1)
      await second.quit()
      nobody.close()
      await keyring.unlock()
      // That it goes at the next start is in test/unit/accounts/sign-out.test.ts.
      expect(await keyring.entries()).toHaveLength(1)
    })
  })
}
