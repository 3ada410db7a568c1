import type { Page } from '@playwright/test'
import { LOOKS, putOn } from './axe.ts'
import { INVOICE_COLUMNS } from '../../src/shared/models/invoice.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { brokenEdges, type Box } from './ring.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  catalogue,
  invoices,
  overview,
  signIn: session,
  settings,
  catalogue: { changes, product },
  ui: { common, shell },
  accounts: { profile }
} = words
const MODIFIER = process.platform === 'darwin' ? 'Meta' : 'Control'

/** Name of what has the focus, as assistive technology would say it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return (label ?? element.textContent).trim().slice(0, 60)
  })
const blur = (page: Page): Promise<void> => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

const shared = shareApp(({ page, api }) => ui.signIn(page, api.baseUrl))
test.beforeEach(() => expect(ui.products(shared.page).first()).toBeVisible())

test('Tab reaches everything on a view and shows where it is; F6 moves between panes', async () => {
  const { page } = shared
  const { nav } = shell
  const controls = [catalogue.search.label, catalogue.filter, catalogue.listLabel, shell.status.refresh]
  const wanted = [nav.overview, nav.catalogue, nav.invoices, nav.profile, nav.settings, ...controls]
  const reached = new Set<string>()
  await blur(page)
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (reached.has(name) && reached.size >= wanted.length) break
    reached.add(name)
    if (name === '') continue
    const ring = await page.evaluate(() => {
      const element = document.activeElement
      // A list keeps the focus itself and rings the row that the arrow keys are at.
      const row = document.getElementById(element?.getAttribute('aria-activedescendant') ?? '')
      const styles = [
        ...(element ? [getComputedStyle(element).outlineStyle] : []),
        ...(row ? [getComputedStyle(row, '::before').outlineStyle] : [])
      ]
      return styles.find((style) => style !== 'none') ?? 'none'
    })
    expect(ring === 'none' ? `${name} has no ring` : name).toBe(name)
  }
  expect([...reached]).toEqual(expect.arrayContaining(wanted))

  await blur(page)
  const throughPanes = async (...panes: string[]): Promise<void> => {
    for (const pane of panes) {
      await page.keyboard.press('F6')
      await expect.poll(() => focused(page)).toBe(pane)
    }
  }
  await throughPanes(shell.rail, catalogue.listLabel, shell.status.label)
  await ui.products(page).first().click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await blur(page)
  await throughPanes(shell.rail, catalogue.listLabel, catalogue.paneLabel, shell.status.label)
  await page.keyboard.press('Shift+F6')
  await expect.poll(() => focused(page)).toBe(catalogue.paneLabel)
})

test('keys open views, records and the search, and Esc goes back; a dialog keeps the focus', async () => {
  const { page } = shared
  for (const [key, name, label] of [
    [',', settings.title, settings.title],
    ['3', invoices.title, invoices.listLabel],
    ['4', profile.title, profile.title],
    ['1', overview.title, overview.title],
    ['2', catalogue.title, catalogue.listLabel]
  ] as const) {
    await page.keyboard.press(`${MODIFIER}+${key}`)
    await expect(page).toHaveTitle(say(shell.title, { view: name }))
    await expect.poll(() => focused(page)).toBe(label)
  }
  // By a menu, which gives the focus back to its button when it closes.
  await page.getByRole('button', { name: catalogue.more }).press('Enter')
  await page.getByRole('menuitem', { name: changes.title }).press('Enter')
  await expect(page).toHaveTitle(say(shell.title, { view: changes.title }))
  await expect(ui.title(page, changes.title)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(catalogue.listLabel)

  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toContainText('Bouygues')
  await page.keyboard.press('Escape')
  await expect(ui.productPane(page)).toHaveCount(0)
  await expect(page.getByRole('listbox', { name: catalogue.listLabel })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '60')
  await page.keyboard.press(`${MODIFIER}+f`)
  await expect(page.getByRole('searchbox', { name: catalogue.search.label })).toBeFocused()

  await page.keyboard.press(`${MODIFIER}+,`)
  const opener = ui.button(page, session.signOut.action)
  await opener.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the focus ring of an invoice row is complete, also when scrolled sideways, ${theme}`, async () => {
    const { app, page } = shared
    await ui.chooseTheme(page, theme)
    await ui.goTo(page, 'invoices')
    const table = page.getByRole('grid', { name: invoices.listLabel })
    await table.focus()
    await page.keyboard.press('ArrowDown')
    /** The visible part of the row that the arrow keys are at. */
    const visibleRow = (): Promise<Box> =>
      table.evaluate((scroller) => {
        const { x, width } = scroller.getBoundingClientRect()
        const row = document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')
        const { y = 0, height = 0 } = row?.getBoundingClientRect() ?? {}
        return { x, y, width: Math.min(width, scroller.clientWidth), height }
      })
    await expect.poll(async () => brokenEdges(page, await visibleRow())).toEqual([])
    await app.resize(640, 690)
    // A few columns would yield until the rest fits.
    const showColumns = (invoiceColumns: typeof INVOICE_COLUMNS | null) =>
      page.evaluate((columns) => window.portside.app.changeSettings({ invoiceColumns: columns }), invoiceColumns)
    await showColumns(INVOICE_COLUMNS)
    await expect.poll(() => table.evaluate((scroller) => scroller.scrollWidth > scroller.clientWidth)).toBe(true)
    await table.evaluate((scroller) => scroller.scrollTo({ left: 60 }))
    await expect.poll(async () => brokenEdges(page, await visibleRow())).toEqual([])
    await showColumns(null)
    await ui.chooseTheme(page, 'system')
    await putOn(app, LOOKS[0])
  })
}

test('a long description without links has a complete focus ring and scrolls by keys', async () => {
  const { page, api } = shared
  const offer = { id: 'p-1', name: 'Mobile', isAvailable: true, longHtmlDescription: '<p>No link.</p>'.repeat(90) }
  api.respondWith('/v2/Products', () => Response.json([offer]))
  api.respondWith('/v2/Products/p-1', () => Response.json(offer))
  await ui.fetchAnew(page)
  await expect(ui.products(page)).toHaveCount(1)
  await ui.products(page).first().click()
  const frame = page.locator('iframe')
  const inside = page.frameLocator('iframe')
  await expect(inside.getByText('No link.').first()).toBeVisible()
  // Its ring is whole where all of the frame is in sight; more of it than that scrolls within.
  await frame.evaluate((element) => (element.style.maxHeight = '200px'))
  await page.getByRole('heading', { name: product.description.title }).scrollIntoViewIfNeeded()
  await ui.productPane(page).getByRole('button', { name: common.close, exact: true }).focus()
  const onFrame = (): Promise<boolean> => page.evaluate(() => document.activeElement?.localName === 'iframe')
  await page.keyboard.press('Tab')
  await expect.poll(onFrame).toBe(true)
  await frame.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await frame.locator('..').boundingBox()
  if (!box) throw new Error('the frame is not in sight')
  await expect.poll(() => brokenEdges(page, box)).toEqual([])
  await page.keyboard.press('End')
  await expect.poll(() => inside.locator('html').evaluate((root) => root.scrollTop)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await expect.poll(onFrame).toBe(false)
  expect(await brokenEdges(page, box)).not.toEqual([])
  await ui.recover(shared)
})
