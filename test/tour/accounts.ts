/** Several accounts, the app lock, and a sign-in that ends. */
import { expect, type Page } from '@playwright/test'
import {
  issueToken,
  SAMPLE_CODE,
  SAMPLE_CODE_COMPANY,
  SAMPLE_CODE_EMAIL,
  SAMPLE_COMPANY,
  SAMPLE_PASSWORD
} from '../../src/sample/index.ts'
import * as ui from '../e2e/ui.ts'
import { say, words } from '../e2e/words.ts'
import { allAccountsSteps } from './all-accounts.ts'
import { step, type Tour } from './tour.ts'
import { chooseTheme, closeDialog, dialog, toCatalogue, toInvoices, toOverview } from './ways.ts'

const {
  accounts,
  lock,
  signIn: session,
  ui: { notice, shell },
  settings: { choice: settingChoice }
} = words
const PIN = 'four words and 7'
const BOTH = ['small', 'dark'] as const

/** Also for the launch after this one. */
export async function unlock({ page }: Tour): Promise<void> {
  await ui.tryPin(page, PIN)
  await expect(ui.title(page, lock.title)).toBeHidden()
}

/** A token lasts seven days. This one has twenty hours left. */
async function signInForADay({ page, api }: Tour): Promise<void> {
  const token = issueToken(SAMPLE_CODE_EMAIL, new Date(Date.now() - (7 * 24 - 20) * 3_600_000))
  const restore = api.respondWith(/^\/v2\/authentication/i, () => Response.json(token))
  await ui.toAccounts(page)
  await ui.chooseOf(page, SAMPLE_CODE_COMPANY, accounts.signInAgain)
  await ui.field.password(page).fill(SAMPLE_PASSWORD)
  await ui.button(page, session.action.signIn).click()
  await expect(ui.title(page, accounts.title)).toBeVisible()
  restore()
}

async function sendCode(page: Page): Promise<void> {
  await ui.field.code(page).fill(SAMPLE_CODE)
  await page.keyboard.press('Enter')
}

/** By the menu in an account's row. @param kind how the row says that it signs in: two accounts have one label */
async function leave(page: Page, label: string, kind: string, item: string, action: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: label }).filter({ hasText: kind })
  // In the button's name, the host follows such a label.
  await row.getByRole('button', { name: new RegExp(say(accounts.more, { label: `${label}.*` })) }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const question = page.getByRole('dialog').filter({ hasText: label })
  await ui.button(question, action).click()
  await expect(question).toBeHidden()
}

const manyAccounts = [
  step('add-account', 'one more account', { also: BOTH }, async (tour) => {
    const { page, api } = tour
    await api.restart()
    await chooseTheme(tour, settingChoice.theme.system)
    await ui.toAccounts(page)
    await ui.button(page, accounts.add).click()
    await expect(ui.title(page, session.add)).toBeVisible()
  }),
  step('sign-in-code', 'the API asks for a one-time code', { also: BOTH }, async ({ page, api }) => {
    await ui.submitSignIn(page, { address: api.baseUrl, email: SAMPLE_CODE_EMAIL })
    await expect(ui.field.code(page)).toBeVisible()
  }),
  step('accounts', 'all accounts, one of them the sample', { also: BOTH }, async (tour) => {
    const { page } = tour
    await sendCode(page)
    await toCatalogue(tour)
    await ui.toAccounts(page)
    await page.evaluate(() => window.portside.session.exploreSample({ data: 'good' }))
    await toCatalogue(tour)
    await expect(ui.accountInRail(page, SAMPLE_CODE_COMPANY)).toBeVisible()
    await ui.toAccounts(page)
    await expect(ui.button(page, say(accounts.more, { label: SAMPLE_CODE_COMPANY }))).toBeVisible()
  }),
  step('overview-accounts', 'the overview of several accounts', { also: BOTH }, toOverview),
  ...allAccountsSteps,
  step('account-menu', 'what can be done with an account', { also: ['dark'] }, async ({ page }) => {
    await ui.toAccounts(page)
    await ui.button(page, say(accounts.more, { label: SAMPLE_CODE_COMPANY })).click()
  }),
  step('account-rename', 'renaming it', {}, ({ page }) =>
    page.getByRole('menuitem', { name: accounts.rename, exact: true }).click()
  ),
  step('sign-out', 'signing out: saved data is kept or erased', { also: BOTH }, async ({ page }) => {
    await closeDialog(page)
    await ui.chooseOf(page, SAMPLE_CODE_COMPANY, accounts.signOut)
    await expect(dialog(page, say(session.signOut.title, { label: SAMPLE_CODE_COMPANY }))).toBeVisible()
  })
]

