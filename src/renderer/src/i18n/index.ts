/** The page's words: `t` over the catalogue, `tn` for counted things. Numbers, dates and money are in ./format.ts. */
import { page } from '../../../shared/text/page.ts'
import { speaker, type KeyOf, type Named } from '../../../shared/text/speaker.ts'
import { formatNumber } from './format.ts'

export type TextKey = KeyOf<typeof page>

const say = speaker(page)

/** The words for a key; `{name}` in them is replaced from `named`. */
export const t = (key: TextKey, named?: Named): string => say(key, named)

/** The words for a count: picks the plural form, `{count}` is the number in the person's format. */
export const tn = (key: TextKey, count: number, named?: Named): string =>
  say(key, { ...named, count: formatNumber(count) }, count)

export * from './format.ts'
