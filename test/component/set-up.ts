/** Runs before each file of component tests: what a test mounts or stores is gone after it. All files share one storage. */
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, vi } from 'vitest'
import { cdp, page as browser } from 'vitest/browser'
import page from '../../src/shared/i18n/en/page.json' with { type: 'json' }
import { useMessages } from '../../src/renderer/src/i18n.ts'

useMessages('en', page)
enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())
/** Of vitest.config.ts. All files share one window, too. */
const [WIDTH, HEIGHT] = [1000, 700]
afterEach(async () => {
  if (innerWidth !== WIDTH || innerHeight !== HEIGHT) await browser.viewport(WIDTH, HEIGHT)
})
/** All files share one pointer, too: a tooltip that opens where it was left takes the next Esc. */
let pointed = false
addEventListener('pointerover', () => (pointed = true), true)
afterEach(async () => {
  if (pointed) await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 })
  pointed = false
})
/**
 * Vue leaves out a handler that was attached in the millisecond of the event. Where a test's clock stands still, a click that comes
 * soon enough would be left out by every handler but the first.
 */
for (const type of ['pointerdown', 'click', 'keydown', 'focusin', 'input', 'change'])
  addEventListener(type, () => vi.isFakeTimers() && vi.advanceTimersByTime(1), true)
