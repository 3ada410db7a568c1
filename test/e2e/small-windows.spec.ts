/** A window of 800 × 500 and one of 1280 × 800 with text at 200 %: nothing scrolls sideways, every control can be reached. */
import { finishAnimations, sideways, unreachable } from '../support/page-looks.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  accounts,
  catalogue,
  invoices,
  lock,
  overview,
  plans,
  signIn: session,
  ui: { common }
} = words

/** CSS px */
const SIZES = [
  { width: 400, height: 250 },
  { width: 640, height: 400 }
]
const LEAST_ROWS = 4

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeAttached())

/** In both sizes. The next view opens in the second one, and the one after that in the first. */
async function inEachSize(check: (size: string) => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await shared.page.setViewportSize(size)
    await check(`${size.width} × ${size.height}`)
  }
  SIZES.reverse()
}

const expectUsable = (where: string): Promise<void> =>
  inEachSize(async (size) => {
    await shared.page.evaluate(finishAnimations)
    // What is measured anew after the window, such as an open box's height, follows in a later frame.
    const softly = expect.configure({ soft: true })
    await softly.poll(() => shared.page.evaluate(sideways), `${where}, ${size}: scrolls sideways`).toEqual([])
    await softly.poll(() => shared.page.evaluate(unreachable), `${where}, ${size}: out of reach`).toEqual([])
  })

/** Rows that are whole in sight once the list has the focus. */
const expectRows = (where: string, role: 'listbox' | 'grid', name: string): Promise<void> =>
  inEachSize(async (size) => {
    const list = shared.page.getByRole(role, { name })
    await list.focus()
    const rows = (): Promise<number> =>
      list.evaluate((box) => {
        const frame = box.getBoundingClientRect()
        const [head] = box.querySelectorAll('[aria-rowindex="1"]')
        const top = Math.max(frame.top, head?.getBoundingClientRect().bottom ?? 0)
        const bottom = Math.min(frame.top + box.clientHeight, innerHeight)
        return [...box.querySelectorAll('.row')]
          .map((row) => row.getBoundingClientRect())
          .filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length
      })
    await expect.poll(rows, `${where}, ${size}: rows in sight`).toBeGreaterThanOrEqual(LEAST_ROWS)
  })

test('every view', async () => {
  const { page, api } = shared
  await expectUsable('sign-in')
  await ui.openAdvanced(page)
  await expectUsable('sign-in, Advanced')
  await ui.field.address(page).fill(api.baseUrl)
  await ui.button(page, common.checkConnection).click()
  await expect(ui.button(page, words.help.connectionCheck.again)).toBeVisible()
  await expectUsable('connection check')
  await ui.button(page, common.back).click()
  await ui.closeAdvanced(page)
  await ui.explore(page)
  await expectRows('catalogue', 'listbox', catalogue.listLabel)
  await expectUsable('catalogue')
  await ui.button(page, catalogue.filter).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await expectUsable('filters')
  await page.keyboard.press('Escape')
  await ui.button(page, catalogue.more).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectUsable('menu')
  await page.keyboard.press('Escape')
  await ui.products(page).first().click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expectUsable('product')
  await page.keyboard.press('Escape')
  await ui.button(page, catalogue.layout.grid).click()
  await expectUsable('grid')
  await ui.button(page, catalogue.layout.list).click()
  await ui.toChanges(page)
  await expectUsable('changes')
  await ui.toAccounts(page)
  await expectUsable('accounts')
  await ui.button(page, accounts.add).click()
  await expectUsable('one more account')
  await ui.button(page, common.back).click()
  await ui.goTo(page, 'overview')
  await expect(page.getByRole('region', { name: overview.open.title }).getByRole('listitem').first()).toBeVisible()
  await expectUsable('overview')
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).first()).toBeVisible()
  await expectRows('invoices', 'grid', invoices.listLabel)
  await expectUsable('invoices')
  const states = page.getByRole('group', { name: invoices.column.state, exact: true })
  await states.getByRole('button', { name: new RegExp(`^${invoices.states.settled}`) }).click()
  await expect(page.getByRole('group', { name: invoices.totals.label })).toBeVisible()
  await expectRows('paid invoices', 'grid', invoices.listLabel)
  await expectUsable('paid invoices')
  await ui.button(page, invoices.columns).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  await expectUsable('columns')
  await page.keyboard.press('Escape')
  await ui.invoiceRows(page).first().click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expectUsable('invoice')
  await ui.goTo(page, 'profile')
  await expectUsable('profile')
  await ui.goTo(page, 'plans')
  await expect(page.getByRole('list', { name: plans.title, exact: true })).toBeVisible()
  await expectUsable('plans')
  await ui.goTo(page, 'settings')
  await expectUsable('settings')
  await ui.button(page, lock.set.action).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable('setting a PIN')
})
