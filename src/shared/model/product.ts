/**
 * A product of the platform's catalogue. The 21 fields and their types are the API document's table;
 * every one may be absent, the nullable ones may be null.
 */
import { z } from 'zod'

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
  name: z.string().nullable(),
  shortName: z.string().nullable(),
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
  /** Whether `description/<key>` on the app's own origin has the long description, as an inert page. */
  hasLongDescription: z.boolean(),
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: z.string(),
  /** Names of fields that the document does not know. */
  unknownFields: z.array(z.string())
})
export type ProductView = z.infer<typeof productViewSchema>

export const PRODUCT_SORTS = ['server', 'name', 'weight', 'newest', 'updated'] as const
export const productQuerySchema = z.object({
  offset: z.number().int().min(0).max(10_000_000),
  limit: z.number().int().min(1).max(200),
  /** Words to look for, anywhere in the texts, by their beginnings; empty: all. */
  text: z.string().max(200),
  available: z.boolean(),
  featured: z.boolean(),
  sort: z.enum(PRODUCT_SORTS),
  reverse: z.boolean()
})
export type ProductQuery = z.infer<typeof productQuerySchema>

export const productPageSchema = z.object({
  rows: z.array(productRowSchema).max(200),
  /** Products that match. */
  matched: z.number().int(),
  /** Products stored. */
  total: z.number().int()
})
export type ProductPage = z.infer<typeof productPageSchema>

/** `icon` is either the name of an icon or the address of a picture; the document doesn't say, so its form tells. */
export function iconNameOf(product: Product): string | null {
  return product.icon && /^[a-z0-9][a-z0-9-]{0,63}$/i.test(product.icon) ? product.icon : null
}

/** Where the product's picture is: `imagePath`, else an `icon` that is an address; as the platform wrote it. */
export function pictureAddress(product: Product): string | null {
  const path = product.imagePath?.trim()
  if (path) return path
  const icon = product.icon?.trim()
  return icon && iconNameOf(product) === null ? icon : null
}
