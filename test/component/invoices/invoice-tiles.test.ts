import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import InvoiceTiles from '../../../src/renderer/src/features/invoices/InvoiceTiles.vue'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import '../../../src/renderer/src/ui/styles/base.css'
import { summary, type SummaryFields } from './page-of.ts'

setRegionalFormat('en-GB')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 9) })
})
afterEach(() => vi.useRealTimers())

/** Of each tile its name, its amounts and what is below them. */
const tiles = (more: SummaryFields): string[] =>
  mount(InvoiceTiles, { props: { summary: summary(more) } })
    .findAll('section')
    .map((tile) =>
      tile
        .findAll('h2, p')
        .map((part) => part.text().replace(/\s+/g, ' '))
        .filter((text) => text !== '')
        .join(' | ')
    )
const states = (open: number, unknown = 0) => ({
  open,
  settled: 31,
  void: 6,
  credit: 0,
  unknown
})

/** Its text, line by line. */
function linesOf(element: HTMLElement): string[] {
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (let at = 0; at < (node.textContent ?? '').length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + range.toString())
    }
  }
  return [...lines.values()]
}
const isWhole = (element: HTMLElement): boolean =>
  linesOf(element).length === 1 &&
  [element, element.closest('.tile')!].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)

describe('the tiles above the invoices', () => {
  it('say what is outstanding, overdue and paid this year', () => {
    const shown = tiles({
      byState: states(3),
      overdue: 1,
      openAmounts: [{ currency: 'EUR', amount: '578.65' }],
      oldestOpenDay: '2026-10-25',
      overdueAmounts: [{ currency: 'EUR', amount: '86.27' }],
      overdueSince: '2026-11-08',
      nextDueDay: '2026-11-24',
      paidThisYear: { invoices: 31, amounts: [{ currency: 'EUR', amount: '4120' }] }
    })
    expect(shown).toEqual([
      'To pay | €578.65 | 3 invoices · next due 24 Nov',
      'Overdue | €86.27 | 1 invoice · since 8 Nov',
      'Paid this year | €4,120.00 | 31 invoices'
    ])
  })

  it('say of a provider without currency and due dates what is open, and for how long', () => {
    const shown = tiles({
      byState: states(3),
      openAmounts: [{ currency: null, amount: '578.65' }],
      oldestOpenDay: '2026-10-25',
      paidThisYear: { invoices: 0, amounts: [] }
    })
    expect(shown).toEqual([
      'To pay | 578.65 | 3 invoices · oldest 26 days',
      'Overdue | None | Your provider gives no due dates',
      'Paid this year | None'
    ])
  })

  it('have a line for each currency, and count those from the fourth on', () => {
    const amounts = ['CHF', 'EUR', 'GBP', 'PLN', 'USD'].map((currency) => ({ currency, amount: '1' }))
    const [outstanding] = tiles({ openAmounts: amounts })
    expect(outstanding).toMatch(/CHF\s?1\.00 \| €1\.00 \| £1\.00 \| 2 more currencies/)
    expect(outstanding).not.toMatch(/PLN|US/)
    const moreCurrencies = {
      openAmounts: 5,
      overdueAmounts: 3,
      deducted: 0,
      unusedCredits: 0,
      credits: 4
    }
    const some = amounts.slice(0, 1)
    const many = {
      openAmounts: some,
      overdueAmounts: some,
      paidThisYear: { invoices: 9, amounts: some, moreCurrencies: 7 },
      credits: some
    }
    const texts = tiles({ ...many, overdue: 1, moreCurrencies })
    expect(texts.map((text) => text.match(/\d+ more currencies/g))).toEqual([
      ['5 more currencies', '4 more currencies'],
      ['3 more currencies'],
      ['7 more currencies']
    ])
  })

  it('say that nothing is to pay or overdue only if every invoice came and was recognised', () => {
    const none = { openAmounts: [] }
    expect(tiles({ ...none, byState: states(0) })).toEqual(['To pay | None', 'Overdue | None', 'Paid this year | None'])
    expect(tiles({ ...none, byState: states(0, 2) })).toEqual([
      'To pay | None known',
      'Overdue | None known',
      'Paid this year | None known'
    ])
    expect(tiles({ ...none, byState: states(0, 3), withoutStatus: 2 })[0]).toBe('To pay | None known')
    expect(tiles({ ...none, byState: states(0), isPartial: true })).toEqual([
      'To pay | None known',
      'Overdue | None known',
      'Paid this year | None known'
    ])
    expect(tiles({ ...none, byState: states(0), paidWithoutDay: 1 })).toEqual([
      'To pay | None',
      'Overdue | None',
      'Paid this year | None known'
    ])
    expect(tiles({ byState: states(1), openAmounts: [], openWithoutAmount: 1 })[0]).toBe(
      'To pay | Amount unknown | 1 invoice · 1 without a readable amount'
    )
  })

  it('say of a part of the list what is open at least', () => {
    const amounts = [{ currency: 'EUR', amount: '578.65' }]
    const more = {
      byState: states(2),
      openAmounts: amounts,
      overdue: 1,
      overdueAmounts: amounts,
      overdueSince: '2026-11-08'
    }
    expect(tiles({ ...more, isPartial: true }).slice(0, 2)).toEqual([
      'To pay | at least €578.65 | 2 invoices',
      'Overdue | at least €578.65 | 1 invoice · since 8 Nov'
    ])
  })

  it('name credit that was deducted, unused, or may be used already', () => {
    const euros = (amount: string) => [{ currency: 'EUR', amount }]
    const [outstanding] = tiles({
      byState: states(1),
      openAmounts: euros('300'),
      credits: euros('50'),
      deducted: euros('20')
    })
    expect(outstanding).toBe(
      'To pay | €300.00 | €20.00 credit deducted | €50.00 credit not deducted: it may already have been used | 1 invoice'
    )
    expect(tiles({ byState: states(0), openAmounts: [], credits: [{ currency: null, amount: '50' }] })[0]).toBe(
      'To pay | None | 50.00 credit not deducted: it may already have been used'
    )
    expect(tiles({ byState: states(0), openAmounts: [], unusedCredits: euros('55.5') })[0]).toBe(
      'To pay | None | €55.50 unused credit'
    )
  })

  it('say that due dates couldn’t be read, and not that there are none', () => {
    const open = { byState: states(2), openAmounts: [{ currency: 'EUR', amount: '1' }] }
    expect(tiles({ ...open, dueUnread: 2 })[1]).toBe('Overdue | None known | Due dates couldn’t be read')
    expect(tiles({ ...open, dueUnread: 1, nextDueDay: '2026-11-24' })[1]).toBe(
      'Overdue | None known | 1 due date couldn’t be read'
    )
  })

  it('keep the reason why none is known in a small window', async () => {
    await browser.viewport(800, 500)
    const given = { byState: states(2), dueUnread: 2, openAmounts: [{ currency: 'EUR', amount: '1' }] }
    const wrapper = mount(InvoiceTiles, { props: { summary: summary(given) }, attachTo: document.body })
    const hints = wrapper.findAll<HTMLElement>('.hint').filter(({ element }) => element.checkVisibility())
    expect(hints.map((hint) => hint.text())).toEqual(['Due dates couldn’t be read'])
    wrapper.unmount()
    await browser.viewport(1000, 700)
  })

  it('leave room for the list beside an open invoice', async () => {
    const euros = (amount: string) => [{ currency: 'EUR', amount }]
    const given = {
      ...{ byState: states(2, 2), withoutStatus: 1, openWithoutAmount: 1, dueUnread: 1, overdue: 1 },
      ...{ openAmounts: euros('19.50'), overdueAmounts: euros('50'), deducted: euros('30.5'), credits: euros('25') },
      ...{ oldestOpenDay: '2026-11-10', overdueSince: '2026-11-08' }
    }
    const props = { summary: summary(given) }
    const Owner = defineComponent(() => () => h('div', { style: { inlineSize: '400px' } }, [h(InvoiceTiles, props)]))
    const wrapper = mount(Owner, { attachTo: document.body })
    await vi.waitFor(() => expect(wrapper.get<HTMLElement>('.tiles').element.offsetHeight).toBeLessThan(240))
    wrapper.unmount()
  })

  it('show amounts of a unit that is no currency, each apart', () => {
    const openAmounts = [
      { currency: 'USDT', amount: '12.5' },
      { currency: '€', amount: '3' },
      { currency: 'credits', amount: '40' }
    ]
    expect(tiles({ byState: states(3), openAmounts })[0]).toMatch(/12\.50\sUSDT \| 3\.00\s€ \| 40\.00\scredits \|/)
  })

  it.each([400, 460, 560])('have each amount on one line, in a list of %i px', async (width) => {
    const amounts = ['EUR', 'USD', 'CHF'].map((currency) => ({ currency, amount: '246913.56' }))
    const props = {
      summary: summary({
        byState: states(2),
        openAmounts: amounts,
        overdue: 1,
        overdueAmounts: amounts.slice(1),
        paidThisYear: { invoices: 1, amounts: amounts.slice(0, 1) }
      })
    }
    const Owner = defineComponent(
      () => () => h('div', { style: { inlineSize: `${width}px` } }, [h(InvoiceTiles, props)])
    )
    const wrapper = mount(Owner, { attachTo: document.body })
    const values = wrapper.findAll<HTMLElement>('.value').map(({ element }) => element)
    expect(values).toHaveLength(6)
    await vi.waitFor(() => expect(values.filter((value) => !isWhole(value))).toEqual([]))
    wrapper.unmount()
  })

  it('are as wide as a long amount that has been split into groups', async () => {
    const openAmounts = [{ currency: 'USD', amount: '123456789012345.67' }]
    const props = { summary: summary({ byState: states(1), openAmounts }) }
    const Owner = defineComponent(() => () => h('div', { style: { inlineSize: '480px' } }, [h(InvoiceTiles, props)]))
    const wrapper = mount(Owner, { attachTo: document.body })
    const value = wrapper.get<HTMLElement>('.value').element
    await vi.waitFor(() => expect(isWhole(value)).toBe(true))
    wrapper.unmount()
  })

  it('break an amount that no tile has room for after a group of digits', async () => {
    const openAmounts = [{ currency: 'EUR', amount: '9'.repeat(45) }]
    const props = { summary: summary({ byState: states(1), openAmounts }) }
    const Owner = defineComponent(() => () => h('div', { style: { inlineSize: '400px' } }, [h(InvoiceTiles, props)]))
    const wrapper = mount(Owner, { attachTo: document.body })
    const value = wrapper.get<HTMLElement>('.value').element
    await vi.waitFor(() => expect(linesOf(value).length).toBeGreaterThan(1))
    for (const line of linesOf(value).slice(0, -1)) expect(line).toMatch(/,$/)
    expect(value.textContent).toBe(`€${Array<string>(15).fill('999').join(',')}.00`)
    wrapper.unmount()
  })
})
