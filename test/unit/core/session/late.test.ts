/** Answers that come when they are no longer wanted. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, credential, errorOfPromise, here, ORIGIN, signIn, there, useToken } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const OLD: Entry = { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' }

test.each([
  ['answers late', (read: PromiseWithResolvers<Entry>) => read.resolve(OLD)],
  ['gives up late', (read: PromiseWithResolvers<Entry>) => read.reject(new AppError('KEYCHAIN_LOCKED'))],
  [
    'finds late that it was changed',
    (read: PromiseWithResolvers<Entry>) => read.reject(new AppError('KEYCHAIN_CHANGED'))
  ]
])('a store that %s does not undo a sign-in made meanwhile', async (_name, end) => {
  await computer.signedIn()
  const session = computer.launch()
  const read = Promise.withResolvers<Entry>()
  computer.keychain.read = () => read.promise
  const early = session.access()
  const signing = signIn(session)
  await settle()
  end(read)
  await signing
  await early.catch(() => null)
  expect((await session.access()).token).toBe('token-2')
  expect(session.account()).toMatchObject({ id: 'id-1', signedOut: false })
})

test.each([
  ['fails', (read: PromiseWithResolvers<Entry>) => read.reject(new AppError('KEYCHAIN_LOCKED'))],
  ['ends', (read: PromiseWithResolvers<Entry>) => read.resolve({ token: 'token-1', origin: ORIGIN, dataKey: null })]
])('a read that %s after a sign-in that didn’t need it gives what is newer', async (_name, end) => {
  await computer.signedIn()
  computer.ageEntry('id-1')
  const session = computer.launch()
  const read = Promise.withResolvers<Entry>()
  computer.keychain.read = () => read.promise
  const token = session.access()
  const key = session.dataKey('id-1')
  await signIn(session)
  end(read)
  expect((await token).token).toBe('token-2')
  expect(await key).toBe('key-2')
  expect((await session.access()).token).toBe('token-2')
  expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null })
})

test.each([false, true])('a sign-out (erase: %s) while the store is read has no token after it', async (erase) => {
  await computer.signedIn(ADA, BOB)
  const session = computer.launch()
  const release = computer.keychain.hold()
  const early = errorOfPromise(session.access())
  const left = session.signOut('id-2', erase)
  await settle()
  release()
  await left
  expect(await early).toEqual({ code: 'CANCELLED' })
  expect(computer.keychain.entries.get('id-2')).toEqual(
    erase ? undefined : { token: null, origin: null, dataKey: 'key-2' }
  )
  expect(computer.keychain.reads).toBe(1)
  expect(session.account()?.id).toBe('id-1')
})

test.each([false, true])('a sign-out (erase: %s) while a sign-in is being stored ends it', async (erase) => {
  const session = await computer.signedIn()
  const release = computer.keychain.hold()
  const again = errorOfPromise(signIn(session))
  await settle()
  const left = session.signOut('id-1', erase)
  await settle()
  release()
  expect(await again).toEqual({ code: 'CANCELLED' })
  await left
  expect(session.state().status).toBe('signedOut')
  expect(computer.keychain.entries.get('id-1')?.token ?? null).toBeNull()
  expect(computer.registry.owing).toEqual([])
})

/** A platform that answers a sign-in when the returned function is called. */
const held = (): (() => void) => {
  const answered = Promise.withResolvers<void>()
  const { signIn: answers, profile } = computer.api
  computer.api.signIn = (...asked) => answered.promise.then(() => answers(...asked))
  computer.api.profile = (...asked) => answered.promise.then(() => profile(...asked))
  return answered.resolve
}

