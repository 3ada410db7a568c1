/** Limits a long description before it is parsed: parsing, sanitising and layout block the page. */

/** Characters. A picture inside takes most of them and little time. */
export const MAX_HTML_LENGTH = 1_000_000
export const MAX_TAGS = 5_000
/** Per tag, and in all: sanitising an element takes the square of its attributes, minutes for a hundred thousand. */
export const MAX_ATTRIBUTES = { one: 100, all: 20_000 } as const
/** Characters scanned per character of the text: a tag inside a tag is scanned again. */
const LOOKS = 3

/** HTML's white space: `\s` has more, and would end an attribute where the parser goes on. */
export const BLANK = String.raw`\t\n\f\r `
const TAG = new RegExp(`<(?:[a-z][^${BLANK}/>]*)?`, 'gi')
/** One attribute: its name, and its value with the quotes if it has one; never more than a parser takes. */
export const ATTRIBUTE = new RegExp(
  `[${BLANK}/]*([^${BLANK}/>][^${BLANK}/>=]*)(?:[${BLANK}]*=[${BLANK}]*("[^"]*"|'[^']*'|[^${BLANK}>"'][^${BLANK}>]*)?)?`,
  'y'
)

/** @returns the HTML up to the first limit it reaches */
export function truncateHtml(html: string): { html: string; cut: boolean } {
  const whole = html.slice(0, MAX_HTML_LENGTH)
  let tags = 0
  let attributes = 0
  let looks = whole.length * LOOKS
  for (const { 0: tag, index } of whole.matchAll(TAG)) {
    const own = tag === '<' ? 0 : attributesAt(whole, index + tag.length)
    tags += 1
    attributes += own
    looks -= tag === '<' ? 0 : ATTRIBUTE.lastIndex - index
    const over = tags > MAX_TAGS || own > MAX_ATTRIBUTES.one || attributes > MAX_ATTRIBUTES.all || looks < 0
    if (over) return { html: whole.slice(0, index), cut: true }
  }
  return { html: whole, cut: whole.length < html.length }
}

/** Counts attributes, at most one above the limit; leaves ATTRIBUTE.lastIndex at their end. */
function attributesAt(html: string, start: number): number {
  let count = 0
  let end = start
  ATTRIBUTE.lastIndex = start
  while (count <= MAX_ATTRIBUTES.one && ATTRIBUTE.test(html)) {
    end = ATTRIBUTE.lastIndex
    count += 1
  }
  ATTRIBUTE.lastIndex = end
  return count
}
