/** Sanitises a long description: keeps text, structure, inert links and raster pictures. Unknown elements leave their text. */
import DOMPurify from 'dompurify'
import { isWithinLimits, PICTURE_LIMITS, readPicture } from '../../../../../shared/picture/picture.ts'
import { ATTRIBUTES, filterTags, PREFIX, RENAMED, TAGS } from './filterTags.ts'

/** No SVG: nested references in 1 kB of it freeze the page. */
const DATA_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i

/** Each `details` that is open reports it with an event to all that are around it. */
const MAX_OPEN = 100

const purify = DOMPurify(window)

/**
 * @returns nodes of an inert document, never to be written as text again. Links have their address, as written, in
 * `data-address`: the page asks before it opens anything.
 */
export function sanitise(html: string): DocumentFragment {
  const parsed = purify.sanitize(filterTags(html), {
    ALLOWED_TAGS: [...TAGS, ...[...RENAMED].map((name) => PREFIX + name)],
    ALLOWED_ATTR: [...ATTRIBUTES],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    RETURN_DOM_FRAGMENT: true
  })
  for (const element of [...parsed.querySelectorAll('[open]')].slice(MAX_OPEN)) element.removeAttribute('open')
  const content = parsed.ownerDocument.createDocumentFragment()
  copyWithNames(parsed, content)
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

/** Undoes the renaming. A copy, from the outside in: to move an element, the browser visits all that is inside it. */
function copyWithNames(from: ParentNode, to: DocumentFragment | Element): void {
  for (const node of from.childNodes) {
    const isRenamed = node instanceof Element && node.localName.startsWith(PREFIX)
    const copy = isRenamed ? to.ownerDocument.createElement(node.localName.slice(PREFIX.length)) : node.cloneNode(false)
    to.append(copy)
    if (!(node instanceof Element) || !(copy instanceof Element)) continue
    if (isRenamed) for (const { name, value } of node.attributes) copy.setAttribute(name, value)
    copyWithNames(node, copy)
  }
}

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
