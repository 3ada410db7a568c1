/** What the list of any kind of record is given. */
export interface RecordListProps<Row> {
  /** Rows there are; those not here yet are drawn as blanks. */
  count: number
  rowAt: (place: number) => Row | undefined
  placeOf: (key: string) => number
  /** Grows when another query's rows took the place of these. */
  turn: number
  /** Key under the keyboard's cursor. */
  cursor: string | null
  /** Key of the record that is open. */
  opened: string | null
  /** px */
  rowHeight: number
  /** Where to start, px. */
  scrollTop: number
  /** Place of the next row from there on whose name begins so; null: there is none. Absent: there are no names to go to. */
  seek?: ((prefix: string, from: number) => Promise<number | null>) | undefined
  /** Place to start with instead of `scrollTop`. */
  startAt?: number | null | undefined
}

/** What it tells; a list made of RecordList lets the listeners through to it. */
export interface RecordListListeners {
  onSeen?: (first: number, last: number) => void
  onCursor?: (key: string | null) => void
  onOpen?: (key: string) => void
  onScrolled?: (top: number) => void
}

/** One line of a FactList. */
export interface Fact {
  /** Unique within its list. */
  name: string
  label: string
  text: string
  /** `figures`: numbers and dates in tabular figures; `code`: as it came, in the fixed-width type. */
  kind?: 'figures' | 'code'
}

/** A filter that is set. */
export interface Chip<Part> {
  key: string
  words: string
  /** What the choice becomes without it. */
  without: Part
}
