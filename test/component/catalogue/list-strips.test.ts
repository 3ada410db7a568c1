import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { Progress } from '../../../src/shared/model/progress.ts'
import { choice, rows } from './fixtures.ts'
import { openCatalogue, textOf } from './page-of.ts'
import type { CataloguePage } from './page-of.ts'

let open: CataloguePage
beforeEach(async () => {
  localStorage.clear()
  open = await openCatalogue(rows(500))
})
afterEach(() => {
  open.page.leave()
  localStorage.clear()
})
const tell = (progress: Progress | null): void => {
  open.bridge.answer('catalogue.progress', { progress })
  open.bridge.push('progressChanged')
}
const statuses = (): string[] =>
  browser
    .getByRole('status')
    .elements()
    .map((status) => status.textContent.trim())
const list = browser.getByRole('region', { name: 'Products' })

describe('a refresh that takes long', () => {
  it('says how far it is, reads that out once for each part of it, and can be stopped', async () => {
    tell({ phase: 'arriving', bytes: 12_340_000, products: 8200 })
    await expect.poll(textOf(list)).toContain('Receiving… 12.3 MB · 8,200 products')
    expect(statuses()).toContain('The catalogue is being received.')
    const said = statuses()
    tell({ phase: 'arriving', bytes: 24_000_000, products: 16_000 })
    await expect.poll(textOf(list)).toContain('24.0 MB · 16,000 products')
    expect(statuses()).toEqual(said)
    tell({ phase: 'storing', bytes: 24_000_000, products: 16_000 })
    await expect.poll(textOf(list)).toContain('Saving… 16,000 products')
    expect(statuses()).toContain('The catalogue is being saved.')

    const asked = open.bridge.hold('catalogue.cancelRefresh')
    await browser.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(textOf(list)).toContain('Stopping…')
    expect(asked()).toBe(1)
    open.bridge.answer('catalogue.progress', { progress: null })
    open.bridge.answer('catalogue.cancelRefresh', null)
    await expect.poll(textOf(list)).not.toContain('Stopping…')
    expect(textOf(list)()).toContain('Product 0')
  })

  it('says nothing of one that ends soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      tell({ phase: 'arriving', bytes: 1000, products: 10 })
      await vi.advanceTimersByTimeAsync(100)
      await vi.waitFor(() => expect(open.bridge.asked('catalogue.progress').length).toBeGreaterThan(0))
      await vi.advanceTimersByTimeAsync(800)
      expect(textOf(list)()).not.toContain('Receiving')
      tell(null)
      await vi.advanceTimersByTimeAsync(5000)
      expect(textOf(list)()).not.toContain('Receiving')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the list’s menu', () => {
  const choose = async (name: string): Promise<void> => {
    await browser.getByRole('button', { name: 'More', exact: true }).click()
    await browser.getByRole('menuitem', { name }).click()
  }

  it('exports the list as it is chosen, and says where to', async () => {
    await browser.getByRole('searchbox').fill('pro')
    open.bridge.answer('catalogue.exportFile', { name: 'products.csv', products: 1204 })
    await choose('Export this list as CSV…')
    await expect.poll(statuses).toContain('Saved 1,204 products to products.csv.')
    expect(open.bridge.asked('catalogue.exportFile')).toEqual([{ choice: choice({ text: 'pro' }), format: 'csv' }])
    await browser.getByRole('button', { name: 'Close this message' }).click()
    await expect.poll(textOf(list)).not.toContain('Saved')
  })

  it('says nothing when the person decided otherwise', async () => {
    open.bridge.answer('catalogue.exportFile', { name: null, products: 0 })
    await choose('Export this list as JSON…')
    await expect.poll(() => open.bridge.asked('catalogue.exportFile').length).toBe(1)
    await expect.poll(textOf(list)).not.toMatch(/Saved|Exporting/)
    open.bridge.fail('catalogue.exportFile', { code: 'CANCELLED' })
    await choose('Export this list as JSON…')
    await expect.poll(() => open.bridge.asked('catalogue.exportFile').length).toBe(2)
    await expect.poll(textOf(list)).not.toMatch(/Saved|Exporting/)
    expect(document.querySelector('[role="alert"]')).toBe(null)
  })

  it('says why an export failed, and tries again', async () => {
    open.bridge.fail('catalogue.exportFile', { code: 'CACHE' })
    await choose('Export this list as CSV…')
    const alert = browser.getByRole('alert')
    await expect.poll(textOf(alert)).toContain('Portside couldn’t read or write its data on this computer.')
    open.bridge.answer('catalogue.exportFile', { name: 'x.csv', products: 1 })
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(statuses).toContain('Saved one product to x.csv.')
  })

  it('leads to what changed', async () => {
    open.bridge.answer('catalogue.changes', { rows: [], total: 0, seenUpTo: 0, newest: 0 })
    await choose('What changed')
    await expect.poll(() => open.page.router.currentRoute.value.name).toBe('changes')
  })
})

describe('list and grid', () => {
  it('change places by a button, begin where the other was, and are remembered', async () => {
    const scroller = document.querySelector<HTMLElement>('[role="listbox"]')!
    scroller.scrollTop = 36 * 60
    await expect.poll(textOf(list)).toContain('Product 60')
    await browser.getByRole('button', { name: 'Show as a grid' }).click()
    const grid = browser.getByRole('grid', { name: 'Products' })
    await expect.element(grid).toBeInTheDocument()
    await expect.poll(textOf(list)).toContain('Product 60')
    await expect.poll(() => grid.element().scrollTop).toBeGreaterThan(0)
    open.page.leave()
    open = await openCatalogue(rows(500))
    await expect.element(browser.getByRole('grid', { name: 'Products' })).toBeInTheDocument()
    await browser.getByRole('button', { name: 'Show as a list' }).click()
    await expect.element(browser.getByRole('listbox', { name: 'Products' })).toBeInTheDocument()
  })
})
