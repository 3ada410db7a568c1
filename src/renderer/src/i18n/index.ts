/**
 * The page's words: `t` over the catalogue, `tn` for counted things. A topic that only some views speak about is added by a file
 * of its own here, which those views import instead of this one. Numbers, dates and money are in ./format.ts.
 */
import type { Messages } from '../../../shared/i18n/index.ts'
import { first } from '../../../shared/i18n/page.ts'
import { speaker, type KeyOf, type Named, type Words } from '../../../shared/i18n/translator.ts'
import { formatNumber } from './format.ts'

export type TextKey = KeyOf<Omit<Messages, 'tray' | 'desktop'>>

const words: Words = { ...first }
const say = speaker<TextKey>(words)

/** From now on these topics can be said too. */
export function addTopics(topics: Partial<Messages>): void {
  Object.assign(words, topics)
}

/** The words for a key; `{name}` in them is replaced from `named`. */
export const t = (key: TextKey, named?: Named): string => say(key, named)

/** The words for a count: picks the plural form, `{count}` is the number in the person's format. */
export const tn = (key: TextKey, count: number, named?: Named): string =>
  say(key, { ...named, count: formatNumber(count) }, count)

export * from './format.ts'
