/** The page of one product: its links, its pictures and its fields. */
import { dataUrl, NESTED_SVG, png } from '../support/pictures.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  ui: { common },
  catalogue: { inspector, product }
} = words

const shared = shareApp(({ page, api }) => ui.signIn(page, api.baseUrl))
test.beforeEach(() => shared.api.respondNormally())

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
