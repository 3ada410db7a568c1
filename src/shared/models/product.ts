/**
 * A product of the platform's catalogue. The 21 fields and their types are the API document's table;
 * every one may be absent, the nullable ones may be null.
 */
import { z } from 'zod'
import { beginningOf } from '../i18n/format.ts'
import { readingNoteSchema } from './freshness.ts'

const text = z.string().nullable().optional()
const flag = z.boolean().nullable().optional()

export const productSchema = z.object({
  id: z.string().optional(),
  owner: text,
  creationDateTime: text,
  lastUpdateDateTime: text,
  isFeatured: flag,
  isAllowed: flag,
  weight: z.number().int().nullable().optional(),
  contextData: text,
  customData: text,
  name: text,
  shortName: text,
  tagline: text,
  label: text,
  description: text,
  longHtmlDescription: text,
  icon: text,
  imagePath: text,
  isAvailable: z.boolean().optional(),
  isInMarketplace: z.boolean().optional(),
  preHook: text,
  postHook: text
})
export type Product = z.infer<typeof productSchema>

/** Names of the 21 documented fields, in the document's order. */
export const PRODUCT_FIELDS = Object.keys(productSchema.shape) as (keyof Product)[]

/** One line of the list. `key` is the id, or a stand-in when the platform gave none or gave it twice. */
export const productRowSchema = z.object({
  key: z.string(),
  /** See productName. */
  name: z.string().nullable(),
  /** Null where it is the name. */
  tagline: z.string().nullable(),
  label: z.string().nullable(),
  isFeatured: z.boolean().nullable(),
  isAllowed: z.boolean().nullable(),
  isAvailable: z.boolean().nullable(),
  isInMarketplace: z.boolean().nullable(),
  weight: z.number().nullable(),
  /** Whether `media/product/<key>` on the app's own origin may have a picture. */
  hasImage: z.boolean(),
  /** Set when `icon` is the name of an icon (letters, digits, dashes) rather than an address. */
  iconName: z.string().nullable()
})
export type ProductRow = z.infer<typeof productRowSchema>

/** One product, whole. */
export const productViewSchema = z.object({
  row: productRowSchema,
  /** The documented fields that could be read; longHtmlDescription is left out, see hasLongDescription. */
  product: productSchema.omit({ longHtmlDescription: true }),
  /** Whether `description/<key>` on the app's own origin has the long description, as plain text for the page to sanitise. */
  hasLongDescription: z.boolean(),
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: z.string(),
  /** Names of fields that the document does not know. */
  unknownFields: z.array(z.string()),
  /** What the tolerant reader met in this record: of a wrong type, dropped. */
  notes: z.array(readingNoteSchema)
})
export type ProductView = z.infer<typeof productViewSchema>

/** `server`: as the platform lists them; `platform`: by a key of the platform's own, see providerSort. */
export const PRODUCT_SORTS = ['server', 'name', 'weight', 'newest', 'updated', 'platform'] as const

/** What is asked of the platform as `?sort=…&reverse=…`; which keys it knows is not documented. */
export const providerSortSchema = z.object({ key: z.string().min(1).max(200), reverse: z.boolean() })
export type ProviderSort = z.infer<typeof providerSortSchema>

/** An order that the platform gave, kept for offline. */
export const storedOrderSchema = providerSortSchema.extend({
  /** ISO 8601. */
  fetchedAt: z.string(),
  /** Of the list that was stored then, see ProductPage. */
  edition: z.number().int()
})
export type StoredOrder = z.infer<typeof storedOrderSchema>
/** Orders that are kept of one account; the one fetched longest ago leaves first. */
export const MOST_ORDERS = 20

/** Which products, and in which order: all that is chosen in the list's view. */
export const productChoiceSchema = z.object({
  /** Words to look for, anywhere in the texts, by their beginnings; empty: all. */
  text: z.string().max(200),
  /** Each true: only those of which the platform says so. */
  available: z.boolean(),
  featured: z.boolean(),
  allowed: z.boolean(),
  inMarketplace: z.boolean(),
  /** Only those of this label (as in the row); null: any. */
  label: z.string().max(400).nullable(),
  /** `server` with a text: those first that have it in their names. */
  sort: z.enum(PRODUCT_SORTS),
  /** Of `platform`: what the platform is asked for. What is not in that order comes last. Not stored: as `server`. */
  providerSort: z.string().max(200),
  /** What has no value comes last either way. Of `platform`: the platform's own `reverse`. */
  reverse: z.boolean()
})
export type ProductChoice = z.infer<typeof productChoiceSchema>

export const productQuerySchema = productChoiceSchema.extend({
  offset: z.number().int().min(0).max(10_000_000),
  limit: z.number().int().min(1).max(200)
})
export type ProductQuery = z.infer<typeof productQuerySchema>

export const productPageSchema = z.object({
  rows: z.array(productRowSchema).max(200),
  /** Products that match. */
  matched: z.number().int(),
  /** Products stored. */
  total: z.number().int(),
  /** With sort `platform`: the order that the rows are in; null: none is stored, they are in the platform's usual order. */
  order: storedOrderSchema.nullable(),
  /** Another one when the stored list became another: not when it was found to be the same. */
  edition: z.number().int()
})
export type ProductPage = z.infer<typeof productPageSchema>

/** Of a list as chosen, the first row at or after a place, round to the beginning, whose name begins so. */
export const productSeekSchema = z.object({
  choice: productChoiceSchema,
  /** Case and accents don't count. */
  prefix: z.string().min(1).max(100),
  from: z.number().int().min(0).max(10_000_000)
})
export type ProductSeek = z.infer<typeof productSeekSchema>

export const labelCountSchema = z.object({ label: z.string(), count: z.number().int().positive() })
export type LabelCount = z.infer<typeof labelCountSchema>
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

/** Where a product's picture is, as the platform wrote it; null: it has none of that kind. */
export function pictureAddress(product: Product, which: PictureChoice = 'small'): string | null {
  const image = product.imagePath?.trim() || null
  const icon = (iconNameOf(product) === null && product.icon?.trim()) || null
  if (which === 'small') return icon ?? image
  return which === 'icon' ? icon : image
}
