/** Reads and writes products: the list row, columns for sorting and filtering, search texts and the record. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  iconNameOf,
  pictureAddress,
  PRODUCT_FIELDS,
  productName,
  type Product,
  type ProductRow
} from '../../../shared/models/product.ts'
import { cut, plainLetters } from '../../../shared/i18n/format.ts'
import type { ProductRecord } from '../../core/ports/index.ts'
import { parse } from '../query.ts'
import { instant, nameOrder, whole } from '../sort-keys.ts'
import { Damaged } from '../sqlite-error.ts'

export type ListRecord = Omit<ProductRecord, 'key'>

interface StoredProduct {
  record: ProductRecord
  listRecord: ListRecord | null
  hash: Uint8Array | null
}

export function replaceProducts(db: DatabaseSync, products: Iterable<StoredProduct>): void {
  wipeProducts(db)
  const { put, end } = createWriter(db)
  let position = 0
  for (const one of products) put(position++, one)
  end()
}

export function wipeProducts(db: DatabaseSync): void {
  db.exec(`DELETE FROM product_records; DELETE FROM products;
           INSERT INTO product_texts (product_texts) VALUES ('delete-all')`)
}

/** Stores a product from its own URL beside the list's record. @returns false if the list has no such key */
export function putProduct(db: DatabaseSync, record: ProductRecord): boolean {
  const known = db.prepare('SELECT position FROM products WHERE key = ?').get(JSON.stringify(record.key))
  if (!known) return false
  const position = Number(known['position'])
  const { record: before, listRecord, hash } = storedAt(db)(position)
  const { put, end } = createWriter(db)
  put(position, { record, listRecord: listRecord ?? before, hash })
  end()
  return true
}

export function product(db: DatabaseSync, key: string): { record: ProductRecord; row: ProductRow } | null {
  const found = db
    .prepare(
      `SELECT row, product_records.key, product, raw, unknown_fields, notes
       FROM products JOIN product_records USING (position) WHERE products.key = ?`
    )
    .get(JSON.stringify(key))
  return found ? { record: recordOf(found), row: parse<ProductRow>(found['row']) } : null
}

const RECORD_COLUMNS = 'key, product, raw, unknown_fields, notes, list_record, hash'

export function* allProducts(db: DatabaseSync): Generator<StoredProduct> {
  for (const row of db.prepare(`SELECT ${RECORD_COLUMNS} FROM product_records ORDER BY position`).iterate())
    yield storedOf(row)
}

export function storedAt(db: DatabaseSync): (position: number) => StoredProduct {
  const find = db.prepare(`SELECT ${RECORD_COLUMNS} FROM product_records WHERE position = ?`)
  return (position) => storedOf(find.get(position))
}

function storedOf(row: Record<string, unknown> | undefined): StoredProduct {
  if (!row) throw new Damaged('a record is missing')
  return {
    record: recordOf(row),
    listRecord: row['list_record'] === null ? null : parse<ListRecord>(row['list_record']),
    hash: row['hash'] as Uint8Array | null
  }
}

const LONGEST_TEXT = 300
const short = (text: string | null | undefined): string | null => (text == null ? null : cut(text, LONGEST_TEXT))

export function rowOf({ key, product }: ProductRecord): ProductRow {
  const name = productName(product)
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
    iconName: iconNameOf(product)
  }
}

/** Products whose texts wait for indexing, and their characters: one product may have four million. */
const MOST_WAITING = 250
const MOST_WAITING_CHARACTERS = 4_000_000

