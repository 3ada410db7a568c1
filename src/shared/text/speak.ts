/**
 * Says what the catalogue says under a key: vue-i18n's message engine without its Vue layer, which would keep all of Vue in the
 * page. The page (renderer/i18n) and main (tray, menus) speak through this one.
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
import { LANGUAGE } from './format.ts'
import { en, type Messages } from './index.ts'

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** Every key of the catalogue, such as `failure.OFFLINE.sentence`. */
export type TextKey = Leaves<Messages>

export type Named = Record<string, string | number>

// The page's messages are compiled when it is built (electron.vite.config.ts); elsewhere this compiles them when first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

const context = createCoreContext({ locale: LANGUAGE, fallbackLocale: LANGUAGE, messages: { [LANGUAGE]: en } })

/**
 * The words for a key.
 * @param named replaces `{name}` in them
 * @param plural the count that picks among the forms parted by `|`
 */
export function say(key: TextKey, named: Named = {}, plural?: number): string {
  return String(translate(context, key, named, plural === undefined ? {} : { plural }))
}
