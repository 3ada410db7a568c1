/** Signing out, removing and erasing everything: what goes at once, what a locked keychain keeps back, and late answers. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Accounts } from '../../../src/main/accounts/accounts.ts'
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
    const accounts = await computer.signedIn()
    computer.keychain.calls = []
    await accounts.signOut('id-1', false)
    expect(entry('id-1')).toEqual(KEY_ONLY)
    expect(computer.record('id-1')).toMatchObject({
      tokenStored: false,
      keyStored: true,
      signedOut: true,
      tokenExpiresAt: null
    })
    expect(computer.cache.erased).toEqual([])
    expect(accounts.state()).toMatchObject({ status: 'signedOut', accounts: [{ credential: 'signedOut' }] })
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual(NOT_SIGNED_IN)
    await accounts.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual(['write id-1'])
    // The key left this launch's memory, too.
    expect(await accounts.get('id-1').dataKey()).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['write id-1', 'read id-1'])
  })

  test('is done before the keychain answers', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    const release = computer.keychain.hold()
    const done = accounts.signOut('id-2', false)
    await settle()
    expect(accounts.state()).toMatchObject({ account: { id: 'id-1' }, pendingDeletions: 0 })
    expect(credential(accounts, 'id-2')).toBe('signedOut')
    expect(computer.registry.journal).toEqual(['id-2'])
    release()
    await done
    expect(computer.registry.journal).toEqual([])
  })

  test('of an unknown account', async () => {
    const accounts = await computer.signedIn()
    expect(await errorOfPromise(accounts.signOut('id-9', false))).toEqual({ code: 'NOT_FOUND' })
    expect(await errorOfPromise(accounts.remove('id-9'))).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('a pending deletion', () => {
  test('is told once the keychain has refused it, and its token is never read again', async () => {
    const accounts = await computer.signedIn(BOB, ADA)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const told: number[] = []
    accounts.onChange(() => told.push(accounts.state().pendingDeletions))
    await accounts.signOut('id-1', false)
    expect(told).toEqual([0, 1])
    expect(() => computer.launch().show('id-1')).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
  })

  test.each<[string, (accounts: Accounts) => Promise<unknown>]>([
    ['access', (accounts) => accounts.get('id-2').access()],
    ['a key', (accounts) => accounts.get('id-2').dataKey()],
    ['a sign-in', (accounts) => signIn(accounts, CY)],
    ['a sign-out', (accounts) => accounts.signOut('id-2', false)],
    ['a removal', (accounts) => accounts.remove('id-2')],
    ['a retry', (accounts) => accounts.retryKeychain()]
  ])('is done once %s finds the keychain open', async (_name, work) => {
    const accounts = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await accounts.remove('id-1')
    expect(await errorOfPromise(accounts.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    computer.keychain.keychainError = null
    const later = computer.launch()
    expect(later.state().pendingDeletions).toBe(1)
    computer.published.changes = []
    await work(later)
    await settle()
    expect(later.state().pendingDeletions).toBe(0)
    expect(computer.published.topics).toContain('session')
    expect(computer.keychain.entries.has('id-1')).toBe(false)
  })

  test('of one entry that the keychain refuses is tried once each time', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    await accounts.remove('id-1')
    await settle()
    computer.keychain.calls = []
    await computer.launch().get('id-2').access()
    await settle()
    expect(computer.keychain.calls).toEqual(['read id-2', 'remove id-1'])
  })
})

describe('a file that can’t be written', () => {
  const ways: [string, (accounts: Accounts) => Promise<void>][] = [
    ['signing out', (accounts) => accounts.signOut('id-2', false)],
    ['removing', (accounts) => accounts.remove('id-2')],
    ['moving to another origin', (accounts) => accounts.changeConnection('id-2', there)]
  ]
  const full = (): never => {
    throw new AppError('STORAGE')
  }

  test.each(ways)('when %s begins changes nothing, and it can be tried again', async (_name, leave) => {
    for (const call of ['saveKeychainJournal', 'saveAccount'] as const) {
      computer = new Computer()
      const accounts = await computer.signedIn(ADA, BOB)
      const before = accounts.state()
      const spied = vi.spyOn(computer.registry, call).mockImplementation(full)
      expect(await errorOfPromise(leave(accounts))).toEqual({ code: 'STORAGE' })
      expect(accounts.state()).toEqual(before)
      expect(computer.registry.journal).toEqual([])
      expect((await computer.launch().get('id-2').access()).token).toBe('token-2')
      spied.mockRestore()
      await leave(accounts)
      expect(entry('id-2')?.token ?? null).toBeNull()
      expect(computer.record('id-2')?.tokenStored ?? false).toBe(false)
    }
  })

  test('when a sign-out shows the next account: the token goes, and a second sign-out shows it', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    const spied = vi.spyOn(computer.registry, 'saveShownAccountId').mockImplementation(full)
    expect(await errorOfPromise(accounts.signOut('id-2', false))).toEqual({ code: 'STORAGE' })
    expect(credential(accounts, 'id-2')).toBe('signedOut')
    expect(entry('id-2')).toEqual({ ...KEY_ONLY, dataKey: 'key-2' })
    expect(await errorOfPromise(accounts.get('id-2').access())).toEqual(NOT_SIGNED_IN)
    spied.mockRestore()
    await accounts.signOut('id-2', false)
    expect(accounts.shown?.id).toBe('id-1')
  })
})

describe.each([
  ['removing', (accounts: Accounts, id: string) => accounts.remove(id)],
  ['signing out and erasing', (accounts: Accounts, id: string) => accounts.signOut(id, true)]
])('%s', (_name, leave) => {
  test('leaves neither entry, files nor record, and reads nothing', async () => {
    await computer.signedIn(ADA, BOB)
    const accounts = computer.launch()
    computer.keychain.calls = []
    const account = accounts.get('id-2')
    await leave(accounts, 'id-2')
    expect(computer.keychain.calls).toEqual(['remove id-2'])
    expect(computer.cache.erased).toEqual(['id-2'])
    expect(accounts.state()).toMatchObject({ account: { id: 'id-1' }, pendingDeletions: 0 })
    expect(accounts.find('id-2')).toBeNull()
    expect(await account.dataKey()).toBeNull()
    await leave(accounts, 'id-1')
    expect(accounts.state()).toEqual(BLANK)
  })

  test('keeps the account, without token and key, when files can’t be erased: it can be tried again', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    computer.stuck = 'STORAGE'
    expect(await errorOfPromise(leave(accounts, 'id-2'))).toEqual({ code: 'STORAGE' })
    expect(accounts.state()).toMatchObject({
      credential: 'forgotten',
      account: { id: 'id-2', tokenStored: false, keyStored: false }
    })
    expect(computer.keychain.entries.has('id-2')).toBe(false)
    expect(await errorOfPromise(accounts.get('id-2').access())).toEqual(NOT_SIGNED_IN)
    expect(await accounts.get('id-2').dataKey()).toBeNull()
    await signIn(accounts, BOB)
    expect(entry('id-2')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-3' })
    computer.stuck = null
    await leave(accounts, 'id-2')
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1'])
  })
})

describe('erasing everything', () => {
  test('leaves no entry, file, record, token or key; a person may sign in afterwards', async () => {
    const accounts = await computer.signedIn(ADA, BOB, CY)
    await accounts.signIn({ kind: 'sample', data: 'good' })
    await accounts.signOut('id-1', false)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await accounts.remove('id-2')
    computer.keychain.keychainError = null
    computer.published.changes = []
    const [first, third] = [accounts.get('id-1'), accounts.get('id-3')]
    await Promise.all([accounts.eraseAll(false), accounts.eraseAll(false)])
    expect(accounts.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
    expect([computer.registry.list, computer.registry.journal]).toEqual([[], []])
    expect(await third.dataKey()).toBeNull()
    expect(await errorOfPromise(first.access())).toEqual({ code: 'NOT_FOUND' })
    expect(computer.published.topics).toContain('session')
    expect(computer.launch().state()).toEqual(BLANK)
    await signIn(accounts)
    expect(accounts.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { id: 'id-5' } })
  })

  test('asks a keychain that does not answer once; the entries that stay go with the next retry', async () => {
    const accounts = await computer.signedIn(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    computer.keychain.calls = []
    await accounts.eraseAll(true)
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
    const accounts = computer.launch()
    await accounts.get('id-2').access()
    computer.keychain.calls = []
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_LOCKED' : null)
    expect(await errorOfPromise(accounts.eraseAll(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['remove id-2', 'remove id-1'])
    expect(credential(accounts, 'id-2')).toBe('memory')
    expect(computer.record('id-1')).toMatchObject({ tokenStored: true, keyStored: true })
    expect(computer.registry.journal).toEqual([])
    computer.keychain.failing = () => null
    await accounts.retryKeychain()
    expect(entry('id-2')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-2' })
    expect((await accounts.get('id-1').access()).token).toBe('token-1')
  })

  describe('after the accounts’ records were lost', () => {
    beforeEach(async () => {
      await computer.signedIn(ADA, BOB)
      for (const id of ['id-1', 'id-2']) computer.cache.open(id, async () => null)
      computer.registry.list = []
    })

    test('leaves no entry of an account whose data is here', async () => {
      const accounts = computer.launch()
      await accounts.eraseAll(false)
      expect(computer.keychain.entries.size).toBe(0)
      expect(accounts.state()).toEqual(BLANK)
    })

    test('stops if the keychain is locked; the entries that stay go with the next retry', async () => {
      const accounts = computer.launch()
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      expect(await errorOfPromise(accounts.eraseAll(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
      expect(computer.cache.accountIds()).toHaveLength(2)
      await accounts.eraseAll(true)
      expect(accounts.state()).toEqual({ ...BLANK, pendingDeletions: 2 })
      computer.keychain.keychainError = null
      await accounts.retryKeychain()
      expect(computer.keychain.entries.size).toBe(0)
    })
  })

  test('asks nothing of the keychain for sample data', async () => {
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'sample', data: 'good' })
    for (const { account } of accounts.state().accounts) computer.cache.open(account.id, async () => null)
    computer.keychain.calls = []
    await accounts.eraseAll(false)
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([false, true])(
    'with files that can’t be erased keeps accounts without entries (locked: %s)',
    async (locked) => {
      const accounts = await computer.signedIn(ADA, BOB)
      computer.keychain.keychainError = locked ? 'KEYCHAIN_LOCKED' : null
      computer.stuck = 'STORAGE'
      expect(await errorOfPromise(accounts.eraseAll(true))).toEqual({ code: 'STORAGE' })
      const nothing = { tokenStored: false, keyStored: false }
      expect(computer.registry.list).toMatchObject([nothing, nothing])
      expect(accounts.state()).toMatchObject({ credential: 'forgotten', pendingDeletions: locked ? 2 : 0 })
      computer.keychain.keychainError = null
      computer.stuck = null
      await accounts.eraseAll(false)
      expect(accounts.state()).toEqual(BLANK)
      expect(computer.keychain.entries.size).toBe(0)
    }
  )

  test.each<[string, (accounts: Accounts) => Promise<unknown>]>([
    ['a retry', (accounts) => accounts.retryKeychain()],
    ['a sign-out', (accounts) => accounts.signOut('id-1', false)],
    ['another origin', (accounts) => accounts.changeConnection('id-1', there)]
  ])('leaves nothing of %s that begins meanwhile', async (_name, work) => {
    const accounts = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(accounts, BOB)
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const erased = accounts.eraseAll(false)
    await settle()
    const begun = work(accounts).catch(() => null)
    await settle()
    release()
    await Promise.all([erased, begun])
    await settle()
    expect(accounts.state()).toEqual(BLANK)
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
  const ways: [string, (accounts: Accounts) => Promise<void>][] = [
    [
      'again',
      (accounts) => accounts.signIn({ kind: 'password', connection: here, email: ADA, password: 'pw', again: 'id-1' })
    ],
    ['by a token again', (accounts) => signInWithToken(accounts, 'pasted', 'id-1')],
    ['of a known account', (accounts) => signIn(accounts, ADA)]
  ]

  test.each(ways)('%s ends when its account is signed out before the API answers', async (_name, work) => {
    const accounts = await computer.signedIn(ADA, BOB)
    const release = holdApi()
    const late = errorOfPromise(work(accounts))
    await accounts.signOut('id-1', false)
    computer.keychain.calls = []
    release()
    expect(await late).toEqual({ code: 'CANCELLED' })
    expect(credential(accounts, 'id-1')).toBe('signedOut')
    expect(accounts.shown?.id).toBe('id-2')
    expect(computer.keychain.calls).toEqual([])
  })

  test('does not end by what happens to another account, or was done before', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.signOut('id-1', false)
    const release = holdApi()
    const late = accounts.signIn({ kind: 'password', connection: here, email: ADA, password: 'pw', again: 'id-1' })
    await accounts.remove('id-2')
    release()
    await late
    expect(accounts.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-1' }, credential: 'kept' })
  })

  test('that the keychain refuses while its account signs out leaves only the key in the entry', async () => {
    const accounts = await computer.signedIn()
    const release = computer.keychain.hold()
    computer.keychain.failing = () => ((computer.keychain.failing = () => null), 'KEYCHAIN_REFUSED')
    const again = errorOfPromise(signIn(accounts))
    await settle()
    const left = accounts.signOut('id-1', false)
    await settle()
    release()
    expect(await again).toEqual({ code: 'CANCELLED' })
    await left
    expect(entry('id-1')).toEqual(KEY_ONLY)
    expect(computer.registry.journal).toEqual([])
  })
})
