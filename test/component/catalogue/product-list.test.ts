import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, ref, shallowRef } from 'vue'
import ProductList from '../../../src/renderer/src/components/catalogue/ProductList.vue'
import type { ProductRow } from '../../../src/shared/models/product.ts'
import { row, rows } from './fixtures.ts'

/** The list in a box of a known size, its owner's state beside it. */
function show(initial: (ProductRow | undefined)[], scrollTop = 0, height = 360) {
  const held = shallowRef(initial)
  const cursor = ref<string | null>(null)
  const turn = ref(0)
  const opened: string[] = []
  const seen: [number, number][] = []
  const sought: [string, number][] = []
  /** As main does it: round to the beginning. */
  const seek = async (prefix: string, from: number): Promise<number | null> => {
    sought.push([prefix, from])
    const begins = (row: ProductRow | undefined): boolean => row?.name?.toLowerCase().startsWith(prefix) ?? false
    const after = held.value.findIndex((row, place) => place >= from && begins(row))
    const found = after >= 0 ? after : held.value.findIndex(begins)
    return found >= 0 ? found : null
  }
  const Owner = defineComponent(
    () => () =>
      h('div', { style: { display: 'flex', flexDirection: 'column', inlineSize: '480px', blockSize: `${height}px` } }, [
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
          searchText: '',
          seek,
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
  return { wrapper, box, list, active, held, cursor, turn, opened, seen, sought }
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

  it('keeps no more than 60 rows in the page, however high it is', async () => {
    for (const height of [600, 1400, 2000]) {
      const { wrapper, list } = show(rows(10_000), 0, height)
      await vi.waitFor(() => expect(wrapper.findAll('[role=option]').length).toBeGreaterThan(height / 36))
      list.scrollTop = 100_000
      await vi.waitFor(() => expect(wrapper.text()).toContain(`Product ${Math.ceil(100_000 / 36)}`))
      expect(wrapper.findAll('[role=option]').length).toBeLessThanOrEqual(60)
      wrapper.unmount()
    }
  })
})

describe('typing in the list of products', () => {
  const named = (...names: string[]): ProductRow[] => names.map((name) => row(name, { name }))
  const animals = named('Ant', 'Bat', 'Bear', 'Bee', 'Cat', 'Be it', 'Beetle')

  async function typing(held: ProductRow[]) {
    const shown = show(held)
    await vi.waitFor(() => expect(shown.wrapper.findAll('[role=option]').length).toBe(held.length))
    shown.list.focus()
    await vi.waitFor(() => expect(shown.active()).not.toBe(null))
    const at = (): string => shown.active()?.textContent.trim() ?? ''
    return { ...shown, at }
  }

  it('goes to the name that begins with the letters, case aside', async () => {
    const { at, opened } = await typing(animals)
    await userEvent.keyboard('bee')
    await vi.waitFor(() => expect(at()).toBe('Bee'))
    await userEvent.keyboard('t')
    await vi.waitFor(() => expect(at()).toBe('Beetle'))
    expect(opened).toEqual([])
  })

  it('goes on to the next by the same letter, and round', async () => {
    const { at } = await typing(animals)
    for (const name of ['Bat', 'Bear', 'Bee', 'Be it', 'Beetle', 'Bat']) {
      await userEvent.keyboard('b')
      await vi.waitFor(() => expect(at()).toBe(name))
    }
  })

  it('begins anew after a pause', async () => {
    const now = vi.spyOn(performance, 'now')
    now.mockReturnValue(1000)
    const { at, sought } = await typing(animals)
    await userEvent.keyboard('c')
    await vi.waitFor(() => expect(at()).toBe('Cat'))
    now.mockReturnValue(1800)
    await userEvent.keyboard('b')
    await vi.waitFor(() => expect(sought.at(-1)).toEqual(['cb', 4]))
    expect(at()).toBe('Cat')
    now.mockReturnValue(2601)
    await userEvent.keyboard('b')
    await vi.waitFor(() => expect(at()).toBe('Be it'))
    now.mockRestore()
  })

  it('takes a space inside of a name, and opens by it else', async () => {
    const { at, opened } = await typing(animals)
    await userEvent.keyboard('be i')
    await vi.waitFor(() => expect(at()).toBe('Be it'))
    expect(opened).toEqual([])
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(at()).toBe('Beetle'))
    await userEvent.keyboard(' ')
    expect(opened).toEqual(['Beetle'])
  })

  it('stays where it is when no name begins so, and leaves the slash to the search', async () => {
    const { at, sought, list } = await typing(animals)
    const left = vi.fn()
    list.addEventListener('keydown', (event) => event.key === '/' && left(event.defaultPrevented))
    await userEvent.keyboard('x')
    await vi.waitFor(() => expect(sought).toHaveLength(1))
    await userEvent.keyboard('/')
    expect(at()).toBe('Ant')
    expect(left).toHaveBeenCalledWith(false)
    expect(sought).toHaveLength(1)
  })
})
