/** The catalogue and the page of one product: what is found, exported and fetched; links, pictures and fields. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dataUrl, NESTED_SVG, png } from '../support/pictures.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  catalogue,
  ui: { common, listing },
  catalogue: { inspector, product, sorting }
} = words

const shared = shareApp(({ page, api }) => ui.begin(page, api.baseUrl))

test('finds a product, opens it with picture and sandboxed description, and exports what was found', async () => {
  const { app, page, profileDir } = shared
  await page.getByRole('searchbox', { name: catalogue.search.label }).fill('mob ger')
  await expect(page.getByText(say(catalogue.countOf, { count: 3, all: 60 }), { exact: true })).toBeVisible()
  const path = join(profileDir, 'found.json')
  await app.chooseFile(path)
  await ui.button(page, catalogue.more).click()
  await page.getByRole('menuitem', { name: listing.exportJson }).click()
  await expect(page.getByText(count(listing.exported, 3).replace('{name}', 'found.json'))).toBeVisible()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(3)

  await page.getByRole('searchbox').fill('')
  await ui.products(page).filter({ hasText: '4G mobile proxy, France (Orange)' }).click()
  const pane = ui.productPane(page)
  await expect(pane.getByRole('heading', { level: 2, name: '4G mobile proxy, France (Orange)' })).toBeVisible()
  await expect(pane.getByRole('region', { name: product.factsTitle })).toContainText(product.field.isAllowed)
  await ui.unfold(pane, product.technicalTitle)
  await expect(pane.getByText(product.field.id, { exact: true })).toBeVisible()
  // A broken picture is `complete` as well; only one that was decoded has a width.
  const picture = pane.locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
  const typefaces = () =>
    page.evaluate(() => {
      const inside = document.querySelector('iframe')?.contentDocument
      const loaded = [...(inside?.fonts ?? [])].filter(({ status }) => status === 'loaded')
      return [inside && getComputedStyle(inside.body).fontFamily, loaded[0]?.family]
    })
  const typeface = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  await expect.poll(typefaces).toEqual([typeface, 'Inter Latin'])
})

/** Of the rows that are in the page whatever stands above them. */
const namesInOrder = async (page: Page): Promise<string[]> =>
  (await ui.products(page).allInnerTexts()).slice(0, 12).map((text) => text.split('\n')[0] ?? '')

