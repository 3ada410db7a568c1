import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { row, rows } from './fixtures.ts'
import { focusedList, renderedList } from './shown-list.ts'

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

  it.for([
    ['{ArrowRight}', 'Product 1'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}', 'Product 2'],
    ['{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}', 'Product 4'],
    ['{ArrowUp}', 'Product 0'],
    ['{ArrowLeft}', 'Product 0'],
    ['{PageDown}', 'Product 3'],
    ['{PageDown}{ArrowRight}{PageUp}', 'Product 1'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Product 3'],
    ['{End}', 'Product 499'],
    ['{End}{ArrowUp}{ArrowRight}{ArrowDown}', 'Product 499'],
    ['{End}{Home}', 'Product 0']
  ] as const)('moves by %s to %s, which comes into view', async ([keys, name]) => {
    const { box, active } = await focusedList('grid', rows(500))
    await userEvent.keyboard(keys)
    await vi.waitFor(() => {
      expect(active()?.textContent.trim()).toBe(name)
      const view = box.getBoundingClientRect()
      const card = active()?.getBoundingClientRect()
      expect(card?.top).toBeGreaterThanOrEqual(view.top)
      expect(card?.bottom).toBeLessThanOrEqual(view.bottom)
    })
  })

  it('opens by Enter and by a click, and goes to a name by its letters', async () => {
    const { wrapper, opened, active } = await focusedList('grid', [...rows(40), row('z', { name: 'Zulu' })])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(opened).toEqual(['p3'])
    await wrapper.findAll('[role=gridcell]')[1]?.trigger('click')
    expect(opened).toEqual(['p3', 'p1'])
    expect(wrapper.get('[aria-selected=true]').text()).toBe('Product 1')
    await userEvent.keyboard('z')
    await vi.waitFor(() => expect(active()?.textContent.trim()).toBe('Zulu'))
  })

  it('asks for what comes into view, by places and not by lines', async () => {
    const { box, seen } = await renderedList('grid', rows(5000))
    box.scrollTop = 208 * 100
    await vi.waitFor(() => expect(seen.at(-1)?.[0]).toBeGreaterThan(200))
    expect(seen.at(-1)?.[0]).toBeLessThanOrEqual(300)
    expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(308)
  })

  it('starts with the place that it is told', async () => {
    const { wrapper, box } = await renderedList('grid', rows(1000), { startAt: 301 })
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 301'))
    expect(box.scrollTop).toBe(208 * 100)
  })

  it('keeps at the top what was there when more or fewer fit side by side', async () => {
    const { wrapper, box, width } = await renderedList('grid', rows(1000))
    box.scrollTop = 208 * 100
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
    width.value = 420
    await vi.waitFor(() => expect(box.getAttribute('aria-colcount')).toBe('2'))
    await vi.waitFor(() => expect(box.scrollTop).toBe(208 * 150))
    await vi.waitFor(() => expect(wrapper.text()).toContain('Product 300'))
  })
})
