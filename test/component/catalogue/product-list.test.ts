import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ProductRow } from '../../../src/shared/models/product.ts'
import { row, rows } from './fixtures.ts'
import { focusedList, renderedList, showList } from './shown-list.ts'

describe('the list of products', () => {
  it('starts where it was left, even when it is out of sight at first, and comes back to that', async () => {
    const hidden = showList('list', rows(1000), { position: { top: 3600 } })
    hidden.box.parentElement!.style.display = 'none'
    const shown = showList('list', rows(1000), { position: { top: 3600 } })
    await vi.waitFor(() => expect(shown.wrapper.text()).toContain('Product 100'))
    expect(shown.box.scrollTop).toBe(3600)
    expect(shown.seen.at(-1)).toEqual([80, 129])
    hidden.box.parentElement!.style.display = 'flex'
    await vi.waitFor(() => expect(hidden.wrapper.text()).toContain('Product 100'))
    await vi.waitFor(() => expect(hidden.box.scrollTop).toBe(3600))
  })

  it.for([360, 600, 1400, 2000])(
    'keeps at most 60 rows of many in a page of %i px, and tells each row its place',
    async (height) => {
      const { wrapper, box, rowsShown } = showList('list', rows(10_000), { height })
      await vi.waitFor(() => expect(rowsShown().length).toBeGreaterThan(height / 36))
      expect(rowsShown()[3]?.attributes()).toMatchObject({ 'aria-setsize': '10000', 'aria-posinset': '4' })
      box.scrollTop = 100_000
      await vi.waitFor(() => expect(wrapper.text()).toContain(`Product ${Math.ceil(100_000 / 36)}`))
      expect(rowsShown().length).toBeLessThanOrEqual(60)
    }
  )

  it.for([
    ['list', '{ArrowDown}', 'Product 1'],
    ['list', '{ArrowDown}{ArrowDown}{ArrowUp}', 'Product 1'],
    ['list', '{ArrowUp}', 'Product 0'],
    ['list', '{PageDown}', 'Product 9'],
    ['list', '{PageDown}{PageUp}', 'Product 0'],
    ['list', '{End}', 'Product 499'],
    ['list', '{End}{Home}', 'Product 0'],
    ['grid', '{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}', 'Product 2'],
    ['grid', '{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}', 'Product 4'],
    ['grid', '{ArrowUp}{ArrowLeft}', 'Product 0'],
    ['grid', '{PageDown}', 'Product 3'],
    ['grid', '{PageDown}{ArrowRight}{PageUp}', 'Product 1'],
    ['grid', '{ArrowRight}{ArrowRight}{ArrowRight}', 'Product 3'],
    ['grid', '{End}{ArrowUp}{ArrowRight}{ArrowDown}', 'Product 499'],
    ['grid', '{End}{Home}', 'Product 0']
  ] as const)('in the %s, %s moves to %s, which comes into view', async ([layout, keys, name]) => {
    const { box, active } = await focusedList(layout, rows(500))
    await userEvent.keyboard(keys)
    await vi.waitFor(() => {
      expect(active()?.textContent.trim()).toBe(name)
      const view = box.getBoundingClientRect()
      const row = active()?.getBoundingClientRect()
      expect(row?.top).toBeGreaterThanOrEqual(view.top)
      expect(row?.bottom).toBeLessThanOrEqual(view.bottom)
    })
    expect(document.activeElement).toBe(box)
  })

  it('opens a row that is still loading when it comes, unless the cursor has moved', async () => {
    const loaded: (ProductRow | undefined)[] = rows(500)
    const { held, opened, active } = await focusedList('list', loaded.with(-1, undefined))
    await userEvent.keyboard('{End}{Enter}')
    expect(opened).toEqual([])
    held.value = loaded
    await vi.waitFor(() => expect(opened).toEqual([loaded.at(-1)?.key]))

    held.value = loaded.with(-1, undefined)
    await userEvent.keyboard('{Home}{End}{Enter}{Home}')
    held.value = loaded
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(active()?.textContent.trim()).toBe('Product 499'))
    expect(opened).toHaveLength(1)
  })

  it.for([
    ['list', 'p1'],
    ['grid', 'p3']
  ] as const)(
    'in the %s, Enter opens the row under the cursor, a click its row, a letter finds a name',
    async ([layout, next]) => {
      const { wrapper, opened, rowsShown, active } = await focusedList(layout, [
        ...rows(50),
        row('z', { name: 'Zulu' })
      ])
      await userEvent.keyboard('{ArrowDown}{Enter}')
      expect(opened).toEqual([next])
      await rowsShown()[4]?.trigger('click')
      expect(opened).toEqual([next, 'p4'])
      expect(wrapper.get('[aria-selected=true]').text()).toBe('Product 4')
      await userEvent.keyboard('z')
      await vi.waitFor(() => expect(active()?.textContent.trim()).toBe('Zulu'))
    }
  )

  it.for([
    ['on its row when rows come in above it', [row('new', { name: 'New' }), ...rows(50)], 'p2', '4'],
    ['at its place when its row is gone', rows(50).filter(({ key }) => key !== 'p2'), 'p3', '3']
  ] as const)('keeps the cursor %s', async ([, next, key, place]) => {
    const { active, held, cursor } = await focusedList('list', rows(50))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await vi.waitFor(() => expect(cursor.value).toBe('p2'))
    held.value = next
    await vi.waitFor(() => expect([cursor.value, active()?.getAttribute('aria-posinset')]).toEqual([key, place]))
  })

  it('draws rows that are not here yet as blanks and asks for them', async () => {
    const { wrapper, seen, opened } = await focusedList('list', [
      ...rows(5),
      ...Array.from({ length: 95 }, () => undefined)
    ])
    expect(wrapper.findAll('[aria-busy=true]').length).toBeGreaterThan(0)
    await userEvent.keyboard('{End}{Enter}')
    await vi.waitFor(() => expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(99))
    expect(opened).toEqual([])
  })

  it('shows another query from its top', async () => {
    const { box, held, generation } = await focusedList('list', rows(500))
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(box.scrollTop).toBeGreaterThan(10_000))
    held.value = rows(300)
    generation.value += 1
    await vi.waitFor(() => expect(box.scrollTop).toBe(0))
  })
})

