/** Token and data key of an account: one read a launch, honest errors, and a retry. The scenario table has the rest. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../../src/main/accounts/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import {
  ADA,
  BOB,
  Computer,
  credential,
  CY,
  errorOfPromise,
  here,
  KEYCHAIN_ERRORS,
  line,
  ORIGIN,
  signIn,
  there
} from '../computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

/** A new launch after these people signed in; the last one's account is open. */
const next = async (...emails: string[]): Promise<Session> => {
  await computer.signedIn(...emails)
  computer.keychain.calls = []
  return computer.launch()
}

const NOT_SIGNED_IN = { code: 'UNAUTHORIZED', found: 'notSignedIn' }
const unavailable = (code: string) => ({ credential: 'unavailable', keychainError: { code } })
const KEPT = { credential: 'kept', keychainError: null }

describe('reading the keychain', () => {
  test('takes one read per account, whoever asks first and however many ask', async () => {
    const session = await next(ADA, BOB)
    computer.published.names = []
    const ada = { connection: here, token: 'token-1', earlierTokens: ['token-2'] }
    const bob = { connection: here, token: 'token-2', earlierTokens: ['token-1'] }
    const answers = [
      session.accessTo('id-2'),
      session.dataKey('id-2'),
      session.accessTo('id-2'),
      session.accessTo('id-1')
    ]
    expect(await Promise.all(answers)).toEqual([bob, 'key-2', bob, ada])
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['read id-2', 'read id-1'])
    expect(session.account()?.id).toBe('id-2')
    expect(computer.published.names).toEqual([])
  })

  test.each([...KEYCHAIN_ERRORS, 'KEYCHAIN_CHANGED'] as const)(
    'tells a failure (%s) as it is, does not try again, and leaves the other account alone',
    async (code) => {
      const session = await next(BOB, ADA)
      await session.accessTo('id-1')
      computer.keychain.keychainError = code
      const both = [errorOfPromise(session.accessTo('id-2')), errorOfPromise(session.dataKey('id-2'))]
      expect(await Promise.all(both)).toEqual([{ code }, { code }])
      computer.keychain.keychainError = null
      expect(await errorOfPromise(session.accessTo('id-2'))).toEqual({ code })
      expect(await errorOfPromise(session.dataKey('id-2'))).toEqual({ code })
      expect(session.state()).toMatchObject({ status: 'signedIn', ...unavailable(code) })
      expect(computer.keychain.calls).toEqual(['read id-1', 'read id-2'])
      expect(line(session, 'id-1')).toMatchObject(KEPT)
      expect(computer.record('id-2')).toMatchObject({ tokenStored: true, keyStored: true, signedOut: false })
      expect(computer.launch().state()).toMatchObject({ status: 'signedIn', ...KEPT })
    }
  )

  test.each([null, 'KEYCHAIN_LOCKED'] as const)(
    'that ends after a sign-in has begun (%s) doesn’t replace the newer token',
    async (code) => {
      const session = await next()
      const release = computer.keychain.hold()
      const early = session.accessTo('id-1').catch((error: unknown) => error)
      const again = signIn(session)
      await settle()
      computer.keychain.keychainError = code
      release()
      await again
      expect(await early).toMatchObject(code ? { info: { code } } : { token: 'token-1' })
      expect((await session.accessTo('id-1')).token).toBe('token-2')
      expect(credential(session, 'id-1')).toBe(code ? 'memory' : 'kept')
    }
  )

  test('an account that is unknown, or whose token the API refused', async () => {
    const session = await next()
    expect(await errorOfPromise(session.accessTo('id-9'))).toEqual({ code: 'NOT_FOUND' })
    expect(await session.dataKey('id-9')).toBeNull()
    await session.accessTo('id-1')
    session.refused('id-1', 'token-1')
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'UNAUTHORIZED' })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })
})

describe('the origin in the entry', () => {
  const readdress = (baseUrl: string): void => {
    const { list } = computer.registry
    computer.registry.list = list.map((one) => ({ ...one, connection: { ...one.connection, baseUrl } }))
  }

  test.each([
    ...['https://other.example', 'https://host.example:8443', 'http://host.example', 'not an address'],
    // Read as the same origin by a URL parser; a request would go to a host called "https".
    ...['https:/host.example', 'https:host.example', 'blob:https://host.example']
  ])('sends nothing to the address %s that somebody wrote into the database', async (address) => {
    await next()
    readdress(address)
    const session = computer.launch()
    const changed = { code: 'KEYCHAIN_CHANGED', found: 'otherOrigin' }
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual(changed)
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'unavailable', keychainError: changed })
    expect(await errorOfPromise(session.retryKeychain())).toEqual(changed)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })
})

