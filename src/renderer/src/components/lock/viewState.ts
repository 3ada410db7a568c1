/** Where someone was in a part of the page: what had the focus, and how far things were scrolled. */

/**
 * Notes it before the part is taken out of the document, which makes the browser forget it.
 * @returns goes back there, as far as it is still there
 */
export function notePlace(part: ParentNode): () => void {
  const focused = document.activeElement
  const scrolled = [...part.querySelectorAll('*')].flatMap((element) => {
    const { scrollTop: top, scrollLeft: left } = element
    return top === 0 && left === 0 ? [] : [{ element, top, left }]
  })
  return () => {
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' })
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