test('fetches the provider’s own order and keeps it offline', async () => {
  const { page, api } = shared
  await expect(ui.products(page).first()).toBeVisible()
  const before = await namesInOrder(page)
  await page.getByRole('button', { name: say(catalogue.sort.current, { order: '' }) }).click()
  await page.locator('summary').filter({ hasText: catalogue.more }).click()
  await page.getByLabel(sorting.own, { exact: true }).fill('tagline')
  await ui.button(page, sorting.show).click()
  await expect(page.getByText(say(sorting.noteNow, { order: say(sorting.order, { key: 'tagline' }) }))).toBeVisible()
  // The note may be there a moment before the rows in that order are.
  await expect.poll(() => namesInOrder(page)).not.toEqual(before)
  const after = await namesInOrder(page)
  await page.getByRole('radio', { name: sorting.default, exact: true }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(before)
  await api.stop()
  await page.getByRole('radio', { name: say(sorting.order, { key: 'tagline' }) }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(after)
  await ui.recover(shared)
})

// From here on the shared app's provider has one product.
let offers = 0

/** Makes the API have one product with these fields, and opens it. */
async function open(fields: Record<string, unknown>): Promise<void> {
  const { page, api } = shared
  offers += 1
  const offer = { id: `p-${offers}`, name: `Mobile ${offers}`, isAvailable: true, ...fields }
  api.respondWith('/v2/Products', () => Response.json([offer]))
  api.respondWith(`/v2/Products/${offer.id}`, () => Response.json(offer))
  await ui.fetchAnew(page)
  await ui.products(page).filter({ hasText: offer.name }).click()
}

test('a link of a description opens in the browser after a question, over https and outside private networks', async () => {
  const { app, page, api } = shared
  const guide = 'https://docs.example/rotation'
  await open({
    longHtmlDescription: `<a href="${guide}">guide</a> <a href="/terms?a=1&amp;b=2">terms</a>
      <a href="mailto:ada@example.com">mail</a> <a href="https://192.168.1.1/reboot">deal</a>`
  })
  const link = (name: string) => page.frameLocator('iframe').getByRole('link', { name })
  const dialog = page.getByRole('dialog', { name: product.link.title })
  // Neither opens anything by itself, whatever is pressed.
  await link('guide').click({ button: 'middle' })
  await link('guide').click({ modifiers: ['Shift'] })
  await expect(dialog.getByText(guide)).toBeVisible()
  await dialog.getByRole('button', { name: common.cancel }).click()
  await expect(dialog).toHaveCount(0)
  expect(await app.opened()).toEqual([])
  // The focus is at the link again, and the keyboard does what the mouse does.
  await expect(link('guide')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: product.link.copy }).click()
  await expect(dialog.getByRole('button', { name: product.link.copied })).toBeVisible()
  expect(await app.copied()).toBe(guide)
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect.poll(() => app.opened()).toEqual([guide])
  await expect(dialog).toHaveCount(0)
  await expect(ui.productPane(page).getByText('docs.example')).toBeVisible()

  // The API of the test is this computer, by http: its links are shown and can be copied.
  for (const [name, shown] of [
    ['terms', `${api.baseUrl}/terms?a=1&b=2`],
    ['mail', 'mailto:ada@example.com']
  ] as const) {
    await link(name).click()
    const closed = page.getByRole('dialog', { name: product.link.closedTitle })
    await expect(closed.getByText(shown)).toBeVisible()
    await expect(closed.getByRole('button', { name: product.link.open })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(closed).toHaveCount(0)
  }
  await link('deal').click()
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect(dialog.getByRole('alert')).toContainText(words.error.found.privateAddress)
  await expect(dialog.getByRole('alert')).toContainText(words.error.nextFor.privateAddress)
  expect(await app.opened()).toEqual([guide])
})

test('gives each line of a description room for several letters', async () => {
  const { page } = shared
  const texts = `<table><caption>Many columns</caption><tr>${'<td>Mobile proxies</td>'.repeat(60)}</table>`
  await open({
    longHtmlDescription: `${texts}<table align="left"></table>${'<blockquote><ul><li>'.repeat(12)}<p>Deep</p>`
  })
  const description = page.frameLocator('iframe')
  await expect(description.getByText('Deep')).toBeVisible()
  const boxes = description.locator('caption, td, li, p')
  const widths = await boxes.evaluateAll((elements) => elements.map(({ clientWidth }) => clientWidth))
  // Of letters 13 px high.
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(4 * 13)
  await expect(description.locator('[align="left"]')).toHaveCSS('float', 'none')
})

test('shows image and icon, and a placeholder for pictures that would freeze the page', async () => {
  const { page, api } = shared
  const dot = dataUrl('image/png', png())
  await open({ imagePath: dot, icon: dot.replace('base64,', 'base64, ') })
  const pictures = ui.productPane(page).locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8)
  }
  const answer = (path: string, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    api.respondWith(path, () => new Response(body, { headers: { 'content-type': type } }))
  answer('/images/nested.svg', NESTED_SVG, 'image/svg+xml')
  answer('/images/vast.png', png(30_000, 30_000), 'image/png')
  await open({
    imagePath: '/images/nested.svg',
    icon: '/images/vast.png',
    longHtmlDescription: `<p>Text</p><img alt="A map" src="data:image/svg+xml;base64,${btoa(NESTED_SVG)}">`
  })
  const description = page.frameLocator('iframe')
  await expect(description.getByText('A map')).toBeVisible()
  await expect(description.locator('img')).toHaveCount(0)
  // Both were asked for, and the page was told that they are missing.
  await expect(pictures).toHaveCount(0)
  const asked = api.requests.map(({ url }) => url)
  expect(asked).toEqual(expect.arrayContaining(['/images/nested.svg', '/images/vast.png']))
})

test('compares each field with the API document and copies a report without values', async () => {
  const { app, page } = shared
  await open({ weight: '7', owner: null, tier: { gold: ['Nordlichtkai'] }, apiKey: 'k-1234567890' })
  await ui.toggleFields(ui.productPane(page))
  const field = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^\\W*${name}\\b`) })
  await expect(field('tier')).toContainText(inspector.state.unknown)
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  await expect(field('apiKey')).toContainText(inspector.state.dropped)
  await page.getByRole('button', { name: inspector.copyShape }).click()
  await expect(page.getByText(inspector.copied, { exact: true })).toBeVisible()
  const report = await app.copied()
  expect(report).toContain('"gold"')
  expect(report).not.toMatch(/Nordlichtkai|Mobile|k-1234567890/)
})
