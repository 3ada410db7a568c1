/** The catalogue's list in its forms and orders, a long refresh, and what changed. */
import { createSampleApi } from '../../src/sample/index.ts'
import { en } from '../../src/shared/i18n/translate.ts'
import { button, goTo, listed, say, search, toCatalogue } from './ways.mjs'

const { catalogue, changes, filters, inspector, listing, product, profile, shell, sorting } = en
const BOTH = ['small', 'dark']
const LIST = '/v2/Products'

const close = (page) => page.keyboard.press('Escape')
const refresh = (page) => button(page, shell.status.refresh).click()
const idle = (page) =>
  page.getByRole('button', { name: shell.status.refresh }).and(page.locator(':not([aria-busy])')).waitFor()
const toChanges = async (page) => {
  await toCatalogue(page)
  await button(page, catalogue.more).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${listing.changes}`) }).click()
  await page.getByRole('region', { name: changes.label }).getByRole('listitem').first().waitFor()
}

const toFields = (page) =>
  page.getByText(inspector.about, { exact: true }).evaluate((about) => about.scrollIntoView({ block: 'start' }))

/** Beside the list, the first product is open. */
export const productSteps = [
  {
    name: 'product-link',
    what: 'a link of the long description: where it leads, before it is opened',
    also: BOTH,
    async go(page) {
      await page.frameLocator('iframe').getByRole('link').first().click()
      await page.getByRole('dialog', { name: product.link.title, exact: true }).waitFor()
    }
  },
  {
    name: 'fields',
    what: 'the record field by field, held against the document',
    also: ['dark'],
    async go(page) {
      await close(page)
      await page.getByText(product.fieldsTitle, { exact: true }).click()
      const tree = page.getByRole('tree', { name: inspector.treeLabel })
      await tree.getByRole('treeitem').first().waitFor()
      await toFields(page)
    }
  },
  { name: 'fields-small', size: [800, 500], what: 'the same at 800 × 500', go: toFields }
]

export const listSteps = [
  {
    name: 'grid',
    what: 'the catalogue as a grid',
    also: BOTH,
    async go(page) {
      await close(page)
      await button(page, catalogue.layout.grid).click()
      await button(page, catalogue.layout.list).waitFor()
    }
  },
  {
    name: 'filters',
    what: 'what the list can be narrowed to, one filter set',
    also: ['small'],
    async go(page) {
      await button(page, catalogue.layout.list).click()
      await page.getByRole('button', { name: catalogue.filter }).click()
      await page.getByRole('checkbox', { name: filters.featured, exact: true }).check()
      await listed(page, 6, 60)
    }
  },
  {
    name: 'search',
    what: 'words found by their beginnings, accents or not',
    async go(page) {
      await page.getByRole('checkbox', { name: filters.featured, exact: true }).uncheck()
      await close(page)
      await search(page, 'sao res')
      await listed(page, 1, 60)
    }
  },
  {
    name: 'sort',
    what: 'the API’s own sort, by a free key',
    also: ['small'],
    async go(page) {
      await search(page, '')
      await page.getByRole('button', { name: say(catalogue.sort.current, { order: en.sorting.as.server }) }).click()
      await page.getByLabel(sorting.own, { exact: true }).fill('tagline')
      await button(page, sorting.show).click()
      await page.getByText(say(sorting.order, { key: 'tagline' }), { exact: true }).waitFor()
    }
  },
  {
    name: 'sorted',
    what: 'the list in that order',
    async go(page) {
      await close(page)
      await page.getByText(say(sorting.noteNow, { order: say(sorting.order, { key: 'tagline' }) })).waitFor()
    }
  },
  {
    name: 'badge',
    what: 'after a refresh: how many changes there are, at the catalogue’s sign',
    async go(page) {
      await page.getByRole('button', { name: /^Sort: / }).click()
      await page.getByRole('radio', { name: sorting.server, exact: true }).check()
      await close(page)
      await refresh(page)
      await page
        .getByRole('navigation', { name: shell.rail })
        .getByRole('link', { name: shell.nav.catalogue, exact: true })
        .and(page.locator('[aria-description]'))
        .waitFor()
      await idle(page)
    }
  },
  { name: 'changes', what: 'what changed', also: BOTH, go: toChanges },
  {
    name: 'changes-unfolded',
    what: 'a second refresh, and what went and came in a long text',
    also: ['small', 'dark'],
    async go(page) {
      await goTo(page, shell.nav.profile, profile.title)
      await refresh(page)
      await idle(page)
      await toChanges(page)
      await page.getByText(changes.difference, { exact: true }).first().click()
      await page.locator('ins').first().waitFor()
    }
  },
  {
    name: 'progress',
    what: 'a long refresh: how far it is, and the way to end it',
    busy: true,
    async go(page, api) {
      const sandbox = createSampleApi()
      api.respondWith(LIST, async (request, { response }) => {
        const products = await (await sandbox(request)).json()
        const many = Array.from({ length: 6000 }, (_, n) => ({ ...products[n % products.length], id: `many-${n}` }))
        const text = JSON.stringify(many)
        response.writeHead(200, { 'content-type': 'application/json' })
        // The rest doesn't come.
        response.write(text.slice(0, text.length * 0.6))
      })
      await toCatalogue(page)
      await refresh(page)
      await button(page, listing.stop).waitFor()
    }
  },
  {
    name: 'progress-ended',
    what: 'ended by the person: what was there is whole',
    async go(page, api) {
      await button(page, listing.stop).click()
      api.respondNormally()
      await idle(page)
    }
  }
]
