import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
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

const { connection, doctor, session, shell } = words

/** Electron offers no second page to finish in, which is what legacy mode does without. */
async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  expect(found, where).toEqual([])
}

for (const theme of ['light', 'dark'] as const) {
  test(`the first screen, ${theme}`, async ({ launch, platform }) => {
    const app = await launch()
    const { page } = app
    await app.setSystemDark(theme === 'dark')
    await expect(title(page, session.title)).toBeVisible()
    await expectNoViolations(page, 'password')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expectNoViolations(page, 'with field errors')
    await submitSignIn(page, { address: platform.baseAddress, password: 'wrong' })
    await expect(alerts(page)).toBeVisible()
    await expectNoViolations(page, 'with a failure')
    await chooseWay(page, 'token')
    await expectNoViolations(page, 'token')
    await chooseWay(page, 'sample')
    await expectNoViolations(page, 'sample')
  })

  test(`every view, ${theme}`, async ({ launch }) => {
    const { page } = await launch()
    await explore(page)
    await chooseTheme(page, theme)
    await expectNoViolations(page, 'settings')
    await page.getByRole('button', { name: session.signOut.leave }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'sign-out dialog')
    await page.keyboard.press('Escape')
    await goTo(page, 'catalogue')
    await expectNoViolations(page, 'catalogue')
    await page.getByRole('button', { name: words.catalogue.filter.label }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoViolations(page, 'filter menu')
    await page.keyboard.press('Escape')
    await products(page).first().click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
    await page.getByText(words.record.title, { exact: true }).click()
    await expectNoViolations(page, 'product')
    await goTo(page, 'invoices')
    await invoiceRows(page).nth(2).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectNoViolations(page, 'invoice')
    await goTo(page, 'profile')
    await expectNoViolations(page, 'profile')
  })

  test(`the connection’s settings and its check, ${theme}`, async ({ launch, platform }) => {
    const app = await launch()
    const { page } = app
    await app.setSystemDark(theme === 'dark')
    await openAdvanced(page)
    const signInPath = page.getByLabel(connection.field.signInPath, { exact: true })
    await page.getByText(connection.profileCredential.query, { exact: true }).click()
    await page.getByRole('button', { name: connection.status.add, exact: true }).click()
    await signInPath.fill('no slash')
    await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
    await expect(page.getByText(connection.invalid.signInPath, { exact: true })).toBeVisible()
    await expectNoViolations(page, 'Advanced, with field errors')
    await page.getByRole('button', { name: connection.status.removeEmpty, exact: true }).click()
    await signInPath.fill('')

    await field.address(page).fill('https://example.invalid')
    const check = page.getByRole('button', { name: words.common.checkConnection, exact: true })
    await check.click()
    await expect(doctorSteps(page).first()).toContainText(doctor.next.nameNotFound)
    await expectNoViolations(page, 'check with a problem')
    await page.getByRole('button', { name: words.common.back, exact: true }).click()

    await signIn(page, platform.baseAddress)
    await checkConnection(page)
    await expect(page.getByText(doctor.outcome.works, { exact: true })).toBeVisible()
    await expectNoViolations(page, 'check, all fine')
    await editConnection(page)
    await field.address(page).fill('https://example.invalid')
    await expectNoViolations(page, 'edit connection')
    await page.getByRole('link', { name: shell.nav.profile, exact: true }).click()
    await expect(page.getByRole('dialog', { name: connection.action.leave })).toBeVisible()
    await expectNoViolations(page, 'question before leaving')
    await page.keyboard.press('Escape')
    await field.address(page).fill(platform.baseAddress)
    await page.getByLabel(connection.field.currency, { exact: true }).fill('CHF')
    await saveConnection(page)
    await expect(page.getByText('CHF', { exact: true })).toBeVisible()
    await expectNoViolations(page, 'settings with a connection of its own')
  })

  test(`offline, ${theme}`, async ({ launch, platform }) => {
    const { page } = await launch()
    await signIn(page, platform.baseAddress)
    await chooseTheme(page, theme)
    await platform.stop()
    await refreshAll(page)
    for (const view of ['catalogue', 'invoices', 'profile'] as const) {
      await goTo(page, view)
      await expect(alerts(page).first()).toBeVisible()
      await expectNoViolations(page, view)
    }
  })
}
