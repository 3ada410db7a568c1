/** Main's messages, by vue-i18n's message engine without its Vue layer. The page uses vue-i18n itself (renderer/src/i18n.ts). */
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
import { en } from './index.ts'

/** Every key of a tree of messages, such as `error.OFFLINE.sentence`. */
export type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string]

/** Values for the `{name}` places of a message. */
export type Named = Record<string, string | number>

// Main compiles messages when they are first used; the page's are compiled at build time.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

const context = createCoreContext({ locale: LANGUAGE, fallbackLocale: LANGUAGE, messages: { [LANGUAGE]: en } })

/**
 * The message of a key.
 * @param named replaces `{name}` in it
 * @param plural the count that picks one of the forms that `|` separates
 */
export const t = (key: KeyOf<typeof en>, named: Named = {}, plural?: number): string =>
  String(translate(context, key, named, plural === undefined ? {} : { plural }))
