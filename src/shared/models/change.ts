/** What changed in the catalogue from one refresh to the next. */
import { z } from 'zod'

/** One field of a product, before and after, each as JSON text; null: it was not there. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** One of the two was too long and was cut. */
  cut: z.boolean()
})
export type FieldChange = z.infer<typeof fieldChangeSchema>

export const CHANGE_KINDS = ['new', 'gone', 'changed'] as const
export const productChangeSchema = z.object({
  /** Grows from one to the next. */
  id: z.number().int(),
  /** When the refresh was that found it (ISO 8601). */
  at: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** Of the product. */
  key: z.string(),
  name: z.string().nullable(),
  /** Of `changed`: at most MOST_FIELDS, the rest is counted. */
  fields: z.array(fieldChangeSchema),
  moreFields: z.number().int()
})
export type ProductChange = z.infer<typeof productChangeSchema>

export const MOST_FIELDS = 30
/** Longest value told, in characters. */
export const LONGEST_VALUE = 1000
/** Changes that are kept; the oldest leave first. */
export const MOST_CHANGES = 5000

export const changeSpanSchema = z.object({
  offset: z.number().int().min(0).max(1_000_000),
  limit: z.number().int().min(1).max(100)
})
export type ChangeSpan = z.infer<typeof changeSpanSchema>

export const changePageSchema = z.object({
  /** The newest first. */
  rows: z.array(productChangeSchema).max(100),
  total: z.number().int(),
  /** The newest that the person has seen; 0: none. */
  seenUpTo: z.number().int(),
  /** The newest that there is; 0: none. */
  newest: z.number().int()
})
export type ChangePage = z.infer<typeof changePageSchema>
