/** The catalogue's part of the cache in memory: enough for core's rules. What the thread answers is tested on real files. */
import { AppError } from '../../src/shared/ipc/error.ts'
import type { ProductChange } from '../../src/shared/models/change.ts'
import {
  productName,
  type ProductRow,
  type ProviderSort,
  type StoredSortOrder
} from '../../src/shared/models/product.ts'
import type {
  Access,
  Ask,
  CatalogueStorage,
  ListDownload,
  ListWriter,
  ProductRecord,
  StoredInfo
} from '../../src/main/ports/index.ts'

/** How the fake API answers a request for the product list. */
export type ProductListAnswer = (
  access: Access,
  query: Partial<ProviderSort>,
  ask: Ask,
  start: () => ListWriter
) => ReturnType<ListDownload['receive']>

/** Records as the import below parses them, in chunks of at most that many bytes. */
export function listing(records: ProductRecord[], etag?: string, chunkBytes = Infinity): ProductListAnswer {
  return async (_access, _query, _ask, start) => {
    const body = new TextEncoder().encode(JSON.stringify(records))
    const writer = start()
    const step = Math.min(chunkBytes, body.byteLength)
    for (let at = 0; at < body.byteLength; at += step) await writer.write(body.slice(at, at + step))
    await writer.end()
    return { validators: etag === undefined ? null : { etag, lastModified: null, of: 'all of it' } }
  }
}

export class MemoryCatalogue implements CatalogueStorage {
  list: ProductRecord[] = []
  edition = 0
  /** Records that an export gets at once, at most. */
  span = Infinity
  stored: StoredSortOrder[] = []
  places = new Map<string, string[]>()
  ledger: ProductChange[] = []
  readonly seen = new Set<number>()
  ends: string[] = []
  beforeCommit: (() => void | Promise<void>) | null = null
  readonly #tell: (info: StoredInfo) => void
  readonly #info: () => StoredInfo | null

  constructor(tell: (info: StoredInfo) => void, info: () => StoredInfo | null) {
    this.#tell = tell
    this.#info = info
  }

  fill(records: ProductRecord[], info: Omit<StoredInfo, 'notes'>): void {
    this.list = records
    this.edition += 1
    this.#tell({ ...info, notes: records.flatMap(({ notes }) => notes) })
  }

  page: CatalogueStorage['page'] = async () => {
    const { list, edition } = this
    return {
      rows: [],
      matched: 0,
      total: list.length,
      sortOrder: null,
      edition,
      groups: [],
      isIndexing: false,
      info: this.#info()
    }
  }
  ensureIndexed: CatalogueStorage['ensureIndexed'] = async () => undefined
  seek: CatalogueStorage['seek'] = async ({ prefix, from }) => {
    const place = this.list.findIndex(({ product }, at) => at >= from && product.name?.startsWith(prefix))
    return place === -1 ? null : place
  }
  product: CatalogueStorage['product'] = async (key) => {
    const record = this.list.find((one) => one.key === key)
    return record ? { record, row: rowOf(record) } : null
  }
  save: CatalogueStorage['save'] = async (record) => {
    this.list = this.list.map((one) => (one.key === record.key ? record : one))
  }
  labels: CatalogueStorage['labels'] = async () => []
  records: CatalogueStorage['records'] = async ({ offset, limit }) => ({
    records: this.list.slice(offset, offset + Math.min(limit, this.span)),
    list: `list ${this.edition}`
  })
  sortOrders: CatalogueStorage['sortOrders'] = async () => this.stored
  dropSortOrder: CatalogueStorage['dropSortOrder'] = async ({ key, reverse }) => {
    this.stored = this.stored.filter((one) => one.key !== key || one.reverse !== reverse)
  }
  changes: CatalogueStorage['changes'] = async ({ from, offset, limit }) => {
    const found = this.ledger.filter(({ id, at }) => (from === null ? !this.seen.has(id) : at >= from))
    const rows = found.toReversed().slice(offset, offset + limit)
    return { rows, total: found.length, newest: this.ledger.at(-1)?.id ?? 0, isCut: false }
  }
  markSeen: CatalogueStorage['markSeen'] = async (ids) => {
    for (const id of ids) this.seen.add(id)
  }
  markAllSeen: CatalogueStorage['markAllSeen'] = (upTo) =>
    this.markSeen(
      this.ledger.map(({ id }) => id).filter((id) => id <= upTo),
      ''
    )
  size: CatalogueStorage['size'] = async () => this.list.length
  unseen: CatalogueStorage['unseen'] = async () => this.ledger.filter(({ id }) => !this.seen.has(id)).length

  import: CatalogueStorage['import'] = async (download, { signal, onProgress }) => {
    let text = ''
    let records: ProductRecord[] = []
    const start = (): ListWriter => {
      text = ''
      onProgress({ phase: 'asking', bytes: 0, products: 0 })
      return {
        async write(chunk) {
          text += Buffer.from(chunk).toString('latin1')
          onProgress({ phase: 'arriving', bytes: text.length })
        },
        async end() {
          records = JSON.parse(Buffer.from(text, 'latin1').toString()) as ProductRecord[]
          onProgress({ phase: 'storing', products: records.length })
          return { rest: new Uint8Array(), found: records.length, products: records.length, repeated: 0, lastId: null }
        }
      }
    }
    /** After an error nothing of the list is left. */
    const orDiscard = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        this.ends.push('discard')
        throw error
      }
    }
    const store = (how: string, work: () => void): Promise<void> =>
      orDiscard(async () => {
        const before = this.beforeCommit
        this.beforeCommit = null
        await before?.()
        if (signal.aborted) throw new AppError('CANCELLED')
        this.ends.push(how)
        work()
      })
    const answer = await orDiscard(async () => {
      const received = await download.receive(start)
      if (signal.aborted) throw new AppError('CANCELLED')
      return received
    })
    const discard = async (): Promise<void> => void this.ends.push('discard')
    if (!answer) {
      await discard()
      return null
    }
    const { validators, partial = null } = answer
    return {
      partial,
      commit: async (fetchedAt) => {
        await store('commit', () => this.fill(records, { fetchedAt, validators, ...(partial && { partial }) }))
        return records.length
      },
      commitSortOrder: (sort, fetchedAt) =>
        store('order', () => {
          const isOther = (one: ProviderSort): boolean => one.key !== sort.key || one.reverse !== sort.reverse
          this.stored = [{ ...sort, fetchedAt, edition: this.edition }, ...this.stored.filter(isOther)]
          this.places.set(
            `${sort.key} ${sort.reverse}`,
            records.map(({ key }) => key)
          )
        }),
      discard
    }
  }
}

const rowOf = ({ key, product }: ProductRecord): ProductRow => ({
  key,
  name: productName(product),
  tagline: null,
  label: null,
  isFeatured: null,
  isAllowed: null,
  isAvailable: null,
  isInMarketplace: null,
  weight: null,
  hasImage: false,
  iconName: null
})