describe('typing in the list of products', () => {
  const named = (...names: string[]): ProductRow[] => names.map((name) => row(name, { name }))
  const animals = named('Ant', 'Bat', 'Bear', 'Bee', 'Cat', 'Be it', 'Beetle')

  async function typing() {
    const shown = await focusedList('list', animals)
    return { ...shown, at: (): string => shown.active()?.textContent.trim() ?? '' }
  }

  it('goes to the name that begins with the letters, case aside', async () => {
    const { at, opened } = await typing()
    await userEvent.keyboard('bee')
    await vi.waitFor(() => expect(at()).toBe('Bee'))
    await userEvent.keyboard('t')
    await vi.waitFor(() => expect(at()).toBe('Beetle'))
    expect(opened).toEqual([])
  })

  it('goes on to the next by the same letter, and round', async () => {
    const { at } = await typing()
    for (const name of ['Bat', 'Bear', 'Bee', 'Be it', 'Beetle', 'Bat']) {
      await userEvent.keyboard('b')
      await vi.waitFor(() => expect(at()).toBe(name))
    }
  })

  it('begins anew after a pause', async () => {
    const now = vi.spyOn(performance, 'now')
    now.mockReturnValue(1000)
    const { at, sought } = await typing()
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
    const { at, opened } = await typing()
    await userEvent.keyboard('be i')
    await vi.waitFor(() => expect(at()).toBe('Be it'))
    expect(opened).toEqual([])
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(at()).toBe('Beetle'))
    await userEvent.keyboard(' ')
    expect(opened).toEqual(['Beetle'])
  })

  it('stays where it is when no name begins so, and leaves the slash to the search', async () => {
    const { at, sought, box } = await typing()
    const left = vi.fn()
    box.addEventListener('keydown', (event) => event.key === '/' && left(event.defaultPrevented))
    await userEvent.keyboard('x')
    await vi.waitFor(() => expect(sought).toHaveLength(1))
    await userEvent.keyboard('/')
    expect(at()).toBe('Ant')
    expect(left).toHaveBeenCalledWith(false)
    expect(sought).toHaveLength(1)
  })
})

describe('the grid of products', () => {
  it('keeps few cards of many in the page, and tells each its line and column', async () => {
    const { wrapper, box } = await renderedList('grid', rows(10_000))
    expect(box.getAttribute('aria-colcount')).toBe('3')
    expect(box.getAttribute('aria-rowcount')).toBe('3334')
    expect(wrapper.findAll('[role=row]').length).toBeLessThanOrEqual(20)
    const line = wrapper.findAll('[role=row]')[1]
    expect(line?.attributes('aria-rowindex')).toBe('2')
    expect(line?.findAll('[role=gridcell]').map((cell) => cell.attributes('aria-colindex'))).toEqual(['1', '2', '3'])
    expect(line?.text()).toContain('Product 3')
  })

  it('asks for what comes into view, by places and not by lines', async () => {
    const { box, seen } = await renderedList('grid', rows(5000))
    box.scrollTop = 232 * 100
    await vi.waitFor(() => expect(seen.at(-1)?.[0]).toBeGreaterThan(200))
    expect(seen.at(-1)?.[0]).toBeLessThanOrEqual(300)
    expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(308)
  })

  it('starts with the place that it is told', async () => {
    const { wrapper, box } = await renderedList('grid', rows(1000), { position: { place: 301 } })
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 301'))
    expect(box.scrollTop).toBe(232 * 100)
  })

  it('keeps at the top what was there when more or fewer fit side by side', async () => {
    const { wrapper, box, width } = await renderedList('grid', rows(1000))
    box.scrollTop = 232 * 100
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
    width.value = 420
    await vi.waitFor(() => expect(box.getAttribute('aria-colcount')).toBe('2'))
    await vi.waitFor(() => expect(box.scrollTop).toBe(232 * 150))
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
  })
})
