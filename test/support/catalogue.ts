/** The catalogue's part of the cache in memory: enough for core's rules. What the thread answers is tested on real files. */
import { AppError } from '../../src/shared/ipc/error.ts'
import type { ProductChange } from '../../src/shared/models/change.ts'
import { productName, type ProductRow, type StoredSortOrder } from '../../src/shared/models/product.ts'
import type {
  CatalogueStorage,
  CatalogueIntake,
  Api,
  ProductRecord,
  StoredInfo,
  Validators
} from '../../src/main/core/ports/index.ts'

/** An API's answer to `products`: records as the intake below takes them, in pieces of at most that many bytes. */
export function listing(records: ProductRecord[], etag?: string, pieceBytes = Infinity): Api['products'] {
  return async (_access, _query, _ask, intake) => {
    const body = new TextEncoder().encode(JSON.stringify(records))
    intake.begin({ secrets: [] })
    const step = Math.min(pieceBytes, body.byteLength)
    for (let at = 0; at < body.byteLength; at += step) await intake.take(body.slice(at, at + step))
    await intake.end()
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
  seenUpTo = 0
  ends: string[] = []
  beforeCommit: (() => void | Promise<void>) | null = null
  readonly #tell: (info: StoredInfo) => void

  constructor(tell: (info: StoredInfo) => void) {
    this.#tell = tell
  }

  fill(records: ProductRecord[], info: { fetchedAt: string; validators: Validators | null }): void {
    this.list = records
    this.edition += 1
    this.#tell({ ...info, notes: records.flatMap(({ notes }) => notes) })
  }

  page: CatalogueStorage['page'] = async () => {
    const { list, edition } = this
    return { rows: [], matched: 0, total: list.length, sortOrder: null, edition, groups: [], isIndexing: false }
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
  changes: CatalogueStorage['changes'] = async ({ offset, limit }) => ({
    rows: this.ledger.toReversed().slice(offset, offset + limit),
    total: this.ledger.length,
    seenUpTo: this.seenUpTo,
    newest: this.ledger.at(-1)?.id ?? 0
  })
  markSeen: CatalogueStorage['markSeen'] = async (upTo) => {
    this.seenUpTo = Math.max(this.seenUpTo, upTo)
  }
  size: CatalogueStorage['size'] = async () => this.list.length
  unseen: CatalogueStorage['unseen'] = async () => this.ledger.filter(({ id }) => id > this.seenUpTo).length

  intake: CatalogueStorage['intake'] = ({ signal, onProgress }): CatalogueIntake => {
    let text = ''
    let records: ProductRecord[] = []
    const ending = async (how: string): Promise<void> => {
      const before = this.beforeCommit
      this.beforeCommit = null
      await before?.()
      if (signal.aborted) throw new AppError('CANCELLED')
      this.ends.push(how)
    }
    return {
      begin: () => void (text = ''),
      async take(piece) {
        text += Buffer.from(piece).toString('latin1')
      },
      async end() {
        records = JSON.parse(Buffer.from(text, 'latin1').toString()) as ProductRecord[]
        onProgress(records.length)
        return { rest: new Uint8Array(), found: records.length, products: records.length }
      },
      commit: async (info) => {
        await ending('commit')
        this.fill(records, info)
        return records.length
      },
      commitSortOrder: async (order) => {
        await ending('order')
        await this.dropSortOrder(order)
        this.stored = [{ ...order, edition: this.edition }, ...this.stored]
        this.places.set(
          `${order.key} ${order.reverse}`,
          records.map(({ key }) => key)
        )
      },
      discard: async () => void this.ends.push('discard')
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
