/** Every view with data that isn't good: an account of the one public provider, and difficult data. */
import { createSampleApi } from '../../src/sample/index.ts'
import { en } from '../../src/shared/i18n/translate.ts'
import {
  button,
  goTo,
  heading,
  openInvoice,
  openProduct,
  signIn,
  toCatalogue,
  toInvoices,
  toOverview
} from './ways.mjs'

const { common, profile, session, shell } = en
const ALL = ['small', 'wide', 'zoomed', 'dark']

/** Erases the account, which leads to the first screen. */
const startOver = async (page, api) => {
  await page.evaluate(() => globalThis.portside.accounts.eraseEverything({ leaveEntries: false }))
  await heading(page, session.title)
  api.respondNormally()
}

/** @param begin opens the account */
const viewsOf = (name, what, begin) => [
  {
    name: `${name}-overview`,
    what: `${what}: the overview`,
    also: ALL,
    async go(page, api) {
      await begin(page, api)
      await toOverview(page)
    }
  },
  { name: `${name}-catalogue`, what: `${what}: the catalogue`, also: ALL, go: toCatalogue },
  { name: `${name}-product`, what: `${what}: one product`, also: ALL, go: openProduct },
  { name: `${name}-invoices`, what: `${what}: the invoices`, also: ALL, go: toInvoices },
  { name: `${name}-invoice`, what: `${what}: one invoice`, also: ALL, go: openInvoice },
  {
    name: `${name}-profile`,
    what: `${what}: the profile`,
    also: ALL,
    go: (page) => goTo(page, shell.nav.profile, profile.title)
  }
]

export const viewSteps = [
  ...viewsOf('bare', 'no currency, due date and number', async (page, api) => {
    await button(page, common.back).click()
    const bare = createSampleApi({ data: 'bare' })
    api.respondWith(/./, (request) => bare(request))
    await signIn(page, api)
  }),
  ...viewsOf('difficult', 'difficult data', async (page, api) => {
    await startOver(page, api)
    await button(page, session.sample.difficult).click()
    await toCatalogue(page)
  }),
  { name: 'erased', what: 'the first screen after everything was erased', go: startOver }
]
