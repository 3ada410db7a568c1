/**
 * Texts, ages, the app's own timestamps, and the provider's money and dates. `locale` is BCP 47: the user's regional format, or
 * dateLocale's of it.
 */
import { currencyDecimals } from '../models/currency.ts'
import type { Money } from '../models/invoice.ts'

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}

const BEGINNING_READ = 2000

export function beginningOf(text: string, most: number): string {
  const plain = text
    .trimStart()
    .slice(0, BEGINNING_READ)
    .replaceAll(/<[/!]?[a-z-][^<>]*>/gi, ' ')
  const line = oneLine(plain).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const words = line.slice(0, most - 1)
  const end = line[most - 1] === ' ' ? words.length : words.lastIndexOf(' ')
  // One long word, or a language without spaces.
  if (end < most / 2) return cut(line, most)
  return `${words.slice(0, end)}…`
}

/** Such as “A, B, C”, as the language does it. */
export const listText = (
  texts: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' = 'conjunction'
): string => new Intl.ListFormat(language, { type, style: 'narrow' }).format(texts)

export const joined = (texts: readonly (string | false | null)[]): string =>
  texts.filter((text) => text !== null && text !== false && text !== '').join(' · ')

/** BCP 47. */
export interface Locales {
  /** Of the messages. */
  language: string
  /** The user's regional format. */
  region: string
}

/**
 * For dates and relative times: in the words of the interface, by the customs of the region as far as its language has them there,
 * such as `de-CH` for German in Switzerland, and `en-DE` for English in Germany.
 */
export const dateLocale = ({ language, region }: Locales): string => localeIn(language, region)

