import type { Settings } from './settings.ts'

/** How a CSV file is written. */
export interface CsvFormat {
  separator: ',' | ';'
  decimalSign: '.' | ','
  /** Identifiers as ="…", which a spreadsheet keeps as text, and other programs read as it is written. */
  identifiersAsFormulas: boolean
}

/**
 * Spreadsheets split a file at the separator of their regional format, which is a semicolon where the comma is the decimal
 * sign. Some regions, such as Switzerland, have semicolons and points: no data of Intl says so.
 * @param locale the regional format, BCP 47
 */
export function csvFormatOf(
  { csvSeparator, csvDecimalSign, csvIdentifiersAsFormulas }: Settings,
  locale: string
): CsvFormat {
  const hasDecimalComma = decimalSignOf(locale) === ','
  const usesSemicolon = csvSeparator === 'regional' ? hasDecimalComma : csvSeparator === 'semicolon'
  const usesDecimalComma = csvDecimalSign === 'regional' ? hasDecimalComma : csvDecimalSign === 'comma'
  return {
    separator: usesSemicolon ? ';' : ',',
    decimalSign: usesDecimalComma ? ',' : '.',
    identifiersAsFormulas: csvIdentifiersAsFormulas
  }
}

/** Of its numbers in digits 0 to 9. */
const decimalSignOf = (locale: string): string | undefined =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value
