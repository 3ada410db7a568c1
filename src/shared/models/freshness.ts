/** The age of data, and the outcome of the latest refresh. */
import type { ErrorInfo } from '../ipc/error.ts'

export const TOPICS = ['profile', 'catalogue', 'invoices', 'plans'] as const
export type Topic = (typeof TOPICS)[number]

export const NOTE_KINDS = [
  'noId',
  'sameId',
  'wrongType',
  'notAnObject',
  'credentialDropped',
  'unknownShape',
  'unusableLink' // a PDF's link that is relative or not encrypted
] as const
/** A deviation that a tolerant reader met, never with a value. */
export interface ReadingNote {
  kind: (typeof NOTE_KINDS)[number]
  count: number
  field?: string | undefined
}

/** Why an invoice has no PDF. */
export const hasUnusableLink = (notes: readonly ReadingNote[]): boolean =>
  notes.some(({ kind }) => kind === 'unusableLink')

/** The key is the id, unless the id is missing, unusable or repeated. */
export function keyIssues(key: string, id: string | null | undefined): ReadingNote[] {
  if (key === id) return []
  return [{ kind: id && key.startsWith(`${id}~`) ? 'sameId' : 'noId', count: 1 }]
}

/** The provider's reply was a part of its list, or perhaps a part: `received` of `total` records. */
export interface PartialList {
  received: number
  /** null: the provider doesn't say how many there are. */
  total: number | null
}

export interface Freshness {
  /** ISO 8601; null: nothing is stored. */
  fetchedAt: string | null
  /** When it was read. Its start isn't published with the data, but with the status. */
  refreshing: boolean
  error: ErrorInfo | null
  notes: ReadingNote[]
  /** null: the whole list came. */
  partial: PartialList | null
  revision: number
}

export interface Progress {
  /** `asking`: nothing has arrived; `arriving`: being received and read; `storing`: all received. */
  phase: 'asking' | 'arriving' | 'storing'
  bytes: number
  products: number
}