/** Indexes texts in batches: any other statement makes FTS5 flush its buffered words, and alternating takes five times as long. */
export function createWriter(db: DatabaseSync) {
  const putRow = upsert(db, 'products', [
    ...['position', 'key', 'name_order', 'weight', 'created_at', 'updated_at'],
    ...['available', 'featured', 'allowed', 'in_marketplace', 'label', 'row']
  ])
  const putRecord = upsert(db, 'product_records', [
    ...['position', 'key', 'given_id', 'product', 'raw', 'unknown_fields', 'notes'],
    ...['list_record', 'hash', 'texts_hash']
  ])
  const textsBefore = db.prepare('SELECT texts_hash FROM product_records WHERE position = ?')
  const putTexts = db.prepare(
    `INSERT OR REPLACE INTO product_texts (rowid, name, short_name, tagline, label, description, long_description)
     VALUES (?, ?, ?, ?, ?, ?, ?)`
  )
  let waiting: { position: number; texts: readonly (string | null)[] }[] = []
  let characters = 0
  const end = (): void => {
    for (const { position, texts } of waiting) putTexts.run(position, ...texts)
    waiting = []
    characters = 0
  }
  const put = (position: number, { record, listRecord, hash }: StoredProduct): void => {
    const { key, product: known, raw, unknownFields, notes } = record
    const row = rowOf(record)
    putRow.run(
      position,
      JSON.stringify(key),
      nameOrder(row.name),
      whole(known.weight),
      instant(known.creationDateTime),
      instant(known.lastUpdateDateTime),
      known.isAvailable === true ? 1 : 0,
      known.isFeatured === true ? 1 : 0,
      known.isAllowed === true ? 1 : 0,
      known.isInMarketplace === true ? 1 : 0,
      row.label === null ? null : JSON.stringify(row.label),
      JSON.stringify(row)
    )
    const named = { ...known, name: known.name?.trim() ? known.name : row.name }
    const texts = TEXTS.map((field) => named[field] ?? null)
    const textsHash = digest('sha256', JSON.stringify(texts), 'buffer')
    const before = textsBefore.get(position)?.['texts_hash'] as Uint8Array | undefined
    const text = JSON.stringify(documented(known))
    putRecord.run(
      position,
      JSON.stringify(key),
      known.id === undefined ? null : JSON.stringify(known.id),
      text === JSON.stringify(documented(raw)) ? null : text,
      JSON.stringify(raw),
      JSON.stringify(unknownFields),
      notes.length === 0 ? null : JSON.stringify(notes),
      listRecord && JSON.stringify(listRecord),
      hash,
      textsHash
    )
    // Indexing is the slowest part of a save, and most changes are of a price, a flag or a date.
    if (before && textsHash.equals(before)) return
    const words = texts
      .with(-1, known.longHtmlDescription ? wordsOf(known.longHtmlDescription) : null)
      .map((text) => text && plainLetters(text))
    waiting.push({ position, texts: words })
    for (const text of words) characters += text?.length ?? 0
    if (waiting.length >= MOST_WAITING || characters >= MOST_WAITING_CHARACTERS) end()
  }
  return { put, end }
}

function upsert(db: DatabaseSync, table: string, columns: string[]): StatementSync {
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`)
  return db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (position) DO UPDATE SET ${changes.join(', ')}`
  )
}

const TEXTS = ['name', 'shortName', 'tagline', 'label', 'description', 'longHtmlDescription'] as const

function documented(record: ProductRecord['raw'] | Product): Product {
  return Object.fromEntries(PRODUCT_FIELDS.filter((field) => field in record).map((field) => [field, record[field]]))
}

export function recordOf(row: Record<string, unknown>): ProductRecord {
  const raw = parse<ProductRecord['raw']>(row['raw'])
  return {
    key: parse<string>(row['key']),
    product: row['product'] === null ? documented(raw) : parse<Product>(row['product']),
    raw,
    unknownFields: parse<string[]>(row['unknown_fields']),
    notes: row['notes'] === null ? [] : parse<ProductRecord['notes']>(row['notes'])
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML, for the index only. It is never shown, so it need not be exact. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (_, decimal, hex, entity) => {
      if (entity) return ENTITIES[(entity as string).toLowerCase()] ?? ' '
      const code = decimal ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
}
