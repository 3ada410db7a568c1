import { expectFine, LOOKS, putOn } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  alerts,
  checkConnection,
  chooseTheme,
  chooseWay,
  doctorSteps,
  editConnection,
  explore,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  openAdvanced,
  products,
  refreshAll,
  saveConnection,
  signIn,
  submitSignIn,
  title
} from './walk.ts'
import { words } from './words.ts'

const { connection, doctor, invoiceChart, invoiceFilters, invoices, session, shell } = words

for (const look of LOOKS) {
  const { theme } = look
  test(`the first screen, ${theme}`, async ({ launch, platform }) => {
    const app = await launch()
    const { page } = app
    await putOn(app, look)
    await expect(title(page, session.title)).toBeVisible()
    await expectFine(page, 'password')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expectFine(page, 'with field errors')
    await submitSignIn(page, { address: platform.baseAddress, password: 'wrong' })
    await expect(alerts(page)).toBeVisible()
    await expectFine(page, 'with a failure')
    await chooseWay(page, 'token')
    await expectFine(page, 'token')
    await chooseWay(page, 'sample')
    await expectFine(page, 'sample')
  })

  test(`every view, ${theme}`, async ({ launch }) => {
    const app = await launch()
    const { page } = app
    await putOn(app, look)
    await explore(page)
    await chooseTheme(page, theme)
    await expectFine(page, 'settings')
    await page.getByRole('button', { name: session.signOut.leave }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFine(page, 'sign-out dialog')
    await page.keyboard.press('Escape')
    await goTo(page, 'catalogue')
    await expectFine(page, 'catalogue')
    await page.getByRole('button', { name: words.catalogue.filter }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await expectFine(page, 'filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.catalogue.layout.grid }).click()
    await expectFine(page, 'grid')
    await page.getByRole('button', { name: words.catalogue.layout.list }).click()
    await page.getByRole('button', { name: /^Sort/ }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await expectFine(page, 'orders')
    await page.keyboard.press('Escape')
    await products(page).first().click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
    await page.getByText(words.product.dataTitle, { exact: true }).click()
    await page.getByText(words.product.fieldsTitle, { exact: true }).click()
    await page.getByRole('treeitem').first().click()
    await expectFine(page, 'product')
    await page.frameLocator('iframe').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFine(page, 'link')
    await page.keyboard.press('Escape')
    await goTo(page, 'profile')
    await expectFine(page, 'profile')
  })

  test(`the invoices, ${theme}`, async ({ launch }) => {
    const app = await launch()
    const { page } = app
    await putOn(app, look)
    await explore(page)
    await goTo(page, 'invoices')
    const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
    await chart.getByRole('group').getByRole('button').last().focus()
    await expect(page.getByRole('group', { name: invoices.totals.label })).toBeVisible()
    await expectFine(page, 'invoices')
    await chart.getByRole('button', { name: invoiceChart.asTable, exact: true }).click()
    await expectFine(page, 'chart as a table')
    await page.getByRole('button', { name: invoices.filters }).click()
    const narrowing = page.getByRole('dialog', { name: invoices.filters, exact: true })
    await narrowing.getByRole('combobox').selectOption({ index: 4 })
    await narrowing.getByLabel(invoiceFilters.least, { exact: true }).fill('nothing')
    await expectFine(page, 'filters of the invoices, with a field error')
    await narrowing.getByRole('combobox').selectOption({ index: 0 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: invoices.columns, exact: true }).click()
    const columns = page.getByRole('dialog', { name: invoices.columns, exact: true })
    await columns.getByRole('checkbox', { name: invoices.column.taxes, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: invoices.column.taxes, exact: true })).toBeVisible()
    await expectFine(page, 'columns of the invoices')
    await page.keyboard.press('Escape')
    const states = page.getByRole('group', { name: invoices.column.state, exact: true })
    await states.getByRole('button', { name: new RegExp(`^${invoices.state.overdue}`) }).click()
    await expectFine(page, 'invoices of one state')
    await states.locator('[aria-pressed=true]').click()
    await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '41')
    await invoiceRows(page).nth(2).click()
    // The pane has a heading of its own while none is picked.
    const picked = invoicePane(page).getByRole('heading', { level: 2 })
    await expect(picked).toBeVisible()
    await expect(picked).not.toHaveText(invoices.pick.title)
    await expectFine(page, 'invoice')
  })

  test(`the connection’s settings and its check, ${theme}`, async ({ launch, platform }) => {
    const app = await launch()
    const { page } = app
    await putOn(app, look)
    await openAdvanced(page)
    const signInPath = page.getByLabel(connection.field.signInPath, { exact: true })
    await page.getByText(connection.profileCredential.query, { exact: true }).click()
    await page.getByRole('button', { name: connection.status.add, exact: true }).click()
    await signInPath.fill('no slash')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expect(page.getByText(connection.invalid.signInPath, { exact: true })).toBeVisible()
    await expectFine(page, 'Advanced, with field errors')
    await page.getByRole('button', { name: connection.status.removeEmpty, exact: true }).click()
    await signInPath.fill('')

    await field.address(page).fill('https://example.invalid')
    const check = page.getByRole('button', { name: words.common.checkConnection, exact: true })
    await check.click()
    await expect(doctorSteps(page).first()).toContainText(doctor.next.nameNotFound)
    await expectFine(page, 'check with a problem')
    await page.getByRole('button', { name: words.common.back, exact: true }).click()

    await signIn(page, platform.baseAddress)
    await checkConnection(page)
    await expect(page.getByText(doctor.outcome.works, { exact: true })).toBeVisible()
    await expectFine(page, 'check, all fine')
    await editConnection(page)
    await field.address(page).fill('https://example.invalid')
    await expectFine(page, 'edit connection')
    await page.getByRole('link', { name: shell.nav.profile, exact: true }).click()
    await expect(page.getByRole('dialog', { name: connection.action.leave })).toBeVisible()
    await expectFine(page, 'question before leaving')
    await page.keyboard.press('Escape')
    await field.address(page).fill(platform.baseAddress)
    await page.getByLabel(connection.field.currency, { exact: true }).fill('CHF')
    await saveConnection(page)
    await expect(page.getByText('CHF', { exact: true })).toBeVisible()
    await expectFine(page, 'settings with a connection of its own')
  })

  test(`offline, ${theme}`, async ({ launch, platform }) => {
    const app = await launch()
    const { page } = app
    await putOn(app, look)
    await signIn(page, platform.baseAddress)
    await chooseTheme(page, theme)
    await platform.stop()
    await refreshAll(page)
    for (const view of ['catalogue', 'invoices', 'profile'] as const) {
      await goTo(page, view)
      await expect(alerts(page).first()).toBeVisible()
      await expectFine(page, view)
    }
  })
}
