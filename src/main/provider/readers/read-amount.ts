/** Reads amounts and currencies as billing APIs write them. What can be read in two ways is not read. */
import { cut } from '../../../shared/i18n/format.ts'
import { currencyDecimals } from '../../../shared/models/currency.ts'
import { withoutNoise } from './noise.ts'
import { decimalOf } from './read-scalars.ts'

export interface Amount {
  /** An exact decimal. */
  decimal: string
  /** The currency written in the text: a code, or a sign that several currencies share. */
  mark: string | null
}

/** A JSON number, or text such as "1.234,56 €", "$29.90" or "(5.00)". @param currency its decimals, or those of the text's own currency, tell "1.234" apart */
export function amountOf(value: unknown, currency: string | null): Amount | null {
  if (typeof value === 'number') {
    const decimal = decimalOf(withoutNoise(value))
    return decimal === null ? null : { decimal, mark: null }
  }
  return typeof value === 'string' && value.length <= LONGEST_AMOUNT ? amountIn(value, currency) : null
}

/** An integer of minor units, such as cents, as a decimal in major units. */
export function decimalOfMinor(value: unknown, places: number): string | null {
  const given = typeof value === 'number' ? withoutNoise(value) : value
  const minor = decimalOf(given)?.replace(/\.0+$/, '') ?? null
  if (minor === null || minor.includes('.')) return null
  if (places === 0) return minor
  const digits = minor.replace('-', '').padStart(places + 1, '0')
  const sign = minor.startsWith('-') && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const LONGEST_AMOUNT = 80

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

function amountIn(given: string, currency: string | null): Amount | null {
  const text = given.trim().replaceAll('\u2212', '-')
  const characters = [...text]
  const from = characters.findIndex(isDigit)
  if (from < 0) return null
  const to = characters.findLastIndex(isDigit) + 1
  const before = characters.slice(0, from).join('')
  const after = characters.slice(to).join('')
  const mark = markIn(before, after, currency)
  if (mark === undefined) return null
  // "¥" may be yen or yuan, of which the invoice's currency tells.
  const isOwn = mark === null || (currency !== null && isSameCurrency(mark, currency))
  const whole = plainDecimal(characters.slice(from, to).join(''), currencyDecimals(isOwn ? currency : mark))
  if (whole === null) return null
  // "300 -" may be 300.00.
  if (after.includes('-')) return null
  const isNegative = /[1-9]/.test(whole) && (before.includes('-') || (before.includes('(') && after.includes(')')))
  return { decimal: decimalOf(`${isNegative ? '-' : ''}${whole}`) ?? whole, mark }
}

/** undefined: the text around the number is no currency, or names two. */
function markIn(before: string, after: string, currency: string | null): string | null | undefined {
  const marks = [before, after].map((part) => part.replace(/[-+()]/g, '').trim()).filter((part) => part !== '')
  const codes = marks.map(
    (mark) => CODES.get(mark.toLowerCase().replaceAll(/\s/g, '')) ?? (isMark(mark) ? mark : wordOf(mark, currency))
  )
  if (codes.includes(undefined)) return undefined
  const [one = null, other = null] = codes
  if (one === null || other === null) return one
  // "$29.90 USD": the code says which dollar it is.
  if (isSameCurrency(one, other)) return other
  return isSameCurrency(other, one) ? one : undefined
}

/** A code, or the sign of a currency. Other words beside a number may be anything: "2 items". */
const isMark = (text: string): boolean => /^[A-Z]{3,12}$/.test(text) || SHARED_SIGNS.has(signOf(text))

/** The word of the invoice's own unit, such as "Credits". */
const wordOf = (mark: string, currency: string | null): string | undefined =>
  currency !== null && mark.length > 2 && mark.toLowerCase() === currency.toLowerCase() ? currency : undefined

/** Separators of groups and decimals. Spaces and apostrophes group only. */
const SEPARATORS = /[., '\u2019\u00a0\u2009\u202f]/

/** "1.234,56", "1,234.56", "1 234.56", "1'234", "12,50" and more; null: no number, or one of two, such as "1.234". */
function plainDecimal(text: string, currencyPlaces: number): string | null {
  const signs = [...text].filter((character) => !isDigit(character))
  if (!signs.every((sign) => SEPARATORS.test(sign))) return null
  const groups = text.split(SEPARATORS)
  const [first = '', ...others] = groups
  const last = signs.at(-1)
  if (last === undefined) return first
  const isPoint = last === '.' || last === ','
  const isAlone = signs.length === 1
  const tail = others.at(-1) ?? ''
  if (isPoint && isAlone) {
    const isGroup = tail.length === 3 && first.length <= 3 && !first.startsWith('0')
    if (!isGroup) return `${first}.${tail}`
    // A currency without decimals has none here either.
    if (currencyPlaces === 0) return `${first}${tail}`
    // Three decimals of a currency that has three, as programs write them.
    return last === '.' && currencyPlaces === 3 ? `${first}.${tail}` : null
  }
  const grouping = signs.slice(0, -1)
  const isOneSign = new Set(grouping).size <= 1
  if (isPoint && !grouping.includes(last))
    return isOneSign && areGroups(groups.slice(0, -1)) ? `${groups.slice(0, -1).join('')}.${tail}` : null
  return new Set(signs).size === 1 && areGroups(groups) ? groups.join('') : null
}

/** 1,234,567 or, as in India, 12,34,567. */
function areGroups(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups
  const last = others.at(-1)
  if (last === undefined) return true
  const middle = others.slice(0, -1)
  if (last.length !== 3 || first.length < 1 || first.startsWith('0')) return false
  return (
    (first.length <= 3 && middle.every((group) => group.length === 3)) ||
    (first.length <= 2 && middle.length > 0 && middle.every((group) => group.length === 2))
  )
}

/** Signs and words that name one currency. */
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EUR: '€ euro euros',
    USD: 'us$ $us usdollar usdollars',
    GBP: 'poundsterling sterling gb£ £gb',
    JPY: 'jp¥ yen',
    CNY: 'cn¥ rmb yuan renminbi',
    INR: '₹',
    RUB: '₽',
    UAH: '₴',
    TRY: '₺',
    KRW: '₩',
    VND: '₫',
    ILS: '₪',
    THB: '฿',
    NGN: '₦',
    PHP: '₱',
    KZT: '₸',
    PLN: 'zł zl',
    CZK: 'kč kc',
    HUF: 'ft',
    BRL: 'r$',
    AUD: 'a$ au$',
    CAD: 'c$ ca$',
    NZD: 'nz$',
    HKD: 'hk$',
    SGD: 's$ sg$',
    TWD: 'nt$',
    MXN: 'mx$',
    BTC: '₿ bitcoin',
    USDT: '₮ tether usdt',
    USDC: 'usdc'
  }).flatMap(([code, names]) => names.split(' ').map((name) => [name, code]))
)

