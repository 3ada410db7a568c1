/** Getting about: by Tab, F6 and other keys, by Back and Forward; that the focus is seen, and that a view leaves nothing behind. */
import type { Page } from '@playwright/test'
import { INVOICE_COLUMNS } from '../../src/shared/models/invoice.ts'
import { DEEP } from '../support/depth.ts'
import { LOOKS, putOn } from './axe.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider } from './provider.ts'
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

const shared = shareApp(({ page, api }) => ui.begin(page, api.baseUrl))
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

// Its edges are the same in both themes, and test/component/ui/controls/contrast.test.ts has its colour in both.
for (const theme of DEEP ? (['light', 'dark'] as const) : (['dark'] as const)) {
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
  await expect.poll(() => brokenEdges(page, box)).not.toEqual([])
  await ui.recover(shared)
})

test('events reach the page after Back and Forward, and after a refused navigation', async () => {
  const { page } = shared
  await ui.goTo(page, 'settings')
  const events = await page.evaluateHandle(() => {
    const counted = { count: 0 }
    window.portside.onChange((...[topic]) => void (counted.count += Number(topic === 'settings')))
    return counted
  })
  const expectPushes = async (count: number): Promise<void> => {
    await page.evaluate(() => window.portside.app.changeSettings({ theme: 'system' }))
    await expect.poll(() => events.evaluate((counted) => counted.count)).toBe(count)
  }
  await page.evaluate(() => history.back())
  await expect(ui.title(page, catalogue.title)).toBeVisible()
  await expectPushes(1)
  await page.evaluate(() => history.forward())
  await expect(ui.title(page, settings.title)).toBeVisible()
  await expectPushes(2)
  await page.evaluate(() => location.assign('https://example.com/'))
  await expectPushes(3)
  expect(page.url()).toContain('index.html')
})

test('a view that was left leaves nothing behind in the page', async () => {
  const { page } = shared
  const session = await page.context().newCDPSession(page)
  const views = {
    overview: words.overview.title,
    invoices: words.invoices.title,
    profile: profile.title,
    settings: settings.title,
    catalogue: catalogue.title
  }
  // The page goes through them by itself: from here, a step takes longer than a view.
  const visitAll = (): Promise<void> =>
    page.evaluate(async (all) => {
      for (const [path, title] of all) {
        location.hash = `#/${path}`
        while (document.querySelector('h1')?.textContent.trim() !== title) await new Promise(requestAnimationFrame)
      }
    }, Object.entries(views))
  const count = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    return { nodes, jsEventListeners }
  }
  // At first with time for each to load its parts.
  for (const _ of [1, 2]) for (const view of Object.keys(views)) await ui.goTo(page, view as ui.View)
  await expect(ui.products(page).first()).toBeVisible()
  const before = await count()
  for (const _ of [1, 2, 3, 4, 5, 6]) await visitAll()
  await expect(ui.products(page).first()).toBeVisible()
  // One view has about 300 nodes and 20 listeners. What was just left may still be held by an animation.
  await expect.poll(async () => (await count()).nodes - before.nodes).toBeLessThan(600)
  await expect.poll(async () => (await count()).jsEventListeners - before.jsEventListeners).toBeLessThan(40)
})

test('another account’s list fills after leaving the connection check with the Back button or Escape', async () => {
  const { page } = shared
  const provider = await startProvider({ name: 'Nordlichtkai' })
  const state = await page.evaluate(() => window.portside.session.state())
  const label = state.ok && state.data.status === 'signedIn' ? state.data.account.label : ''
  await ui.checkConnection(page)
  await ui.button(page, common.back).click()
  await expect(ui.title(page, settings.title)).toBeVisible()
  await ui.addAccount(page, provider)

  await ui.checkConnection(page)
  await page.keyboard.press('Escape')
  await expect(ui.title(page, settings.title)).toBeVisible()
  await ui.switchTo(page, label)
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).nth(1)).toBeVisible()
  await provider.stop()
})
