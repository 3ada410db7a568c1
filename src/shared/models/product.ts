/** A product of the provider's catalogue. */
import { beginningOf } from '../i18n/format.ts'
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
}
export type ProductField = keyof typeof productFields
export type Product = { [F in ProductField]?: FieldValue[(typeof productFields)[F]['type']] | undefined }

/** Names of the documented fields, in the document's order. */
export const PRODUCT_FIELDS = Object.keys(productFields) as ProductField[]

/** One line of the list. `key` is the id, or a stand-in when the provider gave none or gave it twice. */
export interface ProductRow {
  key: string
  /** See productName. */
  name: string | null
  /** Null where it is the name. */
  tagline: string | null
  label: string | null
  isFeatured: boolean | null
  isAllowed: boolean | null
  isAvailable: boolean | null
  isInMarketplace: boolean | null
  weight: number | null
  /** Whether `media/product/<key>` on the app's own origin may have a picture. */
  hasImage: boolean
  /** Set when `icon` is the name of an icon (letters, digits, dashes) rather than an address. */
  iconName: string | null
}

/** One product, whole. */
export interface ProductView {
  row: ProductRow
  /** The documented fields that could be read; longHtmlDescription is left out, see hasLongDescription. */
  product: Omit<Product, 'longHtmlDescription'>
  /** Whether `description/<key>` on the app's own origin has the long description, as plain text for the page to sanitise. */
  hasLongDescription: boolean
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: string
  /** Names of fields that the document does not know. */
  unknownFields: string[]
  /** What the tolerant reader met in this record: of a wrong type, dropped. */
  notes: ReadingNote[]
}

/** `server`: as the provider lists them; `platform`: by a key of the provider's own, see ProviderSort. */
export const PRODUCT_SORTS = ['server', 'name', 'weight', 'newest', 'updated', 'platform'] as const

/** What the API is asked for as `?sort=…&reverse=…`; which keys it knows is not documented. */
export interface ProviderSort {
  key: string
  reverse: boolean
}

/** An order that the provider gave, kept for offline. */
export interface StoredOrder extends ProviderSort {
  /** ISO 8601. */
  fetchedAt: string
  /** Of the list that was stored then, see ProductPage. */
  edition: number
}
/** Orders that are kept of one account; the one fetched longest ago leaves first. */
export const MOST_ORDERS = 20

/** Which products, and in which order: all that is chosen in the list's view. */
export interface ProductChoice {
  /** Words to look for, anywhere in the texts, by their beginnings; empty: all. */
  text: string
  /** Each true: only those of which the provider says so. */
  available: boolean
  featured: boolean
  allowed: boolean
  inMarketplace: boolean
  /** Only those of this label (as in the row); null: any. */
  label: string | null
  /** `server` with a text: those first that have it in their names. */
  sort: (typeof PRODUCT_SORTS)[number]
  /** Of `platform`: what the API is asked for. What is not in that order comes last. Not stored: as `server`. */
  providerSort: string
  /** What has no value comes last either way. Of `platform`: the API's own `reverse`. */
  reverse: boolean
}

export interface ProductQuery extends ProductChoice {
  offset: number
  limit: number
}

export interface ProductPage {
  rows: ProductRow[]
  /** Products that match. */
  matched: number
  /** Products stored. */
  total: number
  /** With sort `platform`: the order that the rows are in; null: none is stored, they are in the provider's usual order. */
  order: StoredOrder | null
  /** Another one when the stored list became another: not when it was found to be the same. */
  edition: number
}

/** Of a list as chosen, the first row at or after a place, round to the beginning, whose name begins so. */
export interface ProductSeek {
  choice: ProductChoice
  /** Case and accents don't count. */
  prefix: string
  from: number
}

export interface LabelCount {
  label: string
  count: number
}
/** Labels that are told, the most frequent first. */
export const MOST_LABELS = 200

/** Longest name, in characters, that is made from a tagline or a description. */
const LONGEST_MADE_NAME = 80

/** What a product is called wherever the app names it; null: the provider says nothing that could name it. */
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

/** The text without the white space around it; empty for one of which nothing is seen. */
const visible = (text: string | null | undefined): string => (text && /[^\p{C}\p{Z}]/u.test(text) ? text.trim() : '')

/** `icon` is either the name of an icon or the address of a picture; the document doesn't say, so its form tells. */
export function iconNameOf(product: Product): string | null {
  return product.icon && /^[a-z0-9][a-z0-9-]{0,63}$/i.test(product.icon) ? product.icon : null
}

/** Which of a product's pictures: `small`, for a row, is the icon where that is a picture, else the image. */
export const PICTURE_CHOICES = ['small', 'icon', 'image'] as const
export type PictureChoice = (typeof PICTURE_CHOICES)[number]

/** Where a product's picture is, as the provider wrote it; null: it has none of that kind. */
export function pictureAddress(product: Product, which: PictureChoice = 'small'): string | null {
  const image = product.imagePath?.trim() || null
  const icon = (iconNameOf(product) === null && product.icon?.trim()) || null
  if (which === 'small') return icon ?? image
  return which === 'icon' ? icon : image
}
