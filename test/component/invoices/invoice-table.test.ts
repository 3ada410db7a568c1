import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, reactive, ref } from 'vue'
import InvoiceTable from '../../../src/renderer/src/features/invoices/InvoiceTable.vue'
import { setRegionalFormat, useMessages } from '../../../src/renderer/src/i18n.ts'
import { useApp } from '../../../src/renderer/src/ui/data/app.ts'
import { useInvoiceColumns } from '../../../src/renderer/src/features/invoices/stores/invoiceColumns.ts'
import { useInvoices } from '../../../src/renderer/src/features/invoices/stores/invoices.ts'
import en from '../../../src/shared/i18n/en/page.json' with { type: 'json' }
import ru from '../../../src/shared/i18n/ru/page.json' with { type: 'json' }
import { INVOICE_COLUMNS, type AccountInvoice, type InvoiceColumn } from '../../../src/shared/models/invoice.ts'
import '../../../src/renderer/src/ui/styles/base.css'
import { layBridge, settings } from '../ui/shell/bridge.ts'
import { invoice } from './fixtures.ts'

setRegionalFormat('en-GB')

const COLUMNS: readonly InvoiceColumn[] = ['number', 'issued', 'state', 'total']

async function show(held: AccountInvoice[], columns = COLUMNS, width = 640) {
  layBridge()
  setActivePinia(createPinia())
  useApp().settings = { ...settings, invoiceColumns: [...columns] }
  const store = useInvoices()
  const cursor = ref<string | null>(null)
  const opened: string[] = []
  const list = reactive({
    matched: held.length,
    rowAt: (place: number) => held[place],
    placeOf: (key: string) => held.findIndex((row) => row.key === key),
    ...{ generation: 0, cursor, position: { top: 0 } },
    setCursor: (key: string | null) => (cursor.value = key),
    loadBetween: () => undefined,
    setPosition: () => undefined
  })
  const Owner = defineComponent(
    () => () =>
      h('div', { style: { display: 'flex', flexDirection: 'column', inlineSize: `${width}px`, blockSize: '360px' } }, [
        h(InvoiceTable, {
          list,
          opened: null,
          rowHeight: 36,
          onOpen: (key: string) => opened.push(key)
        })
      ])
  )
  const wrapper = mount(Owner, { attachTo: document.body })
  const table = wrapper.get<HTMLElement>('[role=grid]').element
  await vi.waitFor(() => expect(wrapper.findAll('[role=row]').length).toBeGreaterThan(1))
  const headers = (): string[] => wrapper.findAll('[role=columnheader]').map((header) => header.text())
  const cells = (line: number): string[] => {
    const row = wrapper.findAll('[role=row]')[line]
    return row?.findAll('[role=gridcell]').map((cell) => cell.text()) ?? []
  }
  return { wrapper, table, headers, cells, cursor, opened, store, list }
}