const appLock = [
  step('settings-lock', 'the settings, the app lock in them', {}, async ({ page }) => {
    await closeDialog(page)
    await ui.goTo(page, 'settings')
    await ui.button(page, lock.erase.action).scrollIntoViewIfNeeded()
    await ui.button(page, lock.set.action).scrollIntoViewIfNeeded()
  }),
  step('set-pin', 'a PIN is set', { also: BOTH }, async ({ page }) => {
    await ui.button(page, lock.set.action).click()
    await expect(dialog(page, lock.set.title)).toBeVisible()
  }),
  step('settings-pin', 'the app lock with a PIN', { also: BOTH }, async ({ page }) => {
    await dialog(page, lock.set.title).getByLabel(lock.pin.new, { exact: true }).fill(PIN)
    await dialog(page, lock.set.title).getByLabel(lock.pin.again, { exact: true }).fill(PIN)
    await ui.button(page, lock.set.done).click()
    await ui.button(page, lock.change.action).scrollIntoViewIfNeeded()
  }),
  step('erase-everything', 'before everything is erased', { also: BOTH }, async ({ page }) => {
    await ui.button(page, lock.erase.action).click()
    await expect(dialog(page, lock.erase.title)).toBeVisible()
  }),
  step('locked', 'locked', { also: BOTH }, async ({ page }) => {
    await closeDialog(page)
    await page.getByRole('button', { name: lock.now }).click()
    await expect(ui.title(page, lock.title)).toBeVisible()
  }),
  step('locked-wrong', 'a wrong PIN, and the way out for a forgotten one', { also: BOTH }, async ({ page }) => {
    await ui.tryPin(page, 'not this one')
    await expect(page.getByText(lock.invalid.wrong).first()).toBeVisible()
    await ui.button(page, lock.forgot.action).click()
    await expect(page.getByText(lock.forgot.text)).toBeVisible()
  })
]

const signInEnds = [
  step('ends-soon', 'a sign-in that ends soon', { also: BOTH }, async (tour) => {
    await unlock(tour)
    await signInForADay(tour)
    await toCatalogue(tour)
    await expect(ui.notices(tour.page).getByText(notice.endsNext)).toBeVisible()
  }),
  step(
    'signed-out-by-provider',
    'signed out by the provider, everything saved readable',
    { also: BOTH },
    async (tour) => {
      const { page, api } = tour
      api.respondWith(/^\/v[23]\//, () => Response.json({ message: 'expired' }, { status: 401 }))
      await toInvoices(tour)
      await page.getByRole('button', { name: shell.status.refresh }).click()
      await expect(ui.notices(page).getByText(notice.refusedNext)).toBeVisible()
    }
  ),
  step('sign-in-again', 'signing in again', { also: BOTH }, async ({ page }) => {
    await ui.button(ui.notices(page), notice.signInAgain).click()
    await expect(ui.title(page, session.again)).toBeVisible()
  }),
  step('signed-in-again', 'the same view as before', {}, async (tour) => {
    const { page, api } = tour
    api.respondNormally()
    await ui.field.password(page).fill(SAMPLE_PASSWORD)
    await ui.button(page, session.action.signIn).click()
    await sendCode(page)
    await expect(ui.title(page, words.invoices.title)).toBeVisible()
    await toInvoices(tour)
    await ui.seeStatus(page, 'online')
  }),
  step(
    'sign-in-known',
    'the first screen, with accounts that are signed out',
    { also: ['small'] },
    async ({ page }) => {
      const { kind, remove, removeAction } = accounts
      await ui.toAccounts(page)
      await leave(page, SAMPLE_CODE_COMPANY, kind.password, accounts.signOut, session.signOut.action)
      await leave(page, SAMPLE_COMPANY, kind.password, accounts.signOut, session.signOut.action)
      await leave(page, SAMPLE_COMPANY, kind.sample, remove, removeAction)
      await expect(ui.title(page, session.title)).toBeVisible()
    }
  ),
  step('accounts-alone', 'all accounts while none is shown', { also: BOTH }, async ({ page }) => {
    await page.getByRole('link', { name: session.known, exact: true }).click()
    await expect(ui.title(page, accounts.title)).toBeVisible()
  })
]

export const accountSteps = [...manyAccounts, ...appLock, ...signInEnds]
