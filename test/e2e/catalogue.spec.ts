import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { expectHumanRecords, expectHumanWords } from './human-words.ts'
import { fetchAnew, productPane, products, recover, signIn, unfold } from './walk.ts'
import { count, say, words } from './words.ts'

const { catalogue, filters, listing, product, sorting } = words

const shared = shareApp(({ page, api }) => signIn(page, api.baseAddress))

test('lists the catalogue and opens one product', async () => {
  const { page } = shared
  await products(page).filter({ hasText: '4G mobile proxy, France (Orange)' }).click()
  const pane = productPane(page)
  await expect(pane.getByRole('heading', { level: 2, name: '4G mobile proxy, France (Orange)' })).toBeVisible()
  const facts = pane.getByRole('region', { name: product.factsTitle })
  await expect(facts).toContainText(product.field.shortName)
  await expect(facts).toContainText('4G France')
  await unfold(pane, product.technicalTitle)
  await expect(pane.getByText(product.field.id, { exact: true })).toBeVisible()
  // A broken picture is `complete` as well; only one that was decoded has a width.
  const picture = pane.locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('shows a product’s long description in a sandboxed frame', async () => {
  const { page } = shared
  await products(page).first().click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toContainText('Orange')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
})

test('names a product without a name by short name, tagline, description or id', async () => {
  const { page, api } = shared
  api.respondWith('/v2/Products', () =>
    Response.json([
      { id: 'last', name: null },
      { id: 'b', description: '<p>Clean\naddresses</p>' },
      { id: 'c', tagline: 'Zones of your own', description: 'Not this' },
      { id: 'a', shortName: 'Resi 5', tagline: 'Nor this' },
      { weight: 7 }
    ])
  )
  await fetchAnew(page)
  const names = page.locator('.line .name')
  await expect(names).toHaveText(['last', 'Clean addresses', 'Zones of your own', 'Resi 5', catalogue.unnamed])
  await products(page).nth(1).click()
  await expect(productPane(page).getByRole('heading', { level: 2 })).toHaveText('Clean addresses')
  const search = page.getByRole('searchbox', { name: catalogue.search.label })
  await search.fill('last')
  await expect(names).toHaveText(['last'])
  await recover(shared)
})

test('finds products by word prefixes', async () => {
  const { page } = shared
  const search = page.getByRole('searchbox', { name: catalogue.search.label })
  await search.fill('mob ger')
  await expect(page.getByText(say(catalogue.countOf, { count: 3, all: 60 }), { exact: true })).toBeVisible()
  await expect(products(page)).toHaveCount(3)
  await search.fill('nothing is called this')
  await expect(page.getByRole('heading', { name: listing.none.title })).toBeVisible()
  await page.getByRole('button', { name: listing.none.action }).click()
  await expect(products(page).first()).toBeVisible()
})

/** How many of the sample's sixty there are. */
const counted = (page: Page, some: number): Locator =>
  page.getByText(say(catalogue.countOf, { count: some, all: 60 }), { exact: true })
const sortButton = (page: Page): Locator =>
  page.getByRole('button', { name: say(catalogue.sort.current, { order: '' }) })
/** Of the rows that are in the page whatever stands above them. */
const namesInOrder = async (page: Page): Promise<string[]> =>
  (await products(page).allInnerTexts()).slice(0, 12).map((text) => text.split('\n')[0] ?? '')

test('sets, shows and removes filters', async () => {
  const { page } = shared
  await page.getByRole('button', { name: catalogue.filter }).click()
  await page.getByRole('checkbox', { name: filters.featured }).check()
  await expect(counted(page, 6)).toBeVisible()
  await expect(products(page).first()).toContainText(catalogue.featured)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say(filters.remove, { filter: filters.featured }) }).click()
  await expect(counted(page, 6)).toBeHidden()
})

