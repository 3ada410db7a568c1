/** The catalogue's list in its forms and orders, a long refresh, and what changed. */
import { expect, type Page } from '@playwright/test'
import { SampleApi } from '../../src/sample/index.ts'
import * as ui from '../e2e/ui.ts'
import { say, words } from '../e2e/words.ts'
import { SMALL, step, type Tour } from './tour.ts'
import { closeDialog, dialog, expectListed, search, toCatalogue } from './ways.ts'

const {
  catalogue,
  catalogue: { changes, filters, inspector, product, sorting },
  ui: { listing, shell }
} = words
const BOTH = ['small', 'dark'] as const
const LIST = '/v2/Products'

const refresh = (page: Page): Promise<void> => ui.button(page, shell.status.refresh).click()

async function refreshEnds(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: shell.status.refresh })).not.toHaveAttribute('aria-busy')
}

async function toChanges({ page }: Tour): Promise<void> {
  await ui.toChanges(page)
  await expect(ui.changeEntries(page).first()).toBeVisible()
}

const scrollToFields = ({ page }: Tour): Promise<void> =>
  page.getByText(inspector.about, { exact: true }).evaluate((about) => about.scrollIntoView({ block: 'start' }))

/** Answers with a list of 6,000 products, of which the last part never comes. */
function stallList({ api }: Tour): void {
  const sample = new SampleApi().fetch
  api.respondWith(LIST, async (request, { response }) => {
    const products = (await (await sample(request)).json()) as object[]
    const many = Array.from({ length: 6000 }, (_, n) => ({ ...products[n % products.length], id: `many-${n}` }))
    const text = JSON.stringify(many)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(text.slice(0, text.length * 0.6))
  })
}

/** Beside the list, the first product is open. */
const productSteps = [
  step(
    'product-link',
    'a link of the long description: its address, before it is opened',
    { also: BOTH },
    async ({ page }) => {
      await page.frameLocator('iframe').getByRole('link').first().click()
      await expect(dialog(page, product.link.title)).toBeVisible()
    }
  ),
  step('fields', 'the record field by field, held against the document', { also: ['dark'] }, async (tour) => {
    const { page } = tour
    await closeDialog(page)
    await ui.toggleFields(ui.productPane(page))
    const tree = page.getByRole('tree', { name: inspector.treeLabel })
    await expect(tree.getByRole('treeitem').first()).toBeVisible()
    await scrollToFields(tour)
  }),
  step('fields-small', 'the same at 800 × 500', { size: SMALL }, scrollToFields)
]

const listSteps = [
  step('grid', 'the catalogue as a grid', { also: BOTH }, async ({ page }) => {
    await closeDialog(page)
    await ui.button(page, catalogue.layout.grid).click()
    await expect(ui.button(page, catalogue.layout.list)).toBeVisible()
  }),
  step('filters', 'all filters of the list, one of them set', { also: ['small'] }, async ({ page }) => {
    await ui.button(page, catalogue.layout.list).click()
    await page.getByRole('button', { name: catalogue.filter }).click()
    await page.getByRole('checkbox', { name: filters.featured, exact: true }).check()
    await expectListed(page, 6, 60)
  }),
  step('search', 'words found by their beginnings, accents or not', {}, async ({ page }) => {
    await page.getByRole('checkbox', { name: filters.featured, exact: true }).uncheck()
    await closeDialog(page)
    await search(page, 'sao res')
    await expectListed(page, 1, 60)
  }),
  step('sort', 'the orders of the list', { also: BOTH }, async ({ page }) => {
    await search(page, '')
    await page.getByRole('button', { name: say(catalogue.sort.current, { order: sorting.as.default }) }).click()
    await expect(page.getByRole('radio', { name: sorting.label, exact: true })).toBeVisible()
  }),
  step('sort-own', 'the API’s own sort, by a free key', { also: BOTH }, async ({ page }) => {
    await page.locator('summary').filter({ hasText: catalogue.more }).click()
    await page.getByLabel(sorting.own, { exact: true }).fill('tagline')
    await ui.button(page, sorting.show).click()
    await expect(page.getByText(say(sorting.order, { key: 'tagline' }), { exact: true })).toBeVisible()
  }),
  step('sorted', 'the list in that order', {}, async ({ page }) => {
    await closeDialog(page)
    const order = say(sorting.order, { key: 'tagline' })
    await expect(page.getByText(say(sorting.noteNow, { order }))).toBeVisible()
  })
]

const refreshSteps = [
  step('badge', 'after a refresh: the number of changes at the catalogue’s sign', {}, async ({ page }) => {
    const sort = (catalogue.sort.current.split('{')[0] ?? '').replaceAll(/\s/g, '\\s')
    await page.getByRole('button', { name: new RegExp(`^${sort}`) }).click()
    await page.getByRole('radio', { name: sorting.default, exact: true }).check()
    await closeDialog(page)
    await refresh(page)
    const rail = page.getByRole('navigation', { name: shell.rail })
    const catalogueLink = rail.getByRole('link', { name: shell.nav.catalogue, exact: true })
    await expect(catalogueLink).toHaveAttribute('aria-description')
    await refreshEnds(page)
  }),
  step('changes', 'what changed', { also: BOTH }, toChanges),
  step('changes-unfolded', 'a second refresh, and what went and came in a long text', { also: BOTH }, async (tour) => {
    const { page } = tour
    await ui.goTo(page, 'profile')
    await refresh(page)
    await refreshEnds(page)
    await toChanges(tour)
    await page.getByText(changes.difference, { exact: true }).first().click()
    await expect(page.locator('ins').first()).toBeVisible()
  }),
  step('progress', 'a long refresh: how far it is, and the button that ends it', { busy: true }, async (tour) => {
    const { page } = tour
    stallList(tour)
    await toCatalogue(tour)
    await refresh(page)
    await expect(ui.button(page, listing.stop)).toBeVisible()
  }),
  step('progress-ended', 'ended: the saved list is whole', {}, async ({ page, api }) => {
    await ui.button(page, listing.stop).click()
    api.respondNormally()
    await refreshEnds(page)
  })
]

export const catalogueSteps = [...productSteps, ...listSteps, ...refreshSteps]
