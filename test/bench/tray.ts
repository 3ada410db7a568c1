/** P12: processor time in the tray with the window closed. The account is offline and has no token, so there are no rounds. */
import { setTimeout as later } from 'node:timers/promises'
import { closeWindow, collectInMain, startApp, untilTray } from './electron.ts'
import { processorMsOf } from './processes.ts'
import type { Bench } from './profiles.ts'

const PRODUCTS = 10_000
/** After the window closed, ms. */
const CLOSED_MS = 10_000
/** After a collection, ms: V8 collects again within half a minute of a window's end, which counted as if it did so each minute. */
const COLLECTED_MS = 60_000
const HOUR_MS = 3_600_000

export async function benchTray({ quick, add, profile }: Bench): Promise<void> {
  if (process.platform !== 'linux') return
  const app = startApp({ profileDir: await profile(PRODUCTS) })
  try {
    await app.launch
    await app.inPage(untilTray, null)
    await closeWindow(app)
    await later(CLOSED_MS)
    // V8 would do so itself in the next minutes: once, and not every hour.
    await app.inMain(collectInMain)
    await later(quick ? CLOSED_MS : COLLECTED_MS)
    const begun = performance.now()
    const before = processorMsOf(app.pid)
    await later(quick ? 5000 : 80_000)
    const anHour = HOUR_MS / (performance.now() - begun)
    const spent = processorMsOf(app.pid)
    const seconds = (part: 'main' | 'others'): number => ((spent[part] - before[part]) * anHour) / 1000
    add({ bar: 'P12', what: 'processor time an hour, main', unit: 's', ours: seconds('main'), most: 1 })
    add({ bar: 'P12', what: 'processor time an hour, other processes', unit: 's', ours: seconds('others') })
  } finally {
    await app.quit()
  }
}
