/**
 * P4: from a key in the search field until the rows that it leaves are painted. Measured in the page: the key's own time stamp
 * begins it; a MutationObserver sees the list change; the animation frame after the last change, and the task that follows
 * that frame, end it. A key after which nothing in the list changes has nothing to be painted and is not counted.
 */
import type { Page } from 'playwright-core'

/** A letter at a time, every one of them a search of its own. */
const PHRASES = ['mobile germany', 'socks5 rot', 'proxy 4711', 'telefonica']
/** Nothing has changed for so long: what the key brought about is over. */
const QUIET_MS = 150
/** Of a key that changes nothing. */
const LONGEST_MS = 1500

export interface Typed {
  /** Milliseconds, of each key that changed something. */
  times: number[]
  keys: number
}

export async function typeWords(page: Page): Promise<Typed> {
  const field = page.locator('input[type="search"]')
  await field.focus()
  const watch = await page.evaluateHandle(watchList)
  const times: number[] = []
  let keys = 0
  const press = async (key: string): Promise<number | null> => {
    await watch.evaluate((watched) => watched.begin())
    await page.keyboard.press(key)
    return watch.evaluate((watched, span) => watched.end(span), { quiet: QUIET_MS, longest: LONGEST_MS })
  }
  for (const phrase of PHRASES) {
    for (const letter of phrase) {
      const took = await press(letter === ' ' ? 'Space' : letter)
      keys += 1
      if (took !== null) times.push(took)
    }
    await press('Escape')
  }
  await watch.evaluate((watched) => watched.stop())
  await watch.dispose()
  return { times, keys }
}

/** Runs in the page. */
function watchList() {
  const field = document.querySelector('input[type="search"]')
  const list = document.querySelector('[role="listbox"]')
  if (!field || !list) throw new Error('There is no list to search.')
  // The bar with the field changes with every key, whatever the list does.
  let bar: Element = field
  while (bar.parentElement && !bar.parentElement.contains(list)) bar = bar.parentElement
  const view = bar.parentElement ?? document.body

  let pressed: number | null = null
  let changed: number | null = null
  let painted: number | null = null
  const onKey = (event: Event): void => {
    pressed ??= event.timeStamp
  }
  window.addEventListener('keydown', onKey, true)
  const afterFrame = new MessageChannel()
  afterFrame.port1.onmessage = () => {
    painted = performance.now()
  }
  const observer = new MutationObserver((records) => {
    if (pressed === null || records.every(({ target }) => bar.contains(target))) return
    changed = performance.now()
    requestAnimationFrame(() => afterFrame.port2.postMessage(null))
  })
  observer.observe(view, { subtree: true, childList: true, characterData: true, attributes: true })

  return {
    begin() {
      pressed = null
      changed = null
      painted = null
    },
    async end({ quiet, longest }: { quiet: number; longest: number }): Promise<number | null> {
      const begun = performance.now()
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        const now = performance.now()
        if (changed !== null && now - changed > quiet && painted !== null && painted > changed) break
        if (changed === null && now - begun > longest / 3) break
        if (now - begun > longest) break
      }
      return pressed === null || painted === null ? null : painted - pressed
    },
    stop() {
      observer.disconnect()
      window.removeEventListener('keydown', onKey, true)
      afterFrame.port1.close()
    }
  }
}
