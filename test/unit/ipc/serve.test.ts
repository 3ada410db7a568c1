/** Every call of the contract through gate and lock; the handlers count how often they ran. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAnswers } from '../../../src/main/ipc/answers.ts'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import { serve } from '../../../src/main/ipc/serve.ts'
import { calls, callChannel, START_CHANNEL, type Envelope, type Handlers } from '../../../src/shared/ipc/contract.ts'
import { FIRST_CALLS } from '../../../src/shared/ipc/first-calls.ts'

type Listener = (event: unknown, ...sent: unknown[]) => Promise<Envelope<unknown>>
const channels = vi.hoisted(() => new Map<string, unknown>())
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, listener: unknown) => void channels.set(channel, listener) }
}))

const names = Object.entries(calls).flatMap(([domain, methods]) =>
  Object.keys(methods).map((method) => [domain, method] as const)
)
/** The agreement, in words of its own: whoever adds to it has to add here. */
const WHILE_LOCKED = [
  'accounts.eraseEverything',
  'app.info',
  'app.settings',
  'lock.now',
  'lock.setPin',
  'lock.state',
  'lock.turnOff',
  'lock.unlock',
  'lock.unlockBySystem'
]

let allowed: boolean
let locked: boolean
let ran: string[]
let handle: (name: string) => unknown
/** Ends the wait of a start for its answers. */
let late: () => void

beforeEach(() => {
  channels.clear()
  allowed = true
  locked = false
  ran = []
  handle = () => 'done'
  const handlers = Object.fromEntries(
    Object.entries(calls).map(([domain, methods]) => [
      domain,
      Object.fromEntries(
        Object.keys(methods).map((method) => [
          method,
          () => (ran.push(`${domain}.${method}`), handle(`${domain}.${method}`))
        ])
      )
    ])
  )
  const answers = createAnswers({
    handlers: handlers as unknown as Handlers,
    locked: () => locked,
    after(_ms, run) {
      late = run
      return () => undefined
    },
    report: (error) => {
      throw error
    }
  })
  serve({ allowed: () => allowed, answers: Promise.resolve(answers) })
})

const inputs: Record<string, unknown> = {
  'lock.unlock': { pin: '2580' },
  'lock.setPin': { pin: '2580', current: null },
  'lock.turnOff': { pin: '2580' },
  'accounts.eraseEverything': { leaveEntries: false }
}
const ask = (domain: string, method: string, ...sent: unknown[]): Promise<Envelope<unknown>> => {
  const listener = channels.get(callChannel(domain, method)) as Listener
  return listener({}, ...sent)
}
const refused = (code: string) => ({ ok: false, error: { code } })

test('registers one channel for each call, and one for the start', () => {
  expect([...channels.keys()].toSorted()).toEqual(
    [START_CHANNEL, ...names.map(([domain, method]) => callChannel(domain, method))].toSorted()
  )
})

describe('the answers of a start', () => {
  const start = () => (channels.get(START_CHANNEL) as (event: unknown) => Promise<unknown[]>)({})
  const nameOf = ([domain, method]: (typeof FIRST_CALLS)[number]): string => `${domain}.${method}`
  const done = { ok: true, data: 'done' }

  test('are those of its calls, in their order', async () => {
    expect(await start()).toEqual(FIRST_CALLS.map(() => done))
    expect(ran).toEqual(FIRST_CALLS.map(nameOf))
  })

  test('are none for other senders than our page', async () => {
    allowed = false
    expect(await start()).toEqual([])
    expect(ran).toEqual([])
  })

  test('don’t wait for a slow one', async () => {
    handle = (name) => (name === 'invoices.overview' ? new Promise(() => undefined) : 'done')
    const started = start()
    await vi.waitFor(() => expect(ran).toHaveLength(FIRST_CALLS.length))
    late()
    expect(await started).toEqual(FIRST_CALLS.map((call) => (nameOf(call) === 'invoices.overview' ? null : done)))
  })

  test.each(['before', 'meanwhile'])('have no personal data if the app is locked %s', async (when) => {
    const held = Promise.withResolvers<string>()
    handle = () => held.promise
    locked = when === 'before'
    const started = start()
    await vi.waitFor(() => expect(ran).not.toEqual([]))
    locked = true
    held.resolve('done')
    expect(await started).toEqual(FIRST_CALLS.map((call) => (WHILE_LOCKED.includes(nameOf(call)) ? done : null)))
  })
})

test.each(names)('%s.%s is rejected for other senders than our page, locked or not', async (domain, method) => {
  allowed = false
  for (locked of [false, true]) expect(await ask(domain, method)).toEqual(refused('FORBIDDEN'))
  expect(ran).toEqual([])
})

describe('while the app is locked', () => {
  beforeEach(() => {
    locked = true
  })

  const closed = names.filter(([domain, method]) => !WHILE_LOCKED.includes(`${domain}.${method}`))

  test('most of the contract is closed', () => {
    expect(closed).toHaveLength(names.length - WHILE_LOCKED.length)
    expect(closed.length).toBeGreaterThan(25)
  })

  test.each(closed)('%s.%s is rejected without running', async (domain, method) => {
    // Input that the call would take, and some that it would not: the answer gives neither away.
    for (const sent of [[], [{}], [{ key: 'p1' }], [{ id: 'a1', erase: true }], ['nonsense']]) {
      expect(await ask(domain, method, ...sent)).toEqual(refused('APP_LOCKED'))
    }
    expect(ran).toEqual([])
  })

  test.each(WHILE_LOCKED)('%s is answered', async (name) => {
    const [domain = '', method = ''] = name.split('.')
    const sent = name in inputs ? [inputs[name]] : []
    expect(await ask(domain, method, ...sent)).toEqual({ ok: true, data: 'done' })
    expect(ran).toEqual([name])
  })
})

test('a call is rejected if the app is locked while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  handle = () => promise
  const asked = ask('app', 'status')
  const settings = ask('app', 'settings')
  locked = true
  resolve('personal')
  expect(await asked).toEqual(refused('APP_LOCKED'))
  expect(await settings).toEqual({ ok: true, data: 'personal' })
})

test('unlocked, every call is answered or rejected for its input', async () => {
  for (const [domain, method] of names) {
    const takesNothing = inputOf(domain, method).safeParse(undefined).success
    expect(await ask(domain, method)).toEqual(
      takesNothing ? { ok: true, data: 'done' } : { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }
    )
  }
})
