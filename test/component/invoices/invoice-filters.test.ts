import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import { EVERY_INVOICE } from '../../../src/shared/models/invoice.ts'
import { bridge, line, opened } from '../ui/shell/bridge.ts'
import { expectFine, page } from '../ui/shell/page.ts'
import { invoices, lastQuery, openInvoices, pageOf, query, summary, totals } from './page-of.ts'

const NONE_VOID = { open: 4, settled: 33, void: 0, credit: 0, unknown: 3 }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
  await openInvoices()
})
afterEach(() => {
  vi.useRealTimers()
})

const button = browser.getByRole('button', { name: /^Filters/ })
const box = browser.getByRole('dialog', { name: 'Filters' })
const chips = browser.getByRole('list', { name: 'Filters that are set' })
const field = (name: string) => box.getByLabelText(name, { exact: true })
/** The sentence beside a field that can't be used. */
const told = (name: string): string => {
  const described = field(name).element().getAttribute('aria-describedby')
  return described === null ? '' : (document.getElementById(described)?.textContent ?? '')
}
/** Before the box, which has such a group, too. */
const states = browser.getByRole('group', { name: 'Status' }).first()
const state = (name: string) => states.getByRole('button', { name: new RegExp(`^${name}`) })
const words = (one: Element): string => one.textContent.replace(' ', '')
/** Those that are offered above the table, with how many each has; the pressed one in brackets. */
const counts = (): string[] =>
  [...states.element().querySelectorAll('button')].map((one) =>
    one.getAttribute('aria-pressed') === 'true' ? `[${words(one)}]` : words(one)
  )
const chipWords = (): string[] =>
  chips.query() ? [...chips.element().querySelectorAll('li')].map((chip) => chip.textContent.trim()) : []

