/** The whole page at the catalogue, over a bridge that has these products. */
import { vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { PAGE_ROWS } from '../../../src/renderer/src/ui/data/pagesInView.ts'
import type { ProductQuery, ProductRow } from '../../../src/shared/models/product.ts'
import { fresh, layBridge } from '../ui/shell/bridge.ts'
import type { FakeBridge } from '../ui/shell/bridge.ts'
import { openPage } from '../ui/shell/page.ts'
import type { Page } from '../ui/shell/page.ts'
import { rows } from './fixtures.ts'

export interface CataloguePage {
  bridge: FakeBridge
  page: Page
  /** What the list was asked for last, without its span. */
  lastChoice: () => Omit<ProductQuery, 'offset' | 'limit'>
  /** How often it was asked. */
  times: () => number
}

export const pageOf = (held: readonly ProductRow[], more: object = {}): object => ({
  rows: held.slice(0, PAGE_ROWS),
  matched: held.length,
  total: held.length,
  sortOrder: null,
  edition: 1,
  groups: [],
  isIndexing: false,
  freshness: fresh,
  ...more
})

/** Ends when the first row is there. */
export async function openCatalogue(held: readonly ProductRow[] = rows(30)): Promise<CataloguePage> {
  const bridge = layBridge()
  bridge.answer('catalogue.page', pageOf(held))
  const page = await openPage('/catalogue')
  await vi.waitFor(() => {
    if (!document.querySelector('[role="option"], [role="gridcell"]')) throw new Error('no row yet')
  })
  return {
    bridge,
    page,
    lastChoice: () => {
      const { offset: _offset, limit: _limit, ...choice } = bridge.asked('catalogue.page').at(-1) as ProductQuery
      return choice
    },
    times: () => bridge.asked('catalogue.page').length
  }
}

/** What is read there now; nothing while it isn't there. */
export const textOf =
  (locator: Locator): (() => string) =>
  () =>
    locator.query()?.textContent ?? ''
