/** When the tray icon is made, and made again, and what stands beside it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TrayIcon, type TrayActions } from '../../../src/main/desktop/tray/tray.ts'
import type { TrayContent } from '../../../src/main/desktop/tray/tray-menu.ts'
import { FakeClock, settle } from '../../support/ports.ts'

const icons = vi.hoisted(() => ({ alive: 0, made: 0 }))
const beside = vi.hoisted(() => ({ titles: [] as unknown[], tooltips: [] as string[], pictures: [] as unknown[] }))
const clicks = vi.hoisted(() => ({ click: undefined as (() => void) | undefined }))
vi.mock('../../../src/main/desktop/tray/tray-icons.ts', () => ({
  createTrayPictures: () => ({ current: () => ({ plain: 'plain', marked: 'marked' }), onChange: () => undefined })
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
    setImage = (picture: unknown) => void beside.pictures.push(picture)
    setToolTip = (text: string) => void beside.tooltips.push(text)
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
  return (await startTray(panel, content)).panelIs
}

async function startTray(panel: boolean, content: () => Promise<TrayContent>) {
  let known = panel
  const listeners: (() => void)[] = []
  const clock = new FakeClock()
  const tray = new TrayIcon({
    host: {
      isPresent: () => Promise.resolve(known),
      isKnown: () => known,
      onChange: (listener) => void listeners.push(listener)
    },
    content,
    actions: { toggleWindow: () => (toggled += 1) } as unknown as TrayActions,
    clock,
    report: () => undefined
  })
  await settle()
  const panelIs = (now: boolean): void => {
    known = now
    for (const listener of listeners) listener()
  }
  return { tray, clock, panelIs }
}

beforeEach(() => {
  icons.made = 0
  icons.alive = 0
  toggled = 0
  clicks.click = undefined
  beside.tooltips = []
  beside.pictures = []
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

describe('while events keep coming', () => {
  /** How it is drawn: the number of the content, of which each is another. */
  const drawn = (): string[] => beside.tooltips
  const numbered = (wait: (number: number) => Promise<unknown>) => {
    let count = 0
    return async (): Promise<TrayContent> => {
      const number = (count += 1)
      await wait(number)
      return { title: '', tooltip: `${number}`, marked: false, lines: [] }
    }
  }
  async function send({ tray, clock }: Awaited<ReturnType<typeof startTray>>, ms: number): Promise<void> {
    for (let at = 0; at < ms; at += 20) {
      tray.redrawSoon()
      await clock.advance(20)
    }
  }

  test('it is drawn within a second, a group of events at once', async () => {
    const started = await startTray(
      true,
      numbered(() => Promise.resolve())
    )
    expect(drawn()).toEqual(['1'])
    for (let event = 0; event < 5; event += 1) started.tray.redrawSoon()
    await started.clock.advance(50)
    expect(drawn()).toEqual(['1', '2'])
    await send(started, 1000)
    expect(drawn().length).toBeGreaterThan(10)
    const before = drawn().length
    await send(started, 3000)
    expect(drawn().length).toBeGreaterThan(before + 30)
  })

  test('a content that takes long to read is shown, and read anew once afterwards', async () => {
    const reading: (() => void)[] = []
    const started = await startTray(
      true,
      numbered(() => new Promise<void>((resolve) => void reading.push(resolve)))
    )
    const read = (): Promise<void> => (reading.shift()?.(), settle())
    await read()
    await send(started, 500)
    expect(reading).toHaveLength(1)
    await read()
    expect(drawn()).toEqual(['1', '2'])
    await started.clock.advance(50)
    await read()
    expect(drawn()).toEqual(['1', '2', '3'])
    // Nothing more is due but the age of its data.
    expect(started.clock.planned()).toEqual([60_000])
  })

  test('what was read before it was locked is not shown', async () => {
    const reading: (() => void)[] = []
    const started = await startTray(
      true,
      numbered(() => new Promise<void>((resolve) => void reading.push(resolve)))
    )
    started.tray.redrawSoon()
    started.tray.redraw()
    for (const end of reading.splice(0)) end()
    await settle()
    expect(drawn()).toEqual(['2'])
  })

  test('after a content that can’t be read, it is drawn with the next event', async () => {
    const started = await startTray(
      true,
      numbered((number) => (number === 2 ? Promise.reject(new Error('unreadable')) : Promise.resolve()))
    )
    await send(started, 200)
    expect(drawn()).toContain('3')
  })
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

test('the picture is set only when it changes', async () => {
  const shown = { title: '', tooltip: '', marked: false, lines: [] }
  let content: TrayContent = shown
  const { tray } = await startTray(true, async () => content)
  for (const marked of [false, true, true, false]) {
    content = { ...shown, tooltip: `${content.tooltip}.`, marked }
    tray.redraw()
    await settle()
  }
  expect(beside.tooltips).toHaveLength(5)
  expect(beside.pictures).toEqual(['marked', 'plain'])
})
