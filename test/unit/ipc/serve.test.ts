/** Every call of the contract through gate and lock; the handlers count how often they ran. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import { serve } from '../../../src/main/ipc/serve.ts'
import { calls, callChannel, type Envelope, type Handlers } from '../../../src/shared/ipc/contract.ts'

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
let handle: () => unknown

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
        Object.keys(methods).map((method) => [method, () => (ran.push(`${domain}.${method}`), handle())])
      )
    ])
  )
  serve({
    handlers: handlers as unknown as Handlers,
    allowed: () => allowed,
    locked: () => locked,
    report: (error) => {
      throw error
    }
  })
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

test('registers one channel for each call', () => {
  expect([...channels.keys()].toSorted()).toEqual(
    names.map(([domain, method]) => callChannel(domain, method)).toSorted()
  )
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
