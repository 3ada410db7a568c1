/** When a token is renewed, with what, and what a renewal that fails or comes late leaves. invariants.test.ts has the rules. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { failing, settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, credential, here, line, ORIGIN, signIn, signInWithToken, there } from './computer.ts'

const SIGN_IN = { path: '/in', renewal: { path: '/renew', field: 'refresh', refreshTokenAt: 'refresh' } }
const renewable: Connection = { ...here, signIn: SIGN_IN }
const SECOND = 1000
const HOUR = 3_600_000

let computer: Computer
/** `<refresh token> to <origin>`, in the order in which they were asked. */
let asked: string[]
/** When the tokens of sign-ins and renewals end, from then. */
let lifetime: number | null
/** Renewals are answered when this is resolved. */
let answered: Promise<void>

const endOf = (ms: number): string => new Date(computer.clock.now().getTime() + ms).toISOString()

beforeEach(() => {
  computer = new Computer()
  asked = []
  lifetime = HOUR
  answered = Promise.resolve()
  let tokens = 0
  const grant = () => {
    tokens += 1
    const expiresAt = lifetime === null ? null : endOf(lifetime)
    return { token: `token-${tokens}`, refreshToken: `refresh-${tokens}`, expiresAt }
  }
  computer.api.signIn = async () => grant()
  computer.api.renew = async ({ baseUrl }, refreshToken) => {
    asked.push(`${refreshToken} to ${baseUrl}`)
    await answered
    return grant()
  }
})

async function signedIn(...emails: string[]): Promise<Session> {
  const session = computer.launch()
  for (const email of emails.length > 0 ? emails : [ADA]) await signIn(session, email, renewable)
  return session
}

const entry = (id = 'id-1') => computer.keychain.entries.get(id)
const tokenOf = async (session: Session, id = 'id-1'): Promise<string> => (await session.accessTo(id)).token
const later = (ms: number): Promise<void> => computer.clock.advance(ms)
const RENEWED = { isRenewed: true }
const CANT = { isRenewed: false, error: null }

test('the refresh token is in the entry of the token, also in the next launch', async () => {
  await signedIn()
  const both = { token: 'token-1', refreshToken: 'refresh-1', origin: ORIGIN, dataKey: 'key-1' }
  expect(entry()).toEqual(both)
  const session = computer.launch()
  expect(await session.renew('id-1', 'token-1')).toEqual(CANT)
  await tokenOf(session)
  expect(await session.renew('id-1', 'token-1')).toEqual(RENEWED)
  expect(asked).toEqual([`refresh-1 to ${ORIGIN}`])
  expect(entry()).toEqual({ ...both, token: 'token-2', refreshToken: 'refresh-2' })
  expect(computer.registry.journal).toEqual([])
})

test('a token that ends within a minute is renewed before it is used, once for all that ask', async () => {
  const session = await signedIn()
  await later(HOUR - 61 * SECOND)
  expect([await tokenOf(session), asked]).toEqual(['token-1', []])
  await later(SECOND)
  const tokens = await Promise.all([tokenOf(session), tokenOf(session), session.access().then(({ token }) => token)])
  expect(tokens).toEqual(['token-2', 'token-2', 'token-2'])
  expect(asked).toEqual([`refresh-1 to ${ORIGIN}`])
  expect(entry()).toMatchObject({ token: 'token-2', refreshToken: 'refresh-2' })
  expect(computer.record('id-1')?.tokenExpiresAt).toBe(endOf(HOUR))
  await later(2 * HOUR)
  expect(await tokenOf(computer.launch())).toBe('token-3')
})

test('an expiry that nobody has to act on isn’t announced', async () => {
  const session = await signedIn()
  await signIn(session, BOB, here)
  await signInWithToken(session, 'key-1', null, renewable)
  const announced = (): boolean[] => session.state().accounts.map(({ isRenewable = false }) => isRenewable)
  expect(announced()).toEqual([true, false, false])
  const next = computer.launch()
  expect(next.state().accounts.map(({ isRenewable = false }) => isRenewable)).toEqual([true, false, false])
})

