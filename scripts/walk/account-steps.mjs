/** Several accounts, the app lock, and a sign-in that ends. */
import { SAMPLE_CODE, SAMPLE_CODE_EMAIL, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { en } from '../../src/shared/i18n/translate.ts'
import {
  button,
  chooseTheme,
  fillAddress,
  heading,
  say,
  toCatalogue,
  toInvoices,
  toOverview,
  toSettings
} from './ways.mjs'

const { accounts, lock, notice, session, settings, shell } = en
const PIN = 'four words and 7'
const BOTH = ['small', 'dark']

const dialog = (page, name) => page.getByRole('dialog', { name, exact: true })
export const notices = (page) => page.getByRole('region', { name: notice.label, exact: true })
const refresh = (page) => page.getByRole('button', { name: shell.status.refresh }).click()
export const toAccounts = async (page) => {
  await toSettings(page)
  await button(page, settings.accounts).click()
  await heading(page, accounts.title)
}
const close = (page) => page.keyboard.press('Escape')
/** Also for the launch after this one. */
export const unlock = async (page) => {
  await page.getByLabel(lock.pin.label, { exact: true }).fill(PIN)
  await button(page, lock.unlock).click()
  await page.getByRole('heading', { name: lock.title }).waitFor({ state: 'detached' })
}
/** How long before a sign-in's end that is told: in hours. */
const chooseNotice = async (page, value) => {
  await toSettings(page)
  await page.getByLabel(settings.expiry.label, { exact: true }).selectOption({ value })
}
const setPin = async (page) => {
  await dialog(page, lock.set.title).getByLabel(lock.pin.new, { exact: true }).fill(PIN)
  await dialog(page, lock.set.title).getByLabel(lock.pin.again, { exact: true }).fill(PIN)
  await button(page, lock.set.done).click()
  await button(page, lock.change.action).scrollIntoViewIfNeeded()
}
/** By the menu in an account's row. Names that stand twice have their host behind them. @param kind how the row says that it signs in */
const leave = async (page, [label, kind], item, action) => {
  const row = page.getByRole('listitem').filter({ hasText: label }).filter({ hasText: kind })
  await row.getByRole('button', { name: say(accounts.more, { label }) }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const asked = page.getByRole('dialog').filter({ hasText: label })
  await asked.getByRole('button', { name: action, exact: true }).click()
  await asked.waitFor({ state: 'detached' })
}
const signInAgain = async (page) => {
  await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
  await heading(page, session.again)
}

export const accountSteps = [
  {
    name: 'add-account',
    what: 'one more account',
    also: BOTH,
    async go(page, api) {
      await api.restart()
      await chooseTheme(page, settings.themes.system)
      await toAccounts(page)
      await button(page, accounts.add).click()
      await heading(page, session.add)
    }
  },
  {
    name: 'sign-in-code',
    what: 'the API asks for a one-time code',
    also: BOTH,
    async go(page, api) {
      await fillAddress(page, api.baseAddress)
      await page.getByLabel(session.field.email, { exact: true }).fill(SAMPLE_CODE_EMAIL)
      await page.getByLabel(session.field.password, { exact: true }).fill(SAMPLE_PASSWORD)
      await button(page, session.action.signIn).click()
      await page.getByLabel(session.field.code).waitFor()
    }
  },
  {
    name: 'accounts',
    what: 'all accounts, one of them the sample',
    also: BOTH,
    async go(page) {
      await page.getByLabel(session.field.code).fill(SAMPLE_CODE)
      await page.keyboard.press('Enter')
      await toCatalogue(page)
      await toAccounts(page)
      await button(page, accounts.add).click()
      await button(page, session.sample.action).click()
      await toCatalogue(page)
      await page.getByRole('button', { name: say(en.standing.switchTo, { label: SAMPLE_CODE_EMAIL }) }).click()
      await toAccounts(page)
      await button(page, say(accounts.more, { label: SAMPLE_CODE_EMAIL })).waitFor()
    }
  },
  {
    name: 'overview-accounts',
    what: 'the overview of several accounts',
    also: BOTH,
    go: toOverview
  },
  {
    name: 'account-menu',
    what: 'what can be done with an account',
    also: ['dark'],
    async go(page) {
      await toAccounts(page)
      await button(page, say(accounts.more, { label: SAMPLE_CODE_EMAIL })).click()
    }
  },
  {
    name: 'account-rename',
    what: 'renaming it',
    go: (page) => page.getByRole('menuitem', { name: accounts.rename, exact: true }).click()
  },
  {
    name: 'sign-out',
    what: 'signing out: what is saved is kept or erased',
    also: BOTH,
    async go(page) {
      await close(page)
      await button(page, say(accounts.more, { label: SAMPLE_CODE_EMAIL })).click()
      await page.getByRole('menuitem', { name: accounts.signOut, exact: true }).click()
      await dialog(page, say(session.signOut.title, { label: SAMPLE_CODE_EMAIL })).waitFor()
    }
  },
  {
    name: 'settings-lock',
    what: 'the settings, the app lock in them',
    async go(page) {
      await close(page)
      await toSettings(page)
      await button(page, lock.erase.action).scrollIntoViewIfNeeded()
      await button(page, lock.set.action).scrollIntoViewIfNeeded()
    }
  },
  {
    name: 'set-pin',
    what: 'a PIN is set',
    also: BOTH,
    async go(page) {
      await button(page, lock.set.action).click()
      await dialog(page, lock.set.title).waitFor()
    }
  },
  { name: 'settings-pin', what: 'the app lock with a PIN', also: BOTH, go: setPin },
  {
    name: 'erase-everything',
    what: 'before everything is erased',
    also: BOTH,
    async go(page) {
      await button(page, lock.erase.action).click()
      await dialog(page, lock.erase.title).waitFor()
    }
  },
  {
    name: 'locked',
    what: 'locked',
    also: BOTH,
    async go(page) {
      await close(page)
      await page.getByRole('button', { name: lock.now }).click()
      await heading(page, lock.title)
    }
  },
  {
    name: 'locked-wrong',
    what: 'a wrong PIN, and the way out for who forgot it',
    also: BOTH,
    async go(page) {
      await page.getByLabel(lock.pin.label, { exact: true }).fill('not this one')
      await button(page, lock.unlock).click()
      await page.getByText(lock.invalid.wrong).first().waitFor()
      await button(page, lock.forgot.action).click()
      await page.getByText(lock.forgot.text).waitFor()
    }
  },
  {
    name: 'ends-soon',
    what: 'a sign-in that ends soon',
    also: BOTH,
    async go(page) {
      await unlock(page)
      await chooseNotice(page, '168')
      await toCatalogue(page)
      await notices(page).getByText(notice.endsNext).waitFor()
    }
  },
  {
    name: 'signed-out-by-provider',
    what: 'signed out by the provider, everything saved readable',
    also: BOTH,
    async go(page, api) {
      api.respondWith(/^\/v[23]\//, () => Response.json({ message: 'expired' }, { status: 401 }))
      await toInvoices(page)
      await refresh(page)
      await notices(page).getByText(notice.refusedNext).waitFor()
    }
  },
  { name: 'sign-in-again', what: 'signing in again', also: BOTH, go: signInAgain },
  {
    name: 'signed-in-again',
    what: 'back where one was',
    async go(page, api) {
      api.respondNormally()
      await page.getByLabel(session.field.password, { exact: true }).fill(SAMPLE_PASSWORD)
      await button(page, session.action.signIn).click()
      await page.getByLabel(session.field.code).fill(SAMPLE_CODE)
      await page.keyboard.press('Enter')
      await heading(page, en.invoices.title)
      await chooseNotice(page, '24')
      await toInvoices(page)
      await page.getByText(shell.status.online, { exact: true }).waitFor()
    }
  },
  {
    name: 'sign-in-known',
    what: 'the first screen, with accounts that are signed out',
    also: ['small'],
    async go(page) {
      await toAccounts(page)
      const { action } = session.signOut
      await leave(page, [SAMPLE_CODE_EMAIL, accounts.kind.password], accounts.signOut, action)
      await leave(page, [SAMPLE_EMAIL, accounts.kind.password], accounts.signOut, action)
      await leave(page, [SAMPLE_EMAIL, accounts.kind.sample], accounts.remove, accounts.removeAction)
      await heading(page, session.title)
    }
  },
  {
    name: 'accounts-alone',
    what: 'all accounts while none is open',
    also: BOTH,
    async go(page) {
      await page.getByRole('link', { name: session.known, exact: true }).click()
      await heading(page, accounts.title)
    }
  }
]