test('filters by a label that occurs', async () => {
  const { page } = shared
  await page.getByRole('button', { name: catalogue.filter }).click()
  const box = page.getByRole('dialog', { name: catalogue.filter })
  // The first of them is any.
  const most = box
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .nth(1)
  await most.click()
  await expect(counted(page, Number(/(\d+)\s*$/.exec(await most.innerText())?.[1]))).toBeVisible()
})

test('sorts in both directions', async () => {
  const { page } = shared
  await sortButton(page).click()
  await page.getByRole('radio', { name: sorting.name, exact: true }).check()
  const rising = (names: string[]): boolean =>
    names.length > 1 && names.every((name, at) => at === 0 || (names[at - 1] ?? '').localeCompare(name, 'en') <= 0)
  await expect.poll(async () => rising(await namesInOrder(page))).toBe(true)
  await page.getByRole('radio', { name: sorting.as.nameReversed }).check()
  await expect.poll(async () => rising(await namesInOrder(page))).toBe(false)
  await expect(products(page).first()).toContainText('Static ISP proxy, United States')
})

test('fetches the provider’s own order and keeps it offline', async () => {
  const { page, api } = shared
  await expect(products(page).first()).toBeVisible()
  const before = await namesInOrder(page)
  await sortButton(page).click()
  await page.getByLabel(sorting.own, { exact: true }).fill('tagline')
  await page.getByRole('button', { name: sorting.show, exact: true }).click()
  await expect(page.getByText(say(sorting.noteNow, { order: say(sorting.order, { key: 'tagline' }) }))).toBeVisible()
  // The note may be there a moment before the rows in that order are.
  await expect.poll(() => namesInOrder(page)).not.toEqual(before)
  const after = await namesInOrder(page)
  await page.getByRole('radio', { name: sorting.server, exact: true }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(before)
  await api.stop()
  await page.getByRole('radio', { name: say(sorting.order, { key: 'tagline' }) }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(after)
  await recover(shared)
})

test('remembers the grid layout', async () => {
  const { page } = shared
  await page.getByRole('button', { name: catalogue.layout.grid }).click()
  const grid = page.getByRole('grid', { name: catalogue.listLabel })
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(productPane(page).getByRole('heading', { level: 2 })).toContainText('Bouygues')
  await page.reload()
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  await page.getByRole('button', { name: catalogue.layout.list }).click()
  await expect(products(page).first()).toBeVisible()
})

test('exports the filtered list', async () => {
  const { app, page, profileDir } = shared
  await page.getByRole('searchbox', { name: catalogue.search.label }).fill('mob ger')
  await expect(counted(page, 3)).toBeVisible()
  const path = join(profileDir, 'found.json')
  await app.chooseFile(path)
  await page.getByRole('button', { name: catalogue.more, exact: true }).click()
  await page.getByRole('menuitem', { name: listing.exportJson }).click()
  await expect(page.getByText(count(listing.exported, 3).replace('{name}', 'found.json'))).toBeVisible()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(3)
})

test('a product that is gone keeps its last copy', async () => {
  const { page, api } = shared
  api.respondWith(/^\/v2\/Products\/./, () => Response.json({ message: 'Nothing was found here.' }, { status: 404 }))
  await products(page).nth(2).click()
  await expect(productPane(page).getByText(product.goneUndated.split('.')[0] ?? '')).toBeVisible()
  await expect(productPane(page).getByRole('region', { name: product.factsTitle })).toBeVisible()
  await recover(shared)
})

test('no product shows programmers’ words', async () => {
  const { page } = shared
  await expect(products(page).first()).toBeVisible()
  await expectHumanWords(page, 'catalogue')
  const keys = await page.evaluate(async () => {
    const all = { text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null }
    const order = { sort: 'server', providerSort: '', reverse: false } as const
    const answer = await window.portside.catalogue.page({ offset: 0, limit: 200, ...all, ...order })
    return answer.ok ? answer.data.rows.map(({ key }) => key) : []
  })
  expect(keys).toHaveLength(60)
  await expectHumanRecords(page, 'catalogue', keys)
})
