import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, ref } from 'vue'
import InvoiceTable from '../../../src/renderer/src/components/invoices/InvoiceTable.vue'
import type { Invoice } from '../../../src/shared/model/invoice.ts'
import { invoice } from './fixtures.ts'

enableAutoUnmount(afterEach)

async function show(held: Invoice[]) {
  const cursor = ref<string | null>(null)
  const opened: string[] = []
  const Owner = defineComponent(
    () => () =>
      h('div', { style: { display: 'flex', flexDirection: 'column', inlineSize: '640px', blockSize: '360px' } }, [
        h(InvoiceTable, {
          count: held.length,
          rowAt: (place: number) => held[place],
          placeOf: (key: string) => held.findIndex((row) => row.key === key),
          turn: 0,
          cursor: cursor.value,
          opened: null,
          rowHeight: 36,
          scrollTop: 0,
          now: Date.UTC(2026, 10, 13),
          onCursor: (key: string | null) => {
            cursor.value = key
          },
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
  return { wrapper, table, headers, cells, cursor, opened }
}

describe('the table of invoices', () => {
  it('shows what is known and leaves the rest empty', async () => {
    const { headers, cells, wrapper } = await show([
      invoice({ key: 'a' }),
      invoice({ key: 'b', number: 'INV-7', state: 'settled', total: '1234.5', currency: 'EUR', issuedAt: '2026-11-01' })
    ])
    expect(headers()).toEqual(['Number', 'Issued', 'State', 'Total'])
    expect(cells(1)).toEqual(['No number', 'No date', 'Unknown', ''])
    expect(cells(2)[0]).toBe('INV-7')
    expect(cells(2)[3]).toMatch(/€/)
    expect(wrapper.text()).not.toMatch(/null|undefined|NaN/)
  })

  it('shows the beginning of a number that is a UUID, and has the whole in its title', async () => {
    const number = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const { cells, wrapper } = await show([invoice({ key: 'a', number }), invoice({ key: 'b', number: `${number}-2` })])
    expect(cells(1)[0]).toBe('0f8fad5b')
    expect(wrapper.get('[role=gridcell]').attributes('title')).toBe(number)
    expect(cells(2)[0]).toBe(`${number}-2`)
  })

  it('has a column for due dates as soon as an invoice has one', async () => {
    const { headers, cells } = await show([invoice({ key: 'a' }), invoice({ key: 'b', dueAt: '2026-12-01' })])
    expect(headers()).toEqual(['Number', 'Issued', 'State', 'Due', 'Total'])
    expect(cells(1)[3]).toBe('')
    expect(cells(2)[3]).toContain('2026')
  })

  it('keeps that column when the due dates are scrolled away', async () => {
    const held = Array.from({ length: 900 }, (_, i) =>
      invoice({ key: `i${i}`, dueAt: i === 899 ? '2026-12-01' : null })
    )
    const { table, headers, cursor } = await show(held)
    expect(headers()).not.toContain('Due')
    table.focus()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(headers()).toContain('Due'))
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(cursor.value).toBe('i0'))
    expect(headers()).toContain('Due')
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
