import { beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, credential, CY, errorOfPromise, line, ORIGIN, signIn, there } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const BLANK = { status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 }

describe('erasing everything', () => {
  test('leaves no entry, no file, no record, no token and no key', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.exploreSample()
    await session.signOut('id-1', false)
    computer.pushes.names = []
    await session.eraseEverything(false)
    expect(session.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
    expect(computer.registry.list).toEqual([])
    expect(computer.registry.owing).toEqual([])
    expect(await session.dataKey('id-2')).toBeNull()
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(computer.pushes.names).toContain('sessionChanged')
    expect(computer.launch().state()).toEqual(BLANK)
  })

  test('removes, too, what the store is pendingDeletions', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    computer.keychain.keychainError = null
    await session.eraseEverything(false)
    expect(computer.keychain.entries.size).toBe(0)
    expect(session.state()).toEqual(BLANK)
  })

  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const)(
    'stops before anything is lost when the store can’t be used (%s)',
    async (code) => {
      const session = await computer.signedIn(ADA, BOB)
      await session.signOut('id-1', false)
      const before = session.state()
      computer.keychain.keychainError = code
      expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code })
      expect(session.state()).toEqual(before)
      expect(computer.registry.list).toHaveLength(2)
      expect((await session.access()).token).toBe('token-2')
      computer.keychain.keychainError = null
      expect((await computer.launch().access()).token).toBe('token-2')
    }
  )

  test('leaves the entries if they may be, and remembers that; they go with the next retry', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.eraseEverything(true)
    expect(session.state()).toEqual({ ...BLANK, pendingDeletions: 2 })
    expect(computer.registry.list).toEqual([])
    expect(computer.keychain.entries.size).toBe(2)
    const later = computer.launch()
    expect(later.state()).toEqual({ ...BLANK, pendingDeletions: 2 })
    computer.keychain.keychainError = null
    await later.retryKeychain()
    expect(later.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('asks a store that does not answer once', async () => {
    const session = await computer.signedIn(ADA, BOB, CY)
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    computer.keychain.calls = []
    await session.eraseEverything(true)
    expect(computer.keychain.calls).toHaveLength(1)
    expect(session.state().pendingDeletions).toBe(3)
  })

  test('without a store there is nothing to remove of what was never kept', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    const session = await computer.signedIn()
    await session.eraseEverything(false)
    expect(session.state()).toEqual(BLANK)
  })

  test('a store that is locked may have it: that is an error', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(session.state()).toMatchObject({ credential: 'memory' })
    await session.eraseEverything(true)
    expect(session.state()).toEqual(BLANK)
  })

  test('that stops half-way says what became of the rest, and loses no key that is known', async () => {
    await computer.signedIn(ADA, BOB, CY)
    const session = computer.launch()
    await session.access()
    computer.keychain.calls = []
    // The store is locked after the first entry.
    computer.keychain.failing = () => (computer.keychain.calls.length > 1 ? 'KEYCHAIN_LOCKED' : null)
    expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls[0]).toBe('remove id-3')
    expect(session.state()).toMatchObject({
      account: { id: 'id-3', tokenStored: false, keyStored: false },
      credential: 'memory',
      keychainError: { code: 'KEYCHAIN_LOCKED' }
    })
    expect(credential(session, 'id-1')).toBe('kept')
    expect(computer.record('id-1')).toMatchObject({ tokenStored: true, keyStored: true })
    expect(await session.dataKey('id-3')).toBe('key-3')
    computer.keychain.failing = () => null
    await session.retryKeychain()
    expect(computer.keychain.entries.get('id-3')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-3' })
    expect(line(session, 'id-3')).toMatchObject({ credential: 'kept', keychainError: null })
    await session.switchTo('id-1')
    expect((await session.access()).token).toBe('token-1')
  })

  test('that stops half-way has paid what it could of what is pendingDeletions', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await session.remove('id-1')
    computer.keychain.keychainError = null
    computer.keychain.failing = (_call, id) => (id === 'id-2' ? 'KEYCHAIN_LOCKED' : null)
    expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(session.state().pendingDeletions).toBe(0)
    expect(computer.registry.owing).toEqual([])
    expect((await session.access()).token).toBe('token-2')
  })

  test('entries left and files that can’t be erased: the accounts know of no entry, the store is pendingDeletions them', async () => {
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    computer.stuck = 'STORAGE'
    expect(await errorOfPromise(session.eraseEverything(true))).toEqual({ code: 'STORAGE' })
    expect(session.state()).toMatchObject({ pendingDeletions: 2, credential: 'forgotten' })
    expect(computer.registry.list).toMatchObject([
      { tokenStored: false, keyStored: false },
      { tokenStored: false, keyStored: false }
    ])
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('entries left are noted before the records forget them', async () => {
    const session = await computer.signedIn()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const { saveAccount } = computer.registry
    const noted: string[][] = []
    computer.registry.saveAccount = (account) => {
      noted.push(computer.registry.owing)
      saveAccount(account)
    }
    await session.eraseEverything(true)
    expect(noted).toEqual([['id-1']])
  })

  test('files that can’t be erased: the entries are gone, the accounts are there to try again', async () => {
    const session = await computer.signedIn()
    computer.stuck = 'STORAGE'
    expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code: 'STORAGE' })
    expect(computer.keychain.entries.size).toBe(0)
    expect(session.state()).toMatchObject({ credential: 'forgotten', account: { id: 'id-1', tokenStored: false } })
    expect(await session.dataKey('id-1')).toBeNull()
    computer.stuck = null
    await session.eraseEverything(false)
    expect(session.state()).toEqual(BLANK)
  })

  test('twice at once is once', async () => {
    const session = await computer.signedIn()
    await Promise.all([session.eraseEverything(false), session.eraseEverything(false)])
    expect(session.state()).toEqual(BLANK)
  })

  test('a person may sign in afterwards', async () => {
    const session = await computer.signedIn()
    await session.eraseEverything(false)
    await signIn(session)
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { id: 'id-2' } })
    expect([...computer.keychain.entries.keys()]).toEqual(['id-2'])
  })
})

