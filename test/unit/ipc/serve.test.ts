/** Every call of the contract through gate and lock; the handlers count how often they ran. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallAnswers, HELD_BYTES } from '../../../src/main/ipc/answers.ts'
import { bytesOf, inputOf } from '../../../src/main/ipc/inputs.ts'
import { serve } from '../../../src/main/ipc/serve.ts'
import {
  calls,
  callChannel,
  START_CHANNEL,
  type Envelope,
  type FirstAnswers,
  type Handlers
} from '../../../src/shared/ipc/contract.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { firstCalls } from '../../../src/shared/ipc/first-calls.ts'
import { LONGEST_TOKEN } from '../../../src/shared/models/account.ts'
import { MOST_STATUSES } from '../../../src/shared/models/connection.ts'
import { MOST_SELECTED } from '../../../src/shared/models/invoice.ts'

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
  'app.messages',
  'app.settings',
  'lock.lock',
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
  const answers = new CallAnswers({
    handlers: handlers as unknown as Handlers,
    locked: () => locked,
    shown: () => ({ account: 'id-1', all: false }),
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
/** Fills each place with the longest that the schemas take. */
const largest = {
  text: '€'.repeat(4_000_000),
  choice: { text: '€'.repeat(200), state: 'all', from: null, to: null, least: null, most: null, account: null },
  keys: Array.from({ length: MOST_SELECTED }, (_none, at) => String(at).padEnd(190, '€')),
  connection: {
    baseUrl: `https://host.example/${'€'.repeat(2000)}`,
    provider: 'hypeproxy-v2',
    statuses: Object.fromEntries(
      Array.from({ length: MOST_STATUSES }, (_none, at) => [String(at).padEnd(100, '€'), 'settled'])
    ),
    missingStatus: 'open',
    tokenAt: Array.from({ length: 20 }, () => 'token').join('.'),
    currency: 'EUR'
  }
} as const
const refused = (code: string) => ({ ok: false, error: { code } })

test('registers one channel for each call, and one for the start', () => {
  expect([...channels.keys()].toSorted()).toEqual(
    [START_CHANNEL, ...names.map(([domain, method]) => callChannel(domain, method))].toSorted()
  )
})

