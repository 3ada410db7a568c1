import { expect, test } from './fixtures.ts'
import { explore, productPane, products, refreshAll, signIn, statusBar } from './walk.ts'
import { say, words } from './words.ts'

const { catalogue, common, failure } = words

test('lists the catalogue and opens one product', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await products(page).filter({ hasText: '4G mobile proxy, France (Orange)' }).click()
  const pane = productPane(page)
  await expect(pane.getByRole('heading', { level: 2, name: '4G mobile proxy, France (Orange)' })).toBeVisible()
  const facts = pane.getByRole('region', { name: catalogue.factsTitle })
  await expect(facts).toContainText(catalogue.field.shortName)
  await expect(facts).toContainText('4G France')
  await pane.getByText(catalogue.technicalTitle, { exact: true }).click()
  await expect(pane.getByText(catalogue.field.id, { exact: true })).toBeVisible()
  // A broken picture is `complete` as well; only one that was decoded has a width.
  const picture = pane.locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('shows a product’s long description, fenced in', async ({ launch }) => {
  const { page } = await launch()
  await explore(page)
  await products(page).first().click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toContainText('Orange')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
})

test('shows the record as it came', async ({ launch }) => {
  const { page } = await launch()
  await explore(page)
  await products(page).first().click()
  const pane = productPane(page)
  await pane.getByText(words.record.title, { exact: true }).click()
  const block = pane.getByRole('region', { name: words.record.blockLabel })
  await expect(block).toContainText('"longHtmlDescription"')
})

test('a product without a name goes by its short name, or says that it has none', async ({ launch, platform }) => {
  platform.respondWith('/v2/Products', () =>
    Response.json([
      { id: 'a', shortName: 'Resi 5' },
      { id: 'b', name: null }
    ])
  )
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await expect(products(page).first()).toContainText('Resi 5')
  await expect(products(page).nth(1)).toContainText(catalogue.unnamed)
  await products(page).nth(1).click()
  await expect(productPane(page).getByRole('heading', { level: 2 })).toHaveText(catalogue.unnamed)
})

test('finds products by the beginnings of their words', async ({ launch }) => {
  const { page } = await launch()
  await explore(page)
  const search = page.getByRole('searchbox', { name: catalogue.search.label })
  await search.fill('mob ger')
  await expect(page.getByText(say(catalogue.countOf, { count: 3, all: 60 }), { exact: true })).toBeVisible()
  await expect(products(page)).toHaveCount(3)
  await search.fill('nothing is called this')
  await expect(page.getByRole('heading', { name: catalogue.none.title })).toBeVisible()
  await page.getByRole('button', { name: catalogue.none.action }).click()
  await expect(products(page).first()).toBeVisible()
})

test('filters and sorts', async ({ launch }) => {
  const { page } = await launch()
  await explore(page)
  await page.getByRole('button', { name: catalogue.filter.label }).click()
  await page.getByRole('menuitemcheckbox', { name: catalogue.filter.featured }).click()
  await expect(products(page).first()).toContainText(catalogue.featured)
  await expect(page.getByText(say(catalogue.countOf, { count: 6, all: 60 }), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: say(catalogue.sort.current, { order: catalogue.sort.server }) }).click()
  await page.getByRole('menuitemcheckbox', { name: catalogue.sort.name, exact: true }).click()
  await expect
    .poll(async () => {
      const names = await products(page).allInnerTexts()
      return (
        names.length > 1 && names.every((name, at) => at === 0 || (names[at - 1] ?? '').localeCompare(name, 'en') <= 0)
      )
    })
    .toBe(true)
})

test('says how old the catalogue is, and when a refresh failed', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await expect(statusBar(page).locator('time')).toHaveText(new RegExp(common.age.justNow))
  platform.respondWith('/v2/Products', () => new Response('later', { status: 503 }))
  await refreshAll(page)
  const host = new URL(platform.baseAddress).host
  await expect(page.getByRole('alert')).toContainText(say(failure.SERVER.sentence, { host }))
  await expect(products(page).first()).toBeVisible()
})

test('a product that is no longer offered keeps its last copy', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  platform.respondWith(/^\/v2\/Products\/./, () =>
    Response.json({ message: 'Nothing was found here.' }, { status: 404 })
  )
  await products(page).nth(2).click()
  await expect(productPane(page).getByText(catalogue.gone)).toBeVisible()
  await expect(productPane(page).getByRole('region', { name: catalogue.factsTitle })).toBeVisible()
})
