/** Token and data key of an account: one read a launch, honest errors, and a retry. The scenario table has the rest. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
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

/** A new launch after these people signed in; the last one's account is shown. */
const next = async (...emails: string[]): Promise<Accounts> => {
  await computer.signedIn(...emails)
  computer.keychain.calls = []
  return computer.launch()
}

const NOT_SIGNED_IN = { code: 'UNAUTHORIZED', found: 'notSignedIn' }
const unavailable = (code: string) => ({ credential: 'unavailable', keychainError: { code } })
const KEPT = { credential: 'kept', keychainError: null }

describe('reading the keychain', () => {
  test('takes one read per account, whoever asks first and however many ask', async () => {
    const accounts = await next(ADA, BOB)
    computer.published.changes = []
    const ada = { connection: here, token: 'token-1', earlierTokens: ['token-2'] }
    const bob = { connection: here, token: 'token-2', earlierTokens: ['token-1'] }
    const answers = [
      accounts.get('id-2').access(),
      accounts.get('id-2').dataKey(),
      accounts.get('id-2').access(),
      accounts.get('id-1').access()
    ]
    expect(await Promise.all(answers)).toEqual([bob, 'key-2', bob, ada])
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['read id-2', 'read id-1'])
    expect(accounts.shown?.id).toBe('id-2')
    expect(computer.published.topics).toEqual([])
  })

  test.each([...KEYCHAIN_ERRORS, 'KEYCHAIN_CHANGED'] as const)(
    'tells a failure (%s) as it is, does not try again, and leaves the other account alone',
    async (code) => {
      const accounts = await next(BOB, ADA)
      await accounts.get('id-1').access()
      computer.keychain.keychainError = code
      const both = [errorOfPromise(accounts.get('id-2').access()), errorOfPromise(accounts.get('id-2').dataKey())]
      expect(await Promise.all(both)).toEqual([{ code }, { code }])
      computer.keychain.keychainError = null
      expect(await errorOfPromise(accounts.get('id-2').access())).toEqual({ code })
      expect(await errorOfPromise(accounts.get('id-2').dataKey())).toEqual({ code })
      expect(accounts.state()).toMatchObject({ status: 'signedIn', ...unavailable(code) })
      expect(computer.keychain.calls).toEqual(['read id-1', 'read id-2'])
      expect(line(accounts, 'id-1')).toMatchObject(KEPT)
      expect(computer.record('id-2')).toMatchObject({ tokenStored: true, keyStored: true, signedOut: false })
      expect(computer.launch().state()).toMatchObject({ status: 'signedIn', ...KEPT })
    }
  )

  test.each([null, 'KEYCHAIN_LOCKED'] as const)(
    'that ends after a sign-in has begun (%s) doesn’t replace the newer token',
    async (code) => {
      const accounts = await next()
      const release = computer.keychain.hold()
      const early = accounts
        .get('id-1')
        .access()
        .catch((error: unknown) => error)
      const again = signIn(accounts)
      await settle()
      computer.keychain.keychainError = code
      release()
      await again
      expect(await early).toMatchObject(code ? { info: { code } } : { token: 'token-1' })
      expect((await accounts.get('id-1').access()).token).toBe('token-2')
      expect(credential(accounts, 'id-1')).toBe(code ? 'memory' : 'kept')
    }
  )

  test('an account that is unknown, or whose token the API refused', async () => {
    const accounts = await next()
    expect(accounts.find('id-9')).toBeNull()
    expect(() => accounts.get('id-9')).toThrow(expect.objectContaining({ info: { code: 'NOT_FOUND' } }))
    await accounts.get('id-1').access()
    accounts.get('id-1').refused('token-1')
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual({ code: 'UNAUTHORIZED' })
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
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
    const accounts = computer.launch()
    const changed = { code: 'KEYCHAIN_CHANGED', found: 'otherOrigin' }
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual(changed)
    expect(accounts.state()).toMatchObject({ status: 'signedIn', credential: 'unavailable', keychainError: changed })
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual(changed)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
  })
})

