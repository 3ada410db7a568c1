/** Parses typed amounts into exact decimals. */
import { regionalFormat } from '../../i18n.ts'

/** Maximum length, in characters. */
export const MAX_AMOUNT_LENGTH = 30

const part = (type: 'group' | 'decimal'): string =>
  new Intl.NumberFormat(regionalFormat(), { useGrouping: 'always' })
    .formatToParts(12_345.6)
    .find((one) => one.type === type)?.value ?? ''
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Converts the locale's digits to ASCII digits. */
function latin(text: string): string {
  const digits = [...new Intl.NumberFormat(regionalFormat(), { useGrouping: false }).format(9_876_543_210)].reverse()
  return digits.reduce((all, digit, value) => all.replaceAll(digit, String(value)), text)
}

/**
 * Parses by the locale's group and decimal separators, or with a point or comma as the decimal separator.
 * null: not a decimal.
 */
export function parseTypedDecimal(text: string): string | null {
  // Some locales group by spaces or apostrophes.
  const typed = latin(text.replaceAll(/[\s\u2019']/g, '').replace('\u2212', '-'))
  if (typed.length > MAX_AMOUNT_LENGTH) return null
  const group = escaped(part('group'))
  const decimal = escaped(part('decimal'))
  const grouped = group.trim() !== '' && new RegExp(`^-?\\d{1,3}(${group}\\d{3})+(${decimal}\\d+)?$`).test(typed)
  const ungrouped = grouped ? typed.replaceAll(part('group'), '') : typed.replace(',', '.')
  const plain = ungrouped.replace(part('decimal'), '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** Writes a decimal as the person would type it: with the locale's decimal separator, without grouping. */
export const toTypedDecimal = (amount: string): string => amount.replace('.', part('decimal'))
