/** A product of the provider's catalogue. */
import { beginningOf } from '../i18n/format.ts'
import type { Decimal } from './decimal.ts'
import { productFields } from './fields.ts'
import type { ReadingNote } from './freshness.ts'

interface FieldValue {
  id: string
  text: string | null
  date: string | null
  integer: number | null
  flag: boolean | null
  requiredFlag: boolean
  data: string | null
  amount: Decimal
}
export type ProductField = keyof typeof productFields
export type Product = { [F in ProductField]?: FieldValue[(typeof productFields)[F]['type']] | undefined }

export const PRODUCT_FIELDS = Object.keys(productFields) as ProductField[]

/** Those that the API document describes. */
export const DOCUMENTED_FIELDS = PRODUCT_FIELDS.filter((field) => !('placed' in productFields[field]))
const DOCUMENTED: ReadonlySet<string> = new Set(DOCUMENTED_FIELDS)
export const isDocumented = (name: string): name is ProductField => DOCUMENTED.has(name)

export interface ProductPrice {
  amount: Decimal
  /** null: not known. */
  currency: string | null
  /** A PlanInterval, or the provider's word; null: not known. */
  interval: string | null
}

export const priceOf = ({ price, currency = null, interval = null }: Product): ProductPrice | null =>
  price === undefined ? null : { amount: price, currency, interval }

/** `key` is the id, or a generated key if the id is missing or repeated. */
export interface ProductRow {
  key: string
  name: string | null
  tagline: string | null
  label: string | null
  isFeatured: boolean | null
  isAllowed: boolean | null
  isAvailable: boolean | null
  isInMarketplace: boolean | null
  weight: number | null
  /** `media/product/<key>` may have a picture. */
  hasImage: boolean
  /** If `icon` is an icon's name instead of a URL. */
  iconName: string | null
  /** Missing: none was read. */
  price?: ProductPrice
  /** Of a search: the field that matches when name, tagline and label don't, and the place in it. Missing for very large records. */
  foundIn?: { field: HiddenField; text: string }
}

/** Fields that are searched but not in a row. */
export const HIDDEN_FIELDS = ['shortName', 'description', 'longHtmlDescription'] as const
export type HiddenField = (typeof HIDDEN_FIELDS)[number]

export interface ProductView {
  row: ProductRow
  product: Omit<Product, 'longHtmlDescription'>
  /** `description/<key>` has it, for the page to sanitise. */
  hasLongDescription: boolean
  raw: string
  unknownFields: string[]
  notes: ReadingNote[]
}

/** `default`: the order of the provider's list; `price`: by currency, then amount; `providerSort`: by one of the provider's own keys. */
export const PRODUCT_SORTS = ['default', 'name', 'newest', 'label', 'price', 'providerSort'] as const

/** `?sort=…&reverse=…`; the accepted keys aren't documented. */
export interface ProviderSort {
  key: string
  reverse: boolean
}

export interface StoredSortOrder extends ProviderSort {
  fetchedAt: string
  edition: number
}
export const MOST_SORT_ORDERS = 20

export interface ProductChoice {
  text: string
  available: boolean
  featured: boolean
  allowed: boolean
  inMarketplace: boolean
  label: string | null
  /** `default` with a text: matches in names first. */
  sort: (typeof PRODUCT_SORTS)[number]
  /** For `providerSort`; products outside that sort order come last. Not stored. */
  providerSort: string
  reverse: boolean
  /** Labels one after another, in the order of their first product. */
  grouped: boolean
}

export const EVERY_PRODUCT: ProductChoice = {
  ...{ text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null },
  ...{ sort: 'default', providerSort: '', reverse: false, grouped: false }
}

export interface ProductQuery extends ProductChoice {
  offset: number
  limit: number
}

export interface ProductPage {
  rows: ProductRow[]
  matched: number
  total: number
  /** Of `providerSort`; null: none is stored, so the rows are in the default order. */
  sortOrder: StoredSortOrder | null
  edition: number
  /** Empty unless grouped. */
  groups: LabelGroup[]
  /** A search waits until the texts of a new list are indexed. */
  isIndexing: boolean
}

/** Rows with one label. null: none, or one beyond MOST_LABELS. */
export interface LabelGroup {
  label: string | null
  /** Place of its first row in the whole result. */
  at: number
  count: number
}

/** Finds the first row from `from` on, wrapping around, whose name begins with `prefix`. */
export interface ProductSeek {
  choice: ProductChoice
  prefix: string
  from: number
}

export interface LabelCount {
  label: string
  count: number
}
export const MOST_LABELS = 200

/** Of an account's list. */
export const MOST_PRODUCTS = 250_000

const LONGEST_MADE_NAME = 80

export function productName({ name, shortName, tagline, description, id }: Product): string | null {
  return (
    visible(name) ||
    visible(shortName) ||
    visible(beginningOf(tagline ?? '', LONGEST_MADE_NAME)) ||
    visible(beginningOf(description ?? '', LONGEST_MADE_NAME)) ||
    visible(id) ||
    null
  )
}

const visible = (text: string | null | undefined): string => (text && /[^\p{C}\p{Z}]/u.test(text) ? text.trim() : '')

/** The API document doesn't say whether `icon` is a name or a URL, so its form decides. */
export function iconNameOf(product: Product): string | null {
  return product.icon && /^[a-z0-9][a-z0-9-]{0,63}$/i.test(product.icon) ? product.icon : null
}

/** `small`, for a row: the icon if it is a picture, else the image. */
export const PICTURE_CHOICES = ['small', 'icon', 'image'] as const
export type PictureChoice = (typeof PICTURE_CHOICES)[number]

export function pictureAddress(product: Product, which: PictureChoice = 'small'): string | null {
  const image = product.imagePath?.trim() || null
  const icon = (iconNameOf(product) === null && product.icon?.trim()) || null
  if (which === 'small') return icon ?? image
  return which === 'icon' ? icon : image
}
