import { beforeEach, describe, expect, test } from 'vitest'
import { Background, PANEL_WAIT_MS, type ClosingChoice } from '../../../src/main/desktop/window/background.ts'
import { FakeClock, settle } from '../../support/ports.ts'

/** Everything around the window, as a test has it. */
let world: {
  panel: boolean
  closing: 'ask' | ClosingChoice
  answer: ClosingChoice | null
  window: 'shown' | 'behind' | 'minimised' | 'gone'
}
let asked: boolean[]
let failures: unknown[]
let quits: number
let changed: () => void
let clock: FakeClock
/** What happens while the user reads the question. */
let meanwhile: () => void

function background(platform: NodeJS.Platform = 'linux'): Background {
  let known = world.panel
  const listeners: (() => void)[] = []
  const present = async (): Promise<boolean> => {
    await Promise.resolve()
    if (known !== world.panel) {
      known = world.panel
      for (const listener of listeners) listener()
    }
    return world.panel
  }
  changed = () => void present()
  return new Background({
    platform,
    tray: {
      isPresent: present,
      isKnown: () => known,
      onChange: (listener) => void listeners.push(listener)
    },
    clock,
    closing: () => world.closing,
    choose: (closing) => (world.closing = closing),
    ask: async (tray) => {
      asked.push(tray)
      await Promise.resolve()
      meanwhile()
      return world.answer
    },
    window: {
      isOpen: () => world.window !== 'gone',
      isInFront: () => world.window === 'shown',
      show: () => (world.window = 'shown'),
      minimise: () => (world.window = 'minimised'),
      destroy: () => (world.window = 'gone')
    },
    quit: () => (quits += 1),
    report: (error) => failures.push(error)
  })
}

const pass = (ms: number): Promise<void> => clock.advance(ms)
async function close(app: Background): Promise<boolean> {
  const may = app.mayClose()
  await settle()
  return may
}

beforeEach(() => {
  world = { panel: true, closing: 'ask', answer: null, window: 'shown' }
  asked = []
  failures = []
  quits = 0
  clock = new FakeClock()
  meanwhile = () => undefined
})

describe('closing the window', () => {
  test.each<[closing: 'ask' | ClosingChoice, panel: boolean, answer: ClosingChoice | null, outcome: string]>([
    ['ask', true, 'stay', 'gone'],
    ['ask', false, 'stay', 'minimised'],
    ['ask', true, 'quit', 'quits'],
    ['ask', false, 'quit', 'quits'],
    ['ask', true, null, 'shown'],
    ['ask', false, null, 'shown'],
    ['stay', true, null, 'gone'],
    ['stay', false, null, 'minimised'],
    ['quit', true, null, 'quits'],
    ['quit', false, null, 'quits']
  ])('%s, panel %s, answer %s: %s', async (closing, panel, answer, outcome) => {
    world = { panel, closing, answer, window: 'shown' }
    const app = background()
    expect(await close(app)).toBe(false)
    expect(quits === 1 ? 'quits' : world.window).toBe(outcome)
    expect(asked).toEqual(closing === 'ask' ? [panel] : [])
    expect(world.closing).toBe(closing === 'ask' ? (answer ?? 'ask') : closing)
    expect(failures).toEqual([])
  })

  test('asks once, however often it is closed meanwhile', async () => {
    world.answer = 'stay'
    const app = background()
    expect([app.mayClose(), app.mayClose()]).toEqual([false, false])
    await settle()
    expect(asked).toEqual([true])
    world.window = 'shown'
    await close(app)
    expect(asked).toEqual([true])
    expect(world.window).toBe('gone')
  })

  test('minimises when the panel ends while the dialog is open', async () => {
    world.answer = 'stay'
    meanwhile = () => (world.panel = false)
    await close(background())
    expect(asked).toEqual([true])
    expect(world.window).toBe('minimised')
  })

  test('closes at once when the app ends, and asks nothing after that', async () => {
    world.answer = 'stay'
    const app = background()
    app.mayClose()
    app.end()
    await settle()
    expect(asked).toEqual([])
    expect(world).toMatchObject({ window: 'shown', closing: 'ask' })
    expect(app.mayClose()).toBe(true)
  })

  test('closes at once with a dock', async () => {
    world.panel = false
    expect(await close(background('darwin'))).toBe(true)
    expect(asked).toEqual([])
  })

  test('reports an error of the dialog, and asks again next time', async () => {
    const app = new Background({
      platform: 'linux',
      tray: {
        isPresent: () => Promise.resolve(true),
        isKnown: () => true,
        onChange: () => undefined
      },
      clock: { after: () => () => undefined },
      closing: () => 'ask',
      choose: () => undefined,
      ask: () => Promise.reject(new Error('no dialog')),
      window: {
        isOpen: () => true,
        isInFront: () => true,
        show: () => undefined,
        minimise: () => undefined,
        destroy: () => undefined
      },
      quit: () => undefined,
      report: (error) => failures.push(error)
    })
    await close(app)
    await close(app)
    expect(failures).toHaveLength(2)
  })
})

