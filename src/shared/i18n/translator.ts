/** Translates by vue-i18n's message engine, without its Vue layer: the page reads the language once, at its start. */
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
import { LANGUAGE } from './format.ts'

export type MessageKeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${MessageKeyOf<T[K]>}`
}[keyof T & string]

export type Named = Record<string, string | number>

/** @param plural selects one of the forms separated by `|` */
export type Translate<Messages> = (key: MessageKeyOf<Messages>, named?: Named, plural?: number) => string

// Messages are compiled when they are first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

/** Characters that begin a placeholder, plural form, linked message or escape. */
const SYNTAX = /[{}|@\\]/

export function createTranslator<Messages extends LocaleMessage<string>>(messages: Messages): Translate<Messages> {
  const all: LocaleMessage<string> = messages
  const context = createCoreContext({ locale: LANGUAGE, fallbackLocale: LANGUAGE, messages: { [LANGUAGE]: all } })
  return (key, named = {}, plural) => {
    const message = resolveValue(all, key)
    // Plain text needs no compiler, which would take 10 ms for the first view.
    if (typeof message === 'string' && !SYNTAX.test(message)) return message
    return String(translate(context, key, named, plural === undefined ? {} : { plural }))
  }
}
