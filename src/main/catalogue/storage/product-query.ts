/**
 * Runs product queries: search, filter, sort, and the next row whose name starts with a typed prefix.
 * Tried without effect on typing and search: prepared statements, a larger page cache, `optimize`, one statement per page, pages of 25 rows.
 */
import type { DatabaseSync } from 'node:sqlite'
import { findWord, typedWords } from '../../../shared/i18n/search.ts'
import {
  EVERY_PRODUCT,
  HIDDEN_FIELDS,
  MOST_LABELS,
  type LabelCount,
  type LabelGroup,
  type ProductChoice,
  type ProductPage,
  type ProductQuery,
  type ProductRow,
  type ProductSeek,
  type StoredSortOrder
} from '../../../shared/models/product.ts'
import type { ProductRecord } from '../../ports/index.ts'
import { cacheOf, numbers, parse } from '../../storage/query.ts'
import { nameSortKey, NUMBER_DIGITS } from '../../storage/sort-keys.ts'
import { Damaged } from '../../storage/sqlite-error.ts'
import { readEdition, total } from './list-info.ts'
import {
  allProducts,
  DOCUMENT_COLUMNS,
  DOCUMENTS,
  isUnindexed,
  recordOf,
  searchedTexts,
  storedRow,
  wordsOf
} from './products.ts'
import { findSortOrder } from './sort-orders.ts'

export function productPage(db: DatabaseSync, query: ProductQuery): ProductPage {
  const { positions, matched, sortOrder, groups } = pageOf(db, query)
  const find = db.prepare('SELECT key, row FROM products WHERE position = ?')
  const findTexts = db.prepare(
    `SELECT ${HIDDEN_COLUMNS.join(', ')} FROM product_records
     WHERE position = ? AND octet_length(raw) <= ${LARGEST_QUOTED}`
  )
  const words = typedWords(query.text)
  const rows = Array.from(positions, (position) => {
    const found = find.get(position)
    if (!found) throw new Damaged('a product is missing')
    const row = storedRow(found)
    const hidden = words.find((word) => !SHOWN.some((field) => findWord(row[field] ?? '', word) >= 0))
    const texts = hidden && findTexts.get(position)
    return texts ? { ...row, ...excerptOf(texts, hidden) } : row
  })
  return { rows, matched, total: total(db), sortOrder, edition: readEdition(db), groups, isIndexing: isUnindexed(db) }
}

const SHOWN = ['name', 'tagline', 'label'] as const

/** Characters of each hidden field. */
const MOST_SEARCHED = 8000
/** Bytes of a record. Rows of larger ones quote nothing: SQLite reads 60 MB of JSON a second, and a page may have 50 of them. */
const LARGEST_QUOTED = 100_000
/** `product` is NULL if it is exactly the documented fields of `raw`. */
const HIDDEN_COLUMNS = HIDDEN_FIELDS.map((field) => `coalesce(product, raw) ->> '${field}' AS ${field}`)

/** @returns an excerpt around the word, from the first hidden field that has it */
function excerptOf(texts: Record<string, unknown>, word: string): Pick<ProductRow, 'foundIn'> {
  for (const field of HIDDEN_FIELDS) {
    const start = String(texts[field] ?? '').slice(0, MOST_SEARCHED)
    const plain = field === 'longHtmlDescription' ? wordsOf(start.replace(OPEN_TAG, '')) : start
    const text = plain.replaceAll(/\s+/gu, ' ').trim()
    const at = findWord(text, word)
    if (at >= 0) return { foundIn: { field, text: excerptAt(text, at) } }
  }
  return {}
}

/** The beginning of a tag at the end of the HTML, such as where it was cut. Another `<` is text. */
const OPEN_TAG = /<[a-z/!?][^<>]*$/i
/** Characters before the match, or up to twice as many where a word would be cut. Few, so that a narrow list shows the match. */
const BEFORE = 12
/** Characters from the match's beginning on, at most. */
const AFTER = 80

/** Cut between words, if a space is near. @param at where the match begins */
function excerptAt(text: string, at: number): string {
  const least = Math.max(0, at - BEFORE)
  const most = at + AFTER
  const first = text.lastIndexOf(' ', least)
  const last = text.lastIndexOf(' ', most)
  const from = first > least - BEFORE ? first + 1 : least
  const isCut = most < text.length
  const to = isCut && last > at + AFTER / 2 ? last : most
  return `${from === 0 ? '' : '… '}${text.slice(from, to).replaceAll(HALF_CHARACTER, '')}${isCut ? ' …' : ''}`
}

/** Half of a surrogate pair. */
const HALF_CHARACTER = /\p{Surrogate}/gu

const MOST_CHARACTERS = 1_000_000

