/**
 * Drops the tags and attributes that a description may not have, before the browser parses it. Parsing alone runs some of them:
 * CSS nested in one attribute crashes the page, and `dir=auto` or an `option` reads its whole content again for each part of it.
 * What is kept is written anew, so the browser can't read more into it than this list has.
 */
import { ATTRIBUTE, BLANK } from './truncateHtml.ts'

/**
 * No forms (they ask for passwords), no media, frames or objects (they fetch), no `style` (it hides and overlays), no SVG or
 * MathML (most sanitiser bypasses go through them), no `bdi` (it reads its content for a direction).
 */
export const TAGS: ReadonlySet<string> = new Set(
  'a abbr address article aside b bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' '
  )
)

/**
 * No `style` or `class` (the app styles the frame), no `id` or `name` (DOM clobbering), no `srcset`, `ping`, `background` or
 * `cite` (further addresses), no `on…`. `width` and `height` reserve the place of pictures.
 */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  'align alt colspan dir height href lang open reversed rowspan scope span src start title value width'.split(' ')
)
const DIRECTION = /^["']?(?:ltr|rtl)["']?$/i

/**
 * The parser reopens unclosed formatting elements in each paragraph (HTML standard, 13.2.4.3): 7 kB become 160,000 elements. A
 * `details` assigns its content anew for each `summary`. They are parsed under other names, which have no such rule.
 */
export const RENAMED: ReadonlySet<string> = new Set('a b code details em i s small strike strong summary u'.split(' '))
export const PREFIX = 'plain-'

/** Left out with their content, up to the first end tag. */
const DROPPED: ReadonlyMap<string, RegExp> = new Map(
  'audio iframe math noembed noframes noscript plaintext script style svg template title video xmp'
    .split(' ')
    .map((name) => [name, new RegExp(`</${name}(?=[${BLANK}/>])`, 'gi')])
)

const TAG = new RegExp(`<(/?)([a-z][^${BLANK}/>]*)`, 'iy')
const TAG_END = new RegExp(`[${BLANK}/]*>`, 'y')
/** Also what the parser takes for a comment: a doctype, an instruction, an end tag without a name. */
const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:[!?]|\/(?!$))[^>]*>?/y

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Takes linear time for a limited number of tags (truncateHtml.ts). */
export function filterTags(html: string): string {
  const kept: string[] = []
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    kept.push(html.slice(at, open))
    const tag = matchAt(TAG, html, open)
    if (!tag) {
      const comment = matchAt(COMMENT, html, open)
      if (!comment) kept.push('&lt;')
      at = open + (comment?.[0].length ?? 1)
      continue
    }
    const [start, slash = '', written = ''] = tag
    const { attributes, end } = attributesAt(html, open + start.length)
    const closing = matchAt(TAG_END, html, end)
    // An unfinished tag takes in the rest.
    if (!closing) return kept.join('')
    at = end + closing[0].length
    const name = written.toLowerCase()
    if (TAGS.has(name)) {
      kept.push(`<${slash}${RENAMED.has(name) ? PREFIX : ''}${name}${slash === '' ? attributes : ''}>`)
      continue
    }
    const ending = slash === '' ? DROPPED.get(name) : undefined
    const isEmpty = (name === 'svg' || name === 'math') && closing[0].endsWith('/>')
    if (!ending || isEmpty) continue
    const found = matchAt(ending, html, at)
    if (!found) return kept.join('')
    at = found.index
  }
  return kept.join('') + html.slice(at)
}

function attributesAt(html: string, start: number): { attributes: string; end: number } {
  const kept: string[] = []
  let end = start
  for (let found = matchAt(ATTRIBUTE, html, end); found; found = matchAt(ATTRIBUTE, html, end)) {
    end = ATTRIBUTE.lastIndex
    const name = (found[1] ?? '').toLowerCase()
    const value = found[2] ?? ''
    if (!ATTRIBUTES.has(name) || (name === 'dir' && !DIRECTION.test(value))) continue
    const isQuoted = value.startsWith('"') || value.startsWith("'")
    kept.push(` ${name}=${isQuoted ? value : `"${value.replaceAll('"', '&quot;')}"`}`)
  }
  return { attributes: kept.join(''), end }
}
