/** When the tray icon is made, and made again, and what stands beside it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TrayIcon, type TrayActions } from '../../../src/main/desktop/tray/tray.ts'
import type { TrayContent } from '../../../src/main/desktop/tray/tray-menu.ts'
import { FakeClock, settle } from '../../support/ports.ts'

const icons = vi.hoisted(() => ({ alive: 0, made: 0 }))
const beside = vi.hoisted(() => ({ titles: [] as unknown[] }))
const clicks = vi.hoisted(() => ({ click: undefined as (() => void) | undefined }))
vi.mock('../../../src/main/desktop/tray/tray-icons.ts', () => ({
  createTrayPictures: () => ({ current: () => ({ plain: undefined, marked: undefined }), onChange: () => undefined })
}))
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (template: unknown) => template },
  Tray: class {
    constructor() {
      icons.made += 1
      icons.alive += 1
    }
    on = (_event: 'click', run: () => void) => void (clicks.click = run)
    destroy = () => void (icons.alive -= 1)
    setTitle = (title: string) => void beside.titles.push(title)
    setImage = () => undefined
    setToolTip = () => undefined
    setContextMenu = () => undefined
  }
}))

let toggled: number

const own = process.platform
const on = (platform: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value: platform })

/** A desktop whose panel comes and goes. */
async function start(
  panel: boolean,
  content: () => Promise<TrayContent> = () => new Promise(() => undefined)
): Promise<(panel: boolean) => void> {
  let known = panel
  const listeners: (() => void)[] = []
  new TrayIcon({
    host: {
      isPresent: () => Promise.resolve(known),
      isKnown: () => known,
      onChange: (listener) => void listeners.push(listener)
    },
    content,
    actions: { toggleWindow: () => (toggled += 1) } as unknown as TrayActions,
    clock: new FakeClock(),
    report: () => undefined
  })
  await settle()
  return (now) => {
    known = now
    for (const listener of listeners) listener()
  }
}

beforeEach(() => {
  icons.made = 0
  icons.alive = 0
  toggled = 0
  clicks.click = undefined
})
afterEach(() => on(own))

test('a click shows or hides the window; on macOS it opens the menu', async () => {
  for (const platform of ['linux', 'win32'] as const) {
    on(platform)
    await start(true)
    clicks.click?.()
    clicks.click = undefined
  }
  expect(toggled).toBe(2)
  on('darwin')
  await start(true)
  expect(clicks.click).toBe(undefined)
})

test('on macOS the title stands beside the icon', async () => {
  beside.titles = []
  const content = (): Promise<TrayContent> =>
    Promise.resolve({ title: '6+', tooltip: 'Portside', marked: true, lines: [] })
  on('linux')
  await start(true, content)
  expect(beside.titles).toEqual([])
  on('darwin')
  await start(true, content)
  expect(beside.titles).toEqual(['6+'])
})

test('keeps an icon that found a panel, also when the panel restarts', async () => {
  const panelIs = await start(true)
  panelIs(false)
  panelIs(true)
  expect(icons).toEqual({ alive: 1, made: 1 })
})

test('creates an icon that found no panel again with the first panel, and only then', async () => {
  const panelIs = await start(false)
  expect(icons).toEqual({ alive: 1, made: 1 })
  panelIs(true)
  expect(icons).toEqual({ alive: 1, made: 2 })
  panelIs(false)
  panelIs(true)
  expect(icons).toEqual({ alive: 1, made: 2 })
})