describe('a retry', () => {
  /** Every account was found locked, and the first one is open. */
  const locked = async (...emails: string[]): Promise<Session> => {
    const session = await next(...emails)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    for (const { account } of session.state().accounts.toReversed()) {
      session.show(account.id)
      await errorOfPromise(session.accessTo(account.id))
    }
    computer.keychain.keychainError = null
    computer.keychain.calls = []
    return session
  }

  test('finds the token once the keychain is open; calls meanwhile wait for it', async () => {
    const session = await locked(ADA)
    computer.published.names = []
    const release = computer.keychain.hold()
    const retry = session.retryKeychain()
    await settle()
    const access = session.accessTo('id-1')
    release()
    await retry
    expect((await access).token).toBe('token-1')
    expect(session.state()).toMatchObject(KEPT)
    expect(computer.published.names).toEqual(['sessionChanged'])
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['read id-1'])
  })

  test('reads the open account only; the others are read when they are opened', async () => {
    const session = await locked(ADA, BOB)
    await session.retryKeychain()
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(credential(session, 'id-2')).toBe('kept')
    session.show('id-2')
    expect((await session.accessTo('id-2')).token).toBe('token-2')
  })

  test('stores every sign-in that is in memory only, the open one first', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB, CY)
    session.show('id-2')
    computer.keychain.calls = []
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['write id-2'])
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(computer.keychain.calls.slice(1)).toEqual(['write id-2', 'write id-1', 'write id-3'])
    for (const { account } of session.state().accounts) expect(line(session, account.id)).toMatchObject(KEPT)
    expect((await computer.launch().accessTo('id-1')).token).toBe('token-1')
  })

  test('that finds the open account’s entry changed helps the others and the pending deletions all the same', async () => {
    const session = await locked(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-2')
    computer.keychain.keychainError = null
    computer.keychain.entries.delete('id-1')
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(line(session, 'id-1')).toMatchObject(unavailable('KEYCHAIN_CHANGED'))
    expect(line(session, 'id-3')).toMatchObject(KEPT)
    expect(session.state().pendingDeletions).toBe(0)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-3'])
    // What the other account has lost stays lost for it.
    session.show('id-3')
    await session.retryKeychain()
    expect(line(session, 'id-1')).toMatchObject(unavailable('KEYCHAIN_CHANGED'))
  })

  test('that stores one sign-in and not the other says so', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = null
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_REFUSED' })
    expect(line(session, 'id-1')).toMatchObject({
      credential: 'memory',
      keychainError: { code: 'KEYCHAIN_REFUSED' }
    })
    expect(line(session, 'id-2')).toMatchObject(KEPT)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-2'])
    expect(session.state().pendingDeletions).toBe(0)
  })

  test.each([
    ['still locked', 'KEYCHAIN_LOCKED', 'unavailable'],
    ['open', null, 'kept'],
    ['open by a changed entry', 'KEYCHAIN_CHANGED', 'kept']
  ] as const)(
    'with the sample account open asks for one other, and finds the keychain %s',
    async (_name, code, other) => {
      const session = await locked(ADA, BOB)
      await session.exploreSample('good')
      computer.keychain.failing = () => code
      const retry = session.retryKeychain()
      if (code) expect(await errorOfPromise(retry)).toEqual({ code })
      await retry.catch(() => null)
      expect(computer.keychain.calls).toEqual(['read id-1'])
      expect(line(session, 'id-1')).toMatchObject(code ? unavailable(code) : KEPT)
      expect(credential(session, 'id-2')).toBe(other)
    }
  )

  test('stores nothing that its record could not tell of: a key that nobody knows of is not used', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const full = vi.spyOn(computer.registry, 'saveAccount').mockImplementation(() => {
      throw new AppError('STORAGE')
    })
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'STORAGE' })
    expect(session.state()).toMatchObject({ credential: 'memory', account: { keyStored: false } })
    expect(await session.dataKey('id-1')).toBeNull()
    full.mockRestore()
    await session.retryKeychain()
    expect(session.state()).toMatchObject({ credential: 'kept', account: { keyStored: true } })
  })

  test.each(['kept', 'refused'] as const)(
    '%s too late for an account that has moved on stores nothing',
    async (how) => {
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      const session = await computer.signedIn()
      computer.keychain.keychainError = null
      const release = computer.keychain.hold()
      const retry = session.retryKeychain()
      await settle()
      const change = session.changeConnection('id-1', there)
      if (how === 'refused') computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
      release()
      await Promise.all([retry, change])
      expect(session.state()).toMatchObject({ credential: 'forgotten', keychainError: null, pendingDeletions: 0 })
      expect(computer.keychain.entries.size).toBe(0)
      expect(computer.registry.journal).toEqual([])
    }
  )

  test('does not undo a refusal that comes while the token is being stored', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const retry = session.retryKeychain()
    await settle()
    session.refused('id-1', 'token-1')
    release()
    await retry
    expect(session.state()).toMatchObject({ credential: 'refused', account: { tokenStored: true } })
  })
})

describe('a sign-in that the keychain does not take', () => {
  test('knows the stored key if it can be read', async () => {
    const session = await next()
    computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    await signIn(session)
    expect(session.state()).toMatchObject({ credential: 'memory', keychainError: { code: 'KEYCHAIN_REFUSED' } })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })

  test('is no sign-in after a mistake of our own', async () => {
    computer.keychain.write = () => Promise.reject(new Error('ours'))
    const session = computer.launch()
    await expect(signIn(session)).rejects.toThrow('ours')
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [] })
  })
})

describe('the key of an account without a token', () => {
  test('is read for its stored data, and after an error by a retry only', async () => {
    const session = await next()
    await session.changeConnection('id-1', there)
    const later = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    computer.keychain.calls = []
    expect(await errorOfPromise(later.dataKey('id-1'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(await errorOfPromise(later.dataKey('id-1'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(later.state()).toMatchObject({ credential: 'forgotten', keychainError: null })
    computer.keychain.keychainError = null
    await later.retryKeychain()
    expect(await later.dataKey('id-1')).toBe('key-1')
    expect(await errorOfPromise(later.accessTo('id-1'))).toEqual(NOT_SIGNED_IN)
  })

  test('whose entry is gone is an error', async () => {
    const session = await next()
    await session.signOut('id-1', false)
    computer.keychain.entries.delete('id-1')
    expect(await errorOfPromise(computer.launch().dataKey('id-1'))).toEqual({ code: 'KEYCHAIN_CHANGED' })
  })
})
