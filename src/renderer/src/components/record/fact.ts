/** One line of a definition list. */
export interface Fact {
  /** Unique within its list. */
  name: string
  label: string
  text: string
  /** `figures`: numbers and dates in tabular figures; `code`: shown as it came, in the fixed-width type. */
  kind?: 'figures' | 'code'
}
