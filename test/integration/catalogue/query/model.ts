/** What the query is to answer, from a plain list: no SQL, no index, none of its code. */
import type { ProductRecord } from '../../../../src/main/ports/index.ts'
import { compareDecimals } from '../../../../src/shared/models/decimal.ts'
import type { LabelCount, Product, ProductChoice, ProductSeek } from '../../../../src/shared/models/product.ts'

/** Orders of the provider's: keys by the name of the order, see orderName. */
export type Orders = ReadonlyMap<string, readonly string[]>
export const orderName = (key: string, reverse: boolean): string => `${key} ${String(reverse)}`

/** Keys of all that the choice takes, in its order. */
export function chosenKeys(records: readonly ProductRecord[], choice: ProductChoice, orders: Orders): string[] {
  const keys = orderedKeys(records, choice, orders)
  return choice.grouped ? groupsOf(records, keys).flatMap(([, its]) => its) : keys
}

/** Labels in the order of their first product; products without one come last. */
export function groupsOf(records: readonly ProductRecord[], keys: readonly string[]): [string | null, string[]][] {
  const labelOf = (key: string): string | null => records.find((one) => one.key === key)?.product.label ?? null
  const labels = [...new Set(keys.map(labelOf))].toSorted((a, b) => Number(a === null) - Number(b === null))
  return labels.map((label) => [label, keys.filter((key) => labelOf(key) === label)])
}

function orderedKeys(records: readonly ProductRecord[], choice: ProductChoice, orders: Orders): string[] {
  const words = tokens(choice.text)
  const has = (one: Product, fields: readonly Field[]): boolean => words.every((word) => found(one, fields, word))
  const taken = records.filter(
    ({ product: one }) =>
      (!choice.available || one.isAvailable === true) &&
      (!choice.featured || one.isFeatured === true) &&
      (!choice.allowed || one.isAllowed === true) &&
      (!choice.inMarketplace || one.isInMarketplace === true) &&
      (choice.label === null || one.label === choice.label) &&
      has(one, FIELDS)
  )
  const places = choice.sort === 'providerSort' ? orders.get(orderName(choice.providerSort, choice.reverse)) : undefined
  const keys = (list: readonly ProductRecord[]): string[] => list.map(({ key }) => key)
  if (places) {
    const place = (key: string): number => (places.includes(key) ? places.indexOf(key) : Number.MAX_SAFE_INTEGER)
    return keys(taken.toSorted((a, b) => place(a.key) - place(b.key)))
  }
  if (choice.sort === 'default' && choice.reverse) return keys(taken.toReversed())
  if (choice.sort === 'default' || choice.sort === 'providerSort') {
    const named = taken.filter(({ product: one }) => has(one, ['name', 'shortName']))
    return keys([...named, ...taken.filter((record) => !named.includes(record))])
  }
  return keys(sorted(taken, choice.sort, choice.reverse))
}

export function sought(
  records: readonly ProductRecord[],
  keys: readonly string[],
  { prefix, from }: ProductSeek
): number | null {
  const begins = beginning(prefix)
  if (!begins) return null
  const fits = keys.map((key) => {
    const name = called(records.find((record) => record.key === key)?.product)
    return name !== null && begins.test(name)
  })
  const next = fits.indexOf(true, from)
  const place = next >= 0 ? next : fits.indexOf(true)
  return place >= 0 ? place : null
}

export function countedLabels(records: readonly ProductRecord[]): LabelCount[] {
  const counts = new Map<string, number>()
  for (const { product: one } of records) if (one.label != null) counts.set(one.label, (counts.get(one.label) ?? 0) + 1)
  return [...counts].map(([label, count]) => ({ label, count })).toSorted((a, b) => b.count - a.count)
}

// ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────

const FIELDS = [
  'name',
  'shortName',
  'tagline',
  'label',
  'price',
  'currency',
  'description',
  'longHtmlDescription'
] as const
type Field = (typeof FIELDS)[number]

function found(one: Product, fields: readonly Field[], word: string): boolean {
  return fields
    .flatMap((field) => tokens(((field === 'name' ? nameOf(one) : one[field]) ?? '').replaceAll(/<\/?[bp]>/g, ' ')))
    .some((text) => text.startsWith(word))
}

/** Of what is tried here: Latin letters and digits. */
function tokens(text: string): string[] {
  return bare(text).match(/[a-z0-9]+/g) ?? []
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
}

// ── order ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Descriptions that are tried are short, and without tags. */
function nameOf(one: Product | undefined): string | null {
  return [one?.name, one?.shortName, one?.tagline, one?.description, one?.id].find((text) => text?.trim()) ?? null
}

function called(one: Product | undefined): string | null {
  return bare(nameOf(one) ?? '').trim() || null
}

function sorted(
  records: ProductRecord[],
  sort: 'name' | 'newest' | 'label' | 'price',
  reverse: boolean
): ProductRecord[] {
  if (sort === 'price') return byPrice(records, reverse)
  const value = ({ product: one }: ProductRecord): string | number | null => {
    if (sort === 'name') return called(one)
    // Half a surrogate pair is stored as any other one.
    if (sort === 'label')
      return (
        bare(one.label ?? '')
          .toWellFormed()
          .trim() || null
      )
    const time = Date.parse(one.creationDateTime ?? '')
    return Number.isNaN(time) ? null : time
  }
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'string' && typeof b === 'string' ? byName(a, b) : Number(a) - Number(b)
  const direction = (sort === 'newest') !== reverse ? -1 : 1
  return records.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return direction * compare(x, y)
  })
}

/** By currency, then amount; those without a price last. */
function byPrice(records: readonly ProductRecord[], reverse: boolean): ProductRecord[] {
  const compare = ({ product: a }: ProductRecord, { product: b }: ProductRecord): number => {
    const [one, other] = [a.currency ?? '', b.currency ?? '']
    if (one !== other) return one < other ? -1 : 1
    return compareDecimals(a.price ?? '0', b.price ?? '0')
  }
  const priced = records.filter(({ product: one }) => one.price !== undefined)
  return [
    ...priced.toSorted((a, b) => (reverse ? -compare(a, b) : compare(a, b))),
    ...records.filter(({ product: one }) => one.price === undefined)
  ]
}

/** Piece by piece: digits by value, all else by code. */
function byName(a: string, b: string): number {
  const pieces = (text: string): string[] => text.match(/\d+|[^\d]/gu) ?? []
  const [left, right] = [pieces(a), pieces(b)]
  for (const [at, piece] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    const numbers = /\d/.test(piece) && /\d/.test(other)
    const difference = numbers
      ? Number(piece) - Number(other)
      : (piece.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Numbers by value, but one at the end may go on; null: nothing to go by. */
function beginning(prefix: string): RegExp | null {
  const plain = bare(prefix).trimStart()
  if (plain === '') return null
  const pieces = plain.match(/\d+|[^\d]+/g) ?? []
  const pattern = pieces.map((piece, at) => {
    if (!/\d/.test(piece)) return piece.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    const open = at === pieces.length - 1 && Number(piece) > 0
    return `0*${Number(piece)}${open ? '' : '(?!\\d)'}`
  })
  return new RegExp(`^${pattern.join('')}`, 'u')
}
