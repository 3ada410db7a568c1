/** Amounts as people type them, made exact decimals. */
import { regionalFormat } from '../../i18n.ts'

/** Longest amount taken, in characters. */
export const LONGEST_AMOUNT = 30

const part = (type: 'group' | 'decimal'): string =>
  new Intl.NumberFormat(regionalFormat(), { useGrouping: 'always' })
    .formatToParts(12_345.6)
    .find((one) => one.type === type)?.value ?? ''
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The person's own digits as those that decimals are stored in. */
function latin(text: string): string {
  const digits = [...new Intl.NumberFormat(regionalFormat(), { useGrouping: false }).format(9_876_543_210)].reverse()
  return digits.reduce((all, digit, value) => all.replaceAll(digit, String(value)), text)
}

/**
 * The decimal that was typed, by the person's own signs for thousands and for the decimal place, or with either a point
 * or a comma for the latter; null: it is none.
 */
export function decimalTyped(text: string): string | null {
  // Spaces of any kind, and apostrophes, are signs for thousands somewhere.
  const typed = latin(text.replaceAll(/[\s\u2019']/g, '').replace('\u2212', '-'))
  if (typed.length > LONGEST_AMOUNT) return null
  const group = escaped(part('group'))
  const decimal = escaped(part('decimal'))
  const grouped = group.trim() !== '' && new RegExp(`^-?\\d{1,3}(${group}\\d{3})+(${decimal}\\d+)?$`).test(typed)
  const ungrouped = grouped ? typed.replaceAll(part('group'), '') : typed.replace(',', '.')
  const plain = ungrouped.replace(part('decimal'), '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** A decimal as it would be typed: with the person's sign for the decimal place, without any for thousands. */
export const asTyped = (amount: string): string => amount.replace('.', part('decimal'))
