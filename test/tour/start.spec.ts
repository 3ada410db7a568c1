/** What `npm start` does without a display: the app's main job on the sample account, and a summary of what the app says. */
import { expect } from '@playwright/test'
import * as ui from '../e2e/ui.ts'
import { pattern, words } from '../e2e/words.ts'
import { step, walk } from './tour.ts'
import * as ways from './ways.ts'

const {
  invoices,
  signIn: session,
  summary,
  ui: { notice }
} = words

const facts = { Profile: '', Products: 0, Invoices: 0, Open: '', Pictures: 'tour/start' }

walk([
  step('sign-in', 'the first screen', {}, ({ page }) => expect(ui.title(page, session.title)).toBeVisible()),
  step('overview', 'signed in: the first view', {}, async (tour) => {
    await ways.signIn(tour)
    // The app has no keychain here, so it offers to wait for one.
    await ui.button(tour.page, notice.dismiss).click()
    await ways.toOverview(tour)
  }),
  step('catalogue', 'the catalogue that was fetched', {}, async (tour) => {
    await ways.toCatalogue(tour)
    facts.Products = Number(await ui.products(tour.page).first().getAttribute('aria-setsize'))
  }),
  step('search', 'the catalogue searched, and the product that was found', {}, async (tour) => {
    await ways.search(tour.page, 'sao res')
    await ways.expectListed(tour.page, 1, facts.Products)
    await ways.openProduct(tour)
  }),
  step('invoices', 'the invoices, and one of them', {}, async (tour) => {
    await ways.toInvoices(tour)
    await ways.openInvoice(tour)
    const rows = await tour.page.getByRole('grid', { name: invoices.listLabel }).getAttribute('aria-rowcount')
    facts.Invoices = Number(rows) - 1
    const tray = await tour.app.tray()
    const open = tray?.items.find(({ label }) => pattern(summary.openInvoices).test(label))
    if (open === undefined) throw new Error('The tray does not say what is open.')
    facts.Open = open.label
  }),
  step('profile', 'the profile', {}, async (tour) => {
    await ways.toProfile(tour)
    facts.Profile = await tour.page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()
    const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(10)}${value}`)
    process.stdout.write(`\n${lines.join('\n')}\n\n`)
  })
])