describe('the table of invoices', () => {
  it('shows what is known and leaves the rest empty', async () => {
    const { headers, cells, wrapper } = await show([
      invoice({ key: 'a' }),
      invoice({ key: 'b', number: 'INV-7', state: 'settled', total: '1234.5', currency: 'EUR', issuedAt: '2026-11-01' })
    ])
    expect(headers()).toEqual(['Number', 'Issued', 'Status', 'Total'])
    expect(cells(1)).toEqual(['No number', 'No date', 'No status', ''])
    expect(cells(2)[0]).toBe('INV-7')
    expect(cells(2)[3]).toMatch(/€/)
    expect(wrapper.text()).not.toMatch(/null|undefined|NaN/)
  })

  it('shows the beginning of a number that is a UUID, and has the whole in its title', async () => {
    const number = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const { cells, wrapper } = await show([invoice({ key: 'a', number }), invoice({ key: 'b', number: `${number}-2` })])
    expect(cells(1)[0]).toBe('0f8fad5b')
    expect(wrapper.get('[role=gridcell] [title]').attributes('title')).toBe(number)
    expect(cells(2)[0]).toBe(`${number}-2`)
  })

  it('shows the columns that are asked for, in their order', async () => {
    const one = {
      issuedAt: '2026-01-01T00:30:00Z',
      dueAt: '2026-12-01',
      paidAt: '2026-02-03T23:59:00-11:00',
      updatedAt: '2026-02-04',
      state: 'settled' as const,
      providerStatus: 'Paid',
      paymentMethod: 'Card',
      currency: 'EUR',
      subtotal: '100',
      discount: '-5.5',
      taxes: '19.005',
      total: '113.505'
    }
    const columns = 'number issued state due paid updated status method currency subtotal discount taxes total'
    const { headers, cells } = await show([invoice(one), invoice()], columns.split(' ') as InvoiceColumn[])
    expect(headers()).toEqual([
      ...['Number', 'Issued', 'Status', 'Due', 'Paid', 'Updated', 'Status at provider', 'Payment method', 'Currency'],
      ...['Subtotal', 'Discount', 'Taxes', 'Total']
    ])
    expect(cells(1)).toEqual([
      ...['No number', '1 Jan 2026', 'Paid', '1 Dec 2026', '3 Feb 2026', '4 Feb 2026', 'Paid', 'Card', 'EUR'],
      ...['€100.00', '-€5.50', '€19.005', '€113.505']
    ])
    expect(cells(2)).toEqual(['No number', 'No date', 'No status', ...Array<string>(10).fill('')])
  })

  it('says of an open invoice without an amount that it is not known', async () => {
    const { cells } = await show(
      [invoice({ key: 'a', state: 'open' }), invoice({ key: 'b', state: 'open', remaining: '5', currency: 'EUR' })],
      ['number', 'total', 'remaining']
    )
    expect(cells(1)).toEqual(['No number', 'Amount unknown', ''])
    expect(cells(2)).toEqual(['No number', '', '€5.00'])
  })

  it('shows credit with a minus, however the provider writes it', async () => {
    const credit = { state: 'credit', currency: 'EUR' } as const
    const held = [
      invoice({ key: 'a', ...credit, total: '50', remaining: '30' }),
      invoice({ key: 'b', ...credit, total: '-150' }),
      invoice({ key: 'c', ...credit, total: '0.00' })
    ]
    const { cells } = await show(held, ['number', 'state', 'total', 'remaining'])
    expect(cells(1)).toEqual(['No number', 'Credit', '-€50.00', '-€30.00'])
    expect(cells(2).slice(2)).toEqual(['-€150.00', ''])
    expect(cells(3).slice(2)).toEqual(['€0.00', ''])
  })

  it.each([
    ['a usual', '123456.78', 'USD', ['number', 'issued', 'state', 'due', 'total'], 694],
    ['a long', '1234567890', 'IDR', ['number', 'issued', 'state', 'due', 'total'], 734],
    ['several', '1234567890', 'IDR', ['number', 'state', 'total', 'remaining', 'paidAmount'], 780],
    ['a hostile', `${'9'.repeat(30)}.${'9'.repeat(30)}`, 'EUR', ['number', 'total'], 344]
  ] as const)('never cuts an amount: %s one', async (_, total, currency, columns, width) => {
    const long = { total, remaining: total, paidAmount: total, currency, state: 'open', dueAt: '2026-12-01' } as const
    const held = [
      invoice({ key: 'a', total: '1', currency: 'EUR' }),
      invoice({ key: 'b', number: 'HB-2026-2417', ...long })
    ]
    const { wrapper, table } = await show(held, columns, width)
    const amounts = (): HTMLElement[] => wrapper.findAll<HTMLElement>('.amount').map((one) => one.element)
    await vi.waitFor(() => {
      for (const one of amounts()) expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth)
    })
    for (const one of amounts()) {
      expect(getComputedStyle(one).textOverflow).toBe('clip')
      const { left, right } = one.getBoundingClientRect()
      const after = one.nextElementSibling?.getBoundingClientRect().left ?? right
      expect([right <= after, left >= (one.previousElementSibling?.getBoundingClientRect().right ?? left)]).toEqual([
        true,
        true
      ])
    }
    // Words yield first; what can't fit at all is reached by scrolling sideways.
    const isHostile = total.length > 20
    expect(table.scrollWidth > table.clientWidth).toBe(isHostile)
    table.scrollLeft = table.scrollWidth
    const last = amounts().at(-1)!.getBoundingClientRect()
    expect(last.right).toBeLessThanOrEqual(table.getBoundingClientRect().right)
  })

  it.each([
    [560, ['Number', 'Issued', 'Status', 'Due', 'Total']],
    [460, ['Number', 'Issued', 'Status', 'Total']],
    [400, ['Number', 'Status', 'Total']],
    [320, ['Number', 'Total']]
  ])(
    'leaves out due day, day of issue and state before it cuts a number or hides a total: in %i px',
    async (width, left) => {
      const held = [1, 2].map((n) =>
        invoice({
          ...{ key: `i${n}`, number: `HB-2026-000${n}`, state: 'open', issuedAt: '2026-11-01', dueAt: '2026-12-01' },
          ...{ total: '123456.78', currency: 'CHF' }
        })
      )
      const { headers, table, wrapper } = await show(held, ['number', 'issued', 'state', 'due', 'total'], width)
      await vi.waitFor(() => expect(headers()).toEqual(left))
      expect(table.scrollWidth).toBe(table.clientWidth)
      expect(table.getAttribute('aria-colcount')).toBe(String(left.length))
      for (const { element } of wrapper.findAll('[role=gridcell] .truncate'))
        expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
    }
  )

  it.each([
    [640, true],
    [500, false]
  ])('shows the note of a state whole or not at all: in %i px', async (width, isShown) => {
    const held = [
      invoice({
        ...{
          key: 'a',
          number: 'HB-2026-0001',
          state: 'void',
          providerStatus: 'Cancelled by you',
          issuedAt: '2026-11-01'
        },
        ...{ total: '123456.78', currency: 'CHF' }
      })
    ]
    const { wrapper } = await show(held, ['number', 'issued', 'state', 'total'], width)
    const note = wrapper.get('.note').element
    const cell = wrapper.get('[role=gridcell].state').element.getBoundingClientRect()
    await vi.waitFor(() => {
      const { top, bottom, left, right } = note.getBoundingClientRect()
      expect(left >= cell.left && right <= cell.right).toBe(true)
      expect(top < cell.bottom && bottom > cell.top).toBe(isShown)
    })
  })

  it('says beside an open invoice for how many days others are overdue', async () => {
    const overdue = {
      state: 'open',
      issuedAt: '2026-01-01',
      dueAt: '2026-01-15',
      total: '86.27',
      currency: 'EUR'
    } as const
    const { headers, wrapper } = await show([invoice({ ...overdue, number: 'HB-2026-0001' })], COLUMNS, 400)
    await vi.waitFor(() => expect(headers()).toEqual(['Number', 'Status', 'Total']))
    const tag = wrapper.get('[role=gridcell] .tag .truncate')
    expect(tag.text()).toMatch(/^[\d,]+ days overdue$/)
    expect(tag.element.scrollWidth).toBeLessThanOrEqual(tag.element.clientWidth)
  })

  it('never cuts a date or a state, however long the language makes them', async () => {
    useMessages('ru', ru)
    onTestFinished(() => useMessages('en', en))
    const dates = { issuedAt: '2026-09-24', dueAt: '2026-11-28' }
    const held = (['open', 'settled'] as const).map((state, at) =>
      invoice({ key: state, number: `HB-2026-000${at}`, state, ...dates, total: '123456.78', currency: 'CHF' })
    )
    const { wrapper } = await show(held, ['number', 'issued', 'state', 'due', 'total'], 620)
    await vi.waitFor(() => {
      const texts = wrapper.findAll<HTMLElement>('[role=gridcell].figures, [role=gridcell] .truncate')
      expect(texts.map((one) => one.text())).toContain('24 сент. 2026 г.')
      for (const { element } of texts) expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
    })
  })

  it('never cuts an amount in a column that is added', async () => {
    const held = [invoice({ key: 'a', total: '1', currency: 'IDR', paidAmount: '1234567890', state: 'open' })]
    const { wrapper } = await show(held, ['number', 'total'])
    useApp().settings = { ...settings, invoiceColumns: ['number', 'total', 'paidAmount'] }
    await vi.waitFor(() => expect(useInvoiceColumns().columns).toHaveLength(3))
    await vi.waitFor(() => {
      const [, last] = wrapper.findAll<HTMLElement>('.amount').map((one) => one.element)
      expect(last!.textContent).toContain('1,234,567,890')
      expect(last!.scrollWidth).toBeLessThanOrEqual(last!.clientWidth)
    })
  })

  it('gives the room of long amounts back when other rows are listed', async () => {
    const long = { total: '1234567890', currency: 'IDR', state: 'open' } as const
    const held = reactive([invoice({ key: 'a', ...long })])
    const { wrapper, list } = await show(held)
    const room = (): number => wrapper.get<HTMLElement>('.amount').element.clientWidth
    await vi.waitFor(() => expect(room()).toBeGreaterThan(110))
    held.splice(0, 1, invoice({ key: 'b', total: '1', currency: 'EUR' }))
    list.generation += 1
    await vi.waitFor(() => expect(room()).toBe(104))
  })

  it('says of a due day that the payment term made whose it is', async () => {
    const made = { dueAt: null, dueDay: '2026-12-01', dueBy: 'term' } as const
    const { cells } = await show([invoice(made)], ['number', 'due'])
    expect(cells(1)[1]).toBe('1 Dec 2026 (your term)')
  })

  it('has an edge beside the number while other columns are scrolled under it', async () => {
    const { table, wrapper } = await show([invoice({ key: 'a', number: 'HB-2026-2630' })], [...INVOICE_COLUMNS])
    const edges = (): string[] =>
      ['[role=columnheader]', '[role=gridcell]'].map(
        (cell) => getComputedStyle(wrapper.get(cell).element).borderInlineEndWidth
      )
    expect(edges()).toEqual(['0px', '0px'])
    table.scrollLeft = 60
    await vi.waitFor(() => expect(edges()).toEqual(['1px', '1px']))
    const [number, next] = wrapper.findAll('[role=gridcell]').map((cell) => cell.element.getBoundingClientRect())
    // What is cut off begins beyond the gap.
    expect(number!.right - next!.left).toBeGreaterThanOrEqual(60)
    table.scrollLeft = 0
    await vi.waitFor(() => expect(edges()).toEqual(['0px', '0px']))
  })

  it('is sorted by its headings, which arrow keys walk, and whose keys open nothing', async () => {
    const { wrapper, table, store, opened } = await show([invoice({ key: 'a' }), invoice({ key: 'b' })])
    const sorted = (): (string | undefined)[] =>
      wrapper.findAll('[role=columnheader]').map((header) => header.attributes('aria-sort'))
    expect(sorted()).toEqual(['none', 'none', 'none', 'none'])
    table.focus()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toContain('Number')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    expect(store.sortOrder).toEqual({ sort: 'total', descending: true })
    expect(sorted()).toEqual(['none', 'none', 'none', 'descending'])
    await userEvent.keyboard('{Home}[Space]')
    expect(store.sortOrder).toEqual({ sort: 'number', descending: false })
    expect(opened).toEqual([])
    // One of them only is reached by Tab.
    expect(wrapper.findAll('[role=columnheader] button[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(table)
  })

  it('is scrolled sideways with the number in place when its columns have no room', async () => {
    const held = Array.from({ length: 30 }, (_, i) => invoice({ key: `i${i}`, number: 'N'.repeat(200) }))
    const { table, wrapper } = await show(held, [...INVOICE_COLUMNS], 400)
    expect(table.scrollWidth).toBeGreaterThan(1000)
    table.scrollLeft = 600
    await vi.waitFor(() => expect(table.scrollLeft).toBe(600))
    const edge = table.getBoundingClientRect()
    for (const cell of [wrapper.get('[role=columnheader]').element, wrapper.get('[role=gridcell]').element]) {
      const { left, right } = cell.getBoundingClientRect()
      expect(left).toBe(edge.left)
      expect(right).toBeLessThan(edge.left + 160)
    }
    // No cell is squashed.
    for (const cell of wrapper.findAll('[role=columnheader]')) expect(cell.element.clientWidth).toBeGreaterThan(68)
    const fits = await show(held, COLUMNS, 640)
    expect(fits.table.scrollWidth).toBe(fits.table.clientWidth)
  })

  it('goes by the keyboard, its rows counted from the header', async () => {
    const held = Array.from({ length: 300 }, (_, i) => invoice({ key: `i${i}`, number: `N${i}` }))
    const { table, cursor, opened } = await show(held)
    expect(table.getAttribute('aria-rowcount')).toBe('301')
    table.focus()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(cursor.value).toBe('i299'))
    const active = document.getElementById(table.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('aria-rowindex')).toBe('301')
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(cursor.value).toBe('i0'))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(opened).toEqual(['i1'])
  })

  it('keeps the row under the cursor clear of the header and of the lower edge', async () => {
    const held = Array.from({ length: 60 }, (_, i) => invoice({ key: `i${i}`, number: `N${i}` }))
    const { table, wrapper, cursor } = await show(held)
    const header = wrapper.get('[role=columnheader]').element.getBoundingClientRect()
    const inSight = (key: string): Promise<void> =>
      vi.waitFor(() => {
        expect(cursor.value).toBe(key)
        const active = document.getElementById(table.getAttribute('aria-activedescendant') ?? '')
        expect(active?.getBoundingClientRect().top).toBeGreaterThanOrEqual(header.bottom - 1)
        expect(active?.getBoundingClientRect().bottom).toBeLessThanOrEqual(table.getBoundingClientRect().bottom)
      })
    table.focus()
    await userEvent.keyboard('{PageDown}{PageDown}{ArrowDown}')
    await inSight('i17')
    await userEvent.keyboard('{End}')
    await inSight('i59')
    await userEvent.keyboard('{PageUp}{PageUp}{ArrowUp}')
    await inSight('i42')
  })
})
