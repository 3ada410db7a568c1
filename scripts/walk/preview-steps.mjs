/** The main job once, for `npm start` on a machine without a display: sign in, fetch, search, invoices, profile. */
import { en } from '../../src/shared/i18n/translate.ts'
import {
  button,
  goTo,
  heading,
  listed,
  openInvoice,
  openProduct,
  search,
  signIn,
  toCatalogue,
  toInvoices,
  toOverview
} from './ways.mjs'

const { catalogue, invoices, notice, profile, session, shell, summary } = en

/** Matches every plural form of a text of the app. */
const pattern = (text) =>
  new RegExp(
    `^(${text
      .split(' | ')
      .join('|')
      .replaceAll(/\{\w+\}/g, '[\\d.,]+')})`
  )

/** @param facts is filled with what the running app says, by name */
export const previewSteps = (facts) => [
  { name: 'sign-in', what: 'the first screen', go: (page) => heading(page, session.title) },
  {
    name: 'overview',
    what: 'signed in: the first view',
    async go(page, api) {
      await signIn(page, api)
      // The app has no keychain here, so it offers to wait for one.
      await button(page, notice.dismiss).click()
      await toOverview(page)
    }
  },
  {
    name: 'catalogue',
    what: 'the catalogue that was fetched',
    async go(page) {
      await toCatalogue(page)
      const option = page.getByRole('listbox', { name: catalogue.listLabel }).getByRole('option').first()
      facts.products = Number(await option.getAttribute('aria-setsize'))
    }
  },
  {
    name: 'search',
    what: 'the catalogue searched, and the product that was found',
    async go(page) {
      await search(page, 'sao res')
      await listed(page, 1, facts.products)
      await openProduct(page)
    }
  },
  {
    name: 'invoices',
    what: 'the invoices, and one of them',
    async go(page, _api, app) {
      await toInvoices(page)
      await openInvoice(page)
      const rows = await page.getByRole('grid', { name: invoices.listLabel }).getAttribute('aria-rowcount')
      facts.invoices = Number(rows) - 1
      const { items } = await app.ask('tray')
      facts.open = items.find(({ label }) => pattern(summary.openInvoices).test(label))?.label
      if (facts.open === undefined) throw new Error('The tray does not say what is open.')
    }
  },
  {
    name: 'profile',
    what: 'the profile',
    async go(page) {
      await goTo(page, shell.nav.profile, profile.title)
      facts.profile = await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()
    }
  }
]
