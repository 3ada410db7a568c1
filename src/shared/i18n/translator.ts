/** Says what a catalogue says under a key: vue-i18n's message engine without its Vue layer, which would keep all of Vue in the page. */
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

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** Every key of a catalogue, such as `error.OFFLINE.sentence`. */
export type KeyOf<Catalogue> = Leaves<Catalogue>

/** Texts under keys, any number of levels deep. */
export interface Words {
  [key: string]: string | Words
}

export type Named = Record<string, string | number>

/**
 * The words for a key.
 * @param named replaces `{name}` in them
 * @param plural the count that picks among the forms parted by `|`
 */
export type Say<Key extends string> = (key: Key, named?: Named, plural?: number) => string

// The page's messages are compiled when it is built (electron.vite.config.ts); elsewhere this compiles them when first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

/** Speaks from this catalogue; topics that are added to it later can be said from then on. */
export function speaker<Key extends string>(words: Words): Say<Key> {
  const context = createCoreContext({ locale: LANGUAGE, fallbackLocale: LANGUAGE, messages: { [LANGUAGE]: words } })
  return (key, named = {}, plural) => String(translate(context, key, named, plural === undefined ? {} : { plural }))
}
