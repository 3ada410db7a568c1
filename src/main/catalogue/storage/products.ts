/** Reads and writes products: the list row, columns for sorting and filtering, search texts and the record. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  DOCUMENTED_FIELDS,
  iconNameOf,
  pictureAddress,
  priceOf,
  productName,
  type Product,
  type ProductPrice,
  type ProductRow
} from '../../../shared/models/product.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { plainWords } from '../../../shared/i18n/search.ts'
import type { ProductRecord } from '../../ports/index.ts'
import { parse } from '../../storage/query.ts'
import { amountSortKey, instant, nameSortKey } from '../../storage/sort-keys.ts'
import { Damaged } from '../../storage/sqlite-error.ts'
import { readMeta, writeMeta } from './list-info.ts'

export type ListRecord = Omit<ProductRecord, 'key'>

export interface StoredProduct {
  record: ProductRecord
  listRecord: ListRecord | null
}

export function replaceProducts(db: DatabaseSync, products: Iterable<StoredProduct>): void {
  wipeProducts(db)
  const write = createRowWriter(db)
  let position = 0
  for (const { record, listRecord } of products) write(position++, record.key, prepare(record), listRecord)
}

/** The first view needs `shown`. A new list gets `sorted` before the index of its texts. */
const INDEXES = {
  shown: { by_key: 'key', by_label: 'label, available, featured, allowed, in_marketplace' },
  sorted: { by_name: 'name_order', by_creation: 'created_at', by_label_order: 'label_order' }
}

/** @returns SQL statements, also for a table that has these indexes: in memory, and after texts that weren't indexed to the end */
export const createIndexes = (which: keyof typeof INDEXES, schema: string): string[] =>
  Object.entries(INDEXES[which]).map(
    ([name, columns]) =>
      `CREATE ${name === 'by_key' ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${schema}.products_${name} ON products (${columns})`
  )

export const DROP_INDEXES = Object.values(INDEXES)
  .flatMap((indexes) => Object.keys(indexes))
  .map((name) => `DROP INDEX IF EXISTS products_${name}`)
  .join('; ')

export function wipeProducts(db: DatabaseSync): void {
  db.exec(`DELETE FROM product_records; DELETE FROM products;
           INSERT INTO product_texts (product_texts) VALUES ('delete-all');
           INSERT INTO product_names (product_names) VALUES ('delete-all')`)
  writeMeta(db, 'unindexed', 1)
}

/** Stores a product from its own URL beside the list's record. @returns false if the list has no such key */
export function putProduct(db: DatabaseSync, record: ProductRecord): boolean {
  const known = db.prepare('SELECT position FROM products WHERE key = ?').get(JSON.stringify(record.key))
  if (!known) return false
  const position = Number(known['position'])
  const { record: before, listRecord } = storedAt(db)(position)
  const writer = new ProductWriter(db)
  writer.put(position, { record, listRecord: listRecord ?? before })
  writer.end()
  return true
}

export function product(db: DatabaseSync, key: string): { record: ProductRecord; row: ProductRow } | null {
  const found = db.prepare(`SELECT row, ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE key = ?`).get(JSON.stringify(key))
  return found ? { record: recordOf(found), row: storedRow(found) } : null
}

export const DOCUMENTS = 'product_records JOIN products USING (position)'
export const DOCUMENT_COLUMNS = 'key, product, raw, unknown_fields, notes'
const STORED_COLUMNS = `${DOCUMENT_COLUMNS}, list_record`

export function* allProducts(db: DatabaseSync): Generator<StoredProduct> {
  for (const row of db.prepare(`SELECT ${STORED_COLUMNS} FROM ${DOCUMENTS} ORDER BY position`).iterate())
    yield storedOf(row)
}

export function storedAt(db: DatabaseSync): (position: number) => StoredProduct {
  const find = db.prepare(`SELECT ${STORED_COLUMNS} FROM ${DOCUMENTS} WHERE position = ?`)
  return (position) => storedOf(find.get(position))
}

