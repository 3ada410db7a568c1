/** A filter that is set. */
export interface Chip<Part> {
  key: string
  words: string
  /** What the choice becomes without it. */
  without: Part
}
