/** The walk: what is done before each picture. */
import { en } from '../../src/shared/i18n/translate.ts'
import { accountSteps } from './account-steps.mjs'
import { listSteps, productSteps } from './catalogue-steps.mjs'
import { invoiceSteps } from './invoice-steps.mjs'
import { storeSteps } from './store-steps.mjs'
import { viewSteps } from './view-steps.mjs'
import {
  button,
  checkFrom,
  chooseTheme,
  editConnection,
  fillAddress,
  goTo,
  heading,
  openAdvanced,
  openProduct,
  signIn,
  toCatalogue,
  toOverview,
  toSettings
} from './ways.mjs'

const { common, connection, palette, profile, session, settings, shell } = en
const SMALL = [800, 500]
const BOTH = ['small', 'dark']
const ALL = ['small', 'wide', 'dark']

const toTop = (page) => page.getByLabel(session.field.address, { exact: true }).scrollIntoViewIfNeeded()
const toEnd = (page) => button(page, connection.action.save).scrollIntoViewIfNeeded()

const leaveAndGoDark = async (page) => {
  await button(page, common.cancel).click()
  await chooseTheme(page, settings.themes.dark)
}

export const steps = [
  { name: 'sign-in', what: 'the first screen', also: ['zoomed', 'forced'], go: (page) => heading(page, session.title) },
  {
    name: 'sign-in-small',
    size: SMALL,
    what: 'the first screen at 800 × 500',
    go: (page) => heading(page, session.title)
  },
  { name: 'sign-in-advanced', what: 'the first screen, the connection’s settings unfolded', go: openAdvanced },
  { name: 'sign-in-advanced-small', size: SMALL, what: 'the same at 800 × 500', go: () => undefined },
  {
    name: 'check-problem',
    what: 'the connection check from the first screen: a name that nobody knows',
    async go(page) {
      await fillAddress(page, 'https://example.invalid')
      await checkFrom(page)
    }
  },
  { name: 'check-problem-small', size: SMALL, what: 'the same at 800 × 500', go: () => undefined },
  ...viewSteps,
  {
    name: 'overview',
    what: 'signed in with email and password: the first view',
    also: [...ALL, 'forced'],
    async go(page, api) {
      await signIn(page, api)
      await toOverview(page)
    }
  },
  {
    name: 'palette',
    what: 'the command palette',
    also: [...BOTH, 'zoomed', 'forced'],
    async go(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: palette.field }).fill('germ')
      await page.getByRole('option', { name: 'Germany' }).first().waitFor()
    }
  },
  {
    name: 'shortcuts',
    what: 'all shortcuts',
    also: BOTH,
    async go(page) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: palette.shortcuts.title }).waitFor()
    }
  },
  {
    name: 'catalogue',
    what: 'the catalogue',
    also: ALL,
    async go(page) {
      await page.keyboard.press('Escape')
      await toCatalogue(page)
    }
  },
  { name: 'product', what: 'one product beside the list', also: [...ALL, 'forced'], go: openProduct },
  ...productSteps,
  ...listSteps,
  ...invoiceSteps,
  {
    name: 'profile',
    what: 'the profile',
    also: ALL,
    async go(page) {
      await page.keyboard.press('Escape')
      await goTo(page, shell.nav.profile, profile.title)
    }
  },
  {
    name: 'settings',
    what: 'the settings',
    also: [...ALL, 'zoomed', 'forced'],
    go: toSettings
  },
  {
    name: 'settings-connection',
    what: 'the settings, the connection in them',
    go: (page) => button(page, connection.edit).scrollIntoViewIfNeeded()
  },
  { name: 'check', what: 'the connection check, all fine', also: ['zoomed'], go: checkFrom },
  { name: 'check-small', size: SMALL, what: 'the same at 800 × 500', go: () => undefined },
  { name: 'connection', what: 'the connection, to be edited', also: ['zoomed'], go: editConnection },
  {
    name: 'connection-end',
    what: 'its end: file, another provider',
    async go(page) {
      await page.getByLabel(session.field.address, { exact: true }).fill('https://example.invalid')
      await button(page, connection.status.add).click()
      await toEnd(page)
    }
  },
  { name: 'connection-small', size: SMALL, what: 'the same at 800 × 500', go: toTop },
  { name: 'connection-end-small', size: SMALL, what: 'its end at 800 × 500', go: toEnd },
  { name: 'settings-dark', what: 'the dark theme', go: leaveAndGoDark },
  { name: 'connection-dark', what: 'the connection, dark', go: editConnection },
  {
    name: 'offline-dark',
    what: 'the API can’t be reached, dark',
    async go(page, api) {
      await api.stop()
      await toCatalogue(page)
      await page.getByRole('button', { name: shell.status.refresh }).click()
      await page
        .getByRole('contentinfo', { name: shell.status.label })
        .getByText(/^Offline/)
        .waitFor()
    }
  },
  {
    name: 'check-problem-dark',
    what: 'the connection check with a problem, dark',
    async go(page) {
      await toSettings(page)
      await checkFrom(page)
    }
  },
  {
    name: 'offline',
    what: 'the API can’t be reached: saved data and its age',
    async go(page) {
      await chooseTheme(page, settings.themes.light)
      await toCatalogue(page)
      await page
        .getByRole('contentinfo', { name: shell.status.label })
        .getByText(/^Offline/)
        .waitFor()
    }
  },
  {
    name: 'overview-offline',
    what: 'the overview meanwhile',
    also: BOTH,
    go: toOverview
  },
  ...accountSteps,
  ...storeSteps
]
