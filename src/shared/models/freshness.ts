/** How old a piece of data is, and how the latest try to renew it went. */
import { z } from 'zod'
import { errorInfoSchema } from '../ipc/error.ts'

/** What a tolerant reader met on its way; counted per kind and field, never with a value. */
export const readingNoteSchema = z.object({
  kind: z.enum(['noId', 'sameId', 'wrongType', 'notAnObject', 'credentialDropped', 'unknownShape']),
  count: z.number().int().positive(),
  field: z.string().optional()
})
export type ReadingNote = z.infer<typeof readingNoteSchema>

/** What a record's key says of its id: the key is the id, unless there is none that is usable, or another record has it. */
export function keyIssues(key: string, id: string | null | undefined): ReadingNote[] {
  if (key === id) return []
  return [{ kind: id && key.startsWith(`${id}~`) ? 'sameId' : 'noId', count: 1 }]
}

export const freshnessSchema = z.object({
  /** When the stored data came from the platform (ISO 8601); null: nothing is stored. */
  fetchedAt: z.string().nullable(),
  refreshing: z.boolean(),
  /** The latest try failed with this; null when it worked or none was made. */
  error: errorInfoSchema.nullable(),
  notes: z.array(readingNoteSchema),
  /** Grows with every change of the data or of this record. */
  revision: z.number().int()
})
export type Freshness = z.infer<typeof freshnessSchema>

/** The three kinds of data an account has. */
export const TOPICS = ['profile', 'catalogue', 'invoices'] as const
export type Topic = (typeof TOPICS)[number]
