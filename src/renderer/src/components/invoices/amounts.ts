/** Exact decimals ("-130.10") on the page: a discount's sign, and typed amounts. */
import { addDecimals, compareDecimals, isZero, subtractDecimals } from '../../../../shared/models/decimal.ts'
import type { Invoice } from '../../../../shared/models/invoice.ts'
import { regionalFormat } from '../../i18n.ts'

export const isSame = (one: string, other: string): boolean => compareDecimals(one, other) === 0

export const isGreater = (one: string, other: string): boolean => compareDecimals(one, other) > 0

/**
 * Providers send a discount without a sign. It gets a minus only if the invoice's own amounts show that it is subtracted from
 * the subtotal, before or after included taxes; otherwise it stays as sent.
 */
export function signedDiscount({ total, subtotal, taxes, discount }: Invoice): string | null {
  if (discount === null || total === null || subtotal === null) return discount
  if (isZero(discount) || discount.startsWith('-')) return discount
  const lowered = subtractDecimals(subtotal, discount)
  const lowers = isSame(total, addDecimals([lowered, taxes ?? '0'])) || isSame(total, lowered)
  return lowers ? `-${discount}` : discount
}

const MAX_LENGTH = 30

const separator = (type: 'group' | 'decimal'): string =>
  new Intl.NumberFormat(regionalFormat(), { useGrouping: 'always' })
    .formatToParts(12_345.6)
    .find((part) => part.type === type)?.value ?? ''

function toAsciiDigits(text: string): string {
  const digits = [...new Intl.NumberFormat(regionalFormat(), { useGrouping: false }).format(9_876_543_210)].reverse()
  return digits.reduce((all, digit, value) => all.replaceAll(digit, String(value)), text)
}

/**
 * Parses by the locale's group and decimal separators, or with a point or comma as the decimal separator.
 * null: not a decimal.
 */
export function parseTypedDecimal(text: string): string | null {
  // Some locales group by spaces or apostrophes.
  const typed = toAsciiDigits(text.replaceAll(/[\s\u2019']/g, '').replace('\u2212', '-'))
  if (typed.length > MAX_LENGTH) return null
  const [group, decimal] = [separator('group'), separator('decimal')]
  const grouped = group.trim() !== '' && new RegExp(`^-?\\d{1,3}([${group}]\\d{3})+([${decimal}]\\d+)?$`).test(typed)
  const plain = (grouped ? typed.replaceAll(group, '') : typed.replace(',', '.')).replace(decimal, '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** Writes a decimal as the user would type it: with the locale's decimal separator, without grouping. */
export const toTypedDecimal = (amount: string): string => amount.replace('.', separator('decimal'))