/** Whole records in the order of a query, for an export: at least one, if there is one. */
export function records(db: DatabaseSync, query: ProductQuery): { records: ProductRecord[]; list: string } {
  const { positions, sortOrder } = pageOf(db, query)
  const find = db.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENTS} WHERE position = ?`)
  const some: ProductRecord[] = []
  let characters = 0
  for (const position of positions) {
    const row = find.get(position)
    // As the end of the list, it would make the export incomplete without a warning.
    if (!row) throw new Damaged('a record is missing')
    if (characters >= MOST_CHARACTERS) break
    characters += String(row['raw']).length
    some.push(recordOf(row))
  }
  return { records: some, list: JSON.stringify([readEdition(db), sortOrder]) }
}

interface Page {
  positions: Iterable<number>
  matched: number
  groups: LabelGroup[]
}

function pageOf(db: DatabaseSync, query: ProductQuery): Page & { sortOrder: StoredSortOrder | null } {
  const { offset, limit } = query
  const plan = planOf(db, query)
  const { sortOrder, expression } = plan
  // While the user types, only the first page of each search is needed.
  if (offset === 0 && expression !== null && plan.isDefaultOrder && !cacheOf(db).has(plan.name)) {
    return { ...searchFirstPage(db, expression, limit), sortOrder }
  }
  const all = positionsOf(db, plan)
  const groups = plan.grouped ? groupsOf(db, plan).groups : []
  return { positions: all.subarray(offset, offset + limit), matched: all.length, groups, sortOrder }
}

interface Plan {
  expression: string | null
  /** A condition on `products`, and its values; '': no filter. */
  filter: string
  values: string[]
  by: Exclude<ProductChoice['sort'], 'providerSort'> | number
  reverse: boolean
  grouped: boolean
  sortOrder: StoredSortOrder | null
  isDefaultOrder: boolean
  name: string
}

const FLAG_COLUMNS = [
  ['available', 'available'],
  ['featured', 'featured'],
  ['allowed', 'allowed'],
  ['inMarketplace', 'in_marketplace']
] as const

function planOf(db: DatabaseSync, choice: ProductChoice): Plan {
  const { label, sort, providerSort, grouped } = choice
  const stored = sort === 'providerSort' ? findSortOrder(db, { key: providerSort, reverse: choice.reverse }) : null
  const by = sort === 'providerSort' ? (stored?.id ?? 'default') : sort
  // A provider's sort order is stored reversed. Without it the list has its default order.
  const reverse = sort !== 'providerSort' && choice.reverse
  const expression = matchExpression(choice.text, (word) => termsOf(db, word))
  const flags = FLAG_COLUMNS.filter(([flag]) => choice[flag]).map(([, column]) => `${column} = 1`)
  const filter = [...(label === null ? [] : ['label = ?']), ...flags].join(' AND ')
  const values = label === null ? [] : [JSON.stringify(label)]
  const isDefaultOrder = by === 'default' && !reverse && filter === '' && !grouped
  const name = JSON.stringify(['query', expression, filter, values, by, reverse])
  return {
    expression,
    filter,
    values,
    by,
    reverse,
    grouped,
    sortOrder: stored?.sortOrder ?? null,
    isDefaultOrder,
    name
  }
}

const positionsOf = (db: DatabaseSync, plan: Plan): Uint32Array =>
  plan.grouped ? groupsOf(db, plan).positions : orderedPositions(db, plan)

function groupsOf(db: DatabaseSync, plan: Plan): { positions: Uint32Array; groups: LabelGroup[] } {
  return cacheOf(db).remember(`grouped ${plan.name}`, () => {
    const labels = cacheOf(db).remember('labels by position', () =>
      parse<(string | null)[]>(
        db
          .prepare('SELECT json_group_array(label) AS all_labels FROM (SELECT label FROM products ORDER BY position)')
          .get()?.['all_labels']
      )
    )
    const byLabel = new Map<string, number[]>()
    const others: number[] = []
    for (const position of orderedPositions(db, plan)) {
      const label = labels[position] ?? null
      if (label !== null && !byLabel.has(label) && byLabel.size < MOST_LABELS) byLabel.set(label, [])
      const group = label === null ? undefined : byLabel.get(label)
      ;(group ?? others).push(position)
    }
    let at = 0
    const all: [string | null, number[]][] = [
      ...byLabel,
      ...(others.length > 0 ? [[null, others] as [null, number[]]] : [])
    ]
    const groups = all.map(([label, { length: count }]) => {
      const group = { label: label === null ? null : parse<string>(label), at, count }
      at += count
      return group
    })
    return { positions: Uint32Array.from(all.flatMap(([, positions]) => positions)), groups }
  })
}

function orderedPositions(db: DatabaseSync, plan: Plan): Uint32Array {
  const { expression, filter, values, by, reverse, name } = plan
  return cacheOf(db).remember(name, () => {
    const masks: Uint8Array[] = []
    if (filter !== '') masks.push(filterProducts(db, filter, values))
    if (by !== 'default' && expression !== null) masks.push(maskOf(search(db, expression), total(db)))
    const all =
      by === 'default'
        ? inDefaultOrder(db, expression, reverse)
        : typeof by === 'number'
          ? sortByProvider(db, by)
          : sortBy(db, by, reverse)
    return masks.reduce((left, mask) => left.filter((position) => mask[position] === 1), all)
  })
}

/** 1 at each of these positions. */
function maskOf(positions: Uint32Array, count: number): Uint8Array {
  const mask = new Uint8Array(count)
  for (const position of positions) mask[position] = 1
  return mask
}

function filterProducts(db: DatabaseSync, filter: string, values: string[]): Uint8Array {
  return cacheOf(db).remember(`filter ${filter} ${values.join('')}`, () =>
    maskOf(numbers(db, `SELECT position AS n FROM products WHERE ${filter}`, ...values), total(db))
  )
}

/** With more, FTS5's own merging is as quick. */
const MOST_TERMS = 12

/** FTS5 has an index of shorter ones. */
const SHORTEST_EXPANDED = 4

/**
 * FTS5 merges the matches of a long prefix before it returns the first; those of whole words it reads as they are. "rotat" and
 * "rotati" then are one search, too.
 * @returns null if the prefix is to be searched as it is
 */
function termsOf(db: DatabaseSync, prefix: string): string[] | null {
  if (prefix.length < SHORTEST_EXPANDED) return null
  const following = db.prepare('SELECT term FROM product_words WHERE term >= ? LIMIT 1')
  const terms: string[] = []
  for (let from = prefix; terms.length <= MOST_TERMS; from = `${terms.at(-1) ?? ''}\u0001`) {
    const term = following.get(from)?.['term']
    if (typeof term !== 'string' || !term.startsWith(prefix)) return terms.length === 0 ? null : terms
    // FTS5 cuts a word at 32,768 bytes, also within a character, and then finds it by its beginning only.
    if (term.includes('\ufffd')) return null
    terms.push(term)
  }
  return null
}

/** Each word scans all its matches, on the thread that serves the list. */
const MOST_WORDS = 10

const searchedWords = (text: string): string[] => typedWords(text).slice(0, MOST_WORDS)

/**
 * An FTS5 query: every word must match as a prefix.
 * @param termsOf all words of the index that begin with a typed one, if that is quicker; null: as a prefix
 */
export function matchExpression(text: string, termsOf: (word: string) => readonly string[] | null): string | null {
  const all = searchedWords(text).map((word) => {
    const terms = termsOf(word)
    return terms ? `(${terms.map((term) => `"${term}"`).join(' OR ')})` : `"${word}"*`
  })
  return all.length === 0 ? null : all.join(' AND ')
}

const matchesIn = (table: 'product_texts' | 'product_names'): string =>
  `SELECT rowid AS n FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid`
const MATCHES = matchesIn('product_texts')
const NAMED = matchesIn('product_names')

/**
 * Places of all products that a search finds, as an unfiltered list in the app shows them. Of a new list that isn't indexed yet,
 * every text is read, which takes seconds: for a reader that may not write the index.
 */
export function findAll(db: DatabaseSync, text: string): Uint32Array {
  const words = searchedWords(text)
  if (words.length > 0 && isUnindexed(db)) return scanTexts(db, words)
  return positionsOf(db, planOf(db, { ...EVERY_PRODUCT, text }))
}

/** As FTS5 finds them: its tokenizer for ASCII takes letters, digits and everything beyond ASCII as parts of a word. */
function scanTexts(db: DatabaseSync, words: readonly string[]): Uint32Array {
  const isIn = (text: string): boolean => {
    const tokens = text.split(/[^a-z0-9\u0080-\uffff]+/)
    return words.every((word) => tokens.some((token) => token.startsWith(word)))
  }
  const named: number[] = []
  const others: number[] = []
  let position = 0
  for (const { record } of allProducts(db)) {
    const { names, texts } = searchedTexts(record.product)
    if (isIn(texts)) (isIn(names) ? named : others).push(position)
    position += 1
  }
  return Uint32Array.from([...named, ...others])
}

function search(db: DatabaseSync, expression: string): Uint32Array {
  return cacheOf(db).remember(`search ${expression}`, () => numbers(db, MATCHES, expression))
}

/** By position; of a search that isn't reversed, products with all words in their names come first. */
function inDefaultOrder(db: DatabaseSync, expression: string | null, reverse: boolean): Uint32Array {
  if (expression === null) {
    const all = Uint32Array.from({ length: total(db) }, (_none, position) => position)
    return reverse ? all.reverse() : all
  }
  const found = search(db, expression)
  if (reverse) return found.toReversed()
  const named = numbers(db, NAMED, expression)
  const isNamed = maskOf(named, total(db))
  const all = new Uint32Array(found.length)
  all.set(named)
  all.set(
    found.filter((position) => isNamed[position] === 0),
    named.length
  )
  return all
}

function searchFirstPage(db: DatabaseSync, expression: string, limit: number): Page {
  return cacheOf(db).remember(`first ${limit} of ${expression}`, () => {
    const first = (matches: string): number[] =>
      db
        .prepare(`${matches} LIMIT ?`)
        .all(expression, limit)
        .map(({ n }) => Number(n))
    const named = first(NAMED)
    const others = named.length < limit ? first(MATCHES).filter((position) => !named.includes(position)) : []
    const positions = [...named, ...others].slice(0, limit)
    return { positions, matched: countMatches(db, expression), groups: [] }
  })
}

function countMatches(db: DatabaseSync, expression: string): number {
  return cacheOf(db).remember(`count ${expression}`, () =>
    Number(db.prepare('SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH ?').get(expression)?.['n'])
  )
}

const SORTS = {
  name: { column: 'name_order', largestFirst: false },
  newest: { column: 'created_at', largestFirst: true },
  label: { column: 'label_order', largestFirst: false },
  price: { column: 'price_order', largestFirst: false }
}

/** Products without a value come last, also if reversed. Equal ones stay in the provider's order. */
function sortBy(db: DatabaseSync, sort: keyof typeof SORTS, reverse: boolean): Uint32Array {
  const { column, largestFirst } = SORTS[sort]
  const by = `${column} ${largestFirst === reverse ? 'ASC' : 'DESC'}`
  const select = `SELECT position AS n FROM products WHERE ${column} IS NOT NULL ORDER BY ${by}, position`
  return cacheOf(db).remember(`sort ${by}`, () => complete(numbers(db, select), total(db)))
}

function sortByProvider(db: DatabaseSync, sortOrderId: number): Uint32Array {
  const select =
    'SELECT position AS n FROM sort_positions CROSS JOIN products USING (key) WHERE sort_order_id = ? ORDER BY place'
  return cacheOf(db).remember(`sort order ${sortOrderId}`, () => complete(numbers(db, select, sortOrderId), total(db)))
}

function complete(order: Uint32Array, count: number): Uint32Array {
  const all = new Uint32Array(count)
  all.set(order)
  const isPlaced = maskOf(order, count)
  let next = order.length
  for (let position = 0; next < count; position += 1) if (!isPlaced[position]) all[next++] = position
  return all
}

export function labels(db: DatabaseSync): LabelCount[] {
  return db
    .prepare(
      `SELECT label, count(*) AS count FROM products WHERE label IS NOT NULL
       GROUP BY label ORDER BY count(*) DESC, label LIMIT ${MOST_LABELS}`
    )
    .all()
    .map(({ label, count }) => ({ label: parse<string>(label), count: Number(count) }))
}

export function seek(db: DatabaseSync, { choice, prefix, from }: ProductSeek): number | null {
  const found = findByPrefix(db, prefix)
  if (found.length === 0) return null
  const mask = maskOf(found, total(db))
  const all = positionsOf(db, planOf(db, choice))
  const fits = (position: number): boolean => mask[position] === 1
  const next = all.subarray(from).findIndex(fits)
  if (next >= 0) return from + next
  const first = all.findIndex(fits)
  return first >= 0 ? first : null
}

function findByPrefix(db: DatabaseSync, prefix: string): Uint32Array {
  // The byte FF never occurs in UTF-8, so it sorts after all continuations.
  const some = "SELECT position FROM products WHERE name_order >= ? AND name_order < ? || CAST(x'ff' AS TEXT)"
  const prefixes = namePrefixes(prefix)
  if (prefixes.length === 0) return new Uint32Array()
  const each = prefixes.map(() => some).join(' UNION ALL ')
  return numbers(db, `SELECT position AS n FROM (${each})`, ...prefixes.flatMap((value) => [value, value]))
}

/** Prefixes of name_order. A typed number may be the start of a longer one, which is padded with fewer zeros. */
function namePrefixes(prefix: string): string[] {
  if (nameSortKey(prefix) === null) return []
  const folded = (nameSortKey(`${prefix}x`) ?? '').slice(0, -1)
  const typed = /\d+$/.exec(folded)?.[0]
  if (typed === undefined) return [folded]
  const head = folded.slice(0, folded.length - typed.length)
  const digits = typed.replace(/^0+/, '')
  if (digits === '' || typed.length > NUMBER_DIGITS) return [folded]
  return Array.from({ length: NUMBER_DIGITS - digits.length + 1 }, (_none, zeros) => head + '0'.repeat(zeros) + digits)
}
