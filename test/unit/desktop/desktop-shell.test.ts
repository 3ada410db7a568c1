/** When the tray icon is made, and made again. */
import { beforeEach, expect, test, vi } from 'vitest'
import { createDesktopShell, type DesktopShellParts } from '../../../src/main/desktop-shell.ts'
import { settle } from '../../support/ports.ts'

const tray = vi.hoisted(() => ({ made: 0, renewed: 0 }))
vi.mock('../../../src/main/desktop/menu/menu.ts', () => ({ installMenu: () => ({ stale: () => undefined }) }))
vi.mock('../../../src/main/desktop/tray/tray.ts', () => ({
  createTray: () => {
    tray.made += 1
    return { stale: () => undefined, redraw: () => undefined, renew: () => void (tray.renewed += 1) }
  }
}))

/** A desktop whose panel comes and goes. */
async function start(panel: boolean): Promise<(panel: boolean) => void> {
  let known = panel
  const listeners: (() => void)[] = []
  const parts = {
    trayHost: {
      present: () => Promise.resolve(known),
      known: () => known,
      onChange: (listener: () => void) => void listeners.push(listener)
    },
    publisher: { onPublish: () => undefined },
    refresh: { onOthers: () => undefined },
    accountSummaries: { onChange: () => undefined },
    navigation: {},
    lock: {}
  }
  createDesktopShell(parts as unknown as DesktopShellParts)
  await settle()
  return (now) => {
    known = now
    for (const listener of listeners) listener()
  }
}

beforeEach(() => {
  tray.made = 0
  tray.renewed = 0
})

test('keeps an icon that found a panel, also when the panel restarts', async () => {
  const panelIs = await start(true)
  panelIs(false)
  panelIs(true)
  expect(tray).toEqual({ made: 1, renewed: 0 })
})

test('creates an icon that found no panel again with the first panel, and only then', async () => {
  const panelIs = await start(false)
  expect(tray).toEqual({ made: 1, renewed: 0 })
  panelIs(true)
  expect(tray).toEqual({ made: 1, renewed: 1 })
  panelIs(false)
  panelIs(true)
  expect(tray).toEqual({ made: 1, renewed: 1 })
})