function storedOf(row: Record<string, unknown> | undefined): StoredProduct {
  if (!row) throw new Damaged('a record is missing')
  return {
    record: recordOf(row),
    listRecord: row['list_record'] === null ? null : parse<ListRecord>(row['list_record'])
  }
}

/** @param found columns row and key */
export function storedRow(found: Record<string, unknown>): ProductRow {
  const values = parse<unknown[]>(found['row'])
  const row: unknown = Object.fromEntries(ROW_FIELDS.map((field, at) => [field, values[at]]))
  const price = values[ROW_FIELDS.length] as ProductPrice | undefined
  return { ...(row as Omit<ProductRow, 'key'>), key: parse<string>(found['key']), ...(price && { price }) }
}

/**
 * In a stored row, the values of these come in this order, and the price, if there is one. Names would take more space than most
 * values.
 */
const ROW_FIELDS = [
  ...(['name', 'tagline', 'label', 'isFeatured', 'isAllowed', 'isAvailable', 'isInMarketplace'] as const),
  ...(['weight', 'hasImage', 'iconName'] as const)
]

const LONGEST_TEXT = 300
const short = (text: string | null | undefined): string | null => (text == null ? null : cut(text, LONGEST_TEXT))

export function rowOf({ key, product }: Pick<ProductRecord, 'key' | 'product'>): ProductRow {
  const name = productName(product)
  const price = priceOf(product)
  return {
    key,
    name: short(name),
    tagline: product.tagline?.trim() === name ? null : short(product.tagline),
    label: short(product.label),
    isFeatured: product.isFeatured ?? null,
    isAllowed: product.isAllowed ?? null,
    isAvailable: product.isAvailable ?? null,
    isInMarketplace: product.isInMarketplace ?? null,
    weight: product.weight ?? null,
    hasImage: pictureAddress(product) !== null,
    iconName: iconNameOf(product),
    ...(price && { price })
  }
}

/** A list's record as the tables hold it, but for its key and position. */
export interface PreparedRecord {
  columns: (string | number | bigint | null)[]
  raw: string | Uint8Array
}

const ROW_COLUMNS = [
  ...['name_order', 'created_at', 'label_order', 'price_order'],
  ...['available', 'featured', 'allowed', 'in_marketplace', 'label', 'row']
]
const RECORD_COLUMNS = ['product', 'unknown_fields', 'notes']
/** given_id is the id in the record; NULL: none. */
export const PREPARED_COLUMNS = ['given_id', ...ROW_COLUMNS, ...RECORD_COLUMNS]

export function prepare({ product: known, raw, unknownFields, notes }: ListRecord): PreparedRecord {
  const row = rowOf({ key: '', product: known })
  const values = ROW_FIELDS.map((field) => row[field])
  return {
    columns: [
      known.id === undefined ? null : JSON.stringify(known.id),
      nameSortKey(row.name),
      instant(known.creationDateTime),
      nameSortKey(row.label),
      row.price ? priceSortKey(row.price) : null,
      known.isAvailable === true ? 1 : 0,
      known.isFeatured === true ? 1 : 0,
      known.isAllowed === true ? 1 : 0,
      known.isInMarketplace === true ? 1 : 0,
      row.label === null ? null : JSON.stringify(row.label),
      JSON.stringify(row.price ? [...values, row.price] : values),
      isAsReceived(known, raw) ? null : JSON.stringify(known),
      unknownFields.length === 0 ? null : JSON.stringify(unknownFields),
      notes.length === 0 ? null : JSON.stringify(notes)
    ],
    // Not the bytes that came: a name that is repeated in them could hide a secret from redaction.
    raw: JSON.stringify(raw)
  }
}

/** Amounts of different currencies are never compared. */
const priceSortKey = ({ amount, currency }: ProductPrice): string => `${currency ?? ''}\n${amountSortKey(amount)}`

/** Whether the product is exactly the documented fields of raw. */
const isAsReceived = (product: Product, raw: ProductRecord['raw']): boolean =>
  product === raw || (product.price === undefined && DOCUMENTED_FIELDS.every((field) => raw[field] === product[field]))

