/** How the open account's platform is spoken to changes; a token never travels to another origin. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { failing, settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, errorOfPromise, here, ORIGIN, signIn, there, useToken } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

/** Every token that this session, and the next launch, would send, by the address that it would go to. */
const sent = async (session: Session): Promise<string[]> => {
  const all: string[] = []
  for (const open of [() => session, () => computer.launch()]) {
    const one = open()
    await one.retryKeychain().catch(() => null)
    const access = await one.access().catch(() => null)
    if (access) all.push(`${access.token} to ${access.connection.baseAddress}`)
  }
  return all
}

const KEY_ONLY: Entry = { token: null, origin: null, dataKey: 'key-1' }

describe('at the same origin', () => {
  test.each<[string, Connection]>([
    ['a setting', { ...here, timeoutSeconds: 60 }],
    ['the preset', { ...here, preset: 'v3' }],
    ['the path below it', { ...here, baseAddress: 'https://host.example/api' }],
    ['the same address, written otherwise', { ...here, baseAddress: 'https://host.example/' }]
  ])('%s changes and the session goes on', async (_name, connection) => {
    const session = await computer.signedIn()
    computer.pushes.names = []
    computer.keychain.calls = []
    await session.changeConnection(connection)
    const saved = { ...connection, baseAddress: connection.baseAddress.replace(/\/$/, '') }
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { connection: saved } })
    expect(computer.registry.list).toMatchObject([{ id: 'id-1', connection: saved, tokenStored: true }])
    expect(await session.access()).toEqual({ connection: saved, token: 'token-1' })
    expect(computer.pushes.names).toContain('sessionChanged')
    expect(computer.keychain.calls).toEqual([])
    expect(await sent(session)).toHaveLength(2)
  })

  test('a keychain that answers after the change gives the token to the settings of now', async () => {
    await computer.signedIn()
    const session = computer.launch()
    const release = computer.keychain.hold()
    const access = session.access()
    await session.changeConnection({ ...here, timeoutSeconds: 60 })
    release()
    expect(await access).toEqual({ connection: { ...here, timeoutSeconds: 60 }, token: 'token-1' })
  })

  test('a move into the keychain that ends after the change keeps the change', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const moved = session.retryKeychain()
    await session.changeConnection({ ...here, timeoutSeconds: 60 })
    await moved
    expect(session.state()).toMatchObject({
      credential: 'kept',
      account: { tokenStored: true, connection: { timeoutSeconds: 60 } }
    })
  })
})

