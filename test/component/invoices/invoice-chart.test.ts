import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { bridge, settings } from '../ui/shell/bridge.ts'
import { invoices, lastQuery, months, openInvoices, query } from './page-of.ts'

const EUR = months('EUR', ['300.00', '0'], ['-40.00', '0'], ['0', '0'], ['120.50', '20.50'])
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
  const answer = (): void => bridge.answer('invoices.months', { currencies: [EUR], leftOut: 0 })
  await openInvoices(invoices(40), answer, { invoiceChart: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const chart = browser.getByRole('region', { name: 'Last 12 months' })
const month = (name: string) => chart.getByRole('button', { name: new RegExp(`^${name}`) })
const text = (): string => chart.query()?.textContent ?? ''

describe('the chart of the last twelve months', () => {
  it('names of each month all that it draws', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    const names = [...chart.element().querySelectorAll('[role=group] button')].map((one) =>
      one.getAttribute('aria-label')
    )
    expect(names).toHaveLength(12)
    expect(names.slice(-4)).toEqual([
      'August 2026: €300.00 · 1 invoice',
      'September 2026: -€40.00 · 1 invoice',
      'October 2026: €0.00 · no invoices',
      'November 2026: €120.50, €20.50 of it open · 1 invoice'
    ])
    expect(names[0]).toBe('December 2025: €0.00 · no invoices')
  })

  it('marks the open part by a pattern, beside what is not, and draws credit notes below the line', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    const shapes = (name: string) => {
      const drawn = month(name).element()
      const at = (kind: string) => drawn.querySelector(kind)?.getBoundingClientRect() ?? null
      return { amount: at('rect.amount'), open: at('rect.open'), zero: at('line')!, drawn }
    }
    const november = shapes('November 2026')
    expect(november.open!.height).toBeGreaterThan(2)
    expect(november.open!.height).toBeLessThan(november.amount!.height)
    expect(november.open!.bottom).toBeCloseTo(november.amount!.bottom, 0)
    const fill = november.drawn.querySelector('rect.open')?.getAttribute('fill') ?? ''
    expect(document.getElementById(fill.slice(5, -1))?.tagName).toBe('pattern')
    const september = shapes('September 2026')
    expect(september.amount!.top).toBeGreaterThanOrEqual(september.zero.top - 1)
    expect(shapes('October 2026').amount).toBe(null)
    expect(text()).toContain('Open')
  })

  it('says what of it is of unknown state, of each month and in all', async () => {
    const dark = months('EUR', ['300.00', '0'], ['120.50', '20.50', '45.10'])
    bridge.answer('invoices.months', { currencies: [dark], leftOut: 0 })
    bridge.emit('invoices')
    await expect
      .element(month('November 2026'))
      .toHaveAttribute('aria-label', 'November 2026: €120.50, €20.50 of it open, €45.10 unrecognised · 1 invoice')
    expect(month('October 2026').element().getAttribute('aria-label')).not.toContain('unrecognised')
    expect(text()).toContain('includes €45.10 unrecognised')
    bridge.answer('invoices.months', { currencies: [EUR], leftOut: 0 })
    bridge.emit('invoices')
    await expect.poll(text).not.toContain('unrecognised')
  })

  it('stays as it is whatever the list is narrowed to', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    const names = (): (string | null)[] =>
      [...chart.element().querySelectorAll('[role=group] button')].map((one) => one.getAttribute('aria-label'))
    const before = names()
    await browser.getByRole('searchbox').fill('nothing')
    await expect.poll(lastQuery).toEqual(query({ text: 'nothing' }))
    expect(names()).toEqual(before)
    expect(bridge.asked('invoices.months')).toHaveLength(1)
  })

  it('shows what a month is when the pointer or the focus is on it, and what its colours mean all the while', async () => {
    await month('August 2026').hover()
    await expect
      .poll(() => chart.element().querySelector('.focused-month')?.textContent)
      .toBe('August 2026: €300.00 · 1 invoice')
    month('November 2026').element().focus()
    await expect.poll(() => chart.element().querySelector('.focused-month')?.textContent).toContain('€20.50 of it open')
    const keys = [...chart.element().querySelectorAll<HTMLElement>('.key')].filter((key) => key.checkVisibility())
    expect(keys.map((key) => key.textContent)).toEqual(['Total', 'Open'])
  })

  it('narrows the list to a month and back, by a click or by keys', async () => {
    await month('August 2026').click()
    await expect.poll(lastQuery).toEqual(query({ from: '2026-08-01', to: '2026-08-31' }))
    await expect.element(month('August 2026')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(browser.getByRole('button', { name: 'Remove the filter “August 2026”' })).toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.poll(lastQuery).toEqual(query({ from: '2026-09-01', to: '2026-09-30' }))
    await userEvent.keyboard('{End}{ArrowRight}{Enter}')
    await expect.poll(lastQuery).toEqual(query({ from: '2026-11-01', to: '2026-11-30' }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(lastQuery).toEqual(query())
    // One of the twelve is reached by Tab.
    expect(chart.element().querySelectorAll('[role=group] [tabindex="0"]')).toHaveLength(1)
  })

  it('draws one currency at a time, and says what it leaves out', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    expect(chart.getByRole('combobox').query()).toBe(null)
    const none = months(null, ['7.00', '7.00'])
    bridge.answer('invoices.months', { currencies: [EUR, none], leftOut: 2 })
    bridge.emit('invoices')
    await expect.poll(text).toContain('2 invoices have no readable date or amount.')
    // Its label is there for everybody.
    expect(chart.getByText('Currency', { exact: true }).element().getBoundingClientRect().width).toBeGreaterThan(20)
    await chart.getByRole('combobox', { name: 'Currency', exact: true }).selectOptions('Not given')
    await expect.element(month('November 2026: 7.00, 7.00 of it open')).toBeInTheDocument()
    await expect
      .element(
        chart.getByRole('group', {
          name: 'All invoices of the last 12 months without a currency, void ones excluded'
        })
      )
      .toBeInTheDocument()
  })

  it('draws units that are no currency, and cuts no amount of a month', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    const long = '123456789012345.00'
    bridge.answer('invoices.months', {
      currencies: [months('USDT', [long, long, long]), months('€', ['7', '0'])],
      leftOut: 0
    })
    bridge.emit('invoices')
    await expect.element(month('November 2026: 123,456,789,012,345.00 USDT')).toBeInTheDocument()
    await browser.viewport(500, 700)
    /** The window's new size may take the pointer, and with it the month, away. */
    const shown = (): HTMLElement | null => {
      const bar = month('November 2026').element()
      bar.blur()
      bar.focus()
      return chart.element().querySelector<HTMLElement>('.focused-month')
    }
    const isWhole = (): boolean | null => {
      const one = shown()
      return one && one.scrollWidth <= one.clientWidth && getComputedStyle(one).textOverflow === 'clip'
    }
    await expect.poll(() => shown()?.textContent).toContain('unrecognised · 1 invoice')
    await expect.poll(isWhole).toBe(true)
    await browser.viewport(1000, 700)
    await chart.getByRole('combobox', { name: 'Currency', exact: true }).selectOptions('€')
    await expect.element(month('November 2026: 7.00 €')).toBeInTheDocument()
  })

  it('is put away, and comes back by the menu', async () => {
    bridge.answer('app.changeSettings', { ...settings, invoiceChart: false })
    await chart.getByRole('button', { name: 'Hide the chart' }).click()
    await expect.element(chart).not.toBeInTheDocument()
    expect(bridge.asked('app.changeSettings')).toEqual([{ invoiceChart: false }])
    bridge.answer('app.changeSettings', { ...settings, invoiceChart: true })
    await browser.getByRole('button', { name: 'More', exact: true }).click()
    const item = browser.getByRole('menuitemcheckbox', { name: 'Chart of 12 months' })
    await expect.element(item).toHaveAttribute('aria-checked', 'false')
    await item.click()
    await expect.element(month('November 2026')).toBeInTheDocument()
    expect(bridge.asked('app.changeSettings').at(-1)).toEqual({ invoiceChart: true })
  })

  it('is not there where nothing can be drawn', async () => {
    await expect.element(month('November 2026')).toBeInTheDocument()
    bridge.answer('invoices.months', { currencies: [], leftOut: 40 })
    bridge.emit('invoices')
    await expect.element(chart).not.toBeInTheDocument()
  })
})