describe('the filters of the invoices', () => {
  it.for([
    ['Open', 'open'],
    ['Unrecognised', 'unknown']
  ] as const)('“%s” is set and removed by one press above the table, as in the box', async ([name, chosen]) => {
    await state(name).click()
    await expect.poll(lastQuery).toEqual(query({ state: chosen }))
    await expect.element(state(name)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(state(name)).toHaveFocus()
    expect(chips.query()).toBe(null)
    await button.click()
    await expect.element(box.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeChecked()
    await box.getByRole('radio', { name: /^All/ }).click()
    await expect.poll(lastQuery).toEqual(query())
    await box.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
    await state('All').click()
    await expect.poll(lastQuery).toEqual(query())
    await expect.element(state(name)).toHaveAttribute('aria-pressed', 'false')
  })

  it('has the states that occur above the table, each as large as a pointer needs, and stays where it is', async () => {
    await expect.poll(counts).toEqual(['[All40]', 'Open4', 'Paid30', 'Void3', 'Unrecognised3'])
    const places = (): DOMRect[] => [...states.element().children].map((one) => one.getBoundingClientRect())
    const before = places()
    for (const { height } of before) expect(height).toBeGreaterThanOrEqual(24)
    await state('Paid').click()
    await expect.poll(counts).toEqual(['All40', 'Open4', '[Paid30]', 'Void3', 'Unrecognised3'])
    expect(places()).toEqual(before)
    // By keys, too.
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.poll(lastQuery).toEqual(query({ state: 'void' }))
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}[Space]')
    await expect.poll(lastQuery).toEqual(query())
  })

  it('keeps the focus when the pressed state is one that no invoice has any more', async () => {
    await state('Void').click()
    bridge.answer('invoices.page', pageOf(invoices(40), { summary: summary({ byState: NONE_VOID }) }))
    bridge.emit('invoices')
    await expect.poll(counts).toEqual(['All40', 'Open4', 'Paid33', '[Void0]', 'Unrecognised3'])
    await state('All').click()
    await expect.poll(counts).toEqual(['[All40]', 'Open4', 'Paid33', 'Unrecognised3'])
    await expect.element(state('All')).toHaveFocus()
  })

  it('says how many are in each state, and offers overdue only where something is', async () => {
    expect(counts().join()).not.toContain('Overdue')
    await button.click()
    await expect.element(box.getByRole('radio', { name: /^Open/ })).toBeInTheDocument()
    const offered = (): string[] => [...box.element().querySelectorAll('.states label')].map((one) => one.textContent)
    expect(offered()).toEqual(['All40', 'Open4', 'Paid30', 'Void3', 'Unrecognised3'])
    bridge.answer('invoices.page', pageOf(invoices(40), { summary: summary({ overdue: 2 }) }))
    bridge.emit('invoices')
    await expect.poll(offered).toContain('Overdue2')
    expect(counts()).toContain('Overdue2')
    await box.getByRole('radio', { name: /^Overdue/ }).click()
    await expect.poll(lastQuery).toEqual(query({ state: 'overdue' }))
    bridge.answer('invoices.page', pageOf([], { summary: summary({ overdue: 0 }) }))
    bridge.emit('invoices')
    await expect.poll(offered).toContain('Overdue0')
    expect(counts()).toContain('[Overdue0]')
  })

  it.for([
    ['Last month', '2026-10-01', '2026-10-31'],
    ['This year', '2026-01-01', '2026-12-31']
  ] as const)('“%s” is whole days from the first to the last', async ([name, from, to]) => {
    await button.click()
    await box.getByRole('combobox').selectOptions(name)
    await expect.poll(lastQuery).toEqual(query({ from, to }))
    await expect.element(field('From')).toHaveValue(from)
    await expect.element(field('To')).toHaveValue(to)
    await expect.poll(chipWords).toEqual([name])
    await box.getByRole('combobox').selectOptions('Any time')
    await expect.poll(lastQuery).toEqual(query())
    await expect.element(field('From')).toHaveValue('')
  })

  it('takes days of the person’s own, either or both', async () => {
    await button.click()
    await field('From').fill('2026-03-05')
    await expect.poll(lastQuery).toEqual(query({ from: '2026-03-05' }))
    await expect.poll(chipWords).toEqual(['Issued from 5 Mar 2026'])
    await expect.element(box.getByRole('combobox')).toHaveValue('own')
    await field('To').fill('2026-03-04')
    await expect.poll(() => told('To')).toBe('The first day is after the last one.')
    await expectFine()
    expect(lastQuery()).toEqual(query({ from: '2026-03-05' }))
    await field('To').fill('2026-04-04')
    await expect.poll(lastQuery).toEqual(query({ from: '2026-03-05', to: '2026-04-04' }))
    expect(told('To')).toBe('')
    await expect.poll(chipWords).toEqual(['5 Mar 2026 – 4 Apr 2026'])
    await field('From').fill('')
    await expect.poll(lastQuery).toEqual(query({ to: '2026-04-04' }))
    await expect.poll(chipWords).toEqual(['Issued until 4 Apr 2026'])
  })

  it('takes half a date for none, and says so', async () => {
    await button.click()
    // Beside a busy core the browser may lose a key. Typed again, it is half a date all the same.
    const typeHalf = async (): Promise<string> => {
      await field('From').click()
      await userEvent.keyboard('05')
      await field('At least').click()
      return told('From')
    }
    await expect.poll(typeHalf).toBe('Enter a complete date.')
    expect(lastQuery()).toEqual(query())
    await box.getByRole('combobox').selectOptions('This year')
    await expect.poll(() => told('From')).toBe('')
  })

  it('takes amounts exactly, and says what can’t be one', async () => {
    await button.click()
    await field('At least').fill('1,250.50')
    await expect.poll(lastQuery).toEqual(query({ least: '1250.50' }))
    await expect.poll(chipWords).toEqual(['1,250.50 or more'])
    await field('At most').fill('1.250,5 EUR')
    await expect.poll(() => told('At most')).toBe('Enter a number, such as 1,250.50.')
    await field('At most').fill('100')
    await expect.poll(() => told('At most')).toBe('The smallest amount is above the largest.')
    expect(lastQuery()).toEqual(query({ least: '1250.50' }))
    await field('At most').fill('1250.51')
    await expect.poll(lastQuery).toEqual(query({ least: '1250.50', most: '1250.51' }))
    await expect.poll(chipWords).toEqual(['1,250.50 to 1,250.51'])
    await field('At least').fill('')
    await expect.poll(chipWords).toEqual(['1,250.51 or less'])
  })

  it('say that numbers are compared, where more than one currency is shown', async () => {
    await button.click()
    await expect.element(field('At least')).toBeInTheDocument()
    const hint = box.getByText('Several currencies are shown: the plain numbers are compared.')
    expect(hint.query()).toBe(null)
    const [EUR] = totals().amounts
    bridge.answer('invoices.totals', totals({ amounts: [EUR!, { ...EUR!, currency: null }] }))
    bridge.emit('invoices')
    await expect.element(hint).toBeInTheDocument()
    expect(field('At least').element().closest('fieldset')?.getAttribute('aria-describedby')).toBe(hint.element().id)
  })

  it('clears all of them at once, and leaves what is searched for', async () => {
    await browser.getByRole('searchbox', { name: 'Search invoices' }).fill('inv')
    await button.click()
    await box.getByRole('radio', { name: /^Open/ }).click()
    await box.getByRole('combobox').selectOptions('This year')
    await field('At least').fill('5')
    await expect.poll(() => button.element().textContent).toContain('Filters · 3')
    await box.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(lastQuery).toEqual(query({ text: 'inv' }))
    await expect.element(field('At least')).toHaveValue('')
    await expect.element(field('From')).toHaveValue('')
  })

  it('stay set while one is elsewhere, and are nothing for another account', async () => {
    await button.click()
    await box.getByRole('radio', { name: /^Open/ }).click()
    await userEvent.keyboard('{Escape}')
    await page.router.push('/settings')
    await expect.element(states).not.toBeInTheDocument()
    await page.router.push('/invoices')
    await expect.poll(counts).toContain('[Open4]')
    bridge.answer('accounts.show', opened([line(), line({ id: 'b', label: 'b@example.com' })], 1))
    await useSession().show('b')
    await expect.poll(lastQuery).toEqual(query())
    await expect.element(chips).not.toBeInTheDocument()
  })

  it('with nothing that matches all are one click away', async () => {
    bridge.answer('invoices.page', pageOf([], { summary: summary() }))
    await browser.getByRole('searchbox').fill('nothing')
    await expect.element(browser.getByText('Nothing matches')).toBeInTheDocument()
    await expect.element(browser.getByText('No invoice of 40')).toBeInTheDocument()
    bridge.answer('invoices.page', pageOf(invoices(40)))
    await browser.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(lastQuery).toEqual(query())
    await expect.element(browser.getByRole('grid')).toBeInTheDocument()
  })

  it('are reached by keys: the slash searches, the arrow down leads into the table', async () => {
    browser.getByRole('grid').element().focus()
    await userEvent.keyboard('/')
    await expect.element(browser.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('ab{ArrowDown}')
    await expect.poll(lastQuery).toEqual(query({ text: 'ab' }))
    await expect.element(browser.getByRole('grid')).toHaveFocus()
  })
})

describe('what is shown', () => {
  // Without a filter, the tiles say it.
  beforeEach(async () => {
    await state('Open').click()
    await expect.poll(sums).toHaveLength(1)
  })
  const sums = (): string[] => [...document.querySelectorAll('.sums li')].map((one) => one.textContent)
  const said = (): string =>
    browser
      .getByRole('status')
      .elements()
      .map((status) => status.textContent)
      .find((words) => words.startsWith('Total')) ?? ''
  const EUR = totals().amounts[0]!

  it('is added up per currency, the unknown one and void ones apart', async () => {
    const none = {
      currency: null,
      invoices: 2,
      total: '45',
      byState: { open: '0', settled: '45', void: '12.5', credit: '0', unknown: '0' }
    }
    bridge.answer('invoices.totals', totals({ amounts: [EUR, none], withoutAmount: 2 }))
    bridge.emit('invoices')
    await expect
      .poll(sums)
      .toEqual(['€1,250.00, €130.00 open', '45.00 (no currency), excludes 12.50 void', '2 without an amount'])
  })

  it('says what of it is of unknown state', async () => {
    const byState = { ...EUR.byState, settled: '1074.90', unknown: '45.10' }
    bridge.answer('invoices.totals', totals({ amounts: [{ ...EUR, byState }] }))
    bridge.emit('invoices')
    await expect.poll(sums).toEqual(['€1,250.00, €130.00 open, includes €45.10 unrecognised'])
  })

  it('is added up anew with each choice, and read out once that rests', async () => {
    await expect.poll(sums).toEqual(['€1,250.00, €130.00 open'])
    bridge.answer(
      'invoices.totals',
      totals({ amounts: [{ ...EUR, total: '7', byState: { ...EUR.byState, open: '0' } }] })
    )
    for (const text of ['i', 'in', 'inv']) await browser.getByRole('searchbox').fill(text)
    await expect.poll(sums).toEqual(['€7.00'])
    expect(said()).toBe('')
    expect(bridge.asked('invoices.totals').at(-1)).toEqual({ ...EVERY_INVOICE, state: 'open', text: 'inv' })
    await expect.poll(said).toBe('Total of what is shown: €7.00')
  })

  it('has no sum of another choice when there is none of this one', async () => {
    await expect.poll(sums).toHaveLength(1)
    bridge.fail('invoices.totals', { code: 'STORAGE' })
    await browser.getByRole('searchbox').fill('x')
    await expect.poll(sums).toEqual([])
  })
})
