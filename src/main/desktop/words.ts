/** The catalogue's words for main: tray, menus. The same engine and messages as the page's vue-i18n. */
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
import { en } from '../../shared/text/index.ts'

registerMessageCompiler(compile)
registerMessageResolver(resolveValue)
registerLocaleFallbacker(fallbackWithLocaleChain)

/** `words('tray.open')`, `words('tray.openCount', { n: 2 }, 2)`: key, named values, and the count that picks the plural. */
export type Words = (key: string, named?: Record<string, string | number>, plural?: number) => string

export function createWords(): Words {
  const context = createCoreContext({ locale: 'en', fallbackLocale: 'en', messages: { en } })
  return (key, named = {}, plural) => {
    const text = translate(context, key, named, plural === undefined ? {} : { plural })
    return typeof text === 'string' ? text : key
  }
}
