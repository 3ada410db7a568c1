import type { ScrollPosition } from '../data/pagedList.ts'

/** The rows of a list of records, its cursor and its scroll position. A PagedList has them. */
export interface RecordRows<Row> {
  /** Rows there are; those not loaded yet are drawn as blanks. */
  matched: number
  rowAt: (place: number) => Row | undefined
  placeOf: (key: string) => number
  /** Increases when another query's rows replace these. */
  generation: number
  cursor: string | null
  setCursor: (key: string | null) => void
  /** Loads the rows between two places; either may lie outside the list. */
  loadBetween: (first: number, last: number) => void
  position: ScrollPosition
  setPosition: (position: ScrollPosition) => void
}

/** How the user selects rows. */
export type Selecting =
  { how: 'toggle'; place: number } | { how: 'range'; from: number; to: number } | { how: 'all' } | { how: 'none' }

/** A context menu that is asked for. */
export interface MenuRequest {
  place: number
  /** px in the window */
  at: { x: number; y: number }
  byKeyboard: boolean
  /** Gets the focus back. */
  trigger: HTMLElement
}

/** Props of every list made of RecordList. */
export interface RecordListProps<Row> {
  list: RecordRows<Row>
  opened: string | null
  /** px */
  rowHeight: number
  /** Headings above some rows. */
  groups?: readonly RowGroup[] | undefined
  /** Finds the place of the next row whose name starts with the prefix. Absent: rows have no names. */
  findByPrefix?: ((prefix: string, from: number) => Promise<number | null>) | undefined
}

export interface RowGroup {
  /** Place of its first row. */
  at: number
  title: string
}

/** One line of a FactList. */
export interface Fact {
  /** Unique within its list. */
  name: string
  label: string
  text: string
  /** `figures`: numbers and dates in tabular figures; `code`: as it came, in the fixed-width type. */
  kind?: 'figures' | 'code'
  /** The value is worth copying. */
  copy?: boolean
  /** What `text` consists of, if it has lines. */
  lines?: readonly string[]
}

/** A filter that is set. */
export interface Chip<Part> {
  key: string
  words: string
  /** What the choice becomes without it. */
  without: Part
}
