/** Signing out and removing: what leaves the computer at once, what stays, and what a locked store is pendingDeletions. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, credential, CY, errorOfPromise, here, ORIGIN, signIn, there } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const entry = (id: string) => computer.keychain.entries.get(id)

describe('signing out', () => {
  test('takes the token from the entry and leaves the key, which the saved data needs', async () => {
    const session = await computer.signedIn()
    computer.keychain.calls = []
    await session.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual(['write id-1'])
    expect(entry('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-1' })
    expect(computer.record('id-1')).toMatchObject({
      tokenStored: false,
      keyStored: true,
      signedOut: true,
      tokenExpiresAt: null
    })
    expect(computer.cache.erased).toEqual([])
    expect(session.state()).toMatchObject({
      status: 'signedOut',
      accounts: [{ credential: 'signedOut', keychainError: null }],
      pendingDeletions: 0
    })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
  })

  test('of an account that was not opened in this launch reads its key first', async () => {
    await computer.signedIn(ADA, BOB)
    const session = computer.launch()
    computer.keychain.calls = []
    await session.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
    expect(entry('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-1' })
    expect(session.account()?.id).toBe('id-2')
  })

  test('forgets the key, too; who needs it again has it read again', async () => {
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    computer.keychain.calls = []
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.calls).toEqual(['read id-1'])
  })

  test('twice asks the keychain once', async () => {
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    computer.keychain.calls = []
    await session.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual([])
  })

  test('is done before the store answers', async () => {
    const session = await computer.signedIn(ADA, BOB)
    const release = computer.keychain.hold()
    const done = session.signOut('id-2', false)
    await settle()
    expect(session.state()).toMatchObject({ account: { id: 'id-1' }, pendingDeletions: 0 })
    expect(credential(session, 'id-2')).toBe('signedOut')
    expect(computer.registry.owing).toEqual(['id-2'])
    release()
    await done
    expect(computer.registry.owing).toEqual([])
  })

  test('of nobody', async () => {
    const session = await computer.signedIn()
    expect(await errorOfPromise(session.signOut('id-9', false))).toEqual({ code: 'NOT_FOUND' })
    expect(await errorOfPromise(session.remove('id-9'))).toEqual({ code: 'NOT_FOUND' })
  })

  test('of an entry that was changed removes what is there', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.failing = (call) => (call === 'read' ? 'KEYCHAIN_CHANGED' : null)
    await session.signOut('id-1', false)
    expect(computer.keychain.entries.size).toBe(0)
    expect(session.state().pendingDeletions).toBe(0)
  })

  test('of a token that was only in memory', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    expect(session.state()).toMatchObject({ status: 'signedOut', pendingDeletions: 0 })
    expect(computer.registry.owing).toEqual([])
  })
})

describe('a store that can’t be opened', () => {
  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_SILENT', 'KEYCHAIN_MISSING'] as const)(
    '(%s) is pendingDeletions the entry; its token is never read again, and goes when the store is found open',
    async (code) => {
      const session = await computer.signedIn(ADA, BOB)
      computer.keychain.keychainError = code
      await session.signOut('id-1', false)
      expect(session.state()).toMatchObject({ account: { id: 'id-2' }, pendingDeletions: 1 })
      expect(computer.record('id-1')).toMatchObject({ tokenStored: false, keyStored: true, signedOut: true })
      expect(entry('id-1')?.token).toBe('token-1')

      computer.keychain.keychainError = null
      const later = computer.launch()
      expect(later.state().pendingDeletions).toBe(1)
      expect(await errorOfPromise(later.switchTo('id-1'))).toEqual({ code: 'UNAUTHORIZED' })
      computer.pushes.names = []
      await later.access()
      await settle()
      expect(later.state().pendingDeletions).toBe(0)
      expect(computer.pushes.names).toContain('sessionChanged')
      expect(entry('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-1' })
      expect(entry('id-2')?.token).toBe('token-2')
    }
  )

  test('tells of it when it is known', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const told: number[] = []
    session.onChange(() => told.push(session.state().pendingDeletions))
    await session.signOut('id-1', false)
    expect(told).toEqual([0, 1])
  })

  test.each<[string, (session: Session) => Promise<unknown>]>([
    ['access', (session) => session.access()],
    ['a key', (session) => session.dataKey('id-2')],
    ['a sign-in', (session) => signIn(session, CY)],
    ['a sign-out', (session) => session.signOut('id-2', false)],
    ['a removal', (session) => session.remove('id-2')]
  ])('is found open by %s', async (_name, work) => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    computer.keychain.keychainError = null
    const later = computer.launch()
    await work(later)
    await settle()
    expect(later.state().pendingDeletions).toBe(0)
    expect(computer.keychain.entries.has('id-1')).toBe(false)
  })

  test('that is found open keeps the sign-in that had to be made without it', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.signOut('id-1', false)
    await signIn(session, ADA)
    expect(session.state()).toMatchObject({ credential: 'memory', pendingDeletions: 0 })
    computer.keychain.keychainError = null
    await session.signOut('id-2', false)
    await settle()
    expect(session.state()).toMatchObject({
      credential: 'kept',
      account: { id: 'id-1', tokenStored: true },
      pendingDeletions: 0
    })
    expect(entry('id-1')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.registry.owing).toEqual([])
  })

  test('is pendingDeletions it still after files that could not be erased, whatever is tried next', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    computer.stuck = 'STORAGE'
    await errorOfPromise(session.remove('id-1'))
    expect(session.state()).toMatchObject({
      credential: 'forgotten',
      account: { keyStored: false },
      pendingDeletions: 1
    })
    await session.changeConnection(there)
    expect(session.state().pendingDeletions).toBe(1)
    await session.signOut('id-1', false)
    expect(session.state()).toMatchObject({ status: 'signedOut', pendingDeletions: 1 })
    computer.stuck = null
    await session.remove('id-1')
    expect(session.state()).toMatchObject({ accounts: [], pendingDeletions: 1 })
  })

  test('is pendingDeletions it no more when the account signs in again', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.signOut('id-1', false)
    computer.keychain.keychainError = null
    const told: number[] = []
    session.onChange(() => told.push(session.state().pendingDeletions))
    await signIn(session)
    await settle()
    expect(new Set(told)).toEqual(new Set([0]))
    expect(session.state()).toMatchObject({ credential: 'kept', pendingDeletions: 0 })
    expect(entry('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect((await computer.launch().access()).token).toBe('token-2')
  })

  test('is pendingDeletions it still when that is kept in memory only, and has the new token with the next try', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.signOut('id-1', false)
    await signIn(session)
    expect(session.state()).toMatchObject({
      credential: 'memory',
      pendingDeletions: 0,
      account: { tokenStored: false }
    })
    expect(computer.launch().state()).toMatchObject({ credential: 'forgotten', pendingDeletions: 1 })
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(session.state()).toMatchObject({ credential: 'kept', pendingDeletions: 0 })
    expect(entry('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
  })

  test('is asked for all that it is pendingDeletions by a retry, which says if it still can’t be', async () => {
    const session = await computer.signedIn(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.signOut('id-1', false)
    await session.remove('id-2')
    expect(session.state().pendingDeletions).toBe(2)
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(session.state().pendingDeletions).toBe(2)
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(session.state().pendingDeletions).toBe(0)
    expect([...computer.keychain.entries]).toEqual([
      ['id-1', { token: null, origin: null, dataKey: 'key-1' }],
      ['id-3', { token: 'token-3', origin: ORIGIN, dataKey: 'key-3' }]
    ])
  })

  test('is asked for it also by those who signed out of everything', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [], pendingDeletions: 1 })
    computer.keychain.keychainError = null
    const later = computer.launch()
    expect(later.state().pendingDeletions).toBe(1)
    await later.retryKeychain()
    expect(later.state().pendingDeletions).toBe(0)
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('is pendingDeletions the whole entry when the account is removed after it signed out', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.signOut('id-1', false)
    await session.remove('id-1')
    expect(session.state()).toMatchObject({ accounts: [], pendingDeletions: 1 })
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('that opened meanwhile has such a write removed at once', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    computer.keychain.entries.set('id-1', { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    await session.signOut('id-1', false)
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('is not asked for it by the sample account’s removal, which needs no store', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    await session.exploreSample()
    computer.keychain.calls = []
    await session.remove('id-2')
    await settle()
    expect(computer.keychain.calls).toEqual([])
  })

  test('is not asked over and over for what one entry refuses', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    await session.remove('id-1')
    await settle()
    computer.keychain.calls = []
    await computer.launch().access()
    await settle()
    expect(computer.keychain.calls).toEqual(['read id-2', 'remove id-1'])
  })
})

describe('a write that was given up, and may end well yet', () => {
  const landed = { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' }

  test('is pendingDeletions when its account signs out', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    const session = await computer.signedIn()
    expect(session.state()).toMatchObject({ credential: 'memory', pendingDeletions: 0 })
    computer.keychain.entries.set('id-1', landed)
    await session.signOut('id-1', false)
    expect(session.state().pendingDeletions).toBe(1)
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(computer.keychain.entries.size).toBe(0)
  })

  test.each<[string, (session: Session) => Promise<void>]>([
    ['the account is removed', (session) => session.remove('id-1')],
    ['it signs out and is erased', (session) => session.signOut('id-1', true)],
    ['it signs out', (session) => session.signOut('id-1', false)],
    ['everything is erased, and entries are left', (session) => session.eraseEverything(true)]
  ])('is pendingDeletions also after the next launch, when %s while the store is locked', async (_name, leave) => {
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    await computer.signedIn()
    computer.keychain.entries.set('id-1', landed)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = computer.launch()
    expect(session.state()).toMatchObject({ credential: 'forgotten', pendingDeletions: 1 })
    await leave(session)
    expect(session.state()).toMatchObject({ status: 'signedOut', pendingDeletions: 1 })
    computer.keychain.keychainError = null
    const later = computer.launch()
    expect(later.state().pendingDeletions).toBe(1)
    await later.retryKeychain()
    expect(later.state().pendingDeletions).toBe(0)
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('is pendingDeletions when it was made by a retry', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    expect(computer.registry.owing).toEqual([])
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    await errorOfPromise(session.retryKeychain())
    expect(session.state()).toMatchObject({ credential: 'memory', pendingDeletions: 0 })
    computer.keychain.entries.set('id-1', landed)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const later = computer.launch()
    await later.remove('id-1')
    expect(later.state()).toMatchObject({ accounts: [], pendingDeletions: 1 })
  })

  test('is made good by the next one, whoever finds the store open', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    await signIn(session, ADA)
    expect(session.state()).toMatchObject({ credential: 'memory', account: { id: 'id-1', tokenStored: true } })
    computer.keychain.keychainError = null
    await session.signOut('id-2', false)
    await settle()
    expect(session.state()).toMatchObject({ credential: 'kept', pendingDeletions: 0 })
    expect(entry('id-1')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.registry.owing).toEqual([])
  })

  test('of a sign-in is forgotten with the next sign-in that is kept', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    await computer.signedIn()
    computer.keychain.keychainError = null
    const session = computer.launch()
    await signIn(session)
    await settle()
    expect(session.state()).toMatchObject({ credential: 'kept', pendingDeletions: 0 })
    expect(computer.registry.owing).toEqual([])
    expect(entry('id-1')?.token).toBe('token-2')
  })
})

describe('a file that can’t be written', () => {
  const ways: [string, (session: Session) => Promise<void>][] = [
    ['signing out', (session) => session.signOut('id-2', false)],
    ['removing', (session) => session.remove('id-2')],
    ['moving to another origin', (session) => session.changeConnection(there)]
  ]
  const full = (): never => {
    throw new AppError('STORAGE')
  }

  test.each(ways)('when %s begins changes nothing, and it can be tried again', async (_name, leave) => {
    for (const call of ['savePendingDeletions', 'saveAccount'] as const) {
      computer = new Computer()
      const session = await computer.signedIn(ADA, BOB)
      const before = session.state()
      const spied = vi.spyOn(computer.registry, call).mockImplementation(full)
      expect(await errorOfPromise(leave(session))).toEqual({ code: 'STORAGE' })
      expect(session.state()).toEqual(before)
      expect(computer.registry.owing).toEqual([])
      expect((await computer.launch().access()).token).toBe('token-2')
      spied.mockRestore()
      await leave(session)
      expect(entry('id-2')?.token ?? null).toBeNull()
      expect(computer.record('id-2')?.tokenStored ?? false).toBe(false)
    }
  })

  test.each(ways)('when %s goes on: no record says less than is noted', async (_name, leave) => {
    const session = await computer.signedIn(ADA, BOB)
    const { saveAccount } = computer.registry
    let told = false
    computer.registry.saveAccount = (account) => {
      told ||= computer.registry.owing.includes('id-2')
      expect(told || account.tokenStored).toBe(true)
      saveAccount(account)
    }
    await leave(session)
    expect(told).toBe(true)
  })

  test('when a sign-out is to open the next account takes the token all the same, and a second one opens it', async () => {
    const session = await computer.signedIn(ADA, BOB)
    const { setActiveAccountId } = computer.registry
    computer.registry.setActiveAccountId = full
    expect(await errorOfPromise(session.signOut('id-2', false))).toEqual({ code: 'STORAGE' })
    expect(credential(session, 'id-2')).toBe('signedOut')
    expect(entry('id-2')).toEqual({ token: null, origin: null, dataKey: 'key-2' })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    computer.registry.setActiveAccountId = setActiveAccountId
    await session.signOut('id-2', false)
    expect(session.account()?.id).toBe('id-1')
  })
})

describe('a crash', () => {
  test('while a sign-in moves from memory into the store leaves no entry that nobody knows of', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const retry = session.retryKeychain()
    await settle()
    expect(computer.registry.owing).toEqual(['id-1'])
    expect(session.state().pendingDeletions).toBe(0)
    release()
    await retry
    expect(computer.registry.owing).toEqual([])
  })

  test('between the entry and the record of a new account leaves no entry behind', async () => {
    const session = computer.launch()
    const release = computer.keychain.hold()
    const never = signIn(session)
    await settle()
    expect(computer.registry.owing).toEqual(['id-1'])
    computer.keychain.entries.set('id-1', { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    const owing = computer.registry.owing
    release()
    await never
    // As the files were at that moment.
    computer.registry.list = []
    computer.registry.active = null
    computer.registry.owing = owing
    const later = computer.launch()
    expect(later.state()).toMatchObject({ status: 'signedOut', pendingDeletions: 1 })
    await later.retryKeychain()
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('just after both were written costs no sign-in', async () => {
    await computer.signedIn()
    computer.registry.owing = ['id-1']
    const later = computer.launch()
    await later.retryKeychain()
    expect(later.state().pendingDeletions).toBe(0)
    expect((await later.access()).token).toBe('token-1')
  })
})

describe.each([
  ['removing', (session: Session, id: string) => session.remove(id)],
  ['signing out and erasing', (session: Session, id: string) => session.signOut(id, true)]
])('%s', (_name, leave) => {
  test('leaves neither entry, files nor record', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await leave(session, 'id-2')
    expect(computer.keychain.entries.has('id-2')).toBe(false)
    expect(computer.cache.erased).toEqual(['id-2'])
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1'])
    expect(session.account()?.id).toBe('id-1')
    expect(await session.dataKey('id-2')).toBeNull()
    expect((await session.access()).token).toBe('token-1')
  })

  test('the last one leaves the form blank', async () => {
    const session = await computer.signedIn()
    await leave(session, 'id-1')
    expect(session.state()).toEqual({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('reads nothing', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.calls = []
    await leave(session, 'id-1')
    expect(computer.keychain.calls).toEqual(['remove id-1'])
  })

  test.each<[string, (session: Session) => unknown]>([
    ['refused', (session) => session.refused('id-1', 'token-1')],
    ['signed out', (session) => session.signOut('id-1', false)],
    ['forgotten', (session) => session.changeConnection(there)]
  ])('works on one that is %s', async (_state, make) => {
    const session = await computer.signedIn()
    await make(session)
    await leave(session, 'id-1')
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [], pendingDeletions: 0 })
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('works on one whose token can’t be had, without waiting for the store', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    await leave(session, 'id-1')
    expect(session.state()).toMatchObject({ accounts: [], pendingDeletions: 1 })
    expect(computer.cache.erased).toEqual(['id-1'])
  })

  test('files that can’t be erased keep the account, without token and key, so that it can be tried again', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.stuck = 'STORAGE'
    expect(await errorOfPromise(leave(session, 'id-2'))).toEqual({ code: 'STORAGE' })
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'forgotten',
      account: { id: 'id-2', tokenStored: false, keyStored: false }
    })
    expect(computer.keychain.entries.has('id-2')).toBe(false)
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(await session.dataKey('id-2')).toBeNull()
    expect(credential(session, 'id-1')).toBe('kept')
    computer.stuck = null
    await leave(session, 'id-2')
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1'])
  })
})

test('one that could not be erased can sign in again, with a new key', async () => {
  const session = await computer.signedIn()
  computer.stuck = 'STORAGE'
  await errorOfPromise(session.remove('id-1'))
  await signIn(session, ADA, here)
  expect(session.state()).toMatchObject({ credential: 'kept', account: { id: 'id-1' } })
  expect(entry('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-2' })
})
