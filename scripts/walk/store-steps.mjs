/** What the app says when the password store is of no use. Only where the tour has a store of its own, to be locked. */
import { issueToken, SAMPLE_CODE_EMAIL, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { en } from '../../src/shared/i18n/translate.ts'
import { lock as lockStore } from '../keyring/store.mjs'
import { notices, toAccounts, unlock } from './account-steps.mjs'
import { button, fillAddress, goTo, heading, toCatalogue, toSettings } from './ways.mjs'

const { accounts, common, error, invoices, notice, overview, session, settings, shell } = en
const BOTH = ['small', 'dark']

const steps = [
  {
    name: 'signed-in-known',
    what: 'signed in to one of them',
    async go(page) {
      await button(page, common.back).click()
      await page.getByLabel(session.field.email, { exact: true }).fill(SAMPLE_EMAIL)
      await page.getByLabel(session.field.password, { exact: true }).fill(SAMPLE_PASSWORD)
      await button(page, session.action.signIn).click()
      await toCatalogue(page)
      await page.getByText(shell.status.online, { exact: true }).waitFor()
    }
  },
  {
    name: 'store-locked',
    what: 'the password store is locked: what is not personal is there',
    also: BOTH,
    // It stays locked: nothing after this needs it.
    async before() {
      await lockStore(process.env)
    },
    async go(page) {
      await unlock(page)
      await heading(page, overview.title)
      await page.getByText(error.sealed.KEYCHAIN_LOCKED.sentence).waitFor()
      await notices(page).getByText(notice.store.locked).waitFor()
    }
  },
  {
    name: 'sealed',
    what: 'what is personal can’t be read without its key',
    also: BOTH,
    async go(page) {
      await goTo(page, shell.nav.invoices, invoices.title)
      await page.getByText(error.sealed.KEYCHAIN_LOCKED.sentence).waitFor()
    }
  },
  { name: 'store-locked-accounts', what: 'the accounts meanwhile', also: ['dark'], go: toAccounts },
  {
    name: 'until-quit',
    what: 'signed in until quit',
    also: BOTH,
    async go(page, api) {
      await toAccounts(page)
      await button(page, accounts.add).click()
      await button(page, session.way.token).click()
      await fillAddress(page, api.baseAddress)
      await page.getByLabel(session.field.token, { exact: true }).fill(issueToken(SAMPLE_CODE_EMAIL, new Date()))
      await button(page, session.action.useToken).click()
      await page.getByRole('contentinfo').getByText(shell.status.untilQuit).waitFor()
      await toCatalogue(page)
      await page.getByRole('contentinfo', { name: shell.status.label }).getByText(shell.status.untilQuit).waitFor()
    }
  },
  {
    name: 'until-quit-settings',
    what: 'what the settings say of it',
    async go(page) {
      await toSettings(page)
      await page.getByText(settings.data.held.memory).scrollIntoViewIfNeeded()
    }
  },
  {
    name: 'forgotten',
    what: 'the launch after that',
    also: BOTH,
    before: () => undefined,
    async go(page) {
      await unlock(page)
      await toCatalogue(page)
      await notices(page).getByText(notice.forgottenNext).waitFor()
    }
  }
]

export const storeSteps = process.env.PORTSIDE_KEYRING === 'session' ? steps : []
