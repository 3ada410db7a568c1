/** Sanitises a long description: keeps text, structure, inert links and raster pictures. Unknown elements leave their text. */
import DOMPurify from 'dompurify'
import { isWithinLimits, PICTURE_LIMITS, readPicture } from '../../../../shared/picture/picture.ts'

/**
 * No forms (they ask for passwords), no media, frames or objects (they fetch), no `style` (it hides and overlays), no SVG or
 * MathML (most sanitiser bypasses go through them).
 */
const TAGS =
  'a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' '
  )

/**
 * No `style` or `class` (the app styles the frame), no `id` or `name` (DOM clobbering), no `srcset`, `ping`, `background` or
 * `cite` (further addresses), no `on…`. `width` and `height` reserve the place of pictures.
 */
const ATTRIBUTES =
  'align alt colspan dir height href lang open reversed rowspan scope span src start title value width'.split(' ')

/**
 * The parser reopens unclosed formatting elements in each paragraph (HTML standard, 13.2.4.3): 7 kB become 160,000 elements.
 * They are parsed under other names, which have no such rule.
 */
const FORMATTING = 'a b big code em font i nobr s small strike strong tt u'.split(' ')
const FORMATTING_TAG = new RegExp(`<(/?)(${FORMATTING.join('|')})(?=[\\t\\n\\f\\r />])`, 'gi')
const PLAIN = 'plain-'

/** No SVG: nested references in 1 kB of it freeze the page. */
const DATA_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i

const purify = DOMPurify(window)

/**
 * @returns nodes of an inert document, never to be written as text again. Links have their address, as written, in
 * `data-address`: the page asks before it opens anything.
 */
export function sanitise(html: string): DocumentFragment {
  // null, despite its type, for HTML without a body: a frameset.
  const content =
    purify.sanitize(html.replaceAll(FORMATTING_TAG, `<$1${PLAIN}$2`), {
      ALLOWED_TAGS: [...TAGS, ...FORMATTING.filter((name) => TAGS.includes(name)).map((name) => PLAIN + name)],
      ALLOWED_ATTR: ATTRIBUTES,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
      RETURN_DOM_FRAGMENT: true
    }) ?? document.createDocumentFragment()
  restoreNames(content)
  for (const element of content.querySelectorAll('[href]')) makeLink(element)
  let pixelsLeft: number = PICTURE_LIMITS.pixels
  for (const element of content.querySelectorAll('[src]')) {
    const picture = element.localName === 'img' ? pictureIn(element.getAttribute('src') ?? '') : null
    if (!picture || picture.pixels > pixelsLeft) {
      replaceByWords(element)
      continue
    }
    pixelsLeft -= picture.pixels
    element.setAttribute('src', picture.address)
  }
  return content
}

/** Undoes the renaming, also in texts and attributes that look like a tag. */
function restoreNames(content: DocumentFragment): void {
  const texts = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = withOwnNames(texts.currentNode.nodeValue ?? '')
  for (const element of content.querySelectorAll('*')) {
    const name = FORMATTING.find((one) => element.localName === PLAIN + one)
    const named = name === undefined ? element : element.ownerDocument.createElement(name)
    for (const { name, value } of element.attributes) named.setAttribute(name, withOwnNames(value))
    if (named === element) continue
    named.append(...element.childNodes)
    element.replaceWith(named)
  }
}

const withOwnNames = (text: string): string => text.replaceAll(`<${PLAIN}`, '<').replaceAll(`</${PLAIN}`, '</')

/** Without `href`, no click, key, drag or middle button follows it. Fragments have no target: ids are dropped. */
function makeLink(element: Element): void {
  const address = element.getAttribute('href') ?? ''
  element.removeAttribute('href')
  if (element.localName !== 'a' || address === '' || address.startsWith('#')) return
  element.setAttribute('role', 'link')
  element.setAttribute('tabindex', '0')
  element.setAttribute('data-address', address)
  element.setAttribute('title', address)
}

/** The picture of a `data:` URL, encoded anew, so that the browser decodes the bytes that were measured. */
function pictureIn(address: string): { address: string; pixels: number } | null {
  const binary = DATA_PICTURE.test(address) ? decodeBase64(address.slice(address.indexOf(',') + 1)) : null
  const header = binary === null ? null : readPicture(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
  if (binary === null || !header || !isWithinLimits(header)) return null
  return { address: `data:${header.type};base64,${btoa(binary)}`, pixels: header.pixels }
}

/** @returns one character for each byte; null if it is not base64 */
function decodeBase64(text: string): string | null {
  try {
    return atob(text)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Replaces a remote picture by its alternative text: fetching it tells its host who looks, and when. */
function replaceByWords(element: Element): void {
  const words = element.getAttribute('alt')?.trim()
  if (element.localName !== 'img' || !words) return void element.remove()
  const placeholder = element.ownerDocument.createElement('span')
  placeholder.className = 'picture'
  placeholder.textContent = words
  element.replaceWith(placeholder)
}
