/** Products as rows: the line shown, what is sorted and searched by, and the record as it came. */
import type { DatabaseSync } from 'node:sqlite'
import {
  iconNameOf,
  pictureAddress,
  PRODUCT_FIELDS,
  type Product,
  type ProductRow
} from '../../shared/model/product.ts'
import { cut } from '../../shared/text/format.ts'
import type { ProductRecord } from '../core/ports.ts'
import { keyText, parse } from './json.ts'
import { instant, nameOrder, whole } from './order.ts'
import { wordsOf } from './search.ts'

export function replaceProducts(db: DatabaseSync, records: Iterable<ProductRecord>): void {
  db.exec(`DELETE FROM product_records; DELETE FROM products;
           INSERT INTO product_texts (product_texts) VALUES ('delete-all')`)
  const put = writer(db)
  let position = 0
  for (const record of records) put(position++, record)
}

/** @returns false, and nothing is changed, when the list has no such key */
export function putProduct(db: DatabaseSync, record: ProductRecord): boolean {
  const known = db.prepare('SELECT position FROM products WHERE key = ?').get(keyText(record.key))
  if (known) writer(db)(Number(known['position']), record)
  return known !== undefined
}

export function product(db: DatabaseSync, key: string): { record: ProductRecord; row: ProductRow } | null {
  const found = db
    .prepare(
      `SELECT row, product_records.key, product, raw, unknown_fields
       FROM products JOIN product_records USING (position) WHERE products.key = ?`
    )
    .get(keyText(key))
  return found ? { record: recordOf(found), row: parse<ProductRow>(found['row']) } : null
}

export function allProducts(db: DatabaseSync): ProductRecord[] {
  return db
    .prepare('SELECT key, product, raw, unknown_fields FROM product_records ORDER BY position')
    .all()
    .map(recordOf)
}

/** What a line of the list can carry, in characters. */
const LONGEST_TEXT = 300
const short = (text: string | null | undefined): string | null => (text == null ? null : cut(text, LONGEST_TEXT))

export function rowOf({ key, product }: ProductRecord): ProductRow {
  return {
    key,
    name: short(product.name),
    shortName: short(product.shortName),
    tagline: short(product.tagline),
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

function writer(db: DatabaseSync): (position: number, record: ProductRecord) => void {
  const putLine = db.prepare(
    `INSERT INTO products (position, key, name_order, weight, created_at, updated_at, available, featured, row)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (position) DO UPDATE SET
       name_order = excluded.name_order, weight = excluded.weight, created_at = excluded.created_at,
       updated_at = excluded.updated_at, available = excluded.available, featured = excluded.featured, row = excluded.row`
  )
  const putRecord = db.prepare(
    'INSERT OR REPLACE INTO product_records (position, key, product, raw, unknown_fields) VALUES (?, ?, ?, ?, ?)'
  )
  const putTexts = db.prepare(
    `INSERT OR REPLACE INTO product_texts (rowid, name, short_name, tagline, label, description, long_description)
     VALUES (?, ?, ?, ?, ?, ?, ?)`
  )
  return (position, record) => {
    const { key, product: known, raw, unknownFields } = record
    putLine.run(
      position,
      keyText(key),
      nameOrder(known.name) ?? nameOrder(known.shortName),
      whole(known.weight),
      instant(known.creationDateTime),
      instant(known.lastUpdateDateTime),
      known.isAvailable === true ? 1 : 0,
      known.isFeatured === true ? 1 : 0,
      JSON.stringify(rowOf(record))
    )
    const text = JSON.stringify(documented(known))
    const same = text === JSON.stringify(documented(raw))
    putRecord.run(position, JSON.stringify(key), same ? null : text, JSON.stringify(raw), JSON.stringify(unknownFields))
    putTexts.run(
      position,
      known.name ?? null,
      known.shortName ?? null,
      known.tagline ?? null,
      known.label ?? null,
      known.description ?? null,
      known.longHtmlDescription ? wordsOf(known.longHtmlDescription) : null
    )
  }
}

/** The documented fields of a record, in the document's order: with most records, that is the product. */
function documented(record: ProductRecord['raw'] | Product): Product {
  return Object.fromEntries(PRODUCT_FIELDS.filter((field) => field in record).map((field) => [field, record[field]]))
}

function recordOf(row: Record<string, unknown>): ProductRecord {
  const raw = parse<ProductRecord['raw']>(row['raw'])
  return {
    key: parse<string>(row['key']),
    product: row['product'] === null ? documented(raw) : parse<Product>(row['product']),
    raw,
    unknownFields: parse<string[]>(row['unknown_fields'])
  }
}
