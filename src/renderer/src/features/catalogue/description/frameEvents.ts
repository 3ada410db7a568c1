/** Events of a description's document, handled from outside: no script runs inside. */
import { copySelection } from '../../../ui/copySelection.ts'

/** Events whose default action is unwanted inside the description. */
const UNWANTED = ['auxclick', 'dragstart', 'dragover', 'drop', 'submit'] as const

/** Elements of the frame are of another realm: `instanceof Element` is false. */
const linkAt = (target: EventTarget | null): HTMLElement | null =>
  (target as Partial<Element> | null)?.closest?.<HTMLElement>('[data-address]') ?? null

/** @param follow gets the address, as written, of a link that was clicked, with either button, or pressed */
export function listenInside(frame: HTMLIFrameElement, follow: (address: string, link: HTMLElement) => void): void {
  const inside = frame.contentDocument
  if (!inside) return
  const press = (event: Event): boolean => {
    const link = linkAt(event.target)
    const address = link?.dataset['address']
    if (!link || address === undefined) return false
    event.preventDefault()
    follow(address, link)
    return true
  }
  for (const type of UNWANTED) inside.addEventListener(type, (event) => event.preventDefault())
  inside.addEventListener('click', (event) => {
    // Only links and <details> react to a click.
    if (!press(event) && !linkAt(event.target) && !isFold(event.target)) event.preventDefault()
  })
  inside.addEventListener('copy', copySelection)
  // Chromium's menu has no address of a link without `href`. The dialog has, and copies it.
  inside.addEventListener('contextmenu', press)
  inside.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && press(event)) return
    // The app's shortcuts work in the frame too.
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    const pressed = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat }
    const forwarded = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true })
    if (!frame.dispatchEvent(forwarded)) event.preventDefault()
  })
}

const isFold = (target: EventTarget | null): boolean =>
  (target as Partial<Element> | null)?.closest?.('summary') != null

/**
 * Call for each document that the frame loads: the listeners go with it.
 * @param onRing gets true when the keyboard focuses the frame itself, false when the focus leaves or goes inside
 */
export function watchFrameFocus(frame: HTMLIFrameElement, onRing: (ringed: boolean) => void): void {
  const { contentWindow, contentDocument } = frame
  if (!contentWindow || !contentDocument) return
  /** No ring after a pointer, as with `:focus-visible`. */
  let pointed = false
  contentDocument.addEventListener('pointerdown', () => {
    pointed = true
    onRing(false)
  })
  contentDocument.addEventListener('focusin', () => onRing(false))
  contentWindow.addEventListener('focus', () => {
    onRing(!pointed && contentDocument.activeElement === contentDocument.body)
  })
  contentWindow.addEventListener('blur', () => {
    onRing(false)
    // After the whole window loses the focus, the state returns as it was.
    if (document.hasFocus()) pointed = false
  })
}
