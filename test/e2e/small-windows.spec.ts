/** A window of 800 × 500 and one of 1280 × 800 with text at 200 %: nothing scrolls sideways, every control can be reached. */
import { finishAnimations } from './axe.ts'
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
    expect.soft(await shared.page.evaluate(sideways), `${where}, ${size}: scrolls sideways`).toEqual([])
    expect.soft(await shared.page.evaluate(unreachable), `${where}, ${size}: out of reach`).toEqual([])
  })

/** What is wider than its place. A table, code and the line of states scroll on their own. */
function sideways(): string[] {
  const own = '[role="grid"], .code-block, .code-editor, .sr-only, .head:has(> [role="group"])'
  return [...document.querySelectorAll<HTMLElement>('html, main, main *')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth && !one.closest(own))
    .filter((one) => one.tagName === 'HTML' || /auto|scroll|hidden/.test(getComputedStyle(one).overflowX))
    .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis' && one.tagName !== 'INPUT')
    .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} px in ${one.clientWidth}`)
}

/** Controls that, scrolled to, aren't whole in the window or lie under something else. */
function unreachable(): string[] {
  const modal = document.querySelector('[role="dialog"], [role="menu"]')
  const found: string[] = []
  for (const one of (modal ?? document).querySelectorAll<HTMLElement>('button, a, select, summary, input')) {
    const isShown = one.offsetWidth > 1 && !one.matches('.skip') && !one.closest('[role="grid"]')
    if (!isShown || !one.checkVisibility()) continue
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    if (!isWhole || !hit || !(one.contains(hit) || hit.contains(one)))
      found.push(
        `${one.tagName} ${one.ariaLabel ?? one.textContent.trim()}: ${left}–${right}, ${top}–${bottom}, under ${hit?.className}`
      )
  }
  return found
}

/** Rows that are whole in sight once the list has the focus. */
const expectRows = (where: string, role: 'listbox' | 'grid', name: string): Promise<void> =>
  inEachSize(async (size) => {
    const list = shared.page.getByRole(role, { name })
    await list.focus()
    const rows = await list.evaluate((box) => {
      const frame = box.getBoundingClientRect()
      const [head] = box.querySelectorAll('[aria-rowindex="1"]')
      const top = Math.max(frame.top, head?.getBoundingClientRect().bottom ?? 0)
      const bottom = Math.min(frame.top + box.clientHeight, innerHeight)
      return [...box.querySelectorAll('.row')]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length
    })
    expect(rows, `${where}, ${size}: rows in sight`).toBeGreaterThanOrEqual(LEAST_ROWS)
  })

test.beforeEach(() => ui.startOver(shared))

test('every view of an account', async () => {
  const { page, api } = shared
  await expectUsable('sign-in')
  await ui.openAdvanced(page)
  await expectUsable('sign-in, Advanced')
  await ui.closeAdvanced(page)
  await ui.signIn(page, api.baseUrl)
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
  await ui.editConnection(page)
  await expectUsable('connection')
  await ui.checkConnection(page)
  await expect(ui.button(page, words.help.connectionCheck.again)).toBeVisible()
  await expectUsable('connection check')
  await ui.toAccounts(page)
  await expectUsable('accounts')
  await ui.button(page, accounts.add).click()
  await expectUsable('one more account')
  await ui.button(page, common.back).click()
})

test('every view of the sample', async () => {
  const { page } = shared
  await ui.explore(page)
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
