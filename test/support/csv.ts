/** Reads and compares CSV files. */
import { csvFormatOf } from '../../src/shared/models/csv-format.ts'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'

/** Commas and points: the default in an English regional format. */
export const PLAIN_CSV = csvFormatOf(DEFAULT_SETTINGS, 'en')

/** RFC 4180, read by its grammar. */
export function parseCsv(csv: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (at >= csv.length) throw new Error('a quote that is not closed')
        if (csv[at] === '"') at += 1
        cell += csv[at]
      }
      at += 1
    } else {
      for (; at < csv.length && !`${separator}\r\n"`.includes(csv[at] ?? ''); at += 1) cell += csv[at]
    }
    row.push(cell)
    if (csv[at] === separator) at += 1
    else if (csv.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`neither the next cell nor the next line at ${at}`)
  }
  return rows
}
