/** What happens in a description's document, heard from outside of it: there are no scripts inside. */

/** What a browser would do by itself with a press, a drag or a drop in there; none of it is wanted. */
const UNWANTED = ['auxclick', 'dragstart', 'dragover', 'drop', 'submit'] as const

/** By reason of its realm an element of another document is no Element of this one. */
const linkAt = (target: EventTarget | null): HTMLElement | null =>
  (target as Partial<Element> | null)?.closest?.<HTMLElement>('[data-address]') ?? null

/** @param follow told of a link that was pressed, by whichever button's click or key, and its address as it was written */
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
    // A fold opens and closes; nothing else in there has anything to do.
    if (!press(event) && !linkAt(event.target) && !isFold(event.target)) event.preventDefault()
  })
  inside.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && press(event)) return
    // The app's own keys work in here, too.
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    const forwarded = new KeyboardEvent('keydown', {
      ...{ key, code, ctrlKey, metaKey, altKey, shiftKey, repeat },
      bubbles: true,
      cancelable: true
    })
    if (!frame.dispatchEvent(forwarded)) event.preventDefault()
  })
}

const isFold = (target: EventTarget | null): boolean =>
  (target as Partial<Element> | null)?.closest?.('summary') != null

/**
 * Call for each document that the frame loads: the listeners go with it.
 * @param tell called with true when the keyboard moves the focus to the frame itself, with false when it leaves or goes inside
 */
export function watchFrameFocus(frame: HTMLIFrameElement, tell: (ringed: boolean) => void): void {
  const { contentWindow, contentDocument } = frame
  if (!contentWindow || !contentDocument) return
  /** A pointer needs no ring, as with `:focus-visible`. */
  let pointed = false
  contentDocument.addEventListener('pointerdown', () => {
    pointed = true
    tell(false)
  })
  contentDocument.addEventListener('focusin', () => tell(false))
  contentWindow.addEventListener('focus', () => {
    tell(!pointed && contentDocument.activeElement === contentDocument.body)
  })
  contentWindow.addEventListener('blur', () => {
    tell(false)
    // When the whole window loses the focus, it comes back as it was.
    if (document.hasFocus()) pointed = false
  })
}
