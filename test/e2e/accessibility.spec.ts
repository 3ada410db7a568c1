/** Every view and dialog, by axe, in both themes and in both sizes of the window. */
import { expectFine } from './axe.ts'
import { expect, shareApp, test } from './fixtures.ts'
import {
  alerts,
  checkConnection,
  chooseWay,
  connectionCheckSteps,
  editConnection,
  explore,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  openAdvanced,
  productPane,
  products,
  refreshAll,
  saveConnection,
  signIn,
  startOver,
  submitSignIn,
  title,
  unfold
} from './walk.ts'
import { words } from './words.ts'

const { connection, connectionCheck, invoiceChart, invoiceFilters, invoices, session, shell } = words

const shared = shareApp(({ page }) => explore(page))

test.describe('of the sample', () => {
  test('every view', async () => {
    const { app, page } = shared
    await goTo(page, 'settings')
    await expectFine(app, 'settings')
    await page.getByRole('button', { name: session.signOut.leave }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFine(app, 'sign-out dialog')
    await page.keyboard.press('Escape')
    await goTo(page, 'catalogue')
    await expectFine(app, 'catalogue')
    await page.getByRole('button', { name: words.catalogue.filter }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await expectFine(app, 'filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.catalogue.layout.grid }).click()
    await expectFine(app, 'grid')
    await page.getByRole('button', { name: words.catalogue.layout.list }).click()
    await page.getByRole('button', { name: /^Sort/ }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await expectFine(app, 'orders')
    await page.keyboard.press('Escape')
    await products(page).first().click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
    await unfold(productPane(page), words.product.dataTitle)
    await unfold(productPane(page), words.product.fieldsTitle)
    await page.getByRole('treeitem').first().click()
    await expectFine(app, 'product')
    await page.frameLocator('iframe').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFine(app, 'link')
    await page.keyboard.press('Escape')
    await goTo(page, 'profile')
    await expectFine(app, 'profile')
  })

  test('the invoices', async () => {
    const { app, page } = shared
    await goTo(page, 'invoices')
    const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
    await chart.getByRole('group').getByRole('button').last().focus()
    await expect(page.getByRole('group', { name: invoices.totals.label })).toBeVisible()
    await expectFine(app, 'invoices')
    await chart.getByRole('button', { name: invoiceChart.asTable, exact: true }).click()
    await expectFine(app, 'chart as a table')
    await page.getByRole('button', { name: invoices.filters }).click()
    const narrowing = page.getByRole('dialog', { name: invoices.filters, exact: true })
    await narrowing.getByRole('combobox').selectOption({ index: 4 })
    await narrowing.getByLabel(invoiceFilters.least, { exact: true }).fill('nothing')
    await expectFine(app, 'filters of the invoices, with a field error')
    await narrowing.getByRole('combobox').selectOption({ index: 0 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: invoices.columns, exact: true }).click()
    const columns = page.getByRole('dialog', { name: invoices.columns, exact: true })
    await columns.getByRole('checkbox', { name: invoices.column.taxes, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: invoices.column.taxes, exact: true })).toBeVisible()
    await expectFine(app, 'columns of the invoices')
    await page.keyboard.press('Escape')
    const states = page.getByRole('group', { name: invoices.column.state, exact: true })
    await states.getByRole('button', { name: new RegExp(`^${invoices.state.overdue}`) }).click()
    await expectFine(app, 'invoices of one state')
    await states.locator('[aria-pressed=true]').click()
    await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '41')
    await invoiceRows(page).nth(2).click()
    // The pane has a heading of its own while none is picked.
    const picked = invoicePane(page).getByRole('heading', { level: 2 })
    await expect(picked).toBeVisible()
    await expect(picked).not.toHaveText(invoices.pick.title)
    await expectFine(app, 'invoice')
    await page.evaluate(() => window.portside.app.changeSettings({ invoiceColumns: null }))
  })
})

// The last tests: they end the sample in the shared app.
test.describe('from the first screen on', () => {
  test.beforeEach(async () => {
    await startOver(shared)
    await expect(title(shared.page, session.title)).toBeVisible()
  })

  test('the first screen', async () => {
    const { app, page, api } = shared
    await expect(title(page, session.title)).toBeVisible()
    await expectFine(app, 'password')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expectFine(app, 'with field errors')
    await submitSignIn(page, { address: api.baseAddress, password: 'wrong' })
    await expect(alerts(page)).toBeVisible()
    await expectFine(app, 'with an error')
    await chooseWay(page, 'token')
    await expectFine(app, 'token')
    await chooseWay(page, 'sample')
    await expectFine(app, 'sample')
  })

  test('the connection’s settings and its check', async () => {
    const { app, page, api } = shared
    await openAdvanced(page)
    const signInPath = page.getByLabel(connection.field.signInPath, { exact: true })
    await page.getByText(connection.profileCredential.query, { exact: true }).click()
    await page.getByRole('button', { name: connection.status.add, exact: true }).click()
    await signInPath.fill('no slash')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expect(page.getByText(connection.invalid.signInPath, { exact: true })).toBeVisible()
    await expectFine(app, 'Advanced, with field errors')
    await page.getByRole('button', { name: connection.status.removeEmpty, exact: true }).click()
    await signInPath.fill('')

    await field.address(page).fill('https://example.invalid')
    const check = page.getByRole('button', { name: words.common.checkConnection, exact: true })
    await check.click()
    await expect(connectionCheckSteps(page).first()).toContainText(connectionCheck.next.nameNotFound)
    await expectFine(app, 'check with a problem')
    await page.getByRole('button', { name: words.common.back, exact: true }).click()

    await signIn(page, api.baseAddress)
    await checkConnection(page)
    await expect(page.getByText(connectionCheck.outcome.works, { exact: true })).toBeVisible()
    await expectFine(app, 'check, all fine')
    await editConnection(page)
    await field.address(page).fill('https://example.invalid')
    await expectFine(app, 'edit connection')
    await page.getByRole('link', { name: shell.nav.profile, exact: true }).click()
    await expect(page.getByRole('dialog', { name: connection.action.leave })).toBeVisible()
    await expectFine(app, 'question before leaving')
    await page.keyboard.press('Escape')
    await field.address(page).fill(api.baseAddress)
    await page.getByLabel(connection.field.currency, { exact: true }).fill('CHF')
    await saveConnection(page)
    await expect(page.getByText('CHF', { exact: true })).toBeVisible()
    await expectFine(app, 'settings with a connection of its own')
  })

  test('offline', async () => {
    const { app, page, api } = shared
    await signIn(page, api.baseAddress)
    await api.stop()
    await refreshAll(page)
    for (const view of ['catalogue', 'invoices', 'profile'] as const) {
      await goTo(page, view)
      await expect(alerts(page).first()).toBeVisible()
      await expectFine(app, `${view}, offline`)
    }
  })
})
