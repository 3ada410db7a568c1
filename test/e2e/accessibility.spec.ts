/** Every view and dialog, by axe, in both themes, both sizes of the window and with more contrast; and forced colours. */
import type { Locator } from '@playwright/test'
import { expectFine } from './axe.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  catalogue,
  invoices,
  overview,
  plans,
  ui: { common },
  accounts: { connection },
  help: { connectionCheck },
  invoices: { chart: invoiceChart, filterBox: invoiceFilters },
  settings: { label: setting }
} = words
const {
  signIn: session,
  settings,
  ui: { shell }
} = words

const shared = shareApp(({ page }) => ui.explore(page))
const isFine = (where: string): Promise<void> => expectFine(shared.app, where)

test.describe('of the sample', () => {
  test('every view', async () => {
    const { page } = shared
    await ui.goTo(page, 'overview')
    await expect(page.getByRole('region', { name: overview.open.title }).getByRole('listitem').first()).toBeVisible()
    await isFine('overview')
    const dialog = page.getByRole('dialog')
    await ui.goTo(page, 'settings')
    await isFine('settings')
    await page.getByRole('button', { name: session.signOut.leave }).click()
    await expect(dialog).toBeVisible()
    await isFine('sign-out dialog')
    await page.keyboard.press('Escape')
    await ui.goTo(page, 'catalogue')
    await isFine('catalogue')
    for (const [where, name] of [
      ['filters', catalogue.filter],
      ['orders', /^Sort/]
    ] as const) {
      await page.getByRole('button', { name }).click()
      await expect(dialog.getByRole('radio').first()).toBeVisible()
      await isFine(where)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: catalogue.layout.grid }).click()
    await isFine('grid')
    await page.getByRole('button', { name: catalogue.layout.list }).click()
    await ui.products(page).first().click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
    await ui.unfold(ui.productPane(page), words.catalogue.product.dataTitle)
    await ui.toggleFields(ui.productPane(page))
    await page.getByRole('treeitem').first().click()
    await isFine('product')
    await page.frameLocator('iframe').getByRole('link').first().click()
    await expect(dialog).toBeVisible()
    await isFine('link')
    await page.keyboard.press('Escape')
    await ui.goTo(page, 'profile')
    await isFine('profile')
    await ui.goTo(page, 'plans')
    await expect(page.getByRole('list', { name: plans.title, exact: true }).getByRole('listitem').first()).toBeVisible()
    await isFine('plans')
  })

  test('the invoices', async () => {
    const { page } = shared
    await ui.goTo(page, 'invoices')
    await ui.showChart(page)
    const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
    await chart.getByRole('group').getByRole('button').last().focus()
    await isFine('invoices')
    await page.getByRole('button', { name: invoices.filters }).click()
    const narrowing = page.getByRole('dialog', { name: invoices.filters, exact: true })
    await narrowing.getByRole('combobox').selectOption({ index: 4 })
    await narrowing.getByLabel(invoiceFilters.least, { exact: true }).fill('nothing')
    await isFine('filters of the invoices, with a field error')
    await narrowing.getByRole('combobox').selectOption({ index: 0 })
    await page.keyboard.press('Escape')
    await ui.button(page, invoices.columns).click()
    const columns = page.getByRole('dialog', { name: invoices.columns, exact: true })
    await columns.getByRole('checkbox', { name: invoices.column.taxes, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: invoices.column.taxes, exact: true })).toBeVisible()
    await isFine('columns of the invoices')
    await page.keyboard.press('Escape')
    const states = page.getByRole('group', { name: invoices.column.state, exact: true })
    await states.getByRole('button', { name: new RegExp(`^${invoices.states.overdue}`) }).click()
    await expect(page.getByRole('group', { name: invoices.totals.label })).toBeVisible()
    await isFine('invoices of one state')
    await states.getByRole('button', { name: new RegExp(`^${invoices.states.all}`) }).click()
    await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '46')
    await ui.invoiceRows(page).nth(2).click()
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
    await isFine('invoice')
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

// The last tests: they end the sample in the shared app.
test.describe('from the first screen on', () => {
  test.beforeEach(async () => {
    await ui.startOver(shared)
    await expect(ui.title(shared.page, session.title)).toBeVisible()
  })

  test('the first screen', async () => {
    const { page, api } = shared
    await isFine('password')
    await ui.button(page, session.action.signIn).click()
    await isFine('with field errors')
    await ui.submitSignIn(page, { address: api.baseUrl, password: 'wrong' })
    await expect(ui.alerts(page)).toBeVisible()
    await isFine('with an error')
    await ui.chooseWay(page, 'token')
    await isFine('token')
  })

  test('the connection’s settings and its check, and each view offline', async () => {
    const { page, api } = shared
    await ui.openAdvanced(page)
    await ui.sendProfileKeyInAddress(page)
    await ui.button(page, connection.status.add).click()
    const before = await ui.json(page).inputValue()
    await ui.writeDefinition(page, { signIn: { path: 'no slash' } })
    await ui.button(page, session.action.signIn).filter({ visible: true }).click()
    await expect(ui.json(page)).toHaveAttribute('aria-invalid', 'true')
    await isFine('Advanced, with field errors')
    await ui.button(page, connection.status.removeEmpty).click()
    await ui.json(page).fill('{"name": ')
    await isFine('Advanced, with JSON that can’t be read')
    await ui.json(page).fill(before)
    await ui.writeDefinition(page, { profile: { path: '/v2/Profile' } })

    await ui.field.address(page).fill('https://example.invalid')
    await ui.button(page, common.checkConnection).click()
    await expect(ui.connectionCheckSteps(page).first()).toContainText(connectionCheck.next.nameNotFound)
    await isFine('check with a problem')
    await ui.button(page, common.back).click()
    await ui.closeAdvanced(page)

    await ui.signIn(page, api.baseUrl)
    await ui.checkConnection(page)
    await expect(page.getByText(connectionCheck.outcome.works, { exact: true })).toBeVisible()
    await isFine('check, all fine')
    await ui.editConnection(page)
    await ui.field.address(page).fill('https://example.invalid')
    await isFine('edit connection')
    await page.getByRole('link', { name: shell.nav.profile, exact: true }).click()
    await expect(page.getByRole('dialog', { name: connection.action.leave })).toBeVisible()
    await isFine('question before leaving')
    await page.keyboard.press('Escape')
    await ui.field.address(page).fill(api.baseUrl)
    await page.getByLabel(connection.field.currency, { exact: true }).fill('CHF')
    await ui.saveConnection(page)
    await expect(ui.title(page, settings.title)).toBeVisible()
    await ui.toAdvanced(page)
    await isFine('the advanced settings')

    await api.stop()
    await ui.refreshAll(page)
    for (const view of ['overview', 'catalogue', 'invoices', 'profile'] as const) {
      await ui.goTo(page, view)
      await expect(ui.alerts(page).first()).toBeVisible()
      await isFine(`${view}, offline`)
    }
  })
})