type RowWriter = (position: number, name: string, record: PreparedRecord, listRecord: ListRecord | null) => void

/** Writes rows and records, but not their texts' words. */
export function createRowWriter(db: DatabaseSync): RowWriter {
  const putRow = upsert(db, 'products', ['position', 'key', ...ROW_COLUMNS])
  const putRecord = upsert(db, 'product_records', [
    ...['position', 'given_id', 'list_record', 'raw', ...RECORD_COLUMNS]
  ])
  return (position, name, { columns: [id = null, ...columns], raw }, listRecord) => {
    const key = JSON.stringify(name)
    putRow.run(position, key, ...columns.slice(0, ROW_COLUMNS.length))
    const givenId = id === key ? null : (id ?? 'null')
    const record = columns.slice(ROW_COLUMNS.length)
    putRecord.run(position, givenId, listRecord && JSON.stringify(listRecord), raw, ...record)
  }
}

/**
 * Writes staged records as they are, without a way through JavaScript.
 * @param staged table with PREPARED_COLUMNS and raw; the key is the id. Positions are places less `less`.
 */
export function createCopier(db: DatabaseSync, staged: string): (less: number, first: number, last: number) => void {
  const copy = (table: string, to: string[], from: string[]): StatementSync =>
    db.prepare(`INSERT INTO ${table} (position, ${to.join(', ')})
                SELECT place - ?, ${from.join(', ')} FROM ${staged} WHERE place BETWEEN ? AND ?`)
  const rows = copy('products', ['key', ...ROW_COLUMNS], ['given_id', ...ROW_COLUMNS])
  const records = copy('product_records', ['raw', ...RECORD_COLUMNS], ['raw', ...RECORD_COLUMNS])
  return (less, first, last) => {
    rows.run(less, first, last)
    records.run(less, first, last)
  }
}

/** Products whose texts wait for indexing, and their characters: one product may have four million. */
const MOST_WAITING = 500
const MOST_WAITING_CHARACTERS = 4_000_000

/**
 * Schema of an index. Our own words are separated by spaces: FTS5's tokenizer for ASCII leaves them as they are.
 * FTS5 buffers words: 4 MB instead of the default 1 MB saves a quarter of the indexing time. Places of words (`detail = full`) would take
 * 95 MB more for 100,000 products.
 */
export const textIndex = (table: string): string =>
  `CREATE VIRTUAL TABLE ${table} USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
  );
  INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', 4194304);`

/** Indexes texts in batches: any other statement makes FTS5 flush its buffered words, and alternating takes five times as long. */
class TextIndexer {
  readonly #putTexts: StatementSync
  readonly #putNames: StatementSync
  #waiting: { position: number; texts: string; names: string }[] = []
  #characters = 0

  constructor(db: DatabaseSync) {
    this.#putTexts = db.prepare('INSERT OR REPLACE INTO product_texts (rowid, words) VALUES (?, ?)')
    this.#putNames = db.prepare('INSERT OR REPLACE INTO product_names (rowid, words) VALUES (?, ?)')
  }

