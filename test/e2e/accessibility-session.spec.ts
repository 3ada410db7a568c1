/** Accounts, the app lock, and every state of a sign-in, by axe and in both sizes. */
import type { Page } from '@playwright/test'
import { expectFine } from './axe.ts'
import { startProvider } from './provider.ts'
import { expect, shareApp } from './fixtures.ts'
import { test } from './keyring.ts'
import {
  accountRows,
  addAccount,
  alerts,
  chooseOf,
  explore,
  field,
  goTo,
  notices,
  products,
  refreshAll,
  setPin,
  signInAt,
  signOut,
  startOver,
  statusBar,
  title,
  toAccounts,
  tryPin
} from './walk.ts'
import { count, say, words } from './words.ts'

const { accounts, common, error, lock, notice, session, settings, shell } = words
const PIN = 'four words and 7'
const HOUR = 3_600_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('from the first screen on', () => {
  const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
  test.afterEach(() => startOver(shared))

  test('several accounts', async ({ provider }) => {
    const { app, page } = shared
    await explore(page)
    await addAccount(page, provider)
    await toAccounts(page)
    await expectFine(app, 'accounts')
    await button(page, say(accounts.more, { label: provider.email })).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectFine(app, 'menu of an account')
    await page.getByRole('menuitem', { name: accounts.rename, exact: true }).click()
    const label = 'A name that somebody gave at great length, for a reason of their own'
    await page.getByLabel(accounts.name, { exact: true }).fill(label)
    await expectFine(app, 'renaming')
    await page.keyboard.press('Enter')
    await expect(accountRows(page).nth(1)).toContainText(label)
    await chooseOf(page, label, accounts.remove)
    await expect(page.getByRole('dialog', { name: say(accounts.removeTitle, { label }) })).toBeVisible()
    await expectFine(app, 'removing')
    await page.keyboard.press('Escape')
    await chooseOf(page, label, accounts.signOut)
    await expect(page.getByRole('dialog', { name: say(session.signOut.title, { label }) })).toBeVisible()
    await expectFine(app, 'signing out')
    await page.keyboard.press('Escape')
    await button(page, accounts.add).click()
    await expect(title(page, session.add)).toBeVisible()
    await expectFine(app, 'one more account')
    await button(page, common.back).click()

    await signOut(page, 'keep')
    await expect(statusBar(page)).toContainText(shell.status.sample)
    await toAccounts(page)
    await expectFine(app, 'accounts, one signed out')
    await goTo(page, 'settings')
    await button(page, session.signOut.leave).click()
    await page.getByRole('dialog').getByRole('button', { name: session.signOut.leave, exact: true }).click()
    await expect(page.getByRole('link', { name: session.known, exact: true })).toBeVisible()
    await expectFine(app, 'the first screen with accounts')
    await page.getByRole('link', { name: session.known, exact: true }).click()
    await expect(accountRows(page).first()).toBeVisible()
    await expectFine(app, 'accounts while none is open')
  })

  test('the app lock', async ({ provider }) => {
    const { app, page } = shared
    await signInAt(page, provider)
    await goTo(page, 'settings')
    await button(page, lock.set.action).click()
    const setting = page.getByRole('dialog', { name: lock.set.title })
    await button(page, lock.set.done).click()
    await expect(setting.getByText(count(lock.invalid.short, 4)).first()).toBeVisible()
    await expectFine(app, 'setting a PIN, with field errors')
    await page.keyboard.press('Escape')
    await setPin(page, PIN)
    await page.getByText(settings.lock.withScreen).scrollIntoViewIfNeeded()
    await expectFine(app, 'settings with a PIN')
    await button(page, lock.change.action).click()
    await expect(page.getByRole('dialog', { name: lock.change.title })).toBeVisible()
    await expectFine(app, 'changing the PIN')
    await page.keyboard.press('Escape')
    await button(page, lock.erase.action).click()
    await expect(page.getByRole('dialog', { name: lock.erase.title })).toBeVisible()
    await expectFine(app, 'erasing everything')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: lock.now }).click()
    await expect(title(page, lock.title)).toBeVisible()
    await expectFine(app, 'locked')
    await tryPin(page, 'another')
    await expect(page.getByText(lock.invalid.wrong).first()).toBeVisible()
    await expectFine(app, 'locked, after a wrong PIN')
    await button(page, lock.forgot.action).click()
    await expect(page.getByText(lock.forgot.text)).toBeVisible()
    await expectFine(app, 'locked, with the way out')
    await button(page, lock.erase.action).click()
    await expect(page.getByRole('dialog', { name: lock.erase.title })).toBeVisible()
    await expectFine(app, 'locked, erasing everything')
  })

  test('a sign-in that ends', async () => {
    const provider = await startProvider({
      name: 'Nordlichtkai',
      expires: () => new Date(Date.now() + 5 * HOUR),
      code: '135790'
    })
    const { app, page } = shared
    await button(page, session.haveCode).click()
    await field.code(page).fill('135790')
    await signInAt(page, provider)
    await expect(notices(page)).toContainText(notice.endsNext)
    await expectFine(app, 'ends soon')
    const accept = provider.refuseAll()
    await refreshAll(page)
    await expect(notices(page)).toContainText(say(notice.refused, { host: provider.host }))
    await expectFine(app, 'signed out by the provider')
    await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
    await expect(title(page, session.again)).toBeVisible()
    await expectFine(app, 'signing in again')
    accept()
    await field.password(page).fill(provider.password)
    await page.keyboard.press('Enter')
    await expect(field.code(page)).toBeFocused()
    await expectFine(app, 'asked for a code')
    await provider.stop()
  })
})

if (process.platform === 'linux') {
  test('an unusable keychain', async ({ launch, keyring, provider }) => {
    const first = await launch()
    await signInAt(first.page, provider)
    await first.quit()
    await keyring.lock()

    const app = await launch()
    const { page } = app
    await expect(products(page)).toHaveText([new RegExp(provider.product)])
    await expect(notices(page)).toContainText(notice.store.locked)
    await expectFine(app, 'locked')
    for (const view of ['invoices', 'profile'] as const) {
      await goTo(page, view)
      await expect(alerts(page)).toContainText(error.sealed.KEYCHAIN_LOCKED.sentence)
      await expectFine(app, `${view}, sealed`)
    }
    await goTo(page, 'settings')
    await expect(page.getByText(settings.data.held.closed)).toBeVisible()
    await expectFine(app, 'settings, sealed')
    await toAccounts(page)
    await expectFine(app, 'accounts, sealed')

    await addAccount(page, provider, 'apiKey')
    await expect(statusBar(page)).toContainText(shell.status.untilQuit)
    await expectFine(app, 'signed in until quit')
    // Of the one in memory nothing is in the store, of the other there is.
    await signOut(page, 'erase')
    await signOut(page, 'erase')
    await expect(page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    await expectFine(app, 'pending deletions')
  })
}
