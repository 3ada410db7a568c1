/**
 * How much of a long description is shown: parsing and sanitising hold the page, and so does laying out what comes of it.
 * Told from the text, before anything of it is parsed.
 */

/** Characters. A picture inside takes most of them and little time. */
export const MAX_HTML_LENGTH = 1_000_000
/** Beginnings and ends together. */
export const MAX_TAGS = 5_000
/** Of one tag, and of all: to sanitise an element takes the square of its attributes, minutes for a hundred thousand. */
export const MAX_ATTRIBUTES = { one: 100, all: 20_000 } as const
/** Characters looked at for each that there is: what looks like a tag inside of another one is looked at again. */
const LOOKS = 3

/** White space as HTML has it: `\s` takes in more, and an attribute would end where the parser goes on. */
const BLANK = String.raw`\t\n\f\r `
const TAG = new RegExp(`<(?:[a-z][^${BLANK}/>]*)?`, 'gi')
/** One attribute: its name, and its value if it has one. It takes in no more than a parser would. */
const ATTRIBUTE = new RegExp(
  `[${BLANK}/]*[^${BLANK}/>][^${BLANK}/>=]*(?:[${BLANK}]*=[${BLANK}]*(?:"[^"]*"|'[^']*'|[^${BLANK}>"'][^${BLANK}>]*)?)?`,
  'y'
)

/** @returns the HTML up to where one of these is reached; `cut` when there was more */
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

/** How many there are, up to one more than may be; afterwards ATTRIBUTE stands where they end. */
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
