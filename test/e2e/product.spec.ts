/** The page of one product: its pictures, its links, its fields, and what becomes of it when it is gone. */
import { dataUrl, NESTED_SVG, png } from '../support/pictures.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { fetchAnew, productPane, products, signIn, unfold } from './walk.ts'
import { words } from './words.ts'

const { common, inspector, product } = words

const DOT = dataUrl('image/png', png())

const shared = shareApp(({ page, api }) => signIn(page, api.baseAddress))
test.beforeEach(() => shared.api.respondNormally())

interface Offer extends Record<string, unknown> {
  id: string
  name: string
}

let offers = 0
/** A product that no other test has. */
function offer(more: Partial<Offer>): Offer {
  offers += 1
  return { id: `p-${offers}`, name: `Mobile ${offers}`, isAvailable: true, ...more }
}

/** Makes the API have these products and no others, and opens the first. */
async function open(...all: [Offer, ...Offer[]]): Promise<void> {
  const { page, api } = shared
  api.respondWith('/v2/Products', () => Response.json(all))
  for (const one of all) api.respondWith(`/v2/Products/${one.id}`, () => Response.json(one))
  await fetchAnew(page)
  await products(page).filter({ hasText: all[0].name }).click()
}

const GUIDE = 'https://docs.example/rotation'

test('asks before a link of a description is opened in the browser', async () => {
  const { app, page } = shared
  const before = await app.opened()
  const longHtmlDescription = `<p>Read the <a href="${GUIDE}">rotation guide</a> before you start.</p>`
  await open(offer({ longHtmlDescription }))
  const link = page.frameLocator('iframe').getByRole('link', { name: 'rotation guide' })
  // Neither opens anything by itself, whatever is pressed.
  await link.click({ button: 'middle' })
  await link.click({ modifiers: ['Shift'] })
  const dialog = page.getByRole('dialog', { name: product.link.title })
  await expect(dialog.getByText(GUIDE)).toBeVisible()
  await dialog.getByRole('button', { name: common.cancel }).click()
  await expect(dialog).toHaveCount(0)
  expect(await app.opened()).toEqual(before)
  // The focus is at the link again, and the keyboard does what the mouse does.
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: product.link.copy }).click()
  await expect(dialog.getByRole('button', { name: product.link.copied })).toBeVisible()
  expect(await app.copied()).toBe(GUIDE)
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect.poll(() => app.opened()).toEqual([...before, GUIDE])
  await expect(dialog).toHaveCount(0)
  await expect(productPane(page).getByText('docs.example')).toBeVisible()
})

test('resolves a relative link against the API and opens only https links', async () => {
  const { app, page, api } = shared
  const before = await app.opened()
  const html = '<a href="/terms?a=1&amp;b=2">terms</a> <a href="mailto:ada@example.com">mail</a>'
  await open(offer({ longHtmlDescription: html }))
  // The API of the test is this computer, by http: that is said, and can be copied.
  for (const [name, shown] of [
    ['terms', `${api.baseAddress}/terms?a=1&b=2`],
    ['mail', 'mailto:ada@example.com']
  ] as const) {
    await page.frameLocator('iframe').getByRole('link', { name }).click()
    const dialog = page.getByRole('dialog', { name: product.link.closedTitle })
    await expect(dialog.getByText(shown)).toBeVisible()
    await expect(dialog.getByRole('button', { name: product.link.open })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  expect(await app.opened()).toEqual(before)
})

test('refuses a link to a private network', async () => {
  const { app, page } = shared
  const before = await app.opened()
  await open(offer({ longHtmlDescription: '<a href="https://192.168.1.1/reboot">deal</a>' }))
  const dialog = page.getByRole('dialog', { name: product.link.title })
  await page.frameLocator('iframe').getByRole('link', { name: 'deal' }).click()
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect(dialog.getByRole('alert')).toContainText(words.error.found.privateAddress)
  await expect(dialog.getByRole('alert')).toContainText(words.error.nextFor.privateAddress)
  expect(await app.opened()).toEqual(before)
})

test('shows image and icon, and a placeholder for missing ones', async () => {
  const { page } = shared
  const both = offer({ imagePath: DOT, icon: DOT.replace('base64,', 'base64, ') })
  await open(both, offer({ name: 'Gone', imagePath: '/images/gone.png', icon: 'globe' }))
  const pane = productPane(page)
  const pictures = pane.locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8)
  }
  await products(page).nth(1).click()
  await expect(pane.getByRole('heading', { level: 2, name: 'Gone' })).toBeVisible()
  await expect(pictures).toHaveCount(0)
})

test('shows a placeholder for pictures that would freeze the page', async () => {
  const { page, api } = shared
  api.respondWith(
    '/images/nested.svg',
    () => new Response(NESTED_SVG, { headers: { 'content-type': 'image/svg+xml' } })
  )
  api.respondWith(
    '/images/vast.png',
    () => new Response(png(30_000, 30_000), { headers: { 'content-type': 'image/png' } })
  )
  const hostile = offer({
    imagePath: '/images/nested.svg',
    icon: '/images/vast.png',
    longHtmlDescription: `<p>Text</p><img alt="A map" src="data:image/svg+xml;base64,${btoa(NESTED_SVG)}">`
  })
  await open(hostile)
  const pane = productPane(page)
  const description = page.frameLocator('iframe')
  await expect(description.getByText('A map')).toBeVisible()
  await expect(description.locator('img')).toHaveCount(0)
  // Both were asked for, and the page was told that they are missing.
  await expect(pane.locator('img')).toHaveCount(0)
  const asked = api.requests.map(({ url }) => url)
  expect(asked).toEqual(expect.arrayContaining(['/images/nested.svg', '/images/vast.png']))
})

test('compares each field with the API document and copies a report without values', async () => {
  const { app, page } = shared
  await open(offer({ weight: '7', owner: null, tier: { gold: ['Nordlichtkai'] }, apiKey: 'k-1234567890' }))
  await unfold(productPane(page), product.fieldsTitle)
  const field = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^\\W*${name}\\b`) })
  for (const [name, state] of [
    ['name', 'known'],
    ['weight', 'wrongType'],
    ['owner', 'null'],
    ['tier', 'unknown']
  ] as const) {
    await expect(field(name)).toContainText(inspector.state[state])
  }
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  await expect(field('apiKey')).toContainText(inspector.state.dropped)
  await page.getByRole('button', { name: inspector.copyShape }).click()
  await expect(page.getByText(inspector.copied, { exact: true })).toBeVisible()
  const report = await app.copied()
  expect(report).toContain('"gold"')
  expect(report).not.toMatch(/Nordlichtkai|Mobile|k-1234567890/)
})

test('an open product that disappears from the list keeps its last copy', async () => {
  const { page, api } = shared
  const other = offer({ name: 'Other' })
  await open(offer({ longHtmlDescription: '<p>Still to be read</p>' }), other)
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toHaveText('Still to be read')
  api.respondWith('/v2/Products', () => Response.json([other]))
  await fetchAnew(page)
  await expect(products(page)).toHaveCount(1)
  await expect(productPane(page).getByText(product.gone.split(',')[0] ?? '')).toBeVisible()
  await expect(frame.locator('body')).toHaveText('Still to be read')
})
