/** Texts, ages and the app's own timestamps. `locale` is the person's regional format, BCP 47. */

export const LANGUAGE = 'en'

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}

const BEGINNING_READ = 2000

/** One line of plain text without HTML tags, cut after a word. */
export function beginningOf(text: string, most: number): string {
  const plain = text
    .trimStart()
    .slice(0, BEGINNING_READ)
    .replaceAll(/<[/!]?[a-z-][^<>]*>/gi, ' ')
  const line = oneLine(plain).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const words = line.slice(0, most - 1)
  const end = line[most - 1] === ' ' ? words.length : words.lastIndexOf(' ')
  // One long word, or a language without spaces.
  if (end < most / 2) return cut(line, most)
  return `${words.slice(0, end)}…`
}

export const joined = (texts: readonly (string | false | null)[]): string =>
  texts.filter((text) => text !== null && text !== false && text !== '').join(' · ')

/** Relative times stand inside sentences, so they use the language of the messages, in the person's variant if it is theirs. */
const wording = (locale: string): string => (new Intl.Locale(locale).language === LANGUAGE ? locale : LANGUAGE)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One of the app's own timestamps (ISO 8601), by this computer's clock. */
export function momentText(iso: string, locale: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** In the future, because the clock was set back. `now` in ms since 1970. */
export const isAhead = (iso: string, now: number): boolean => new Date(iso).getTime() - now >= MINUTE

/** Such as "3 minutes ago", or "3 min ago"; null below a minute. For a time in the future, the timestamp itself. */
export function ageText(iso: string, now: number, locale: string, style: 'long' | 'short' = 'long'): string | null {
  if (isAhead(iso, now)) return momentText(iso, locale)
  const age = now - new Date(iso).getTime()
  return age >= MINUTE ? distanceText(-age, locale, style) : null
}

/** Such as "in 5 hours": whole units, at least a minute. */
export const untilText = (iso: string, now: number, locale: string): string =>
  distanceText(Math.max(new Date(iso).getTime() - now, MINUTE), locale)

function distanceText(ms: number, locale: string, style: 'long' | 'short' = 'long'): string {
  const relative = new Intl.RelativeTimeFormat(wording(locale), { style, numeric: 'always' })
  const far = Math.abs(ms)
  if (far < HOUR) return relative.format(Math.trunc(ms / MINUTE), 'minute')
  if (far < 2 * DAY) return relative.format(Math.trunc(ms / HOUR), 'hour')
  return relative.format(Math.trunc(ms / DAY), 'day')
}

/** Replaces invisible, direction and invalid characters by a blank. The two joiners stay: Persian, Indic words and emoji need them. */
export const oneLine = (text: string): string => text.replaceAll(/(?:(?![\u200C\u200D])\p{C})+/gu, ' ')
