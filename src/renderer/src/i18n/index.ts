/**
 * The page's words: one typed `t` over the English catalogue, and `tn` for counted things. It is vue-i18n's engine without
 * its Vue layer, which would keep all of Vue in the page; main speaks through the same engine (main/desktop/words.ts).
 * Numbers, dates and money are in ./format.ts.
 */
import {
  compile,
  createCoreContext,
  fallbackWithLocaleChain,
  registerLocaleFallbacker,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate
} from '@intlify/core-base'
import { en } from '../../../shared/text/index.ts'
import type { Messages } from '../../../shared/text/index.ts'
import { formatNumber } from './format.ts'

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** Every key of the catalogue, such as `failure.OFFLINE.sentence`. */
export type TextKey = Leaves<Messages>

type Named = Record<string, string | number>

// In a build the messages are compiled already (electron.vite.config.ts); elsewhere this compiles them when first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

const context = createCoreContext({ locale: 'en', fallbackLocale: 'en', messages: { en } })

/** The words for a key; `{name}` in them is replaced from `named`. */
export function t(key: TextKey, named: Named = {}): string {
  return String(translate(context, key, named))
}

/** The words for a count: picks the plural form, `{count}` is the number in the person's format. */
export function tn(key: TextKey, count: number, named: Named = {}): string {
  return String(translate(context, key, { ...named, count: formatNumber(count) }, { plural: count }))
}

export * from './format.ts'