describe('while the provider is asked about a sign-in', () => {
  const ways: [string, (session: Session) => Promise<void>][] = [
    ['made again', (session) => session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })],
    ['made again by a token', (session) => useToken(session, 'pasted', 'id-1')],
    ['of an account that is known', (session) => signIn(session, ADA)]
  ]

  test.each(ways)('%s, a sign-out of its account ends it', async (_name, work) => {
    const session = await computer.signedIn(ADA, BOB)
    const release = held()
    const late = errorOfPromise(work(session))
    await session.signOut('id-1', false)
    computer.keychain.calls = []
    release()
    expect(await late).toEqual({ code: 'CANCELLED' })
    expect(credential(session, 'id-1')).toBe('signedOut')
    expect(session.account()?.id).toBe('id-2')
    expect(computer.keychain.calls).toEqual([])
  })

  test.each(ways.slice(0, 2))('%s, a removal of its account ends it', async (_name, work) => {
    const session = await computer.signedIn(ADA, BOB)
    const release = held()
    const late = errorOfPromise(work(session))
    await session.remove('id-1')
    release()
    expect(await late).toEqual({ code: 'CANCELLED' })
    expect(session.state().accounts.map(({ account }) => account.id)).toEqual(['id-2'])
    expect([...computer.keychain.entries.keys()]).toEqual(['id-2'])
  })

  test('of an account that an earlier one makes meanwhile, a sign-out of that ends it', async () => {
    const session = computer.launch()
    const release = held()
    const [first, second, third] = [signIn(session), errorOfPromise(signIn(session)), errorOfPromise(signIn(session))]
    const stored = computer.keychain.hold()
    release()
    await settle()
    stored()
    await first
    const gate = computer.keychain.hold()
    await settle()
    const left = session.signOut('id-1', false)
    gate()
    await left
    expect([await second, await third]).toEqual([{ code: 'CANCELLED' }, { code: 'CANCELLED' }])
    await settle()
    expect(credential(session, 'id-1')).toBe('signedOut')
    expect(computer.keychain.entries.get('id-1')?.token).toBeNull()
  })

  test('again, what happens to another account, or was done before, ends nothing', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.signOut('id-1', false)
    const release = held()
    const late = session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })
    await session.remove('id-2')
    release()
    await late
    expect(session.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-1' }, credential: 'kept' })
  })
})

test('a removal while a sign-out that keeps the key is being stored leaves no key', async () => {
  const session = await computer.signedIn()
  const release = computer.keychain.hold()
  const left = session.signOut('id-1', false)
  await settle()
  const removed = session.remove('id-1')
  await settle()
  release()
  await Promise.all([left, removed])
  expect(computer.keychain.entries.size).toBe(0)
  expect(session.state()).toMatchObject({ accounts: [], pendingDeletions: 0 })
})

test('a removal while a retry pays for such a sign-out leaves no key either, and owes what is refused', async () => {
  const session = await computer.signedIn(ADA, BOB)
  computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
  await session.signOut('id-1', false)
  computer.keychain.keychainError = null
  const release = computer.keychain.hold()
  const retry = errorOfPromise(session.retryKeychain())
  await settle()
  const removed = session.remove('id-1')
  computer.keychain.failing = (call) => (call === 'remove' ? 'KEYCHAIN_LOCKED' : null)
  release()
  expect(await retry).toEqual({ code: 'KEYCHAIN_LOCKED' })
  await removed
  expect(session.state().pendingDeletions).toBe(1)
  computer.keychain.failing = () => null
  await session.retryKeychain()
  expect([...computer.keychain.entries.keys()]).toEqual(['id-2'])
  expect(session.state().pendingDeletions).toBe(0)
})

describe('a new token that is being stored while the account', () => {
  test.each<[string, (session: Session) => Promise<void>]>([
    ['signs out', (session) => session.signOut('id-1', false)],
    ['moves to another origin', (session) => session.changeConnection(there)],
    ['is removed', (session) => session.remove('id-1')]
  ])('%s is pendingDeletions by a store that is locked right after it', async (_name, leave) => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const again = errorOfPromise(signIn(session))
    await settle()
    const left = leave(session)
    await settle()
    computer.keychain.failing = (call) => (call === 'remove' ? 'KEYCHAIN_LOCKED' : null)
    release()
    expect(await again).toEqual({ code: 'CANCELLED' })
    await left
    expect(computer.keychain.entries.get('id-1')?.token).toBe('token-2')
    expect(session.state().pendingDeletions).toBe(1)
    computer.keychain.failing = () => null
    await computer.launch().retryKeychain()
    expect(computer.keychain.entries.size).toBe(0)
    expect(computer.registry.owing).toEqual([])
  })
})

