/** What a picture shows only in part. It is for whoever reads the pictures: a provider's long text may well be cut. */

/** Runs in the page. @returns each text that a box cuts off, or that lies over the window's side */
export function findCutTexts(): string[] {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const element = text.parentElement
    if (!text.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const words = range.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    // Text for screen readers only is one pixel wide.
    if (own.width <= 1 || own.height <= 1) continue
    const line = text.textContent.trim().replaceAll(/\s+/g, ' ')
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      // What scrolls can be read.
      if (/auto|scroll/.test(overflowX + overflowY)) break
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const isWider = overflowX !== 'visible' && (words.left < left - 1 || words.right > right + 1)
      const isHigher = overflowY !== 'visible' && (words.top < top - 2 || words.bottom > bottom + 2)
      const isLeft = box === document.body && (words.left < -1 || words.right > innerWidth + 1)
      if (isWider || isHigher || isLeft) found.add(line)
    }
  }
  return [...found]
}