describe('nothing is renewed', () => {
  test.each<[name: string, arrange: () => void, connection: Connection]>([
    ['without a renewal in the definition', () => undefined, here],
    ['without an expiry', () => (lifetime = null), renewable],
    [
      'without a refresh token',
      () => (computer.api.signIn = async () => ({ token: 't', expiresAt: endOf(0) })),
      renewable
    ]
  ])('before a call %s', async (_name, arrange, connection) => {
    arrange()
    const session = computer.launch()
    await signIn(session, ADA, connection)
    await later(HOUR)
    await tokenOf(session)
    expect(asked).toEqual([])
  })

  test('while the app is locked', async () => {
    const session = await signedIn()
    await later(HOUR)
    computer.locked = true
    expect(await tokenOf(session)).toBe('token-1')
    expect(await session.renew('id-1', 'token-1')).toEqual({ isRenewed: false, error: { code: 'APP_LOCKED' } })
    expect(asked).toEqual([])
    computer.locked = false
    expect(await tokenOf(session)).toBe('token-2')
  })

  test('for an entry of another origin', async () => {
    await signedIn()
    const record = computer.record('id-1')
    if (record) computer.registry.saveAccount({ ...record, connection: { ...there, signIn: SIGN_IN } })
    await later(HOUR)
    const session = computer.launch()
    await expect(tokenOf(session)).rejects.toThrow('KEYCHAIN_CHANGED')
    expect(await session.renew('id-1', 'token-1')).toEqual(CANT)
    expect(asked).toEqual([])
  })

  test('for a token that was replaced meanwhile', async () => {
    const session = await signedIn()
    await signIn(session, ADA, renewable)
    expect(await session.renew('id-1', 'token-1')).toEqual(CANT)
    expect(asked).toEqual([])
  })
})

describe('a renewal that fails', () => {
  const MINUTE = 60 * SECOND
  test.each([
    ['UNREACHABLE', MINUTE],
    ['TIMEOUT', MINUTE],
    ['SERVER', MINUTE],
    ['RATE_LIMITED', 5 * MINUTE]
  ] as const)(
    'with %s changes nothing, and calls use the token for %i ms before it is tried again',
    async (code, pause) => {
      const session = await signedIn()
      const { renew } = computer.api
      let tries = 0
      await later(HOUR)
      const retryAt = code === 'RATE_LIMITED' ? endOf(pause) : undefined
      computer.api.renew = async () => {
        tries += 1
        throw new AppError(code, { retryAt })
      }
      const before = [entry(), computer.record('id-1')]
      for (const _ of [1, 2, 3]) expect(await tokenOf(session)).toBe('token-1')
      expect(tries).toBe(1)
      expect([entry(), computer.record('id-1')]).toEqual(before)
      expect(credential(session, 'id-1')).toBe('kept')
      computer.api.renew = renew
      await later(pause - 1)
      expect(await tokenOf(session)).toBe('token-1')
      await later(1)
      expect(await tokenOf(session)).toBe('token-2')
    }
  )

  test('is tried again at once after the provider refused the token', async () => {
    const session = await signedIn()
    const { renew } = computer.api
    computer.api.renew = failing('UNREACHABLE')
    expect(await session.renew('id-1', 'token-1')).toMatchObject({ isRenewed: false, error: { code: 'UNREACHABLE' } })
    computer.api.renew = renew
    expect(await session.renew('id-1', 'token-1')).toEqual(RENEWED)
  })

  test.each([
    ['WRONG_CREDENTIALS', { status: 400 }],
    ['FORBIDDEN', { status: 403 }],
    ['NOT_FOUND', { status: 404 }],
    ['BAD_REPLY', { status: 415 }],
    ['BAD_REPLY', { status: 200, found: 'noToken' }]
  ] as const)('for good (%s %j) drops the refresh token, and leaves the token to the provider', async (code, more) => {
    const session = await signedIn()
    computer.api.renew = async (_connection, refreshToken) => {
      asked.push(refreshToken)
      throw new AppError(code, more)
    }
    expect(await session.renew('id-1', 'token-1')).toEqual(CANT)
    expect(entry()).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(credential(session, 'id-1')).toBe('kept')
    await later(2 * HOUR)
    expect(await tokenOf(session)).toBe('token-1')
    expect(await session.renew('id-1', 'token-1')).toEqual(CANT)
    expect(asked).toEqual(['refresh-1'])
    expect(line(session, 'id-1').isRenewable).toBeUndefined()
  })

  test('by a web page on the way says nothing of the token', async () => {
    const session = await signedIn()
    computer.api.renew = () => Promise.reject(new AppError('BAD_REPLY', { status: 403, found: 'html' }))
    expect(await session.renew('id-1', 'token-1')).toMatchObject({ error: { code: 'BAD_REPLY' } })
    expect(entry()).toMatchObject({ refreshToken: 'refresh-1' })
  })

  test('by a bug is reported, and no call fails by it', async () => {
    const session = await signedIn()
    const bug = new TypeError('boom')
    computer.api.renew = () => Promise.reject(bug)
    await later(HOUR)
    expect(await tokenOf(session)).toBe('token-1')
    expect(computer.reported).toEqual([bug])
  })
})

