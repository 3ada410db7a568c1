/** What the page copies. Its form says which line breaks and tabs are the app's own. */
export type Copied =
  /** One value each, such as an invoice's number. */
  | { lines: readonly string[] }
  /** Rows of cells, which people paste into a spreadsheet. */
  | { rows: readonly (readonly string[])[] }
  /** Text whose line breaks are the app's, such as JSON. */
  | { text: string }