/** Signs that several currencies share. */
const SHARED_SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 'USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP UYU JMD BBD BSD BZD FJD GYD LRD NAD SBD TTD XCD BMD KYD BND'],
  ['£', 'GBP EGP LBP SYP SDG SSP FKP GIP SHP'],
  ['¥', 'JPY CNY'],
  ['kr', 'SEK NOK DKK ISK'],
  ['fr', 'CHF XAF XOF XPF'],
  ['rs', 'INR PKR LKR NPR MUR SCR'],
  ['₨', 'INR PKR LKR NPR MUR SCR']
])

const signOf = (mark: string): string => mark.toLowerCase().replace(/\.$/, '')

/** Whether a mark of an amount stands for the currency. The other way round, a sign doesn't tell which currency it is. */
export const isSameCurrency = (mark: string, currency: string): boolean =>
  mark === currency || (SHARED_SIGNS.get(signOf(mark))?.split(' ').includes(currency) ?? false)

const LONGEST_UNIT = 24

/** A code such as EUR or USDT. Any other text is the unit that it is, such as "$" or "Credits": never another one. */
export function currencyOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1000) return null
  const text = value.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (text === '') return null
  const code = CODES.get(text.toLowerCase().replaceAll(/[\s.]/g, ''))
  if (code !== undefined) return code
  return /^[a-z0-9]{3,5}$/i.test(text) && /[a-z]/i.test(text) ? text.toUpperCase() : cut(text, LONGEST_UNIT)
}
