import type { ValueKind } from '../../shared/models/diagnostics.ts'

/** Of the report: numbers, flags and words of closed lists, never a text that a provider or a person chose. */
export type DiagnosticFact = number | boolean | string | null
export interface Facts {
  [name: string]: DiagnosticFact | Facts | readonly Facts[] | undefined
}

/** A value that must not be in the report. */
export interface KnownValue {
  kind: ValueKind
  text: string
}

export interface ReplacedText {
  text: string
  /** How many values of each kind were replaced. */
  counts: ReadonlyMap<ValueKind, number>
}

/** Replaces values in a text: see provider/readers/security/personal-values.ts. */
export interface ValueReplacer {
  replace(text: string): ReplacedText
}

/** What the system tells the report. Only after ready. */
export interface DiagnosticSources {
  versions(): Facts
  system(): Facts
  /** What only the running app knows; null: it isn't the app. */
  desktop(): Promise<Facts | null>
  /** @param address that the app asks; null: none. No request is sent. */
  network(address: string | null): Promise<Facts>
  /** Sizes of the files. */
  storage(): Promise<Facts>
  /** The latest lines of the log, at most this many characters. @throws as Node if it can't be read */
  log(longest: number): string
  /** Names and folders of this computer. */
  values(): KnownValue[]
  createReplacer(values: Iterable<KnownValue>): Promise<ValueReplacer>
}
