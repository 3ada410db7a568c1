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
import main from './en/main.json' with { type: 'json' }
import page from './en/page.json' with { type: 'json' }

export const en = { ...page, ...main }

export type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string]

export type Named = Record<string, string | number>

// Messages are compiled when they are first used.
registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

const context = createCoreContext({ locale: LANGUAGE, fallbackLocale: LANGUAGE, messages: { [LANGUAGE]: en } })

/** @param plural selects one of the forms separated by `|` */
export const t = (key: KeyOf<typeof en>, named: Named = {}, plural?: number): string =>
  String(translate(context, key, named, plural === undefined ? {} : { plural }))