const localeIn = remembered((language, region: string) => {
  const [words, customs] = [new Intl.Locale(language).maximize(), new Intl.Locale(region).maximize()]
  if (words.language === customs.language && words.script === customs.script) return region
  return new Intl.Locale(language, customs.region === undefined ? {} : { region: customs.region }).toString()
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One of the app's own timestamps (ISO 8601), by this computer's clock. */
export function momentText(iso: string, locale: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** In the future, because the clock was set back. `now` in ms since 1970. */
export const isAhead = (iso: string, now: number): boolean => new Date(iso).getTime() - now >= MINUTE

/** Such as "3 minutes ago", or "3 min ago"; null below a minute. For a time in the future, the timestamp itself; for no time, "?". */
export function ageText(iso: string, now: number, locales: Locales, style: 'long' | 'short' = 'long'): string | null {
  if (isAhead(iso, now)) return momentText(iso, dateLocale(locales))
  const age = now - new Date(iso).getTime()
  // Of a damaged file. It isn't new.
  if (Number.isNaN(age)) return '?'
  return age >= MINUTE ? distanceText(-age, locales, style) : null
}

export const untilText = (iso: string, now: number, locales: Locales): string =>
  distanceText(Math.max(new Date(iso).getTime() - now, MINUTE), locales)

function distanceText(ms: number, locales: Locales, style: 'long' | 'short' = 'long'): string {
  const relative = new Intl.RelativeTimeFormat(dateLocale(locales), { style, numeric: 'always' })
  const far = Math.abs(ms)
  if (far < HOUR) return relative.format(Math.trunc(ms / MINUTE), 'minute')
  if (far < 2 * DAY) return relative.format(Math.trunc(ms / HOUR), 'hour')
  return relative.format(Math.trunc(ms / DAY), 'day')
}

/** Replaces invisible, direction and invalid characters by a blank. The two joiners stay: Persian, Indic words and emoji need them. */
export const oneLine = (text: string): string => text.replaceAll(/(?:(?![\u200C\u200D])\p{C})+/gu, ' ')

/** Rounds nothing. Without a code of three letters: at least two places, and the provider's own unit behind them. */
export function moneyText(money: Money, locale: string): string {
  // Intl leaves out the decimals of some currencies that have them, such as the forint's.
  const places = currencyDecimals(codeOf(money))
  // As many as the amount has: with its own number, each number of digits would need another format.
  return inCurrency(money, locale, { minimumFractionDigits: places, maximumFractionDigits: MOST_DIGITS })
}
/** Intl allows no more. */
const MOST_DIGITS = 100

const IS_SHORT = /^-?\d{1,4}(?:\.|$)/

/** For the menu bar: rounded if it has five digits or more before the point, such as €12.3K. */
export const shortMoneyText = (money: Money, locale: string): string =>
  IS_SHORT.test(money.amount)
    ? moneyText(money, locale)
    : inCurrency(money, locale, { notation: 'compact', maximumSignificantDigits: 3 })

/** A code of three letters, as Intl takes any. */
const codeOf = ({ currency }: Money): string | null =>
  currency !== null && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null

function inCurrency(money: Money, locale: string, digits: Intl.NumberFormatOptions): string {
  const { currency } = money
  const amount = money.amount as `${number}`
  const code = codeOf(money)
  if (code === null) {
    const text = numberFormat(locale, digits).format(amount)
    return currency === null ? text : `${text} ${currency}`
  }
  // A provider may make up thousands of codes. Those without a name are all written alike, so one of them stands for all.
  const written = isNamed(code) ? code : NAMELESS
  const text = numberFormat(locale, { style: 'currency', currency: written, ...digits }).format(amount)
  return written === code ? text : text.replace(written, code)
}
const NAMELESS = 'QQQ'

/** Making one takes a hundred times as long as formatting with it. */
function remembered<Options, Format>(
  make: (locale: string, options: Options) => Format
): (locale: string, options: Options) => Format {
  const formats = new Map<string, Format>()
  return (locale, options) => {
    const name = JSON.stringify([locale, options])
    const known = formats.get(name) ?? make(locale, options)
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(name, known)
    return known
  }
}
/** More than the 300 currencies with a name need, twice. Each takes up to 5 KB. */
const MOST_FORMATS = 1000
const numberFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
let currencyNames: Intl.DisplayNames | undefined
/** In English, which has all names: other languages have signs of currencies that they don't name. */
const isNamed = (code: string): boolean =>
  (currencyNames ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })).of(code) !== undefined
/** Of a day as it is written. A format in the computer's zone may not be remembered: the computer travels. */
const dayFormat = remembered(
  (locale, options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
)

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

function face(text: string): { at: Date; hasTime: boolean; zone: string } | null {
  const parts = WRITTEN.exec(text.trim())
  if (!parts) return null
  const [year, month, day, hour, minute] = parts.slice(1, 6).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number
  ]
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  const zone = parts[7] ?? ''
  return { at, hasTime: parts[4] !== undefined, zone: /^(z|[+-]00:?00)$/i.test(zone) ? 'UTC' : zone && `UTC${zone}` }
}

/** The day as the provider wrote it. Text that isn't ISO 8601 stays as it is. @param thisYear that goes without saying */
export function dayText(text: string, locale: string, thisYear?: number): string {
  const written = face(text)
  if (!written) return text
  const parts: Intl.DateTimeFormatOptions =
    written.at.getUTCFullYear() === thisYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }
  return dayFormat(locale, parts).format(written.at)
}

export function dateTimeText(text: string, locale: string): string {
  const written = face(text)
  if (!written) return text
  if (!written.hasTime) return dayText(text, locale)
  const clock = dayFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return written.zone ? `${clock.format(written.at)} ${written.zone}` : clock.format(written.at)
}

export function monthText(month: string, length: 'short' | 'long', locale: string): string {
  const written = face(`${month}-01`)
  if (!written) return month
  const parts: Intl.DateTimeFormatOptions = length === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' }
  return dayFormat(locale, parts).format(written.at)
}

/** Letters that people type differently without them on their keyboard, and that Unicode doesn't decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ǿ: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  æ: 'ae',
  ǽ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ'
}
const WITH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'giu')

/** For comparisons: "Łódź" begins with an l. Case and accents stay. */
export function plainLetters(text: string): string {
  return text.replaceAll(WITH_PLAIN, (letter) => PLAIN[letter.toLowerCase()] ?? letter)
}
