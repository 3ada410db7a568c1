/** Ages and lengths as both the page and the tray write them. `locale` is the person's regional format, BCP 47. */

/** Language of the catalogue of texts. */
export const LANGUAGE = 'en'

/** A text of at most that many characters; what was left out is marked by an ellipsis. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}

/** Characters of a long text that are looked at for its beginning. */
const BEGINNING_READ = 2000

/** The beginning of a longer text as one line of plain text, HTML tags left out, cut after a word; empty for none. */
export function beginningOf(text: string, most: number): string {
  const plain = text
    .trimStart()
    .slice(0, BEGINNING_READ)
    .replaceAll(/<[/!]?[a-z-][^<>]*>/gi, ' ')
  const line = oneLine(plain).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const words = line.slice(0, most - 1)
  const end = line[most - 1] === ' ' ? words.length : words.lastIndexOf(' ')
  // One long word, or a language that writes none apart.
  if (end < most / 2) return cut(line, most)
  return `${words.slice(0, end)}…`
}

/** Facts beside each other in one line; those that are not there are left out. */
export const joined = (texts: readonly (string | false | null)[]): string =>
  texts.filter((text) => text !== null && text !== false && text !== '').join(' · ')

/** For words that stand inside sentences of the catalogue: its own language, in the person's flavour of it if they have one. */
const wording = (locale: string): string => (new Intl.Locale(locale).language === LANGUAGE ? locale : LANGUAGE)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One of the app's own moments (ISO 8601, such as `fetchedAt`), by this computer's clock. */
export function momentText(iso: string, locale: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** Whether a moment is in the future: the clock was set back since then. `now` in ms since 1970. */
export const isAhead = (iso: string, now: number): boolean => new Date(iso).getTime() - now >= MINUTE

/**
 * How long before `now` (ms since 1970) a moment was, such as "3 minutes ago"; null when it is less than a minute. In the future,
 * as a clock that was set back makes it, nobody knows how long: then it is the moment itself.
 * @param style 'short': such as "3 min ago"
 */
export function ageText(iso: string, now: number, locale: string, style: 'long' | 'short' = 'long'): string | null {
  if (isAhead(iso, now)) return momentText(iso, locale)
  const age = now - new Date(iso).getTime()
  return age >= MINUTE ? distanceText(-age, locale, style) : null
}

/** How long after `now` (ms since 1970) a moment is, such as "in 5 hours": whole units that are left, a minute at least. */
export const untilText = (iso: string, now: number, locale: string): string =>
  distanceText(Math.max(new Date(iso).getTime() - now, MINUTE), locale)

function distanceText(ms: number, locale: string, style: 'long' | 'short' = 'long'): string {
  const relative = new Intl.RelativeTimeFormat(wording(locale), { style, numeric: 'always' })
  const far = Math.abs(ms)
  if (far < HOUR) return relative.format(Math.trunc(ms / MINUTE), 'minute')
  if (far < 2 * DAY) return relative.format(Math.trunc(ms / HOUR), 'hour')
  return relative.format(Math.trunc(ms / DAY), 'day')
}

/**
 * Each run of what is not seen, turns other text around, or is no character at all becomes a blank. The two joiners stay: Persian
 * and Indic words, and emoji of several parts, are not themselves without them (The Unicode Standard, 23.2).
 */
export const oneLine = (text: string): string => text.replaceAll(/(?:(?![\u200C\u200D])\p{C})+/gu, ' ')