describe('the answers of a start', () => {
  const start = () => (channels.get(START_CHANNEL) as (event: unknown) => Promise<FirstAnswers>)({})
  const first = firstCalls('id-1', false)
  const nameOf = ([domain, method]: (typeof first)[number]): string => `${domain}.${method}`
  const done = { ok: true, data: 'done' }

  test('are those of its calls, in their order', async () => {
    expect(await start()).toEqual({ account: 'id-1', all: false, answers: first.map(() => done) })
    expect(ran).toEqual(first.map(nameOf))
  })

  test('are none for other senders than our page', async () => {
    allowed = false
    expect(await start()).toBeNull()
    expect(ran).toEqual([])
  })

  test('don’t wait for a slow one', async () => {
    handle = (name) => (name === 'invoices.overview' ? new Promise(() => undefined) : 'done')
    const started = start()
    await vi.waitFor(() => expect(ran).toHaveLength(first.length))
    late()
    const { answers } = await started
    expect(answers).toEqual(first.map((call) => (nameOf(call) === 'invoices.overview' ? null : done)))
  })

  test.each(['before', 'meanwhile'])('have no personal data if the app is locked %s', async (when) => {
    const held = Promise.withResolvers<string>()
    handle = () => held.promise
    locked = when === 'before'
    const started = start()
    await vi.waitFor(() => expect(ran).not.toEqual([]))
    locked = true
    held.resolve('done')
    const answers = first.map((call) => (WHILE_LOCKED.includes(nameOf(call)) ? done : null))
    expect(await started).toEqual({ account: null, all: false, answers })
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
  const asked = ask('app', 'status', { of: 'id-1' })
  const settings = ask('app', 'settings')
  locked = true
  resolve('personal')
  expect(await asked).toEqual(refused('APP_LOCKED'))
  expect(await settings).toEqual({ ok: true, data: 'personal' })
})

describe('the bytes of an input', () => {
  const tooMuch = { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }
  const done = { ok: true, data: 'done' }

  test.each<[string, string, unknown]>([
    ['app', 'copyText', { text: largest.text }],
    ['app', 'copyText', { lines: [largest.text] }],
    ['app', 'copyText', { rows: largest.keys.map((number) => [number]) }],
    ['invoices', 'totals', { of: null, ...largest.choice, keys: largest.keys }],
    [
      'invoices',
      'exportFile',
      { of: null, choice: largest.choice, order: { sort: 'issued', descending: true }, kind: 'csv', keys: largest.keys }
    ],
    ['connection', 'change', { of: 'id-1', connection: largest.connection }],
    ['session', 'signInWithToken', { connection: largest.connection, again: null, token: 'x'.repeat(LONGEST_TOKEN) }]
  ])('%s.%s takes the largest that a person can send', async (domain, method, input) => {
    expect(await ask(domain, method, input)).toEqual(done)
  })

  const key = 'p1'
  const shared = Array.from({ length: 6 }).reduce<unknown>((inner) => Array(30).fill(inner), 'x')
  const given = { of: 'id-1', key }
  const cyclic: Record<string, unknown> = { ...given }
  cyclic['more'] = cyclic
  test.each<[string, unknown]>([
    ['a long text', { ...given, more: 'x'.repeat(200_000) }],
    ['a long name', { ...given, ['x'.repeat(200_000)]: 1 }],
    [
      'many names',
      { ...given, more: Object.fromEntries(Array.from({ length: 20_000 }, (_none, at) => [`n${at}`, 1])) }
    ],
    ['a list with a name', { ...given, more: Object.assign([], { x: 'x'.repeat(200_000) }) }],
    ['many places', { ...given, more: Array(200_000).fill(null) }],
    ['a long list without anything', { ...given, more: Array(4_000_000_000) }],
    ['lists within lists', { ...given, more: shared }],
    ['itself', cyclic],
    ['bytes', { ...given, more: new Uint8Array(1) }],
    ['a buffer', { ...given, more: new ArrayBuffer(1) }],
    ['a map', { ...given, more: new Map([['x', 1]]) }],
    ['a large number', { ...given, more: 2n ** 2_000_000n }],
    ['an error', { ...given, more: new Error('x'.repeat(200_000)) }]
  ])('are few: %s is refused, also where the call would ignore it', async (_name, input) => {
    expect(await ask('catalogue', 'product', { ...given, more: 1 })).toEqual(done)
    ran = []
    expect(await ask('catalogue', 'product', input)).toEqual(tooMuch)
    expect(ran).toEqual([])
  })

  test('count until the call is answered: unanswered calls hold so much together and no more', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    handle = () => promise
    const selection = { of: null, ...largest.choice, keys: largest.keys }
    const answers = Array.from({ length: 40 }, () => ask('invoices', 'totals', selection))
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0))
    expect(await answers.at(-1)).toEqual(tooMuch)
    expect(ran.length * largest.keys.length * 190 * 2).toBeLessThan(HELD_BYTES)
    resolve('done')
    expect((await Promise.all(answers)).filter(({ ok }) => ok)).toHaveLength(ran.length)
    expect(await ask('invoices', 'totals', selection)).toEqual(done)
  })

  test('include the call itself: calls without input are as few', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    handle = () => promise
    const answers = Array.from({ length: 10_000 }, () => ask('session', 'state'))
    expect(await answers.at(-1)).toEqual(tooMuch)
    expect(ran.length * 4096).toBeLessThanOrEqual(HELD_BYTES)
    resolve('done')
    expect((await Promise.all(answers)).filter(({ ok }) => ok)).toHaveLength(ran.length)
    expect(await ask('session', 'state')).toEqual(done)
  })

  test.each<[string, object]>([
    ['a record', {}],
    ['a list', []]
  ])('of %s with many names are counted up to the limit only', (_name, input) => {
    let read = 0
    for (let at = 0; at < 10_000; at += 1) {
      Object.defineProperty(input, `name${at}`, { enumerable: true, get: () => (read += 1) })
    }
    expect(bytesOf(input, 1000)).toBe(Infinity)
    expect(read).toBeLessThan(100)
  })

  test('of calls that fail are free again', async () => {
    handle = () => {
      throw new AppError('STORAGE')
    }
    for (let at = 0; at < 40; at += 1) {
      expect(await ask('app', 'copyText', { text: largest.text })).toEqual(refused('STORAGE'))
    }
  })
})

test('unlocked, every call is answered or rejected for its input', async () => {
  for (const [domain, method] of names) {
    const takesNothing = inputOf(domain, method).safeParse(undefined).success
    expect(await ask(domain, method)).toEqual(
      takesNothing ? { ok: true, data: 'done' } : { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }
    )
  }
})
