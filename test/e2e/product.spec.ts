/** The page of one product: its pictures, its links, its fields, and what becomes of it when it is gone. */
import { dataUrl, NESTED_SVG, png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { explore, productPane, products, refreshAll, settled, signIn } from './walk.ts'
import { words } from './words.ts'

const { common, inspector, product } = words

const DOT = dataUrl('image/png', png())

const offer = (more: object): object => ({ id: 'p-1', name: 'Mobile', isAvailable: true, ...more })

const GUIDE = 'https://docs.example/rotation'

test('asks before a link of a description is opened in the browser', async ({ launch, platform }) => {
  const longHtmlDescription = `<p>Read the <a href="${GUIDE}">rotation guide</a> before you start.</p>`
  platform.respondWith('/v2/Products', () => Response.json([offer({ longHtmlDescription })]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(offer({ longHtmlDescription })))
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'rotation guide' })
  // Neither opens anything by itself, whatever is pressed.
  await link.click({ button: 'middle' })
  await link.click({ modifiers: ['Shift'] })
  const dialog = page.getByRole('dialog', { name: product.link.title })
  await expect(dialog.getByText(GUIDE)).toBeVisible()
  await dialog.getByRole('button', { name: common.cancel }).click()
  await expect(dialog).toHaveCount(0)
  expect(await app.opened()).toEqual([])
  // The focus is at the link again, and the keyboard does what the mouse does.
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: product.link.copy }).click()
  await expect(dialog.getByRole('button', { name: product.link.copied })).toBeVisible()
  expect(await app.copied()).toBe(GUIDE)
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect.poll(() => app.opened()).toEqual([GUIDE])
  await expect(dialog).toHaveCount(0)
  await expect(productPane(page).getByText('docs.example')).toBeVisible()
})

test('a link in sample data is shown, can be copied, and opens nothing', async ({ launch }) => {
  const app = await launch()
  const { page } = app
  await explore(page)
  await products(page).first().click()
  await page.frameLocator('iframe').getByRole('link', { name: 'rotation guide' }).click()
  const dialog = page.getByRole('dialog', { name: product.link.closedTitle })
  await expect(dialog.getByText(product.link.sample)).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.copy })).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.open })).toHaveCount(0)
  const address = 'https://docs.portside.invalid/rotation'
  const answer = await page.evaluate(async (one) => {
    const key = decodeURIComponent(location.hash.split('/').at(-1) ?? '')
    return window.portside.catalogue.openLink({ key, address: one })
  }, address)
  expect(answer).toEqual({ ok: true, data: { host: null } })
  expect(await app.opened()).toEqual([])
})

test('opens a relative link at the platform, and no other than one by https', async ({ launch, platform }) => {
  const html = '<a href="/terms?a=1&amp;b=2">terms</a> <a href="mailto:ada@example.com">mail</a>'
  platform.respondWith('/v2/Products', () => Response.json([offer({ longHtmlDescription: html })]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(offer({ longHtmlDescription: html })))
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  // The platform of the test is this computer, by http: that is said, and can be copied.
  for (const [name, shown] of [
    ['terms', `${platform.baseAddress}/terms?a=1&b=2`],
    ['mail', 'mailto:ada@example.com']
  ] as const) {
    await page.frameLocator('iframe').getByRole('link', { name }).click()
    const dialog = page.getByRole('dialog', { name: product.link.closedTitle })
    await expect(dialog.getByText(shown)).toBeVisible()
    await expect(dialog.getByRole('button', { name: product.link.open })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  expect(await app.opened()).toEqual([])
})

test('opens no link into the person’s own network', async ({ launch, platform }) => {
  const html = '<a href="https://192.168.1.1/reboot">deal</a>'
  platform.respondWith('/v2/Products', () => Response.json([offer({ longHtmlDescription: html })]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(offer({ longHtmlDescription: html })))
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  const dialog = page.getByRole('dialog', { name: product.link.title })
  await page.frameLocator('iframe').getByRole('link', { name: 'deal' }).click()
  await dialog.getByRole('button', { name: product.link.open }).click()
  await expect(dialog.getByRole('alert')).toContainText(words.failure.found.privateAddress)
  await expect(dialog.getByRole('alert')).toContainText(words.failure.nextFor.privateAddress)
  expect(await app.opened()).toEqual([])
})

test('shows image and icon, and a sign for what can’t be had', async ({ launch, platform }) => {
  const both = offer({ imagePath: DOT, icon: DOT.replace('base64,', 'base64, ') })
  const gone = { id: 'p-2', name: 'Gone', imagePath: '/images/gone.png', icon: 'globe' }
  platform.respondWith('/v2/Products', () => Response.json([both, gone]))
  platform.respondWith(/^\/v2\/Products\/./, ({ url }) => Response.json(url.endsWith('p-1') ? both : gone))
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
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

test('shows a sign in place of pictures that would freeze the page', async ({ launch, platform }) => {
  platform.respondWith(
    '/images/nested.svg',
    () => new Response(NESTED_SVG, { headers: { 'content-type': 'image/svg+xml' } })
  )
  platform.respondWith(
    '/images/vast.png',
    () => new Response(png(30_000, 30_000), { headers: { 'content-type': 'image/png' } })
  )
  const hostile = offer({
    imagePath: '/images/nested.svg',
    icon: '/images/vast.png',
    longHtmlDescription: `<p>Text</p><img alt="A map" src="data:image/svg+xml;base64,${btoa(NESTED_SVG)}">`
  })
  platform.respondWith('/v2/Products', () => Response.json([hostile]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(hostile))
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  const pane = productPane(page)
  const description = page.frameLocator('iframe')
  await expect(description.getByText('A map')).toBeVisible()
  await expect(description.locator('img')).toHaveCount(0)
  // Both were asked for, and the page was told that they are missing.
  await expect(pane.locator('img')).toHaveCount(0)
  const asked = platform.requests.map(({ url }) => url)
  expect(asked).toEqual(expect.arrayContaining(['/images/nested.svg', '/images/vast.png']))
})

test('tells each field of the record by the document, and its shape without a value', async ({ launch, platform }) => {
  const record = offer({ weight: '7', owner: null, tier: { gold: ['Nordlichtkai'] }, apiKey: 'k-1234567890' })
  platform.respondWith('/v2/Products', () => Response.json([record]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(record))
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  await productPane(page).locator('summary').filter({ hasText: product.fieldsTitle }).last().click()
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

test('a product that a refresh no longer has keeps its last copy while it is open', async ({ launch, platform }) => {
  const record = offer({ longHtmlDescription: '<p>Still to be read</p>' })
  platform.respondWith('/v2/Products', () => Response.json([record, { id: 'p-2', name: 'Other' }]))
  platform.respondWith('/v2/Products/p-1', () => Response.json(record))
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await products(page).first().click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toHaveText('Still to be read')
  platform.respondWith('/v2/Products', () => Response.json([{ id: 'p-2', name: 'Other' }]))
  await refreshAll(page)
  await settled(page)
  await expect(products(page)).toHaveCount(1)
  await expect(productPane(page).getByText(product.gone.split(',')[0] ?? '')).toBeVisible()
  await expect(frame.locator('body')).toHaveText('Still to be read')
})
