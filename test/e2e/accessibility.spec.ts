/** One state of each view of the built app, by axe, in both themes and both sizes of the window; and forced colours. */
import type { Locator } from '@playwright/test'
import { expectFine } from './axe.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  invoices,
  overview,
  plans,
  invoices: { chart: invoiceChart },
  settings: { label: setting }
} = words
const {
  signIn: session,
  settings,
  ui: { shell }
} = words

const shared = shareApp(({ page }) => ui.explore(page))
const isFine = (where: string): Promise<void> => expectFine(shared.app, where)

test('every view', async () => {
  const { page } = shared
  await ui.goTo(page, 'overview')
  await expect(page.getByRole('region', { name: overview.open.title }).getByRole('listitem').first()).toBeVisible()
  await isFine('overview')
  await ui.goTo(page, 'settings')
  await isFine('settings')
  await ui.goTo(page, 'profile')
  await isFine('profile')
  await ui.goTo(page, 'plans')
  await expect(page.getByRole('list', { name: plans.title, exact: true }).getByRole('listitem').first()).toBeVisible()
  await isFine('plans')

  await ui.goTo(page, 'catalogue')
  await isFine('catalogue')
  await ui.products(page).first().click()
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
  await ui.unfold(ui.productPane(page), words.catalogue.product.dataTitle)
  await ui.toggleFields(ui.productPane(page))
  await page.getByRole('treeitem').first().click()
  await isFine('product')
  await page.frameLocator('iframe').getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await isFine('link')
  await page.keyboard.press('Escape')

  await ui.goTo(page, 'invoices')
  await ui.showChart(page)
  const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
  await chart.getByRole('group').getByRole('button').last().focus()
  const states = page.getByRole('group', { name: invoices.column.state, exact: true })
  await states.getByRole('button', { name: new RegExp(`^${invoices.states.overdue}`) }).click()
  await expect(page.getByRole('group', { name: invoices.totals.label })).toBeVisible()
  await isFine('invoices of one state, with the chart')
  await ui.invoiceRows(page).first().click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await isFine('invoice')
  // What main keeps of it goes.
  await states.getByRole('button', { name: new RegExp(`^${invoices.states.all}`) }).click()
  await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '46')
})

test('forced colours tell apart what is current, opened, selected, chosen and has the focus', async () => {
  const { page } = shared
  await page.emulateMedia({ forcedColors: 'active' })
  await ui.goTo(page, 'invoices')
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true })
  expect(await looks([link(shell.nav.invoices), link(shell.nav.profile)])).toEqual(['framed', 'plain'])
  const chips = page.getByRole('group', { name: invoices.column.state, exact: true }).getByRole('button')
  expect(await looks([chips.nth(0), chips.nth(1)])).toEqual(['filled', 'plain'])

  const rows = ui.invoiceRows(page)
  await rows.nth(1).click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
  expect(await looks([rows.nth(0), rows.nth(1), rows.nth(2)])).toEqual(['plain', 'filled', 'plain'])
  await rows.nth(3).click({ modifiers: ['ControlOrMeta'] })
  await expect(rows.nth(3)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rows.nth(4)).toHaveAttribute('aria-selected', 'true')
  expect(await looks([rows.nth(3), rows.nth(4), rows.nth(5)])).toEqual(['filled', 'ringed', 'plain'])

  await ui.goTo(page, 'settings')
  const segments = page.getByRole('group', { name: setting.theme }).locator('label')
  expect(await looks([segments.nth(0), segments.nth(1)])).toEqual(['filled', 'plain'])
  const sections = page.getByRole('navigation', { name: settings.sections }).getByRole('button')
  expect(await looks([sections.nth(0), sections.nth(1)])).toEqual(['framed', 'plain'])
  await page.emulateMedia({ forcedColors: null })
})

/** In forced colours; the ring of a row is within its fill, so in the colour of its text. */
const looks = (elements: Locator[]): Promise<string[]> =>
  Promise.all(
    elements.map((element) =>
      element.evaluate((one) => {
        const probe = document.createElement('i')
        probe.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight'
        document.body.append(probe)
        const { color, backgroundColor } = { ...getComputedStyle(probe) }
        probe.remove()
        const [own, ring, frame] = [null, '::before', '::after'].map((part) => getComputedStyle(one, part))
        const isFilled = own?.backgroundColor === backgroundColor
        if (isFilled && own.color === color) return ring?.outline === `${color} solid 3px` ? 'ringed' : 'filled'
        const isFramed = frame?.borderTop === `3px solid ${backgroundColor}`
        return isFramed && !isFilled ? 'framed' : 'plain'
      })
    )
  )

// The last test: it ends the sample in the shared app.
test('the first screen', async () => {
  const { page } = shared
  await ui.startOver(shared)
  await expect(ui.title(page, session.title)).toBeVisible()
  await isFine('the first screen')
})
