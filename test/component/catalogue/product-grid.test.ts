import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, ref, shallowRef } from 'vue'
import ProductGrid from '../../../src/renderer/src/components/catalogue/ProductGrid.vue'
import { moveBy } from '../../../src/renderer/src/components/record/useListKeyboard.ts'
import type { ProductRow } from '../../../src/shared/models/product.ts'
import { row, rows } from './fixtures.ts'

/** The grid in a box in which three cards fit side by side. */
async function show(initial: readonly (ProductRow | undefined)[], startAt: number | null = null) {
  const held = shallowRef(initial)
  const cursor = ref<string | null>(null)
  const width = ref(600)
  const opened: string[] = []
  const seen: [number, number][] = []
  const Owner = defineComponent(
    () => () =>
      h(
        'div',
        { style: { display: 'flex', flexDirection: 'column', inlineSize: `${width.value}px`, blockSize: '480px' } },
        [
          h(ProductGrid, {
            count: held.value.length,
            rowAt: (place: number) => held.value[place],
            placeOf: (key: string) => held.value.findIndex((row) => row?.key === key),
            turn: 0,
            cursor: cursor.value,
            opened: opened.at(-1) ?? null,
            rowHeight: 36,
            scrollTop: 0,
            startAt,
            edition: 1,
            searchText: '',
            seek: (prefix: string) =>
              Promise.resolve(held.value.findIndex((row) => row?.name?.toLowerCase().startsWith(prefix))),
            onSeen: (first: number, last: number) => seen.push([first, last]),
            onCursor: (key: string | null) => {
              cursor.value = key
            },
            onOpen: (key: string) => opened.push(key)
          })
        ]
      )
  )
  const wrapper = mount(Owner, { attachTo: document.body })
  const grid = wrapper.get<HTMLElement>('[role=grid]').element
  await vi.waitFor(() => expect(wrapper.findAll('[role=gridcell]').length).toBeGreaterThan(0))
  const active = (): Element | null => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  return { wrapper, grid, active, held, cursor, width, opened, seen }
}

async function focused(initial: readonly (ProductRow | undefined)[]) {
  const shown = await show(initial)
  shown.grid.focus()
  await vi.waitFor(() => expect(shown.active()?.textContent).toContain('Product 0'))
  return shown
}

describe('the grid of products', () => {
  it('keeps few cards of many in the page, and tells each its line and column', async () => {
    const { wrapper, grid } = await show(rows(10_000))
    expect(grid.getAttribute('aria-colcount')).toBe('3')
    expect(grid.getAttribute('aria-rowcount')).toBe('3334')
    expect(wrapper.findAll('[role=row]').length).toBeLessThanOrEqual(20)
    const line = wrapper.findAll('[role=row]')[1]
    expect(line?.attributes('aria-rowindex')).toBe('2')
    expect(line?.findAll('[role=gridcell]').map((cell) => cell.attributes('aria-colindex'))).toEqual(['1', '2', '3'])
    expect(line?.text()).toContain('Product 3')
  })

  it.for([
    ['{ArrowRight}', 'Product 1'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}', 'Product 2'],
    ['{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}', 'Product 4'],
    ['{ArrowUp}', 'Product 0'],
    ['{ArrowLeft}', 'Product 0'],
    ['{PageDown}', 'Product 3'],
    ['{End}', 'Product 499'],
    ['{End}{ArrowUp}{ArrowRight}{ArrowDown}', 'Product 499'],
    ['{End}{Home}', 'Product 0']
  ] as const)('moves by %s to %s, which comes into view', async ([keys, name]) => {
    const { grid, active } = await focused(rows(500))
    await userEvent.keyboard(keys)
    await vi.waitFor(() => {
      expect(active()?.textContent.trim()).toBe(name)
      const box = grid.getBoundingClientRect()
      const card = active()?.getBoundingClientRect()
      expect(card?.top).toBeGreaterThanOrEqual(box.top)
      expect(card?.bottom).toBeLessThanOrEqual(box.bottom)
    })
  })

  it('opens by Enter and by a click, and goes to a name by its letters', async () => {
    const { wrapper, opened, active } = await focused([...rows(40), row('z', { name: 'Zulu' })])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(opened).toEqual(['p3'])
    await wrapper.findAll('[role=gridcell]')[1]?.trigger('click')
    expect(opened).toEqual(['p3', 'p1'])
    expect(wrapper.get('[aria-selected=true]').text()).toBe('Product 1')
    await userEvent.keyboard('z')
    await vi.waitFor(() => expect(active()?.textContent.trim()).toBe('Zulu'))
  })

  it('asks for what comes into view, by places and not by lines', async () => {
    const { grid, seen } = await show(rows(5000))
    grid.scrollTop = 208 * 100
    await vi.waitFor(() => expect(seen.at(-1)?.[0]).toBeGreaterThan(200))
    expect(seen.at(-1)?.[0]).toBeLessThanOrEqual(300)
    expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(308)
  })

  it('starts with the place that it is told', async () => {
    const { grid, wrapper } = await show(rows(1000), 301)
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 301'))
    expect(grid.scrollTop).toBe(208 * 100)
  })

  it('keeps at the top what was there when more or fewer fit side by side', async () => {
    const { grid, wrapper, width } = await show(rows(1000))
    grid.scrollTop = 208 * 100
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
    width.value = 420
    await vi.waitFor(() => expect(grid.getAttribute('aria-colcount')).toBe('2'))
    await vi.waitFor(() => expect(grid.scrollTop).toBe(208 * 150))
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
  })
})

describe('a key in a grid', () => {
  it.for([
    // From the end of one line to the beginning of the next, in reading order.
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 7, 7],
    ['ArrowUp', 1, 1],
    ['PageUp', 7, 1],
    ['ArrowDown', -1, 0],
    ['End', -1, 7],
    ['Tab', 1, null]
  ] as const)('%s at %i of eight in threes goes to %o', ([key, at, expected]) => {
    expect(moveBy(key, { at, count: 8, page: 3 }, 3)).toBe(expected)
  })
})
