/** A list or grid of products in a box of a known size, its owner's state beside it. */
import { mount } from '@vue/test-utils'
import { vi } from 'vitest'
import { defineComponent, h, ref, shallowRef } from 'vue'
import ProductGrid from '../../../src/renderer/src/components/catalogue/ProductGrid.vue'
import ProductList from '../../../src/renderer/src/components/catalogue/ProductList.vue'
import type { ProductRow } from '../../../src/shared/models/product.ts'

type Held = readonly (ProductRow | undefined)[]

const LAYOUTS = {
  list: { component: ProductList, box: 'listbox', row: 'option', width: 480, height: 360 },
  /** Three cards fit side by side. */
  grid: { component: ProductGrid, box: 'grid', row: 'gridcell', width: 600, height: 480 }
} as const

export function showList(
  layout: keyof typeof LAYOUTS,
  initial: Held,
  given: { scrollTop?: number; startAt?: number; height?: number } = {}
) {
  const { component, box: role, row, ...size } = LAYOUTS[layout]
  const { scrollTop = 0, startAt = null, height = size.height } = given
  const held = shallowRef(initial)
  const cursor = ref<string | null>(null)
  const turn = ref(0)
  const width = ref<number>(size.width)
  const opened: string[] = []
  const seen: [number, number][] = []
  const sought: [string, number][] = []
  /** Wraps round to the beginning, as main's search does. */
  const seek = async (prefix: string, from: number): Promise<number | null> => {
    sought.push([prefix, from])
    const begins = (row: ProductRow | undefined): boolean => row?.name?.toLowerCase().startsWith(prefix) ?? false
    const after = held.value.findIndex((row, place) => place >= from && begins(row))
    const found = after >= 0 ? after : held.value.findIndex(begins)
    return found >= 0 ? found : null
  }
  const parts = () => ({
    count: held.value.length,
    rowAt: (place: number) => held.value[place],
    placeOf: (key: string) => held.value.findIndex((row) => row?.key === key),
    turn: turn.value,
    cursor: cursor.value,
    opened: opened.at(-1) ?? null,
    rowHeight: 36,
    scrollTop,
    startAt,
    edition: 1,
    searchText: '',
    seek,
    onSeen: (first: number, last: number) => seen.push([first, last]),
    onCursor: (key: string | null) => {
      cursor.value = key
    },
    onOpen: (key: string) => opened.push(key)
  })
  const style = () => ({
    display: 'flex',
    flexDirection: 'column',
    inlineSize: `${width.value}px`,
    blockSize: `${height}px`
  })
  const Owner = defineComponent(() => () => h('div', { style: style() }, [h(component, parts())]))
  const wrapper = mount(Owner, { attachTo: document.body })
  const box = wrapper.get<HTMLElement>(`[role=${role}]`).element
  const active = (): Element | null => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  return {
    wrapper,
    box,
    active,
    rowsShown: () => wrapper.findAll(`[role=${row}]`),
    ...{ held, cursor, turn, width, opened, seen, sought }
  }
}

/** Ends when there is a row. */
export async function renderedList(...given: Parameters<typeof showList>) {
  const shown = showList(...given)
  await vi.waitFor(() => {
    if (shown.rowsShown().length === 0) throw new Error('no row yet')
  })
  return shown
}

/** With the keyboard's focus on the first row. */
export async function focusedList(layout: keyof typeof LAYOUTS, initial: Held) {
  const shown = await renderedList(layout, initial)
  shown.box.focus()
  await vi.waitFor(() => {
    if (!shown.active()) throw new Error('no active row yet')
  })
  return shown
}
