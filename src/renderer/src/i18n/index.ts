/**
 * The page's words: one typed `t` over the English catalogue, and `tn` for counted things.
 * Numbers, dates and money are in ./format.ts.
 */
import { createI18n } from 'vue-i18n'
import { en } from '../../../shared/text/index.ts'
import type { Messages } from '../../../shared/text/index.ts'
import { formatNumber } from './format.ts'

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** Every key of the catalogue, such as `failure.OFFLINE.sentence`. */
export type TextKey = Leaves<Messages>

export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } })

type Named = Record<string, string | number>

/** The words for a key; `{name}` in them is replaced from `named`. */
export function t(key: TextKey, named: Named = {}): string {
  return i18n.global.t(key, named)
}

/** The words for a count: picks the plural form, `{count}` is the number in the person's format. */
export function tn(key: TextKey, count: number, named: Named = {}): string {
  return i18n.global.t(key, { ...named, count: formatNumber(count) }, count)
}

export * from './format.ts'
