import { LONGEST_LINK } from '../../shared/models/connection.ts'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** In characters, entities included. */
const LONGEST_VALUE = 3 * LONGEST_LINK

/**
 * Looks a URL up in the untrusted HTML that it should come from, so that a compromised page can't open other URLs.
 * @returns the URL as browsers read it; null if the HTML doesn't contain it
 */
export function findDescriptionLink(html: string, address: string): string | null {
  const wanted = normalise(address)
  if (wanted === '') return null
  for (const value of hrefs(html)) {
    if (value.length > LONGEST_VALUE) continue
    if (normalise(decoded(value)) === wanted) return wanted
  }
  return null
}

/**
 * The value of each `href`, quoted or not. It scans once from left to right: a single pattern would backtrack for
 * minutes in hostile HTML of several megabytes.
 */
function* hrefs(html: string): Generator<string> {
  const name = /(?<![\w-])href/gi
  while (name.test(html)) {
    let at = pastBlanks(html, name.lastIndex)
    if (html[at] === '=') {
      at = pastBlanks(html, at + 1)
      const quote = html[at] === '"' || html[at] === "'" ? html[at] : null
      const end = quote ? html.indexOf(quote, at + 1) : endOfBare(html, at)
      // An unclosed tag is no tag.
      if (end === -1) return
      yield quote ? html.slice(at + 1, end) : html.slice(at, end)
      at = quote ? end + 1 : end
    }
    name.lastIndex = at
  }
}

const BLANK = /\s/

function pastBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && BLANK.test(text.charAt(at))) at += 1
  return at
}

function endOfBare(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '>' && !BLANK.test(text.charAt(at))) at += 1
  return at
}

/** As browsers read a URL: without tabs and line breaks anywhere, and without spaces around it. */
function normalise(text: string): string {
  const compact = text.replaceAll(/[\t\n\r]/g, '')
  let from = 0
  let to = compact.length
  while (from < to && compact.charCodeAt(from) <= 0x20) from += 1
  while (to > from && compact.charCodeAt(to - 1) <= 0x20) to -= 1
  return compact.slice(from, to)
}

/** Decodes numeric entities and the five named ones that every HTML writer uses. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+);?|#(\d+);?|(amp|lt|gt|quot|apos);)/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })
}
