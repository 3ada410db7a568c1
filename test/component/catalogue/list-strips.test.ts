import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { useProgress } from '../../../src/renderer/src/features/catalogue/stores/progress.ts'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import type { Progress } from '../../../src/shared/models/freshness.ts'
import { fresh, line, online, opened } from '../ui/shell/bridge.ts'
import { expectFine } from '../ui/shell/page.ts'
import { choice, rows, view } from './fixtures.ts'
import { openCatalogue, pageOf, textOf } from './page-of.ts'
import type { CataloguePage } from './page-of.ts'

let open: CataloguePage
beforeEach(async () => {
  open = await openCatalogue(rows(500))
})
afterEach(() => {
  open.page.leave()
})
const tell = (progress: Progress | null): void => {
  open.bridge.answer('catalogue.progress', { progress })
  open.bridge.emit('progress')
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

    open.bridge.answer('catalogue.cancelRefresh', null)
    await browser.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(textOf(list)).toContain('Stopping…')
    const times = open.bridge.asked('catalogue.progress').length
    tell({ phase: 'storing', bytes: 24_000_000, products: 16_000 })
    await expect.poll(() => open.bridge.asked('catalogue.progress').length).toBeGreaterThan(times)
    // It is, until the refresh has ended.
    expect(textOf(list)()).toContain('Stopping…')
    expect(open.bridge.asked('catalogue.cancelRefresh').length).toBe(1)
    tell(null)
    await expect.poll(textOf(list)).toContain('Stopped. The list is as it was before.')
    expect(textOf(list)()).toContain('Product 0')
    tell({ phase: 'asking', bytes: 0, products: 0 })
    await expect.poll(textOf(list)).not.toContain('Stopped')
  })

  it('can be stopped again when that failed, and when it is another one', async () => {
    tell({ phase: 'arriving', bytes: 24_000_000, products: 16_000 })
    await expect.poll(textOf(list)).toContain('24.0 MB')
    open.bridge.fail('catalogue.cancelRefresh', { code: 'INTERNAL' })
    const stop = browser.getByRole('button', { name: 'Stop', exact: true })
    await stop.click()
    await expect.poll(() => open.bridge.asked('catalogue.cancelRefresh').length).toBe(1)
    await expect.element(stop).toBeInTheDocument()
    open.bridge.answer('catalogue.cancelRefresh', null)
    await stop.click()
    await expect.poll(textOf(list)).toContain('Stopping…')
    tell({ phase: 'arriving', bytes: 1_000_000, products: 100 })
    await expect.element(stop).toBeInTheDocument()
  })

  it('is seen by whoever comes back to the list while it goes on', async () => {
    await open.page.router.push('/profile')
    open.bridge.answer('catalogue.progress', { progress: { phase: 'storing', bytes: 24_000_000, products: 16_000 } })
    await open.page.router.push('/catalogue')
    await expect.poll(textOf(list), { timeout: 4000 }).toContain('Saving… 16,000 products')
    await expect.element(browser.getByRole('button', { name: 'Stop' })).toBeInTheDocument()
  })

  it('says nothing of one that ends soon', async () => {
    const times = (): number => open.bridge.asked('catalogue.progress').length
    await expect.poll(times).toBeGreaterThan(0)
    const before = times()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      tell({ phase: 'arriving', bytes: 1000, products: 10 })
      await vi.advanceTimersByTimeAsync(100)
      await vi.waitFor(() => expect(times()).toBeGreaterThan(before))
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

it('a list without a product says so', async () => {
  open.bridge.answer('catalogue.page', pageOf([]))
  open.bridge.emit('catalogue')
  await expect.poll(textOf(list)).toContain('No products yet')
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
    expect(document.querySelector('[role="alert"]')).toBe(null)
  })

  it('says that the list changed meanwhile, and exports again', async () => {
    open.bridge.fail('catalogue.exportFile', { code: 'CANCELLED' })
    await choose('Export this list as JSON…')
    await expect.poll(statuses).toContain('The list changed meanwhile, so nothing was saved.')
    open.bridge.answer('catalogue.exportFile', { name: 'x.json', products: 1 })
    await browser.getByRole('button', { name: 'Export again' }).click()
    await expect.poll(statuses).toContain('Saved one product to x.json.')
    expect(open.bridge.asked('catalogue.exportFile').at(-1)).toEqual({ choice: choice(), format: 'json' })
  })

  it('shows no progress of an account that was left', async () => {
    const asked = open.bridge.hold('catalogue.progress')
    const before = asked()
    open.bridge.emit('progress')
    await expect.poll(asked).toBeGreaterThan(before)
    open.bridge.answer('accounts.show', opened([line(), line({ id: 'b', label: 'b@example.com' })], 1))
    await useSession().show('b')
    open.bridge.answer('catalogue.progress', { progress: { phase: 'arriving', bytes: 12_340_000, products: 8200 } })
    await expect.element(list).toBeVisible()
    expect(useProgress().progress).toBeNull()
  })

  it('leaves nothing of an export to another account', async () => {
    open.bridge.fail('catalogue.exportFile', { code: 'STORAGE' })
    await choose('Export this list as CSV…')
    await expect.element(browser.getByRole('alert')).toBeInTheDocument()
    open.bridge.answer('accounts.show', opened([line(), line({ id: 'b', label: 'b@example.com' })], 1))
    await useSession().show('b')
    await expect.element(browser.getByRole('alert')).not.toBeInTheDocument()
    expect(open.bridge.asked('catalogue.exportFile').length).toBe(1)
  })

  it('says why an export failed, and tries again', async () => {
    open.bridge.fail('catalogue.exportFile', { code: 'STORAGE' })
    await choose('Export this list as CSV…')
    const alert = browser.getByRole('alert')
    await expect.poll(textOf(alert)).toContain('Portside couldn’t read or write its data on this computer.')
    open.bridge.answer('catalogue.exportFile', { name: 'x.csv', products: 1 })
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(statuses).toContain('Saved one product to x.csv.')
  })

  it('says in the list that something changed, until you looked at it, and always leads there', async () => {
    open.bridge.answer('app.status', { ...online, unseenChanges: 6 })
    open.bridge.emit('status')
    await expect.poll(textOf(list)).toContain('6 changes since you last looked.')
    open.bridge.answer('catalogue.changes', {
      ...{ rows: [], total: 0, newest: 0, isCut: false, visit: '2026-11-20T14:30:00.000Z' }
    })
    await browser.getByRole('link', { name: 'What changed' }).click()
    await expect.poll(() => open.page.router.currentRoute.value.name).toBe('changes')
    await open.page.router.push('/catalogue')
    open.bridge.answer('app.status', online)
    open.bridge.emit('status')
    await expect.poll(textOf(list)).not.toContain('since you last looked')
    await choose('What changed')
    await expect.poll(() => open.page.router.currentRoute.value.name).toBe('changes')
  })
})

