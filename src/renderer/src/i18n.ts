/** The page's messages, and numbers, dates and money in the user's regional format. */
import { computed, shallowRef } from 'vue'
import type page from '../../shared/i18n/en/page.json'
import {
  dateLocale,
  dateTimeText,
  dayText,
  listText,
  moneyText,
  monthText,
  ageText,
  momentText,
  untilText,
  type Locales
} from '../../shared/i18n/format.ts'
import { call } from './bridge.ts'
import { createTranslator, type MessageKeyOf, type Named, type Translator } from '../../shared/i18n/translator.ts'
import type { Money } from '../../shared/models/invoice.ts'
import type { ProductPrice } from '../../shared/models/product.ts'
import { priceText } from '../../shared/i18n/price-text.ts'

type Messages = typeof page
export type MessageKey = MessageKeyOf<Messages>

const translator = shallowRef<Translator<Messages> | null>(null)

/** Texts change in place. @param tag BCP 47 */
export function useMessages(tag: string, messages: Messages): void {
  translator.value = createTranslator(tag, messages)
}

/** Asks main for the messages of the language that is in use. @throws CallError */
export async function loadMessages(): Promise<void> {
  const { language: tag, json } = await call('app', 'messages')
  if (translator.value?.language === tag) return
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(tag)
  // Of this form by test/unit/i18n.
  useMessages(tag, JSON.parse(json) as Messages)
}

/** By the language's script. ECMA-402 has it as a method, which TypeScript's declarations don't know yet. */
const directionOf = (tag: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']

export const hasMessages = (): boolean => translator.value !== null

function current(): Translator<Messages> {
  if (translator.value === null) throw new Error('A text is asked for before a language was loaded.')
  return translator.value
}

/** BCP 47, of the messages. */
export const language = (): string => current().language

export const direction = (): 'ltr' | 'rtl' => directionOf(language())

export const t = (key: MessageKey, named: Named = {}): string => current().translate(key, named)

/** The plural form of a message for a count; `{count}` in it is the number in the user's format. */
export const tn = (key: MessageKey, count: number, named: Named = {}): string =>
  current().translate(key, { ...named, count: formatNumber(count) }, count)

/** Whether there is a message of this name, which data chose. */
export const isMessageKey = (key: string): key is MessageKey => current().has(key)

/** BCP 47; the browser's until `app.info` brings the system's. */
const locale = shallowRef(navigator.language)

const locales = (): Locales => ({ language: language(), region: locale.value })
const ofDates = computed(() => dateLocale(locales()))

export const regionalFormat = (): string => locale.value

/** Sets the user's regional format, BCP 47. A tag that Intl doesn't know is ignored. */
export function setRegionalFormat(tag: string): void {
  try {
    locale.value = Intl.getCanonicalLocales(tag)[0] ?? locale.value
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
}

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale.value, options).format(value)

/** Rounds nothing, unless the options say so. */
export const formatQuantity = (
  quantity: string,
  options: Intl.NumberFormatOptions = { maximumFractionDigits: 100 }
): string => new Intl.NumberFormat(locale.value, options).format(quantity as `${number}`)

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), BYTE_UNITS.length - 1)
  const places = power < 2 ? 0 : 1
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: BYTE_UNITS[power],
    minimumFractionDigits: places,
    maximumFractionDigits: places
  })
}

export const formatMoney = (money: Money): string => moneyText(money, locale.value)

/** With how often it is paid. */
export const formatPrice = ({ amount, currency, interval }: ProductPrice): string =>
  priceText(t, formatMoney({ amount, currency }), interval)

export const formatDecimal = (amount: string): string => formatMoney({ amount, currency: null })

// Dates that the provider wrote: never shifted to this computer's time zone.

export const formatDate = (text: string): string => dayText(text, ofDates.value)

/** Without the year if it is this one. @param now ms since 1970 */
export const formatDay = (text: string, now: number): string =>
  dayText(text, ofDates.value, new Date(now).getFullYear())

export const formatDateTime = (text: string): string => dateTimeText(text, ofDates.value)

export const formatMonth = (month: string, length: 'short' | 'long' = 'long'): string =>
  monthText(month, length, ofDates.value)

// The app's own timestamps: ISO 8601, shown in this computer's time zone.

export const formatAge = (iso: string, now: number): string | null => ageText(iso, now, locales())

export const formatUntil = (iso: string, now: number): string => untilText(iso, now, locales())

export const formatMoment = (iso: string): string => momentText(iso, ofDates.value)

export function formatTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(ofDates.value, { timeStyle: 'short' }).format(at)
}

type Texts = readonly (string | false | null | undefined)[]
function inTurn(key: 'ui.common.sentences' | 'ui.common.clauses', texts: Texts): string {
  const [beginning = '', ...others] = texts.filter((text): text is string => typeof text === 'string' && text !== '')
  return others.reduce<string>((first, second) => t(key, { first, second }), beginning)
}

/** Empty texts are left out. */
export const sentences = (...texts: Texts): string => inTurn('ui.common.sentences', texts)

/** Parts of one statement, which are no enumeration. */
export const clauses = (...texts: Texts): string => inTurn('ui.common.clauses', texts)

export const labelled = (label: string, value: string): string => t('ui.common.labelled', { label, value })

export const formatList = (texts: readonly string[]): string => listText(texts, language())

/** One of them: “A, B, or C”. */
export const formatChoice = (texts: readonly string[]): string => listText(texts, language(), 'disjunction')

const SYSTEM_NAMES: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

export const systemName = (platform: string): string => SYSTEM_NAMES[platform] ?? platform
