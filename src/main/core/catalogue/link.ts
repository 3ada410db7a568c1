/** Which address of a long description may be opened: one that is in it, and leads to the web by https. */

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A `href` and its value, quoted in either way or not at all. */
const HREF = /(?<![\w-])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*))/gi

/**
 * Looks an address up in the HTML that it is said to be from, so that a page that was taken over can open nothing else.
 * @param html as the platform sent it: nobody has vouched for it
 * @param address the value of a link in it, entities decoded; relative ones start at the base address
 * @returns the whole address, always https and without credentials; null for one that is not there or may not be opened
 */
export function linkIn(html: string, address: string, baseAddress: string): string | null {
  const wanted = tidy(address)
  if (wanted === '') return null
  for (const [, double, single, bare] of html.matchAll(HREF)) {
    if (tidy(decoded(double ?? single ?? bare ?? '')) === wanted) return webAddress(wanted, baseAddress)
  }
  return null
}

function webAddress(address: string, baseAddress: string): string | null {
  // `https:elsewhere` and `\\elsewhere` lead to other places in one reading than in the next.
  if (/^[^?#]*\\/.test(address)) return null
  const relative = !/^[a-z][a-z\d+.-]*:/i.test(address)
  if (!relative && !/^https:\/\/[^/]/i.test(address)) return null
  const url = relative ? URL.parse(address, `${baseAddress}/`) : URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return null
  return url.href
}

/** As browsers read an address: without tabs and line ends anywhere, and without blanks around it. */
const tidy = (text: string): string => text.replaceAll(/[\t\n\r]/g, '').replaceAll(/^[\0- ]+|[\0- ]+$/g, '')

/** What entities stand for: numbers, and the five names that every writer of HTML uses. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+);?|#(\d+);?|(amp|lt|gt|quot|apos);)/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })
}
