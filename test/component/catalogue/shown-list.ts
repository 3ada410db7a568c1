/** A list or grid of products in a box of a known size, its owner's state beside it. */
import { mount } from '@vue/test-utils'
import { vi } from 'vitest'
import { computed, defineComponent, h, reactive, ref, shallowRef } from 'vue'
import ProductList from '../../../src/renderer/src/features/catalogue/ProductList.vue'
import type { ScrollPosition } from '../../../src/renderer/src/ui/data/pagedList.ts'
import type { ProductRow } from '../../../src/shared/models/product.ts'

type Held = readonly (ProductRow | undefined)[]

const LAYOUTS = {
  list: { box: 'listbox', row: 'option', width: 480, height: 360 },
  /** Three cards fit side by side. */
  grid: { box: 'grid', row: 'gridcell', width: 600, height: 480 }
} as const

export function showList(
  layout: keyof typeof LAYOUTS,
  initial: Held,
  given: { position?: ScrollPosition; height?: number } = {}
) {
  const { box: role, row, ...size } = LAYOUTS[layout]
  const { position = { top: 0 }, height = size.height } = given
  const held = shallowRef(initial)
  const cursor = ref<string | null>(null)
  const generation = ref(0)
  const width = ref<number>(size.width)
  const opened = reactive<string[]>([])
  const seen: [number, number][] = []
  const sought: [string, number][] = []
  /** Wraps round to the beginning, as main's search does. */
  const findByPrefix = async (prefix: string, from: number): Promise<number | null> => {
    sought.push([prefix, from])
    const begins = (row: ProductRow | undefined): boolean => row?.name?.toLowerCase().startsWith(prefix) ?? false
    const after = held.value.findIndex((row, place) => place >= from && begins(row))
    const found = after >= 0 ? after : held.value.findIndex(begins)
    return found >= 0 ? found : null
  }
  const list = reactive({
    matched: computed(() => held.value.length),
    rowAt: (place: number) => held.value[place],
    placeOf: (key: string) => held.value.findIndex((row) => row?.key === key),
    ...{ generation, cursor, position },
    loadBetween: (first: number, last: number) => void seen.push([first, last]),
    setCursor: (key: string | null) => (cursor.value = key),
    setPosition: () => undefined
  })
  const parts = () => ({
    ...{ list, layout, findByPrefix, opened: opened.at(-1) ?? null, rowHeight: 36, pictureVersion: 1, searchText: '' },
    onOpen: (key: string) => opened.push(key)
  })
  const style = () => ({
    display: 'flex',
    flexDirection: 'column',
    inlineSize: `${width.value}px`,
    blockSize: `${height}px`
  })
  const Owner = defineComponent(() => () => h('div', { style: style() }, [h(ProductList, parts())]))
  const wrapper = mount(Owner, { attachTo: document.body })
  const box = wrapper.get<HTMLElement>(`[role=${role}]`).element
  const active = (): Element | null => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  return {
    wrapper,
    box,
    active,
    rowsShown: () => wrapper.findAll(`[role=${row}]`),
    ...{ held, cursor, generation, width, opened, seen, sought }
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