it('says that a product left the list, and leads back to the list', async () => {
  open.bridge.answer('catalogue.product', { view: null, freshness: fresh })
  open.bridge.answer('catalogue.refreshProduct', { view: null, freshness: { ...fresh, error: { code: 'NOT_FOUND' } } })
  await open.page.router.push('/catalogue/left')
  const pane = browser.getByRole('region', { name: 'Product', exact: true })
  await expect.poll(textOf(pane)).toContain('This product isn’t here')
  await pane.getByRole('button', { name: 'Back to the list' }).click()
  await expect.poll(() => open.page.router.currentRoute.value.path).toBe('/catalogue')
})

it('leaves the fields of a product open for the next one, however long that takes to come', async () => {
  const answerOf = (at: number): object => ({ view: view({ id: `p${at}`, name: `Product ${at}` }), freshness: fresh })
  const pane = browser.getByRole('region', { name: 'Product', exact: true })
  const fields = pane.getByRole('heading', { name: 'All fields', exact: true })
  open.bridge.answer('catalogue.product', answerOf(0))
  await list.getByRole('option', { name: 'Product 0', exact: true }).click()
  await pane.getByRole('button', { name: 'More', exact: true }).click()
  await browser.getByRole('menuitemcheckbox', { name: 'All fields', exact: true }).click()
  await expect.element(fields).toHaveFocus()
  open.bridge.hold('catalogue.product')
  await list.getByRole('option', { name: 'Product 1', exact: true }).click()
  await expect.element(fields).not.toBeInTheDocument()
  open.bridge.answer('catalogue.product', answerOf(1))
  await expect.element(pane.getByRole('heading', { name: 'Product 1' })).toBeVisible()
  await expect.element(fields).toBeVisible()
  await expect.element(fields).not.toHaveFocus()
})

describe('list and grid', () => {
  it('change places by a button, begin where the other was, and are remembered', async () => {
    const scroller = document.querySelector<HTMLElement>('[role="listbox"]')!
    scroller.scrollTop = 36 * 30
    await expect.poll(textOf(list)).toContain('Product 30')
    await browser.getByRole('button', { name: 'Show as a grid' }).click()
    const grid = browser.getByRole('grid', { name: 'Products' })
    await expect.element(grid).toBeInTheDocument()
    await expect.poll(textOf(list)).toContain('Product 30')
    await expect.poll(() => grid.element().scrollTop).toBeGreaterThan(0)
    open.page.leave()
    open = await openCatalogue(rows(500))
    await expect.element(browser.getByRole('grid', { name: 'Products' })).toBeInTheDocument()
    await expectFine()
    await browser.getByRole('button', { name: 'Show as a list' }).click()
    await expect.element(browser.getByRole('listbox', { name: 'Products' })).toBeInTheDocument()
  })
})

describe('a part of the catalogue', () => {
  it('shows how many of how many records came, and never presents the part as the whole', async () => {
    const tell = (partial: object | null): void => {
      open.bridge.answer('catalogue.page', pageOf(rows(60), { freshness: { ...fresh, partial } }))
      open.bridge.emit('catalogue')
    }
    tell({ received: 60, total: 1200 })
    await expect
      .poll(() => document.querySelector('[aria-label="Notices"]')?.textContent)
      .toContain('First 60 of 1,200 received. Search and filters cover only what was received.')
    expect(statuses()).toContain('60 products received')
    tell(null)
    await expect.poll(textOf(list)).not.toContain('received')
    expect(statuses()).toContain('60 products')
  })
})
