/** Signing out, removing and erasing everything: what goes at once, what a locked keychain keeps back, and late answers. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../src/main/accounts/session.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { settle } from '../../support/ports.ts'
import {
  ADA,
  BOB,
  Computer,
  credential,
  CY,
  errorOfPromise,
  here,
  ORIGIN,
  signIn,
  there,
  signInWithToken
} from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const entry = (id: string) => computer.keychain.entries.get(id)
const KEY_ONLY = { token: null, origin: null, dataKey: 'key-1' }
const BLANK = { status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 }
const NOT_SIGNED_IN = { code: 'UNAUTHORIZED', found: 'notSignedIn' }

describe('signing out', () => {
  test('takes the token from the entry and leaves the key, which the stored data needs', async () => {
    const session = await computer.signedIn()
    computer.keychain.calls = []
    await session.signOut('id-1', false)
    expect(entry('id-1')).toEqual(KEY_ONLY)
    expect(computer.record('id-1')).toMatchObject({
      tokenStored: false,
      keyStored: true,
      signedOut: true,
      tokenExpiresAt: null
    })
    expect(computer.cache.erased).toEqual([])
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [{ credential: 'signedOut' }] })
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual(NOT_SIGNED_IN)
    await session.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual(['write id-1'])
    // The key left this launch's memory, too.
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['write id-1', 'read id-1'])
  })

  test('is done before the keychain answers', async () => {
    const session = await computer.signedIn(ADA, BOB)
    const release = computer.keychain.hold()
    const done = session.signOut('id-2', false)
    await settle()
    expect(session.state()).toMatchObject({ account: { id: 'id-1' }, pendingDeletions: 0 })
    expect(credential(session, 'id-2')).toBe('signedOut')
    expect(computer.registry.journal).toEqual(['id-2'])
    release()
    await done
    expect(computer.registry.journal).toEqual([])
  })

  test('of an unknown account', async () => {
    const session = await computer.signedIn()
    expect(await errorOfPromise(session.signOut('id-9', false))).toEqual({ code: 'NOT_FOUND' })
    expect(await errorOfPromise(session.remove('id-9'))).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('a pending deletion', () => {
  test('is told once the keychain has refused it, and its token is never read again', async () => {
    const session = await computer.signedIn(BOB, ADA)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const told: number[] = []
    session.onChange(() => told.push(session.state().pendingDeletions))
    await session.signOut('id-1', false)
    expect(told).toEqual([0, 1])
    expect(() => computer.launch().show('id-1')).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
  })

  test.each<[string, (session: Session) => Promise<unknown>]>([
    ['access', (session) => session.accessTo('id-2')],
    ['a key', (session) => session.dataKey('id-2')],
    ['a sign-in', (session) => signIn(session, CY)],
    ['a sign-out', (session) => session.signOut('id-2', false)],
    ['a removal', (session) => session.remove('id-2')],
    ['a retry', (session) => session.retryKeychain()]
  ])('is done once %s finds the keychain open', async (_name, work) => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    computer.keychain.keychainError = null
    const later = computer.launch()
    expect(later.state().pendingDeletions).toBe(1)
    computer.published.names = []
    await work(later)
    await settle()
    expect(later.state().pendingDeletions).toBe(0)
    expect(computer.published.names).toContain('sessionChanged')
    expect(computer.keychain.entries.has('id-1')).toBe(false)
  })

  test('of one entry that the keychain refuses is tried once each time', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    await session.remove('id-1')
    await settle()
    computer.keychain.calls = []
    await computer.launch().accessTo('id-2')
    await settle()
    expect(computer.keychain.calls).toEqual(['read id-2', 'remove id-1'])
  })
})

describe('a file that can’t be written', () => {
  const ways: [string, (session: Session) => Promise<void>][] = [
    ['signing out', (session) => session.signOut('id-2', false)],
    ['removing', (session) => session.remove('id-2')],
    ['moving to another origin', (session) => session.changeConnection('id-2', there)]
  ]
  const full = (): never => {
    throw new AppError('STORAGE')
  }

  test.each(ways)('when %s begins changes nothing, and it can be tried again', async (_name, leave) => {
    for (const call of ['saveKeychainJournal', 'saveAccount'] as const) {
      computer = new Computer()
      const session = await computer.signedIn(ADA, BOB)
      const before = session.state()
      const spied = vi.spyOn(computer.registry, call).mockImplementation(full)
      expect(await errorOfPromise(leave(session))).toEqual({ code: 'STORAGE' })
      expect(session.state()).toEqual(before)
      expect(computer.registry.journal).toEqual([])
      expect((await computer.launch().accessTo('id-2')).token).toBe('token-2')
      spied.mockRestore()
      await leave(session)
      expect(entry('id-2')?.token ?? null).toBeNull()
      expect(computer.record('id-2')?.tokenStored ?? false).toBe(false)
    }
  })

  test('when a sign-out opens the next account: the token goes, and a second sign-out opens it', async () => {
    const session = await computer.signedIn(ADA, BOB)
    const spied = vi.spyOn(computer.registry, 'setActiveAccountId').mockImplementation(full)
    expect(await errorOfPromise(session.signOut('id-2', false))).toEqual({ code: 'STORAGE' })
    expect(credential(session, 'id-2')).toBe('signedOut')
    expect(entry('id-2')).toEqual({ ...KEY_ONLY, dataKey: 'key-2' })
    expect(await errorOfPromise(session.accessTo('id-2'))).toEqual(NOT_SIGNED_IN)
    spied.mockRestore()
    await session.signOut('id-2', false)
    expect(session.account()?.id).toBe('id-1')
  })
})

describe.each([
  ['removing', (session: Session, id: string) => session.remove(id)],
  ['signing out and erasing', (session: Session, id: string) => session.signOut(id, true)]
])('%s', (_name, leave) => {
  test('leaves neither entry, files nor record, and reads nothing', async () => {
    await computer.signedIn(ADA, BOB)
    const session = computer.launch()
    computer.keychain.calls = []
    await leave(session, 'id-2')
    expect(computer.keychain.calls).toEqual(['remove id-2'])
    expect(computer.cache.erased).toEqual(['id-2'])
    expect(session.state()).toMatchObject({ account: { id: 'id-1' }, pendingDeletions: 0 })
    expect(await session.dataKey('id-2')).toBeNull()
    await leave(session, 'id-1')
    expect(session.state()).toEqual(BLANK)
  })

  test('keeps the account, without token and key, when files can’t be erased: it can be tried again', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.stuck = 'STORAGE'
    expect(await errorOfPromise(leave(session, 'id-2'))).toEqual({ code: 'STORAGE' })
    expect(session.state()).toMatchObject({
      credential: 'forgotten',
      account: { id: 'id-2', tokenStored: false, keyStored: false }
    })
    expect(computer.keychain.entries.has('id-2')).toBe(false)
    expect(await errorOfPromise(session.accessTo('id-2'))).toEqual(NOT_SIGNED_IN)
    expect(await session.dataKey('id-2')).toBeNull()
    await signIn(session, BOB)
    expect(entry('id-2')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-3' })
    computer.stuck = null
    await leave(session, 'id-2')
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1'])
  })
})

describe('erasing everything', () => {
  test('leaves no entry, file, record, token or key; a person may sign in afterwards', async () => {
    const session = await computer.signedIn(ADA, BOB, CY)
    await session.exploreSample('good')
    await session.signOut('id-1', false)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-2')
    computer.keychain.keychainError = null
    computer.published.names = []
    await Promise.all([session.eraseAllAccounts(false), session.eraseAllAccounts(false)])
    expect(session.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
    expect([computer.registry.list, computer.registry.journal]).toEqual([[], []])
    expect(await session.dataKey('id-3')).toBeNull()
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'NOT_FOUND' })
    expect(computer.published.names).toContain('sessionChanged')
    expect(computer.launch().state()).toEqual(BLANK)
    await signIn(session)
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { id: 'id-5' } })
  })

  test('asks a keychain that does not answer once; the entries that stay go with the next retry', async () => {
    const session = await computer.signedIn(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    computer.keychain.calls = []
    await session.eraseAllAccounts(true)
    expect(computer.keychain.calls).toHaveLength(1)
    const later = computer.launch()
    expect(later.state()).toEqual({ ...BLANK, pendingDeletions: 3 })
    computer.keychain.keychainError = null
    await later.retryKeychain()
    expect(later.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('ends with the entries whose keys aren’t in memory: if one fails, those keys survive', async () => {
    await computer.signedIn(ADA, BOB, CY)
    const session = computer.launch()
    await session.accessTo('id-2')
    computer.keychain.calls = []
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_LOCKED' : null)
    expect(await errorOfPromise(session.eraseAllAccounts(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['remove id-2', 'remove id-1'])
    expect(credential(session, 'id-2')).toBe('memory')
    expect(computer.record('id-1')).toMatchObject({ tokenStored: true, keyStored: true })
    expect(computer.registry.journal).toEqual([])
    computer.keychain.failing = () => null
    await session.retryKeychain()
    expect(entry('id-2')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-2' })
    expect((await session.accessTo('id-1')).token).toBe('token-1')
  })

  describe('after the accounts’ records were lost', () => {
    beforeEach(async () => {
      await computer.signedIn(ADA, BOB)
      for (const id of ['id-1', 'id-2']) computer.cache.open(id, async () => null)
      computer.registry.list = []
    })

    test('leaves no entry of an account whose data is here', async () => {
      const session = computer.launch()
      await session.eraseAllAccounts(false)
      expect(computer.keychain.entries.size).toBe(0)
      expect(session.state()).toEqual(BLANK)
    })

    test('stops if the keychain is locked; the entries that stay go with the next retry', async () => {
      const session = computer.launch()
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      expect(await errorOfPromise(session.eraseAllAccounts(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
      expect(computer.cache.accountIds()).toHaveLength(2)
      await session.eraseAllAccounts(true)
      expect(session.state()).toEqual({ ...BLANK, pendingDeletions: 2 })
      computer.keychain.keychainError = null
      await session.retryKeychain()
      expect(computer.keychain.entries.size).toBe(0)
    })
  })

  test('asks nothing of the keychain for sample data', async () => {
    const session = computer.launch()
    await session.exploreSample('good')
    for (const { account } of session.state().accounts) computer.cache.open(account.id, async () => null)
    computer.keychain.calls = []
    await session.eraseAllAccounts(false)
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([false, true])(
    'with files that can’t be erased keeps accounts without entries (locked: %s)',
    async (locked) => {
      const session = await computer.signedIn(ADA, BOB)
      computer.keychain.keychainError = locked ? 'KEYCHAIN_LOCKED' : null
      computer.stuck = 'STORAGE'
      expect(await errorOfPromise(session.eraseAllAccounts(true))).toEqual({ code: 'STORAGE' })
      const nothing = { tokenStored: false, keyStored: false }
      expect(computer.registry.list).toMatchObject([nothing, nothing])
      expect(session.state()).toMatchObject({ credential: 'forgotten', pendingDeletions: locked ? 2 : 0 })
      computer.keychain.keychainError = null
      computer.stuck = null
      await session.eraseAllAccounts(false)
      expect(session.state()).toEqual(BLANK)
      expect(computer.keychain.entries.size).toBe(0)
    }
  )

  test.each<[string, (session: Session) => Promise<unknown>]>([
    ['a retry', (session) => session.retryKeychain()],
    ['a sign-out', (session) => session.signOut('id-1', false)],
    ['another origin', (session) => session.changeConnection('id-1', there)]
  ])('leaves nothing of %s that begins meanwhile', async (_name, work) => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session, BOB)
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const erased = session.eraseAllAccounts(false)
    await settle()
    const begun = work(session).catch(() => null)
    await settle()
    release()
    await Promise.all([erased, begun])
    await settle()
    expect(session.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
    expect([computer.registry.list, computer.registry.journal]).toEqual([[], []])
  })
})

describe('a sign-in under way', () => {
  /** The API answers a sign-in when the returned function is called. */
  const holdApi = (): (() => void) => {
    const answered = Promise.withResolvers<void>()
    const { signIn: answers, profile } = computer.api
    computer.api.signIn = (...asked) => answered.promise.then(() => answers(...asked))
    computer.api.profile = (...asked) => answered.promise.then(() => profile(...asked))
    return answered.resolve
  }
  const ways: [string, (session: Session) => Promise<void>][] = [
    ['again', (session) => session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })],
    ['by a token again', (session) => signInWithToken(session, 'pasted', 'id-1')],
    ['of a known account', (session) => signIn(session, ADA)]
  ]

  test.each(ways)('%s ends when its account is signed out before the API answers', async (_name, work) => {
    const session = await computer.signedIn(ADA, BOB)
    const release = holdApi()
    const late = errorOfPromise(work(session))
    await session.signOut('id-1', false)
    computer.keychain.calls = []
    release()
    expect(await late).toEqual({ code: 'CANCELLED' })
    expect(credential(session, 'id-1')).toBe('signedOut')
    expect(session.account()?.id).toBe('id-2')
    expect(computer.keychain.calls).toEqual([])
  })

  test('does not end by what happens to another account, or was done before', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.signOut('id-1', false)
    const release = holdApi()
    const late = session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })
    await session.remove('id-2')
    release()
    await late
    expect(session.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-1' }, credential: 'kept' })
  })

  test('that the keychain refuses while its account signs out leaves only the key in the entry', async () => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    computer.keychain.failing = () => ((computer.keychain.failing = () => null), 'KEYCHAIN_REFUSED')
    const again = errorOfPromise(signIn(session))
    await settle()
    const left = session.signOut('id-1', false)
    await settle()
    release()
    expect(await again).toEqual({ code: 'CANCELLED' })
    await left
    expect(entry('id-1')).toEqual(KEY_ONLY)
    expect(computer.registry.journal).toEqual([])
  })
})
