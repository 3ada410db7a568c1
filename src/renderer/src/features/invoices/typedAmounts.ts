/** Amounts as people type them, and the exact decimals ("-130.10") that they are. */
import { compareDecimals } from '../../../../shared/models/decimal.ts'
import { regionalFormat } from '../../i18n.ts'

export const isGreater = (one: string, other: string): boolean => compareDecimals(one, other) > 0

/** A decimal as typed, without groups. */
const MAX_LENGTH = 30
/** With groups and marks. Longer texts aren't read. */
const LONGEST_TYPED = 100

/** How a number is written: its signs, and the digits of a group, the last group's apart. */
interface Writing {
  group: string
  decimal: string
  sizes: readonly (readonly [last: number, others: number])[]
}

/**
 * Intl writes money otherwise than plain numbers in a few regions (de-AT: €1.234,50 and 1 234,50), and money of one currency
 * otherwise than of the rest (en-CH, kea). With these, every writing is there: test/unit/renderer/typed-amounts.test.ts tries all.
 */
const SAMPLE_CURRENCIES = ['EUR', 'USD', 'CVE']

const THOUSANDS = [3, 3] as const

/** What people type in any region. */
const USUAL: readonly Writing[] = ['.', ','].map((decimal) => ({ group: ' ', decimal, sizes: [THOUSANDS] }))

interface Region {
  tag: string
  /** From 0 to 9. */
  digits: readonly string[]
  writings: readonly Writing[]
}

function writingOf(tag: string, options: Intl.NumberFormatOptions): Writing {
  const format = new Intl.NumberFormat(tag, { ...options, useGrouping: 'always', minimumFractionDigits: 1 })
  const parts = format.formatToParts(12_345_678.5)
  const valueOf = (type: 'group' | 'decimal'): string => parts.find((part) => part.type === type)?.value ?? ''
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  const [others = 3, last = 3] = groups.slice(-2)
  return {
    group: withoutMarks(valueOf('group')),
    decimal: withoutMarks(valueOf('decimal')),
    sizes: [[last, others], THOUSANDS]
  }
}

function regionOf(tag: string): Region {
  const plain = new Intl.NumberFormat(tag, { useGrouping: false })
  return {
    tag,
    digits: Array.from({ length: 10 }, (_none, digit) => plain.format(digit)),
    writings: [
      writingOf(tag, {}),
      ...SAMPLE_CURRENCIES.map((currency) => writingOf(tag, { style: 'currency', currency }))
    ]
  }
}

let known: Region | null = null
/** Making the formats takes a hundred times as long as reading with them. */
function region(): Region {
  const tag = regionalFormat()
  return known?.tag === tag ? known : (known = regionOf(tag))
}

/** Spaces, apostrophes and minus signs of one kind, and without marks of direction. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll('\u2019', "'")
    .replaceAll(/[\u2212\uFE63\uFF0D]/g, '-')

/** Groups by the writing's own sign, by spaces or by apostrophes. */
function readAs({ group, decimal, sizes }: Writing, amount: string): string | null {
  const [units = '', fraction, ...more] = amount.split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const isGrouped = ([last, others]: readonly [number, number], sign: string): boolean =>
    new RegExp(`^\\d{1,${others}}(?:[${sign}]\\d{${others}})*[${sign}]\\d{${last}}$`).test(units)
  const isRead =
    /^\d+$/.test(units) || [group, ' ', "'"].some((sign) => sizes.some((each) => sign !== '' && isGrouped(each, sign)))
  if (!isRead) return null
  const digits = units.replaceAll(/\D/g, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/**
 * Reads an amount as the region writes it, for money or for plain numbers, with or without groups; else with a point or comma as
 * the decimal separator. A currency beside it isn't read.
 * @returns null: not a decimal, or one that the region's two ways of writing give two values, such as 1,234 in English for Germany
 */
export function parseTypedDecimal(text: string): string | null {
  if (text.length > LONGEST_TYPED) return null
  const { digits, writings } = region()
  const plain = withoutMarks(digits.reduce((all, digit, value) => all.replaceAll(digit, String(value)), text)).trim()
  // Some regions write the sign behind the amount.
  const amount = plain.replace(/^- ?| ?-$/, '')
  const read = (all: readonly Writing[]): string[] => [
    ...new Set(all.map((writing) => readAs(writing, amount)).filter((one) => one !== null))
  ]
  const own = read(writings)
  const [decimal, other] = own.length > 0 ? own : read(USUAL)
  if (decimal === undefined || other !== undefined || decimal.length > MAX_LENGTH) return null
  return amount === plain ? decimal : `-${decimal}`
}

/** Writes a decimal as the user would type it: with the region's decimal separator, without grouping. */
export function toTypedDecimal(amount: string): string {
  const text = amount.replace('.', region().writings[0]?.decimal ?? '.')
  // Three places may be a group, four can't.
  return /\.\d{3}$/.test(amount) && parseTypedDecimal(text) === null ? `${text}0` : text
}