describe('the tray icon and the global shortcut', () => {
  const toggle = async (app: Background): Promise<string> => {
    app.toggleWindow()
    await settle()
    return world.window
  }

  test.each(['behind', 'minimised', 'gone'] as const)('show a window that is %s', async (window) => {
    world.window = window
    expect(await toggle(background())).toBe('shown')
  })

  test.each<[platform: NodeJS.Platform, panel: boolean, outcome: string]>([
    ['linux', true, 'gone'],
    ['linux', false, 'minimised'],
    ['darwin', true, 'gone']
  ])('hide the window that is in front, as closing it does: on %s, panel %s', async (platform, panel, outcome) => {
    world = { ...world, panel, closing: 'quit' }
    expect(await toggle(background(platform))).toBe(outcome)
    expect([asked, quits, world.closing]).toEqual([[], 0, 'quit'])
  })

  test('hide nothing while the question is open, or when the app ends', async () => {
    const app = background()
    meanwhile = () => app.toggleWindow()
    await close(app)
    expect(world.window).toBe('shown')
    app.end()
    expect(await toggle(app)).toBe('shown')
  })
})

describe('without a window', () => {
  const left = async (): Promise<Background> => {
    world.closing = 'stay'
    const app = background()
    await close(app)
    expect(world.window).toBe('gone')
    return app
  }

  test('a panel that ends for good opens a minimised one', async () => {
    await left()
    world.panel = false
    changed()
    await settle()
    expect(world.window).toBe('gone')
    await pass(PANEL_WAIT_MS - 1)
    expect(world.window).toBe('gone')
    await pass(1)
    expect(world.window).toBe('minimised')
  })

  test('a panel that restarts changes nothing', async () => {
    await left()
    world.panel = false
    changed()
    await settle()
    world.panel = true
    await pass(PANEL_WAIT_MS)
    expect(world.window).toBe('gone')
  })

  test('a window that was opened meanwhile stays', async () => {
    await left()
    world.panel = false
    changed()
    await settle()
    world.window = 'shown'
    await pass(PANEL_WAIT_MS)
    expect(world.window).toBe('shown')
  })

  test('an app that ends opens no window', async () => {
    const app = await left()
    world.panel = false
    changed()
    await settle()
    app.end()
    await pass(PANEL_WAIT_MS)
    expect(world.window).toBe('gone')
  })
})

test('with a window, a panel that ends changes nothing', async () => {
  background()
  world.panel = false
  changed()
  await settle()
  await pass(PANEL_WAIT_MS)
  expect(world.window).toBe('shown')
})

describe('started hidden', () => {
  test.each<[before: boolean, after: boolean, outcome: string]>([
    [true, true, 'gone'],
    // Panels come a little later than what the system starts with them.
    [false, true, 'gone'],
    [false, false, 'minimised']
  ])('a panel %s, and %s a while later: %s', async (before, after, outcome) => {
    world = { ...world, panel: before, window: 'gone' }
    background().startHidden()
    await settle()
    expect(world.window).toBe('gone')
    world.panel = after
    await pass(PANEL_WAIT_MS)
    expect(world.window).toBe(outcome)
  })

  test('with a dock, nothing happens', async () => {
    world = { ...world, panel: false, window: 'gone' }
    background('darwin').startHidden()
    await settle()
    await pass(PANEL_WAIT_MS)
    expect(world.window).toBe('gone')
  })
})
