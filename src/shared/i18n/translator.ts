/** Translates by vue-i18n's message engine, without its Vue layer: the page has one reactive value. */
import {
  compile,
  createCoreContext,
  fallbackWithLocaleChain,
  registerLocaleFallbacker,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
  type LocaleMessage
} from '@intlify/core-base'
import { pluralFormOf } from './plural-forms.ts'

export type MessageKeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${MessageKeyOf<T[K]>}`
}[keyof T & string]

export type Named = Record<string, string | number>

/** Of one language. */
export interface Translator<Messages> {
  /** BCP 47. */
  readonly language: string
  /** @param plural the count by which one of the forms separated by `|` is chosen (plural-forms.ts) */
  translate(key: MessageKeyOf<Messages>, named?: Named, plural?: number): string
  /** Whether there is a message of this name, which data chose. */
  has(key: string): key is MessageKeyOf<Messages>
}

// Messages are compiled when they are first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

/** Characters that begin a placeholder, plural form, linked message or escape. */
const SYNTAX = /[{}|@\\]/

export function createTranslator<Messages extends LocaleMessage<string>>(
  language: string,
  messages: Messages
): Translator<Messages> {
  const all: LocaleMessage<string> = messages
  const context = createCoreContext({
    locale: language,
    fallbackLocale: language,
    messages: { [language]: all },
    pluralRules: { [language]: (count, forms) => pluralFormOf(language, count, forms) }
  })
  return {
    language,
    translate(key, named = {}, plural) {
      const message = resolveValue(all, key)
      // Plain text needs no compiler, which would take 10 ms for the first view.
      if (typeof message === 'string' && !SYNTAX.test(message)) return message
      return String(translate(context, key, named, plural === undefined ? {} : { plural }))
    },
    has: (key): key is MessageKeyOf<Messages> => typeof resolveValue(all, key) === 'string'
  }
}
