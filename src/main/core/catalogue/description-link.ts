/** Finds a link in the HTML of a long description. */

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What one address may be as an attribute's value, entities and all: what is longer is no address that a page asks for. */
const LONGEST_VALUE = 3 * 4096

/**
 * Looks an address up in the HTML that it is said to be from, so that a page that was taken over can open nothing else.
 * @param html as the platform sent it: nobody has vouched for it
 * @param address the value of a link in it, entities decoded
 * @returns the address as browsers read it; null for one that is not there
 */
export function linkIn(html: string, address: string): string | null {
  const wanted = tidy(address)
  if (wanted === '') return null
  for (const value of hrefs(html)) {
    if (value.length > LONGEST_VALUE) continue
    if (tidy(decoded(value)) === wanted) return wanted
  }
  return null
}

/**
 * The value of each `href`, quoted in either way or not at all. What is looked at is not looked at again, because one pattern
 * for all of it would go back and forth in megabytes that were written to that end.
 */
function* hrefs(html: string): Generator<string> {
  const name = /(?<![\w-])href/gi
  while (name.test(html)) {
    let at = pastBlanks(html, name.lastIndex)
    if (html[at] === '=') {
      at = pastBlanks(html, at + 1)
      const quote = html[at] === '"' || html[at] === "'" ? html[at] : null
      const end = quote ? html.indexOf(quote, at + 1) : endOfBare(html, at)
      // A tag that is never closed is no tag.
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

/** As browsers read an address: without tabs and line ends anywhere, and without blanks around it. */
function tidy(text: string): string {
  const whole = text.replaceAll(/[\t\n\r]/g, '')
  let from = 0
  let to = whole.length
  while (from < to && whole.charCodeAt(from) <= 0x20) from += 1
  while (to > from && whole.charCodeAt(to - 1) <= 0x20) to -= 1
  return whole.slice(from, to)
}

/** What entities stand for: numbers, and the five names that every writer of HTML uses. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+);?|#(\d+);?|(amp|lt|gt|quot|apos);)/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })
}