describe('a renewed token', () => {
  test('that is refused too isn’t renewed again before the provider accepted it', async () => {
    const session = await signedIn()
    expect(await session.renew('id-1', 'token-1')).toEqual(RENEWED)
    expect(await session.renew('id-1', 'token-2')).toEqual(CANT)
    session.accepted('id-1', 'token-2')
    expect(await session.renew('id-1', 'token-2')).toEqual(RENEWED)
    expect(asked).toHaveLength(2)
  })

  test('that has expired already isn’t renewed before each call: the clocks differ', async () => {
    const session = await signedIn()
    await later(HOUR)
    lifetime = -HOUR
    for (const _ of [1, 2, 3]) expect(await tokenOf(session)).toBe('token-2')
    expect(computer.record('id-1')?.tokenExpiresAt).toBeNull()
    expect(asked).toHaveLength(1)
  })

  test('that the keychain rejects lasts until quit, and a retry stores both', async () => {
    const session = await signedIn()
    computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    expect(await session.renew('id-1', 'token-1')).toEqual(RENEWED)
    expect(line(session, 'id-1')).toMatchObject({ credential: 'memory', keychainError: { code: 'KEYCHAIN_REFUSED' } })
    expect(await tokenOf(session)).toBe('token-2')
    expect(entry()).toMatchObject({ token: 'token-1' })
    computer.keychain.failing = () => null
    await session.retryKeychain()
    expect(credential(session, 'id-1')).toBe('kept')
    expect(entry()).toMatchObject({ token: 'token-2', refreshToken: 'refresh-2' })
  })

  test('whose record can’t be saved is used all the same', async () => {
    const session = await signedIn()
    const { saveAccount } = computer.registry
    computer.registry.saveAccount = () => {
      throw new AppError('STORAGE')
    }
    await later(HOUR)
    expect(await tokenOf(session)).toBe('token-2')
    expect(credential(session, 'id-1')).toBe('kept')
    computer.registry.saveAccount = saveAccount
    expect(await tokenOf(session)).toBe('token-3')
    expect(entry()).toMatchObject({ token: 'token-3' })
  })
})

describe('a renewal that is under way', () => {
  let release: () => void
  let session: Session
  let renewal: Promise<unknown>
  beforeEach(async () => {
    session = await signedIn()
    const held = Promise.withResolvers<void>()
    release = held.resolve
    answered = held.promise
    renewal = session.renew('id-1', 'token-1')
    await settle()
    expect(asked).toHaveLength(1)
  })
  const end = async (): Promise<void> => {
    release()
    expect(await renewal).toEqual(CANT)
    await settle()
  }

  test('doesn’t end a sign-out, which waits for nothing', async () => {
    await session.signOut('id-1', false)
    expect(entry()).toEqual({ token: null, origin: null, dataKey: 'key-1' })
    await end()
    expect(credential(session, 'id-1')).toBe('signedOut')
    expect(entry()).toEqual({ token: null, origin: null, dataKey: 'key-1' })
  })

  test('brings no account back that was removed', async () => {
    await session.remove('id-1')
    await end()
    expect([session.state().accounts, [...computer.keychain.entries]]).toEqual([[], []])
  })

  test('brings nothing to another origin', async () => {
    await session.changeConnection({ ...there, signIn: SIGN_IN })
    await end()
    expect(credential(session, 'id-1')).toBe('forgotten')
    expect(entry()).toEqual({ token: null, origin: null, dataKey: 'key-1' })
    expect(asked).toEqual([`refresh-1 to ${ORIGIN}`])
  })

  test('doesn’t replace the token of a newer sign-in', async () => {
    await signIn(session, ADA, renewable)
    await end()
    expect(await tokenOf(session)).toBe('token-2')
    expect(entry()).toMatchObject({ token: 'token-2', refreshToken: 'refresh-2' })
  })
})

test('accounts at one provider are renewed one after another, others at the same time', async () => {
  const session = await signedIn(ADA, BOB)
  await signIn(session, ADA, { ...there, signIn: SIGN_IN })
  await later(HOUR)
  const held = Promise.withResolvers<void>()
  answered = held.promise
  const tokens = Promise.all(['id-1', 'id-2', 'id-3'].map((id) => tokenOf(session, id)))
  await settle()
  expect(asked).toEqual([`refresh-1 to ${ORIGIN}`, `refresh-3 to ${there.baseUrl}`])
  held.resolve()
  expect(new Set(await tokens)).toEqual(new Set(['token-4', 'token-5', 'token-6']))
  expect(asked).toHaveLength(3)
})

test('an account that is removed while others are renewed isn’t asked for', async () => {
  const session = await signedIn(ADA, BOB)
  const held = Promise.withResolvers<void>()
  answered = held.promise
  const both = [session.renew('id-1', 'token-1'), session.renew('id-2', 'token-2')]
  await settle()
  await session.remove('id-2')
  held.resolve()
  expect(await Promise.all(both)).toEqual([RENEWED, CANT])
  expect(asked).toEqual([`refresh-1 to ${ORIGIN}`])
})