  add(position: number, product: Product): void {
    const { names, texts } = searchedTexts(product)
    this.#waiting.push({ position, texts, names })
    this.#characters += texts.length
    if (this.#waiting.length >= MOST_WAITING || this.#characters >= MOST_WAITING_CHARACTERS) this.flush()
  }

  flush(): void {
    for (const { position, texts } of this.#waiting) this.#putTexts.run(position, texts)
    for (const { position, names } of this.#waiting) this.#putNames.run(position, names)
    this.#waiting = []
    this.#characters = 0
  }
}

/** Writes products with their texts' words, unless those are to be indexed later. */
export class ProductWriter {
  readonly #writeRow: RowWriter
  readonly #indexer: TextIndexer
  readonly #isIndexed: boolean
  readonly #before: StatementSync

  constructor(db: DatabaseSync) {
    this.#writeRow = createRowWriter(db)
    this.#indexer = new TextIndexer(db)
    this.#isIndexed = !isUnindexed(db)
    this.#before = db.prepare('SELECT product, raw, unknown_fields, notes FROM product_records WHERE position = ?')
  }

  put(position: number, { record, listRecord }: StoredProduct): void {
    const row = this.#isIndexed ? this.#before.get(position) : undefined
    this.#writeRow(position, record.key, prepare(record), listRecord)
    // Indexing is the slowest part of a save, and most changes are of a price, a flag or a date.
    const isSame = row && JSON.stringify(textsOf(listRecordOf(row).product)) === JSON.stringify(textsOf(record.product))
    if (this.#isIndexed && !isSame) this.#indexer.add(position, record.product)
  }

  end(): void {
    this.#indexer.flush()
  }
}

/** A new list is shown before indexSorts and indexTexts: product_texts and product_names are empty, and sorting may read all rows. */
export const isUnindexed = (db: DatabaseSync): boolean => readMeta(db, 'unindexed') !== null

/** Makes the indexes for sorting. `yield`s are places to interrupt it. */
export function* indexSorts(db: DatabaseSync): Generator<void, void, void> {
  if (!isUnindexed(db)) return
  for (const sql of createIndexes('sorted', 'main')) {
    db.exec(sql)
    yield
  }
}

/** Fills product_texts and product_names. `yield`s are places to interrupt it. */
export function* indexTexts(db: DatabaseSync): Generator<void, void, void> {
  if (!isUnindexed(db)) return
  const indexer = new TextIndexer(db)
  // One by one: a record may have megabytes.
  const find = db.prepare(
    `SELECT position, ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE position >= ? ORDER BY position LIMIT 1`
  )
  for (let row = find.get(0); row; row = find.get(Number(row['position']) + 1)) {
    indexer.add(Number(row['position']), recordOf(row).product)
    yield
  }
  indexer.flush()
  db.exec("DELETE FROM meta WHERE name = 'unindexed'")
}

function upsert(db: DatabaseSync, table: string, columns: string[]): StatementSync {
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`)
  // Staged JSON comes as bytes, which need no decoding.
  const values = columns.map((column) => (column === 'raw' ? 'CAST(? AS TEXT)' : '?'))
  return db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})
     ON CONFLICT (position) DO UPDATE SET ${changes.join(', ')}`
  )
}

const TEXTS = [
  'name',
  'shortName',
  'tagline',
  'label',
  'price',
  'currency',
  'description',
  'longHtmlDescription'
] as const

function textsOf(product: Product): (string | null)[] {
  const named = product.name?.trim() ? product : { ...product, name: productName(product) }
  return TEXTS.map((field) => named[field] ?? null)
}

/** Folded, with spaces between the words. `texts` has the names, too. */
export function searchedTexts(product: Product): { names: string; texts: string } {
  const [name, shortName, ...others] = textsOf(product)
  const long = product.longHtmlDescription ? wordsOf(product.longHtmlDescription) : null
  const names = plainWords([name, shortName].join(' '))
  return { names, texts: [names, ...others.with(-1, long).map((text) => text && plainWords(text))].join(' ') }
}

function documented(record: ProductRecord['raw'] | Product): Product {
  return Object.fromEntries(DOCUMENTED_FIELDS.filter((field) => field in record).map((field) => [field, record[field]]))
}

export function recordOf(row: Record<string, unknown>): ProductRecord {
  return { key: parse<string>(row['key']), ...listRecordOf(row) }
}

export function listRecordOf(row: Record<string, unknown>): ListRecord {
  const raw = parse<ProductRecord['raw']>(row['raw'])
  return {
    product: row['product'] === null ? documented(raw) : parse<Product>(row['product']),
    raw,
    unknownFields: row['unknown_fields'] === null ? [] : parse<string[]>(row['unknown_fields']),
    notes: row['notes'] === null ? [] : parse<ProductRecord['notes']>(row['notes'])
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML, for the index and for excerpts. It need not be exact. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (_, decimal, hex, entity) => {
      if (entity) return ENTITIES[(entity as string).toLowerCase()] ?? ' '
      const code = decimal ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
}