describe('a removal that is given up, and may end well yet,', () => {
  /** Whether the store did it, after all. */
  const stop = async (session: Session, lands: boolean): Promise<void> => {
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    expect(await errorOfPromise(session.eraseEverything(false))).toEqual({ code: 'KEYCHAIN_SILENT' })
    expect(computer.registry.list).toHaveLength(1)
    if (lands) computer.keychain.entries.clear()
    computer.keychain.keychainError = null
  }

  test.each([true, false])('(it does: %s) leaves what is in memory, and a retry keeps it again', async (lands) => {
    const session = await computer.signedIn()
    await stop(session, lands)
    expect(session.state()).toMatchObject({
      credential: 'memory',
      keychainError: { code: 'KEYCHAIN_SILENT' },
      pendingDeletions: 0
    })
    expect((await session.access()).token).toBe('token-1')
    await session.retryKeychain()
    expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null })
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.registry.owing).toEqual([])
    expect((await computer.launch().access()).token).toBe('token-1')
  })

  test.each([true, false])('(it does: %s) is no change behind our back in the next launch', async (lands) => {
    await stop(await computer.signedIn(), lands)
    const later = computer.launch()
    expect(later.state()).toMatchObject({ credential: 'forgotten', keychainError: null, pendingDeletions: 1 })
    expect(await errorOfPromise(later.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    await later.retryKeychain()
    expect(later.state().pendingDeletions).toBe(0)
    // No file was deleted: what opens them stays, as far as it is there.
    expect([...computer.keychain.entries.values()]).toEqual(
      lands ? [] : [{ token: null, origin: null, dataKey: 'key-1' }]
    )
    expect(await later.dataKey('id-1')).toBe(lands ? null : 'key-1')
  })

  test.each([true, false])('(it does: %s) of a token that was never read ends the sign-in', async (lands) => {
    await computer.signedIn()
    const session = computer.launch()
    await stop(session, lands)
    expect(session.state()).toMatchObject({
      credential: 'forgotten',
      account: { tokenStored: false },
      pendingDeletions: 1
    })
    await signIn(session)
    expect(computer.keychain.entries.get('id-1')).toEqual({
      token: 'token-2',
      origin: ORIGIN,
      dataKey: lands ? 'key-2' : 'key-1'
    })
    expect(session.state()).toMatchObject({ credential: 'kept', pendingDeletions: 0 })
  })

  test('is asked for again by the next erasure', async () => {
    const session = await computer.signedIn()
    await stop(session, false)
    await session.eraseEverything(false)
    expect(session.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
  })
})

describe('what was under way brings nothing back', () => {
  const nothing = async (session: { state(): unknown }): Promise<void> => {
    await settle()
    await settle()
    expect(session.state()).toEqual(BLANK)
    expect(computer.keychain.entries.size).toBe(0)
    expect(computer.registry.list).toEqual([])
    expect(computer.registry.owing).toEqual([])
  }

  test('a sign-in at the provider', async () => {
    const session = await computer.signedIn()
    const grant = Promise.withResolvers<{ token: string; expiresAt: null }>()
    computer.api.signIn = () => grant.promise
    const late = errorOfPromise(signIn(session, BOB))
    await session.eraseEverything(false)
    // The registry is as at the first start: not even a note is put there.
    computer.registry.savePendingDeletions = () => {
      throw new Error('written to')
    }
    grant.resolve({ token: 'late', expiresAt: null })
    expect(await late).toEqual({ code: 'CANCELLED' })
    await nothing(session)
  })

  test.each([
    ['of somebody new', BOB],
    ['again', ADA]
  ])('a sign-in %s that is being stored', async (_name, email) => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    const late = errorOfPromise(signIn(session, email))
    await settle()
    const erased = session.eraseEverything(false)
    await settle()
    release()
    await erased
    expect(await late).toEqual({ code: 'CANCELLED' })
    await nothing(session)
  })

  test('a sign-in that begins while the entries are being removed', async () => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    const erased = session.eraseEverything(false)
    await settle()
    const late = errorOfPromise(signIn(session, BOB))
    await settle()
    release()
    await erased
    expect(await late).toEqual({ code: 'CANCELLED' })
    await nothing(session)
  })

  test('a read', async () => {
    await computer.signedIn()
    const session = computer.launch()
    const read = Promise.withResolvers<Entry>()
    computer.keychain.read = () => read.promise
    const token = errorOfPromise(session.access())
    const key = session.dataKey('id-1')
    await session.eraseEverything(false)
    read.resolve({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(await token).toEqual({ code: 'CANCELLED' })
    expect(await key).toBeNull()
    await nothing(session)
  })

  /** Three accounts: one with an entry of old, one in memory only, one kept and open. The first two are asked for first. */
  const three = async () => {
    await computer.signedIn(ADA)
    computer.ageEntry('id-1')
    const session = computer.launch()
    await session.access()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session, BOB)
    computer.keychain.keychainError = null
    await signIn(session, CY)
    return session
  }
  const works = [
    ['a first key', (session: Session) => session.dataKey('id-1')],
    ['a retry', (session: Session) => session.retryKeychain()],
    ['a sign-out', (session: Session) => session.signOut('id-1', false)],
    ['a removal', (session: Session) => session.remove('id-2')],
    ['another origin', (session: Session) => session.changeConnection(there)]
  ] as const

  test.each(works)('%s that waits for the store', async (_name, work) => {
    const session = await three()
    await session.switchTo('id-2')
    const release = computer.keychain.hold()
    const both = Promise.allSettled([work(session), session.eraseEverything(false)])
    await settle()
    release()
    await both
    await nothing(session)
  })

  test.each(works)('%s that begins while its entry is being removed', async (_name, work) => {
    const session = await three()
    await session.switchTo('id-2')
    const release = computer.keychain.hold()
    const erased = session.eraseEverything(false)
    await settle()
    const begun = work(session).catch(() => null)
    await settle()
    release()
    await Promise.all([erased, begun])
    await nothing(session)
  })

  test('a sign-out that reads its key to write it back', async () => {
    await computer.signedIn()
    const session = computer.launch()
    const release = computer.keychain.hold()
    const both = Promise.all([session.signOut('id-1', false), session.eraseEverything(false)])
    await settle()
    release()
    await both
    await nothing(session)
  })

  test.each(works)('%s that begins when its entry was removed already', async (_name, work) => {
    const session = await three()
    await session.switchTo('id-2')
    const begun: Promise<unknown>[] = []
    computer.keychain.failing = (call, id) => {
      if (call === 'remove' && id === 'id-3') begun.push(work(session).catch(() => null))
      return null
    }
    await session.eraseEverything(false)
    expect(begun).toHaveLength(1)
    await Promise.all(begun)
    await nothing(session)
  })
})
