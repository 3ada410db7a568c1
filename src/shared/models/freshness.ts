/** How old a piece of data is, and how the latest try to renew it went. */
import type { ErrorInfo } from '../ipc/error.ts'

/** The three kinds of data an account has. */
export const TOPICS = ['profile', 'catalogue', 'invoices'] as const
export type Topic = (typeof TOPICS)[number]

export const NOTE_KINDS = ['noId', 'sameId', 'wrongType', 'notAnObject', 'credentialDropped', 'unknownShape'] as const
/** What a tolerant reader met on its way; counted per kind and field, never with a value. */
export interface ReadingNote {
  kind: (typeof NOTE_KINDS)[number]
  count: number
  field?: string | undefined
}

/** What a record's key says of its id: the key is the id, unless there is none that is usable, or another record has it. */
export function keyIssues(key: string, id: string | null | undefined): ReadingNote[] {
  if (key === id) return []
  return [{ kind: id && key.startsWith(`${id}~`) ? 'sameId' : 'noId', count: 1 }]
}

export interface Freshness {
  /** When the stored data came from the provider (ISO 8601); null: nothing is stored. */
  fetchedAt: string | null
  refreshing: boolean
  /** The latest try failed with this; null when it worked or none was made. */
  error: ErrorInfo | null
  notes: ReadingNote[]
  /** Grows with every change of the data or of this record. */
  revision: number
}

/** How far a refresh of the catalogue is. */
export interface Progress {
  /** `asking`: nothing has come yet; `arriving`: it is being received and read; `storing`: all is here. */
  phase: 'asking' | 'arriving' | 'storing'
  /** Received so far, after decompression. */
  bytes: number
  /** Read so far. */
  products: number
}
