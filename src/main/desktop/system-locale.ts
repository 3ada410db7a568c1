/**
 * What the system says of language and region, made usable once: Electron passes on what POSIX locales say, and `Intl` throws for
 * `en-US@posix` (LANG=C.UTF-8) and writes nonsense for `und` (LANG is empty).
 */
import type { App } from 'electron'

/** Scripts that a POSIX locale names by a modifier. Other modifiers, such as `@euro`, say nothing about texts. */
const SCRIPTS: Record<string, string> = { latin: 'Latn', cyrillic: 'Cyrl' }

/** @returns BCP 47, of a locale whose formats are known; null for `c`, `en-US@posix`, `und` and the like */
export function usableTag(said: string): string | null {
  const [tag = '', modifier = ''] = said.replaceAll('_', '-').split('@')
  if (modifier === 'posix') return null
  const script = SCRIPTS[modifier]
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(tag)
    return known === undefined ? null : new Intl.Locale(known, { ...(script && { script }) }).toString()
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return null
  }
}

/** BCP 47. Dates and numbers follow the region, which may differ from the language. Only after ready. */
export const systemLocale = (app: Pick<App, 'getSystemLocale' | 'getLocale'>): string =>
  usableTag(app.getSystemLocale()) ?? usableTag(app.getLocale()) ?? 'en'

/** BCP 47, by the order of the user's wishes in the system; on Linux, those of the environment. */
export const preferredLanguages = (app: Pick<App, 'getPreferredSystemLanguages'>): string[] =>
  app
    .getPreferredSystemLanguages()
    .map(usableTag)
    .filter((tag) => tag !== null)