describe('a retry', () => {
  /** Every account was found locked, and the first one is shown. */
  const locked = async (...emails: string[]): Promise<Accounts> => {
    const accounts = await next(...emails)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    for (const { account } of accounts.state().accounts.toReversed()) {
      accounts.show(account.id)
      await errorOfPromise(accounts.get(account.id).access())
    }
    computer.keychain.keychainError = null
    computer.keychain.calls = []
    return accounts
  }

  test('finds the token once the keychain is open; calls meanwhile wait for it', async () => {
    const accounts = await locked(ADA)
    computer.published.changes = []
    const release = computer.keychain.hold()
    const retry = accounts.retryKeychain()
    await settle()
    const access = accounts.get('id-1').access()
    release()
    await retry
    expect((await access).token).toBe('token-1')
    expect(accounts.state()).toMatchObject(KEPT)
    expect(computer.published.topics).toEqual(['session'])
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['read id-1'])
  })

  test('reads the account shown only; the others are read when they are shown', async () => {
    const accounts = await locked(ADA, BOB)
    await accounts.retryKeychain()
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(credential(accounts, 'id-2')).toBe('kept')
    accounts.show('id-2')
    expect((await accounts.get('id-2').access()).token).toBe('token-2')
  })

  test('stores every sign-in that is in memory only, the open one first', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const accounts = await computer.signedIn(ADA, BOB, CY)
    accounts.show('id-2')
    computer.keychain.calls = []
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['write id-2'])
    computer.keychain.keychainError = null
    await accounts.retryKeychain()
    expect(computer.keychain.calls.slice(1)).toEqual(['write id-2', 'write id-1', 'write id-3'])
    for (const { account } of accounts.state().accounts) expect(line(accounts, account.id)).toMatchObject(KEPT)
    expect((await computer.launch().get('id-1').access()).token).toBe('token-1')
  })

  test('that finds the shown account’s entry changed helps the others and the pending deletions all the same', async () => {
    const accounts = await locked(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await accounts.remove('id-2')
    computer.keychain.keychainError = null
    computer.keychain.entries.delete('id-1')
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(line(accounts, 'id-1')).toMatchObject(unavailable('KEYCHAIN_CHANGED'))
    expect(line(accounts, 'id-3')).toMatchObject(KEPT)
    expect(accounts.state().pendingDeletions).toBe(0)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-3'])
    // What the other account has lost stays lost for it.
    accounts.show('id-3')
    await accounts.retryKeychain()
    expect(line(accounts, 'id-1')).toMatchObject(unavailable('KEYCHAIN_CHANGED'))
  })

  test('that stores one sign-in and not the other says so', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const accounts = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = null
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual({ code: 'KEYCHAIN_REFUSED' })
    expect(line(accounts, 'id-1')).toMatchObject({
      credential: 'memory',
      keychainError: { code: 'KEYCHAIN_REFUSED' }
    })
    expect(line(accounts, 'id-2')).toMatchObject(KEPT)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-2'])
    expect(accounts.state().pendingDeletions).toBe(0)
  })

  test.each([
    ['still locked', 'KEYCHAIN_LOCKED', 'unavailable'],
    ['open', null, 'kept'],
    ['open by a changed entry', 'KEYCHAIN_CHANGED', 'kept']
  ] as const)(
    'with the sample account open asks for one other, and finds the keychain %s',
    async (_name, code, other) => {
      const accounts = await locked(ADA, BOB)
      await accounts.signIn({ kind: 'sample', data: 'good' })
      computer.keychain.failing = () => code
      const retry = accounts.retryKeychain()
      if (code) expect(await errorOfPromise(retry)).toEqual({ code })
      await retry.catch(() => null)
      expect(computer.keychain.calls).toEqual(['read id-1'])
      expect(line(accounts, 'id-1')).toMatchObject(code ? unavailable(code) : KEPT)
      expect(credential(accounts, 'id-2')).toBe(other)
    }
  )

  test('stores nothing that its record could not tell of: a key that nobody knows of is not used', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const accounts = await computer.signedIn()
    computer.keychain.keychainError = null
    const full = vi.spyOn(computer.registry, 'saveAccount').mockImplementation(() => {
      throw new AppError('STORAGE')
    })
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual({ code: 'STORAGE' })
    expect(accounts.state()).toMatchObject({ credential: 'memory', account: { keyStored: false } })
    expect(await accounts.get('id-1').dataKey()).toBeNull()
    full.mockRestore()
    await accounts.retryKeychain()
    expect(accounts.state()).toMatchObject({ credential: 'kept', account: { keyStored: true } })
  })

  test.each(['kept', 'refused'] as const)(
    '%s too late for an account that has moved on stores nothing',
    async (how) => {
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      const accounts = await computer.signedIn()
      computer.keychain.keychainError = null
      const release = computer.keychain.hold()
      const retry = accounts.retryKeychain()
      await settle()
      const change = accounts.changeConnection('id-1', there)
      if (how === 'refused') computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
      release()
      await Promise.all([retry, change])
      expect(accounts.state()).toMatchObject({ credential: 'forgotten', keychainError: null, pendingDeletions: 0 })
      expect(computer.keychain.entries.size).toBe(0)
      expect(computer.registry.journal).toEqual([])
    }
  )

  test('does not undo a refusal that comes while the token is being stored', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const accounts = await computer.signedIn()
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const retry = accounts.retryKeychain()
    await settle()
    accounts.get('id-1').refused('token-1')
    release()
    await retry
    expect(accounts.state()).toMatchObject({ credential: 'refused', account: { tokenStored: true } })
  })
})

describe('a sign-in that the keychain does not take', () => {
  test('knows the stored key if it can be read', async () => {
    const accounts = await next()
    computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    await signIn(accounts)
    expect(accounts.state()).toMatchObject({ credential: 'memory', keychainError: { code: 'KEYCHAIN_REFUSED' } })
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
  })

  test('is no sign-in after a mistake of our own', async () => {
    computer.keychain.write = () => Promise.reject(new Error('ours'))
    const accounts = computer.launch()
    await expect(signIn(accounts)).rejects.toThrow('ours')
    expect(accounts.state()).toMatchObject({ status: 'signedOut', accounts: [] })
  })
})

describe('the key of an account without a token', () => {
  test('is read for its stored data, and after an error by a retry only', async () => {
    const accounts = await next()
    await accounts.changeConnection('id-1', there)
    const later = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    computer.keychain.calls = []
    expect(await errorOfPromise(later.get('id-1').dataKey())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(await errorOfPromise(later.get('id-1').dataKey())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(later.state()).toMatchObject({ credential: 'forgotten', keychainError: null })
    computer.keychain.keychainError = null
    await later.retryKeychain()
    expect(await later.get('id-1').dataKey()).toBe('key-1')
    expect(await errorOfPromise(later.get('id-1').access())).toEqual(NOT_SIGNED_IN)
  })

  test('whose entry is gone is an error', async () => {
    const accounts = await next()
    await accounts.signOut('id-1', false)
    computer.keychain.entries.delete('id-1')
    expect(await errorOfPromise(computer.launch().get('id-1').dataKey())).toEqual({ code: 'KEYCHAIN_CHANGED' })
  })
})
