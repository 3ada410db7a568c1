import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, ref, shallowRef } from 'vue'
import ProductList from '../../../src/renderer/src/components/catalogue/ProductList.vue'
import type { ProductRow } from '../../../src/shared/model/product.ts'
import { rows } from './fixtures.ts'

enableAutoUnmount(afterEach)

/** The list in a box of a known size, its owner's state beside it. */
function show(initial: (ProductRow | undefined)[], scrollTop = 0) {
  const held = shallowRef(initial)
  const cursor = ref<string | null>(null)
  const turn = ref(0)
  const opened: string[] = []
  const seen: [number, number][] = []
  const Owner = defineComponent(
    () => () =>
      h('div', { style: { display: 'flex', flexDirection: 'column', inlineSize: '480px', blockSize: '360px' } }, [
        h(ProductList, {
          count: held.value.length,
          rowAt: (place: number) => held.value[place],
          placeOf: (key: string) => held.value.findIndex((row) => row?.key === key),
          turn: turn.value,
          cursor: cursor.value,
          opened: opened.at(-1) ?? null,
          rowHeight: 36,
          scrollTop,
          edition: 1,
          onSeen: (first: number, last: number) => seen.push([first, last]),
          onCursor: (key: string | null) => {
            cursor.value = key
          },
          onOpen: (key: string) => opened.push(key)
        })
      ])
  )
  const wrapper = mount(Owner, { attachTo: document.body })
  const list = wrapper.get<HTMLElement>('[role=listbox]').element
  const active = (): Element | null => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
  const box = wrapper.get<HTMLElement>('div').element
  return { wrapper, box, list, active, held, cursor, turn, opened, seen }
}

async function focused(initial: (ProductRow | undefined)[]) {
  const shown = show(initial)
  await vi.waitFor(() => expect(shown.wrapper.findAll('[role=option]').length).toBeGreaterThan(0))
  shown.list.focus()
  await vi.waitFor(() => expect(shown.active()?.textContent).toContain('Product 0'))
  return shown
}

describe('the list of products', () => {
  it('starts where it was left, even when it is out of sight at first, and comes back to that', async () => {
    const hidden = show(rows(1000), 3600)
    hidden.box.style.display = 'none'
    const shown = show(rows(1000), 3600)
    const texts = (of: typeof shown): string => of.wrapper.text()
    await vi.waitFor(() => expect(texts(shown)).toContain('Product 100'))
    expect(shown.list.scrollTop).toBe(3600)
    expect(shown.seen.at(-1)).toEqual([80, 129])
    hidden.box.style.display = 'flex'
    await vi.waitFor(() => expect(texts(hidden)).toContain('Product 100'))
    await vi.waitFor(() => expect(hidden.list.scrollTop).toBe(3600))
  })

  it('keeps few rows of many in the page and tells each row its place', async () => {
    const { wrapper } = await focused(rows(10_000))
    const options = wrapper.findAll('[role=option]')
    expect(options.length).toBeLessThanOrEqual(60)
    expect(options[3]?.attributes()).toMatchObject({ 'aria-setsize': '10000', 'aria-posinset': '4' })
  })

  it.for([
    ['{ArrowDown}', 'Product 1'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 'Product 1'],
    ['{ArrowUp}', 'Product 0'],
    ['{PageDown}', 'Product 9'],
    ['{PageDown}{PageUp}', 'Product 0'],
    ['{End}', 'Product 499'],
    ['{End}{Home}', 'Product 0']
  ] as const)('moves by %s to %s, which comes into view', async ([keys, name]) => {
    const { list, active } = await focused(rows(500))
    await userEvent.keyboard(keys)
    await vi.waitFor(() => {
      expect(active()?.textContent.trim()).toBe(name)
      const box = list.getBoundingClientRect()
      const row = active()?.getBoundingClientRect()
      expect(row?.top).toBeGreaterThanOrEqual(box.top)
      expect(row?.bottom).toBeLessThanOrEqual(box.bottom)
    })
    expect(document.activeElement).toBe(list)
  })

  it('opens the row under the cursor by Enter, and the one that is clicked', async () => {
    const { wrapper, opened } = await focused(rows(50))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(opened).toEqual(['p1'])
    await wrapper.findAll('[role=option]')[4]?.trigger('click')
    expect(opened).toEqual(['p1', 'p4'])
    expect(wrapper.get('[aria-selected=true]').text()).toBe('Product 4')
  })

  it('keeps the cursor on its row when rows come in above it', async () => {
    const { active, held, cursor } = await focused(rows(50))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await vi.waitFor(() => expect(cursor.value).toBe('p2'))
    held.value = [{ ...rows(1)[0]!, key: 'new', name: 'New' }, ...rows(50)]
    await vi.waitFor(() => expect(active()?.getAttribute('aria-posinset')).toBe('4'))
    expect(active()?.textContent).toContain('Product 2')
  })

  it('keeps the cursor at its place when its row is gone', async () => {
    const { active, held, cursor } = await focused(rows(50))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await vi.waitFor(() => expect(cursor.value).toBe('p2'))
    held.value = rows(50).filter((row) => row.key !== 'p2')
    await vi.waitFor(() => expect(cursor.value).toBe('p3'))
    expect(active()?.getAttribute('aria-posinset')).toBe('3')
  })

  it('draws rows that are not here yet as blanks and asks for them', async () => {
    const { wrapper, seen, opened } = await focused([...rows(5), ...Array.from({ length: 95 }, () => undefined)])
    expect(wrapper.findAll('[aria-busy=true]').length).toBeGreaterThan(0)
    await userEvent.keyboard('{End}{Enter}')
    await vi.waitFor(() => expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(99))
    expect(opened).toEqual([])
  })

  it('shows another query from its top', async () => {
    const { list, held, turn } = await focused(rows(500))
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(list.scrollTop).toBeGreaterThan(10_000))
    held.value = rows(300)
    turn.value += 1
    await vi.waitFor(() => expect(list.scrollTop).toBe(0))
  })
})
