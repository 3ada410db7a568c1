/** Whether a frame needs a focus ring. CSS can't tell: Chromium never matches an iframe with `:focus`. */

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
