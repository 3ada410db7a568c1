/** Checks of a page's layout. Playwright sends each function into the page as text, so it uses nothing outside itself. */

/**
 * What fades in has come: half-way its colours are none that anybody would see for long. What turns goes on.
 * Finished rather than waited for: on a busy machine, `finished` has been seen never to settle.
 */
export function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
}

/** Returns what lies beyond the window's edges. The page itself never scrolls; a table with many columns scrolls sideways. */
export function beyond(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  const found: string[] = []
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`page of ${scrollWidth} × ${scrollHeight}`)
  for (const one of document.querySelectorAll<HTMLElement>('button, a, input, select, h1, h2, p, dialog')) {
    const { left, right, width } = one.getBoundingClientRect()
    if (one.closest('[role="grid"]')) continue
    // Text for screen readers only is one pixel wide.
    if (width > 1 && (left < -0.5 || right > innerWidth + 0.5)) found.push(`${one.tagName} ${one.textContent.trim()}`)
  }
  return found
}

/** What is wider than its place. A table, code and the line of states scroll on their own. */
export function sideways(): string[] {
  const own = '[role="grid"], .code-block, .code-editor, .sr-only, .head:has(> [role="group"])'
  return [...document.querySelectorAll<HTMLElement>('html, main, main *')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth && !one.closest(own))
    .filter((one) => one.tagName === 'HTML' || /auto|scroll|hidden/.test(getComputedStyle(one).overflowX))
    .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis' && one.tagName !== 'INPUT')
    .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} px in ${one.clientWidth}`)
}

/** Controls that, scrolled to, aren't whole in the window or lie under something else. */
export function unreachable(): string[] {
  const modal = document.querySelector('[role="dialog"], [role="menu"]')
  const found: string[] = []
  for (const one of (modal ?? document).querySelectorAll<HTMLElement>('button, a, select, summary, input')) {
    const isShown = one.offsetWidth > 1 && !one.matches('.skip') && !one.closest('[role="grid"]')
    if (!isShown || !one.checkVisibility()) continue
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    if (!isWhole || !hit || !(one.contains(hit) || hit.contains(one)))
      found.push(
        `${one.tagName} ${one.ariaLabel ?? one.textContent.trim()}: ${left}–${right}, ${top}–${bottom}, under ${hit?.className}`
      )
  }
  return found
}
