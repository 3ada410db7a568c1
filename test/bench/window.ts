/** P15: a click on the tray's icon → the frame after the new window's page has its data; and what is left of a window a minute after it closed. */
import { setTimeout as later } from 'node:timers/promises'
import { closeWindow, startApp, untilTray } from './electron.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const PRODUCTS = 10_000
const WARM = 2
/** The tray outlives the window by far: what closing it brings about is over. */
const SETTLE_MS = 1000
const MINUTE_MS = 60_000

type WithTray = typeof globalThis & { benchTray: Electron.Tray }

export async function benchWindow({ quick, add, profile }: Bench): Promise<void> {
  const app = startApp({ profileDir: await profile(PRODUCTS) })
  try {
    await app.launch
    await app.inPage(untilTray, null)
    const times: number[] = []
    for (let run = -WARM; run < (quick ? 3 : 10); run += 1) {
      await closeWindow(app)
      await later(SETTLE_MS)
      const opened = app.nextWindow()
      const clickedAt = await app.inMain(() => {
        const at = performance.timeOrigin + performance.now()
        ;(globalThis as WithTray).benchTray.emit('click')
        return at
      })
      const { origin, shown } = await opened
      if (run >= 0) times.push(origin + shown - clickedAt)
    }
    const what = 'tray → overview in a new window'
    add({ bar: 'P15', what: `${what}, median`, unit: 'ms', ours: percentile(times, 0.5), most: 150 })
    add({ bar: 'P15', what: `${what}, p95`, unit: 'ms', ours: percentile(times, 0.95) })
    await closeWindow(app)
    await later(quick ? SETTLE_MS : MINUTE_MS)
    const pages = await app.inMain(
      (electron) => electron.app.getAppMetrics().filter(({ type }) => type === 'Tab').length
    )
    add({ bar: 'P15', what: 'processes of pages a minute after the window closed', unit: '', ours: pages, most: 0 })
  } finally {
    await app.quit()
  }
}