test('a sign-out while a sign-in can’t be stored takes the token from the entry all the same', async () => {
  const session = await computer.signedIn()
  const release = computer.keychain.hold()
  let first = true
  computer.keychain.failing = () => (first ? ((first = false), 'KEYCHAIN_REFUSED') : null)
  const again = errorOfPromise(signIn(session))
  await settle()
  const left = session.signOut('id-1', false)
  await settle()
  release()
  expect(await again).toEqual({ code: 'CANCELLED' })
  await left
  expect(computer.keychain.entries.get('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-1' })
  expect(computer.registry.owing).toEqual([])
})

test('a sign-out while a sign-in reads the key writes the new token nowhere', async () => {
  await computer.signedIn()
  const session = computer.launch()
  computer.keychain.calls = []
  const release = computer.keychain.hold()
  const again = errorOfPromise(signIn(session))
  await settle()
  const left = session.signOut('id-1', false)
  release()
  expect(await again).toEqual({ code: 'CANCELLED' })
  await left
  expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
  expect(computer.keychain.entries.get('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-1' })
})

test('a sign-in while a sign-out is being stored comes after it', async () => {
  const session = await computer.signedIn()
  const release = computer.keychain.hold()
  const left = session.signOut('id-1', false)
  await settle()
  const again = signIn(session)
  await settle()
  release()
  await Promise.all([left, again])
  await settle()
  expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept', pendingDeletions: 0 })
  expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
  expect(await session.dataKey('id-1')).toBe('key-1')
})

test('a refusal while a session moves into the store stays', async () => {
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

test('a refusal of a token that was replaced meanwhile refuses nothing', async () => {
  const session = await computer.signedIn()
  const { token } = await session.access()
  await signIn(session)
  session.refused('id-1', token)
  expect(session.state()).toMatchObject({ credential: 'kept' })
})

test('a retry that reads the key when the token is let go is no keychainError afterwards', async () => {
  await computer.signedIn()
  const session = computer.launch()
  computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
  await signIn(session)
  computer.keychain.keychainError = null
  computer.keychain.calls = []
  const release = computer.keychain.hold()
  const retry = session.retryKeychain()
  await settle()
  const change = session.changeConnection(there)
  release()
  await Promise.all([retry, change])
  expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
  expect(session.state()).toMatchObject({ credential: 'forgotten', keychainError: null, pendingDeletions: 0 })
  expect(await session.dataKey('id-1')).toBe('key-1')
})

test('a first key that is stored while its account is removed, but not its files, is no key', async () => {
  await computer.signedIn()
  computer.ageEntry('id-1')
  const session = computer.launch()
  await session.access()
  const release = computer.keychain.hold()
  const key = session.dataKey('id-1')
  await settle()
  computer.stuck = 'STORAGE'
  const removed = errorOfPromise(session.remove('id-1'))
  release()
  expect(await removed).toEqual({ code: 'STORAGE' })
  expect(await key).toBeNull()
  expect(computer.record('id-1')).toMatchObject({ tokenStored: false, keyStored: false })
  expect(computer.keychain.entries.size).toBe(0)
})

test('a removal while a retry is being stored leaves nothing', async () => {
  computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
  const session = await computer.signedIn()
  computer.keychain.keychainError = null
  const release = computer.keychain.hold()
  const retry = session.retryKeychain()
  await settle()
  const removed = session.remove('id-1')
  await settle()
  release()
  await Promise.all([retry, removed])
  expect(computer.keychain.entries.size).toBe(0)
  expect(session.state()).toMatchObject({ accounts: [], pendingDeletions: 0 })
})
