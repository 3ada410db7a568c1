import type { OnFound } from './field-names.ts'
import type { JsonObject } from './records.ts'

/** Follows where a record's fields are found. Called with each record, without its credentials, before it is read. */
export type RecordTrace = (record: JsonObject) => OnFound | undefined

/** A value that the reader looked at. */
export interface TracedValue {
  /** What it looked for; none: a part of something else. */
  names: readonly string[]
  place: string
  isReadable: boolean
}

export interface TracedRecord {
  raw: JsonObject
  found: readonly TracedValue[]
}