describe('at another origin', () => {
  test('the token is forgotten everywhere; the account, its data and its key stay', async () => {
    const session = await computer.signedIn()
    await session.changeConnection({ ...there, baseAddress: 'https://other.example/' })
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'forgotten',
      keychainError: null,
      account: { id: 'id-1', connection: there, tokenStored: false, keyStored: true, tokenExpiresAt: null },
      pendingDeletions: 0
    })
    expect([...computer.keychain.entries]).toEqual([['id-1', KEY_ONLY]])
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(await sent(session)).toEqual([])
  })

  test('is no matter of the other accounts', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.changeConnection(there)
    await session.switchTo('id-1')
    expect(await session.access()).toEqual({ connection: here, token: 'token-1' })
    expect(computer.keychain.entries.get('id-1')?.token).toBe('token-1')
  })

  test.each(['https://host.example:8443', 'https://host.example.evil.example'])('%s is one', async (baseAddress) => {
    const session = await computer.signedIn()
    await session.changeConnection({ ...here, baseAddress })
    expect(await sent(session)).toEqual([])
  })

  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_SILENT', 'KEYCHAIN_MISSING'] as const)(
    'with a keychain that says %s the entry is pendingDeletions, and its token never used, not after a launch either',
    async (keychainError) => {
      const session = await computer.signedIn()
      computer.keychain.keychainError = keychainError
      await session.changeConnection(there)
      expect(session.state().pendingDeletions).toBe(1)
      expect(computer.keychain.entries.get('id-1')?.token).toBe('token-1')
      computer.keychain.keychainError = null
      const later = computer.launch()
      expect(later.state()).toMatchObject({ credential: 'forgotten', pendingDeletions: 1 })
      // The key of what is saved is in the same entry.
      expect(await later.dataKey('id-1')).toBe('key-1')
      await settle()
      expect(await errorOfPromise(later.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
      expect(await sent(session)).toEqual([])
      expect([...computer.keychain.entries]).toEqual([['id-1', KEY_ONLY]])
      expect(computer.registry.owing).toEqual([])
    }
  )

  test('what stayed is not used by a sign-in that is kept in memory', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.changeConnection(there)
    await signIn(session, ADA, there)
    expect(session.state()).toMatchObject({ credential: 'memory', account: { id: 'id-1', tokenStored: false } })
    computer.keychain.keychainError = null
    expect(computer.launch().state()).toMatchObject({ credential: 'forgotten' })
    expect(await sent(session)).toEqual(['token-2 to https://other.example', 'token-2 to https://other.example'])
  })

  test('a launch before the keychain has answered finds no token either', async () => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    const change = session.changeConnection(there)
    expect(computer.launch().state()).toMatchObject({ credential: 'forgotten', account: { tokenStored: false } })
    expect(await errorOfPromise(computer.launch().access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    release()
    await change
    expect(await sent(session)).toEqual([])
  })

  test.each([
    [
      'answers',
      (read: PromiseWithResolvers<Entry>) => read.resolve({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    ],
    ['gives up', (read: PromiseWithResolvers<Entry>) => read.reject(new AppError('KEYCHAIN_LOCKED'))]
  ])('a keychain that %s after the change brings the token back to nobody', async (_name, end) => {
    await computer.signedIn()
    const session = computer.launch()
    const read = Promise.withResolvers<Entry>()
    computer.keychain.read = () => read.promise
    const early = session.access().catch((error: unknown) => error)
    const change = session.changeConnection(there)
    end(read)
    expect(await early).toBeInstanceOf(AppError)
    await change
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    await session.changeConnection(here)
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
  })

  test('a key that is read meanwhile is the account’s still, after one read', async () => {
    await computer.signedIn()
    const session = computer.launch()
    const release = computer.keychain.hold()
    const key = session.dataKey('id-1')
    const change = session.changeConnection(there)
    release()
    expect(await key).toBe('key-1')
    await change
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.reads).toBe(1)
    expect(computer.keychain.entries.get('id-1')).toEqual(KEY_ONLY)
  })

  test('a move into the keychain that ends after the change is undone', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const moved = session.retryKeychain()
    await settle()
    const change = session.changeConnection(there)
    await settle()
    release()
    await Promise.all([moved, change])
    expect(session.state()).toMatchObject({
      credential: 'forgotten',
      account: { connection: there },
      pendingDeletions: 0
    })
    expect(computer.keychain.entries.get('id-1')?.token ?? null).toBeNull()
    expect(await sent(session)).toEqual([])
  })

  test('a sign-in that was being stored meanwhile is given up', async () => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    const again = errorOfPromise(signIn(session))
    await settle()
    const change = session.changeConnection(there)
    await settle()
    release()
    expect(await again).toEqual({ code: 'CANCELLED' })
    await change
    expect(session.account()).toMatchObject({ id: 'id-1', connection: there })
    expect(computer.keychain.entries.get('id-1')).toEqual(KEY_ONLY)
    expect(await sent(session)).toEqual([])
  })

  test('a refusal of the old token that comes late refuses nothing', async () => {
    const session = await computer.signedIn()
    await session.changeConnection(there)
    session.refused('id-1', 'token-1')
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
  })

  test('signing in there finds the same account, also beside an older one of the same name', async () => {
    const session = computer.launch()
    await signIn(session, ADA, there)
    await signIn(session, ADA, here)
    expect(session.account()?.id).toBe('id-2')
    await session.changeConnection(there)
    await signIn(session, ADA, there)
    expect(session.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2', connection: there } })
    await session.signOut('id-1', false)
    await session.signOut('id-2', false)
    await signIn(session, ADA, there)
    expect(session.account()?.id).toBe('id-2')
    await session.signIn({ connection: there, email: ADA, password: 'pw', again: 'id-1' })
    expect(session.account()?.id).toBe('id-1')
  })

  test('it is open again after a look at the sample', async () => {
    const session = await computer.signedIn()
    await session.changeConnection(there)
    await session.exploreSample()
    await session.signOut('id-2', false)
    expect(session.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-1', connection: there } })
  })

  test('an API key that names nobody has its account back with the next key', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    const session = computer.launch()
    await useToken(session, 'api-1')
    await session.changeConnection(there)
    expect(session.account()).toMatchObject({ id: 'id-1', label: 'other.example' })
    await useToken(session, 'api-2', 'id-1', there)
    expect(session.account()?.id).toBe('id-1')
    expect(await sent(session)).toEqual(['api-2 to https://other.example', 'api-2 to https://other.example'])
  })
})

test('a sign-out that waited for the store leaves the connection as it is by then', async () => {
  const session = await computer.signedIn(ADA, BOB)
  await session.switchTo('id-1')
  const release = computer.keychain.hold()
  const changing = session.changeConnection(there)
  const leaving = session.signOut('id-1', false)
  release()
  await Promise.all([leaving, changing])
  expect(computer.record('id-1')).toMatchObject({ connection: there, tokenStored: false, signedOut: true })
  expect(session.account()?.id).toBe('id-2')
  expect(computer.keychain.entries.get('id-1')).toEqual(KEY_ONLY)
  expect(session.state().pendingDeletions).toBe(0)
})

describe('nothing is changed', () => {
  test('for the sample account', async () => {
    const session = computer.launch()
    await session.exploreSample()
    const before = session.state()
    expect(await errorOfPromise(session.changeConnection(there))).toEqual({ code: 'BAD_REQUEST', found: 'input' })
    expect(session.state()).toEqual(before)
  })

  test('when nobody is signed in', async () => {
    expect(await errorOfPromise(computer.launch().changeConnection(there))).toEqual({ code: 'UNAUTHORIZED' })
  })

  test('by an address that is none', async () => {
    const session = await computer.signedIn()
    expect(await errorOfPromise(session.changeConnection({ ...there, baseAddress: 'nonsense' }))).toEqual({
      code: 'BAD_REQUEST',
      found: 'address'
    })
    expect(session.account()?.connection).toEqual(here)
    expect(await sent(session)).toHaveLength(2)
  })

  test('by a record that can’t be saved: the token stays with its origin', async () => {
    const session = await computer.signedIn()
    computer.registry.saveAccount = () => {
      throw new AppError('STORAGE')
    }
    expect(await errorOfPromise(session.changeConnection(there))).toEqual({ code: 'STORAGE' })
    expect(await session.access()).toEqual({ connection: here, token: 'token-1' })
    expect([...computer.keychain.entries]).toEqual([['id-1', { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' }]])
    expect(computer.registry.owing).toEqual([])
  })
})
