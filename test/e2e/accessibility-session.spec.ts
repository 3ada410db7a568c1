/** Accounts, the app lock, and every state of a sign-in, by axe and in both sizes. */
import { expectFine } from './axe.ts'
import { startProvider } from './provider.ts'
import { expect, shareApp } from './fixtures.ts'
import { test } from './keyring.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  accounts,
  error,
  lock,
  signIn: session,
  settings,
  ui: { common, notice, shell }
} = words
const PIN = 'four words and 7'
const HOUR = 3_600_000

test.describe('from the first screen on', () => {
  const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
  test.afterEach(() => ui.startOver(shared))
  const isFine = (where: string): Promise<void> => expectFine(shared.app, where)
  const dialogIsFine = async (where: string, name: string): Promise<void> => {
    await expect(shared.page.getByRole('dialog', { name })).toBeVisible()
    await isFine(where)
    await shared.page.keyboard.press('Escape')
  }

  test('several accounts', async ({ provider }) => {
    const { page } = shared
    await ui.explore(page)
    await ui.addAccount(page, provider)
    await ui.goTo(page, 'overview')
    await isFine('overview of several accounts')
    await ui.toAccounts(page)
    await isFine('accounts')
    await ui.button(page, say(accounts.more, { label: provider.person })).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await isFine('menu of an account')
    await page.getByRole('menuitem', { name: accounts.rename, exact: true }).click()
    const label = 'A name that somebody gave at great length, for a reason of their own'
    await page.getByLabel(accounts.name, { exact: true }).fill(label)
    await isFine('renaming')
    await page.keyboard.press('Enter')
    await expect(ui.accountRows(page).nth(1)).toContainText(label)
    await ui.chooseOf(page, label, accounts.remove)
    await dialogIsFine('removing', say(accounts.removeTitle, { label }))
    await ui.chooseOf(page, label, accounts.signOut)
    await dialogIsFine('signing out', say(session.signOut.title, { label }))
    await ui.button(page, accounts.add).click()
    await expect(ui.title(page, session.add)).toBeVisible()
    await isFine('one more account')
    await ui.button(page, common.back).click()

    await ui.signOut(page, 'keep')
    await expect(ui.statusBar(page)).toContainText(shell.status.sample)
    await ui.toAccounts(page)
    await isFine('accounts, one signed out')
    await ui.goTo(page, 'settings')
    await ui.button(page, session.signOut.leave).click()
    await ui.button(page.getByRole('dialog'), session.signOut.leave).click()
    await expect(page.getByRole('link', { name: session.known, exact: true })).toBeVisible()
    await isFine('the first screen with accounts')
    await page.getByRole('link', { name: session.known, exact: true }).click()
    await expect(ui.accountRows(page).first()).toBeVisible()
    await isFine('accounts while none is shown')
  })

  test('the app lock', async ({ provider }) => {
    const { page } = shared
    await ui.signInAt(page, provider)
    await ui.goTo(page, 'settings')
    await ui.button(page, lock.set.action).click()
    const setting = page.getByRole('dialog', { name: lock.set.title })
    await ui.button(page, lock.set.done).click()
    await expect(setting.getByText(count(lock.invalid.short, 4)).first()).toBeVisible()
    await isFine('setting a PIN, with field errors')
    await page.keyboard.press('Escape')
    await ui.setPin(page, PIN)
    await page.getByText(words.settings.label.lockWithScreen).scrollIntoViewIfNeeded()
    await isFine('settings with a PIN')
    await ui.button(page, lock.change.action).click()
    await dialogIsFine('changing the PIN', lock.change.title)
    await ui.button(page, lock.erase.action).click()
    await dialogIsFine('erasing everything', lock.erase.title)

    await page.getByRole('button', { name: lock.now }).click()
    await expect(ui.title(page, lock.title)).toBeVisible()
    await isFine('locked')
    await ui.tryPin(page, 'another')
    await expect(page.getByText(lock.invalid.wrong).first()).toBeVisible()
    await isFine('locked, after a wrong PIN')
    await ui.button(page, lock.forgot.action).click()
    await expect(page.getByText(lock.forgot.text)).toBeVisible()
    await isFine('locked, with the way out')
    await ui.button(page, lock.erase.action).click()
    await expect(page.getByRole('dialog', { name: lock.erase.title })).toBeVisible()
    await isFine('locked, erasing everything')
  })

  test('a sign-in that ends', async () => {
    const provider = await startProvider({
      name: 'Nordlichtkai',
      expires: () => new Date(Date.now() + 5 * HOUR),
      code: '135790'
    })
    const { page } = shared
    await ui.button(page, session.haveCode).click()
    await ui.field.code(page).fill('135790')
    await ui.signInAt(page, provider)
    await expect(ui.notices(page)).toContainText(notice.endsNext)
    await isFine('ends soon')
    const accept = provider.refuseAll()
    await ui.refreshAll(page)
    await expect(ui.notices(page)).toContainText(say(notice.refused, { host: provider.host }))
    await isFine('signed out by the provider')
    await ui.button(ui.notices(page), notice.signInAgain).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await isFine('signing in again')
    accept()
    await ui.field.password(page).fill(provider.password)
    await page.keyboard.press('Enter')
    await expect(ui.field.code(page)).toBeFocused()
    await isFine('asked for a code')
    await provider.stop()
  })
})

if (process.platform === 'linux') {
  test('an unusable keychain', async ({ launch, keyring, provider }) => {
    const first = await launch()
    await ui.signInAt(first.page, provider)
    await first.quit()
    await keyring.lock()

    const app = await launch()
    const { page } = app
    await expect(ui.alerts(page)).toContainText(error.sealed.KEYCHAIN_LOCKED.sentence)
    await expectFine(app, 'overview, sealed')
    await ui.goTo(page, 'catalogue')
    await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
    await expect(ui.notices(page)).toContainText(notice.store.locked)
    await expectFine(app, 'locked')
    for (const view of ['invoices', 'profile'] as const) {
      await ui.goTo(page, view)
      await expect(ui.alerts(page)).toContainText(error.sealed.KEYCHAIN_LOCKED.sentence)
      await expectFine(app, `${view}, sealed`)
    }
    await ui.goTo(page, 'settings')
    await expect(page.getByText(settings.data.held.closed)).toBeVisible()
    await expectFine(app, 'settings, sealed')
    await ui.toAccounts(page)
    await expectFine(app, 'accounts, sealed')

    await ui.addAccount(page, provider, 'apiKey')
    await expect(ui.statusBar(page)).toContainText(shell.status.untilQuit)
    await expectFine(app, 'signed in until quit')
    // Of the one in memory nothing is in the store, of the other there is.
    await ui.signOut(page, 'erase')
    await ui.signOut(page, 'erase')
    await expect(page.getByText(count(accounts.pendingDeletions, 1))).toBeVisible()
    await expectFine(app, 'pending deletions')
  })
}
