/** A password store that is locked, gone, silent or altered: never a sign-out, and never asked twice by itself. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Entry } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
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
  line,
  ORIGIN,
  signIn,
  KEYCHAIN_ERRORS
} from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

/** The next launch, of which nothing was asked yet. */
const next = async (...emails: string[]): Promise<Session> => {
  await computer.signedIn(...emails)
  computer.keychain.calls = []
  return computer.launch()
}

describe('reading', () => {
  test('token and key takes one read, whoever asks first and however many ask', async () => {
    const session = await next()
    const all = await Promise.all([
      session.access(),
      session.dataKey('id-1'),
      session.access(),
      session.dataKey('id-1')
    ])
    expect(all).toEqual([
      { connection: here, token: 'token-1' },
      'key-1',
      { connection: here, token: 'token-1' },
      'key-1'
    ])
    await session.access()
    expect(computer.keychain.calls).toEqual(['read id-1'])
  })

  test('a store that was open all the time has changed nothing that is told', async () => {
    const session = await next()
    computer.pushes.names = []
    await session.access()
    expect(computer.pushes.names).toEqual([])
  })

  test.each([...KEYCHAIN_ERRORS, 'KEYCHAIN_CHANGED'] as const)(
    'that fails (%s) is told as it is, and not tried again by itself',
    async (code) => {
      const session = await next()
      computer.keychain.keychainError = code
      const both = [errorOfPromise(session.access()), errorOfPromise(session.dataKey('id-1'))]
      expect(await Promise.all(both)).toEqual([{ code }, { code }])
      expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'unavailable', keychainError: { code } })
      computer.keychain.keychainError = null
      expect(await errorOfPromise(session.access())).toEqual({ code })
      expect(await errorOfPromise(session.dataKey('id-1'))).toEqual({ code })
      expect(computer.keychain.calls).toEqual(['read id-1'])
      expect(computer.record('id-1')).toMatchObject({ tokenStored: true, keyStored: true, signedOut: false })
      expect(computer.launch().state()).toMatchObject({ status: 'signedIn', credential: 'kept', keychainError: null })
    }
  )

  test('says what was found', async () => {
    const session = await next()
    computer.keychain.read = () => Promise.reject(new AppError('KEYCHAIN_MISSING', { found: 'noBus' }))
    expect(await errorOfPromise(session.access())).toEqual({ code: 'KEYCHAIN_MISSING', found: 'noBus' })
    expect(session.state()).toMatchObject({ keychainError: { code: 'KEYCHAIN_MISSING', found: 'noBus' } })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'KEYCHAIN_MISSING', found: 'noBus' })
  })

  test('an open store without the entry that was put there was changed: no sign-out', async () => {
    const session = await next()
    computer.keychain.entries.clear()
    expect(await errorOfPromise(session.access())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'unavailable',
      keychainError: { code: 'KEYCHAIN_CHANGED' }
    })
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(computer.record('id-1')).toMatchObject({ tokenStored: true, signedOut: false })
  })

  test('an entry that has lost its token was changed, but its key is good', async () => {
    const session = await next()
    computer.keychain.entries.set('id-1', { token: null, origin: null, dataKey: 'key-1' })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(session.state()).toMatchObject({ credential: 'unavailable', keychainError: { code: 'KEYCHAIN_CHANGED' } })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })
})

describe('the origin in the entry', () => {
  const readdress = (baseAddress: string): void => {
    const { list } = computer.registry
    computer.registry.list = list.map((one) => ({ ...one, connection: { ...one.connection, baseAddress } }))
  }

  test.each([
    ...['https://other.example', 'https://host.example:8443', 'http://host.example', 'not an address'],
    // Read as the same origin by a URL parser; a request would go to a host called "https".
    ...['https:/host.example', 'https:host.example', 'blob:https://host.example']
  ])(
    'is another one than the address %s in the database: nothing is sent, and the account was changed',
    async (address) => {
      await next()
      readdress(address)
      const session = computer.launch()
      const changed = { code: 'KEYCHAIN_CHANGED', found: 'otherOrigin' }
      expect(await errorOfPromise(session.access())).toEqual(changed)
      expect(await errorOfPromise(session.accessTo('id-1'))).toEqual(changed)
      expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'unavailable', keychainError: changed })
      expect(await errorOfPromise(session.retryKeychain())).toEqual(changed)
      expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
      expect(await session.dataKey('id-1')).toBe('key-1')
    }
  )

  test('is that of any path below it', async () => {
    await next()
    readdress('https://host.example/api')
    expect((await computer.launch().access()).token).toBe('token-1')
  })

  test.each<[string, Entry]>([
    ['is missing', { token: 'token-1', origin: null, dataKey: 'key-1' }],
    [
      'is there, but its token has characters that no token may have',
      { token: 'a"b', origin: ORIGIN, dataKey: 'key-1' }
    ]
  ])('%s: the account asks for a sign-in once, and its key stays', async (_name, entry) => {
    await next()
    computer.keychain.entries.set('id-1', entry)
    const session = computer.launch()
    expect(await errorOfPromise(session.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'forgotten', keychainError: null })
    expect(await session.dataKey('id-1')).toBe('key-1')
    await signIn(session)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect((await computer.launch().access()).token).toBe('token-2')
  })

  test('is missing, and so is the key: saved data lives until quit, as after any such sign-out', async () => {
    await next()
    computer.ageEntry('id-1')
    computer.keychain.entries.set('id-1', { token: 'token-1', origin: null, dataKey: null })
    const session = computer.launch()
    expect(await session.dataKey('id-1')).toBeNull()
    expect(session.state()).toMatchObject({ credential: 'forgotten', keychainError: null })
  })
})

describe('retrying', () => {
  test('finds the token once the store is open', async () => {
    const session = await next()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    computer.keychain.keychainError = null
    computer.pushes.names = []
    await session.retryKeychain()
    expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null })
    expect(computer.pushes.names).toEqual(['sessionChanged'])
    expect((await session.access()).token).toBe('token-1')
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(computer.keychain.reads).toBe(2)
  })

  test('that fails tells why now', async () => {
    const session = await next()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    computer.keychain.keychainError = 'KEYCHAIN_SILENT'
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_SILENT' })
    expect(session.state()).toMatchObject({ credential: 'unavailable', keychainError: { code: 'KEYCHAIN_SILENT' } })
    expect(await errorOfPromise(session.access())).toEqual({ code: 'KEYCHAIN_SILENT' })
  })

  test('whoever needs the token meanwhile waits for its answer', async () => {
    const session = await next()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    computer.keychain.keychainError = null
    const release = computer.keychain.hold()
    const retry = session.retryKeychain()
    await settle()
    const access = session.access()
    release()
    await retry
    expect((await access).token).toBe('token-1')
    expect(computer.keychain.calls).toEqual(['read id-1', 'read id-1'])
  })

  test('when nothing is wrong asks nothing', async () => {
    const session = await next()
    await session.retryKeychain()
    await computer.launch().retryKeychain()
    expect(computer.keychain.calls).toEqual([])
  })

  test('lets the other accounts ask again when they are opened', async () => {
    const session = await next(ADA, BOB)
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    await session.switchTo('id-1')
    await errorOfPromise(session.access())
    computer.keychain.keychainError = null
    computer.keychain.calls = []
    await session.retryKeychain()
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(credential(session, 'id-2')).toBe('kept')
    await session.switchTo('id-2')
    expect((await session.access()).token).toBe('token-2')
  })

  test('keeps every sign-in that was in memory only, the open one first', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB, CY)
    await session.switchTo('id-2')
    computer.keychain.keychainError = null
    computer.keychain.calls = []
    await session.retryKeychain()
    expect(computer.keychain.calls).toEqual(['write id-2', 'write id-1', 'write id-3'])
    for (const id of ['id-1', 'id-2', 'id-3'])
      expect(line(session, id)).toMatchObject({ credential: 'kept', keychainError: null })
    const later = computer.launch()
    expect((await later.access()).token).toBe('token-2')
    await later.switchTo('id-1')
    expect((await later.access()).token).toBe('token-1')
  })

  test('of a store that is still locked asks for none of the others', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.calls = []
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.calls).toEqual(['write id-2'])
  })

  test('of an open store that does not take one of them keeps the others', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB, CY)
    computer.keychain.keychainError = null
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_REFUSED' })
    expect(line(session, 'id-1')).toMatchObject({ credential: 'memory', keychainError: { code: 'KEYCHAIN_REFUSED' } })
    expect(credential(session, 'id-2')).toBe('kept')
    expect(credential(session, 'id-3')).toBe('kept')
  })

  test('that finds the open account’s entry changed helps the others, and what is pendingDeletions, all the same', async () => {
    await computer.signedIn(ADA, BOB, CY)
    const session = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    for (const id of ['id-2', 'id-1', 'id-3']) {
      await session.switchTo(id)
      await errorOfPromise(session.access())
    }
    await session.remove('id-2')
    computer.keychain.keychainError = null
    computer.keychain.entries.delete('id-3')
    expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_CHANGED' })
    expect(line(session, 'id-3')).toMatchObject({
      credential: 'unavailable',
      keychainError: { code: 'KEYCHAIN_CHANGED' }
    })
    expect(line(session, 'id-1')).toMatchObject({ credential: 'kept', keychainError: null })
    expect(session.state().pendingDeletions).toBe(0)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-1'])
  })

  test('lets saved data of another account, that has no token, be opened', async () => {
    const before = await computer.signedIn(ADA, BOB)
    await before.changeConnection({ ...here, baseAddress: 'https://other.example' })
    const session = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.dataKey('id-2'))
    await session.switchTo('id-1')
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(await session.dataKey('id-2')).toBe('key-2')
  })

  describe('with nothing to ask for the open account', () => {
    const lookedAtTwo = async (): Promise<Session> => {
      await (await computer.signedIn(ADA, BOB)).exploreSample()
      const session = computer.launch()
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      for (const id of ['id-1', 'id-2']) {
        await session.switchTo(id)
        await errorOfPromise(session.access())
      }
      await session.switchTo('id-3')
      computer.keychain.calls = []
      return session
    }

    test('asks once for another one, and calls nothing well that is still locked', async () => {
      const session = await lookedAtTwo()
      expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_LOCKED' })
      expect(computer.keychain.calls).toEqual(['read id-1'])
      for (const id of ['id-1', 'id-2'])
        expect(line(session, id)).toMatchObject({
          credential: 'unavailable',
          keychainError: { code: 'KEYCHAIN_LOCKED' }
        })
    })

    test('finds the store open by that', async () => {
      const session = await lookedAtTwo()
      computer.keychain.keychainError = null
      await session.retryKeychain()
      expect(computer.keychain.calls).toEqual(['read id-1'])
      for (const id of ['id-1', 'id-2'])
        expect(line(session, id)).toMatchObject({ credential: 'kept', keychainError: null })
      await session.switchTo('id-2')
      expect((await session.access()).token).toBe('token-2')
    })

    test('finds it open, too, by an entry that was changed', async () => {
      const session = await lookedAtTwo()
      computer.keychain.keychainError = null
      computer.keychain.entries.delete('id-1')
      expect(await errorOfPromise(session.retryKeychain())).toEqual({ code: 'KEYCHAIN_CHANGED' })
      expect(line(session, 'id-1')).toMatchObject({
        credential: 'unavailable',
        keychainError: { code: 'KEYCHAIN_CHANGED' }
      })
      expect(line(session, 'id-2')).toMatchObject({ credential: 'kept', keychainError: null })
    })
  })

  test('does not make good what another account has lost', async () => {
    const session = await next(ADA, BOB)
    computer.keychain.entries.delete('id-2')
    await errorOfPromise(session.access())
    await session.switchTo('id-1')
    await session.retryKeychain()
    expect(line(session, 'id-2')).toMatchObject({
      credential: 'unavailable',
      keychainError: { code: 'KEYCHAIN_CHANGED' }
    })
  })
})

describe('a sign-in that can’t be kept', () => {
  test.each(KEYCHAIN_ERRORS)('(%s) lives in memory until quit, and says so', async (code) => {
    computer.keychain.keychainError = code
    const session = await computer.signedIn()
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'memory',
      keychainError: { code },
      account: { tokenStored: false, keyStored: false },
      pendingDeletions: 0
    })
    expect((await session.access()).token).toBe('token-1')
    expect(await session.dataKey('id-1')).toBeNull()

    const later = computer.launch()
    expect(later.state()).toMatchObject({ status: 'signedIn', credential: 'forgotten', keychainError: null })
    expect(await errorOfPromise(later.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(await later.dataKey('id-1')).toBeNull()
    expect(computer.keychain.reads).toBe(0)
  })

  test('moves into the store, with a key, once that can be used', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn()
    for (const code of ['KEYCHAIN_REFUSED', 'KEYCHAIN_MISSING'] as const) {
      computer.keychain.keychainError = code
      expect(await errorOfPromise(session.retryKeychain())).toEqual({ code })
      expect(session.state()).toMatchObject({ credential: 'memory', keychainError: { code } })
    }
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(session.state()).toMatchObject({
      credential: 'kept',
      keychainError: null,
      account: { tokenStored: true, keyStored: true }
    })
    const key = await session.dataKey('id-1')
    expect(key).toMatch(/^key-/)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: key })
    expect(computer.keychain.reads).toBe(0)
  })

  test('moves there only once its record says so: a key that nobody knows of is not used', async () => {
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

  test('while the one before is stored, keeps what is stored, and its key', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    computer.keychain.calls = []
    await signIn(session)
    expect(computer.keychain.calls).toEqual(['read id-1'])
    expect(session.state()).toMatchObject({
      credential: 'memory',
      keychainError: { code: 'KEYCHAIN_LOCKED' },
      account: { tokenStored: true, keyStored: true }
    })
    expect((await session.access()).token).toBe('token-2')
    expect(await errorOfPromise(session.dataKey('id-1'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    computer.keychain.keychainError = null
    await session.retryKeychain()
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })

  test('can be read but not written: the key is known all the same', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    await signIn(session)
    expect(session.state()).toMatchObject({ credential: 'memory', keychainError: { code: 'KEYCHAIN_REFUSED' } })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })

  test.each([
    ['gone', () => computer.keychain.entries.clear()],
    ['altered', () => (computer.keychain.failing = (call) => (call === 'read' ? 'KEYCHAIN_CHANGED' : null))]
  ])('over an entry that is %s, there is a new key', async (_name, alter) => {
    await computer.signedIn()
    const session = computer.launch()
    alter()
    await signIn(session)
    expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null })
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-2' })
    expect(await session.dataKey('id-1')).toBe('key-2')
  })

  test('asks the keychain anew, although it failed before', async () => {
    const session = await next()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await errorOfPromise(session.access())
    computer.keychain.keychainError = null
    await signIn(session)
    expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null })
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
  })

  test('a mistake of our own is not keychainError with the store', async () => {
    computer.keychain.write = () => Promise.reject(new Error('ours'))
    const session = computer.launch()
    await expect(signIn(session)).rejects.toThrow('ours')
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [] })
  })
})

describe('an account from before there were keys', () => {
  const old = async (): Promise<Session> => {
    await next()
    computer.ageEntry('id-1')
    return computer.launch()
  }

  test('gets one beside its token, after one read', async () => {
    const session = await old()
    const [key, { token }] = await Promise.all([session.dataKey('id-1'), session.access(), session.dataKey('id-1')])
    expect(token).toBe('token-1')
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: key })
    expect(computer.record('id-1')).toMatchObject({ tokenStored: true, keyStored: true })
    expect(await computer.launch().dataKey('id-1')).toBe(key)
  })

  test('does not use one that its record could not tell of', async () => {
    const session = await old()
    await session.access()
    const full = vi.spyOn(computer.registry, 'saveAccount').mockImplementation(() => {
      throw new AppError('STORAGE')
    })
    expect([await session.dataKey('id-1'), await session.dataKey('id-1')]).toEqual([null, null])
    full.mockRestore()
    const later = computer.launch()
    expect(await later.dataKey('id-1')).toBe(computer.keychain.entries.get('id-1')?.dataKey)
    expect(computer.record('id-1')).toMatchObject({ keyStored: true })
  })

  test('also when its token was read before', async () => {
    const session = await old()
    await session.access()
    const key = await session.dataKey('id-1')
    expect(key).not.toBeNull()
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: key })
    expect(computer.keychain.reads).toBe(1)
  })

  test('has none in this launch if the store does not take it, and is as well kept as before', async () => {
    const session = await old()
    computer.keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    expect(await session.dataKey('id-1')).toBeNull()
    computer.keychain.failing = () => null
    expect(await session.dataKey('id-1')).toBeNull()
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
    expect(session.state()).toMatchObject({ credential: 'kept', keychainError: null, account: { keyStored: false } })
    expect(await computer.launch().dataKey('id-1')).not.toBeNull()
  })

  test('has its entry removed as a whole when it signs out', async () => {
    const session = await old()
    await session.signOut('id-1', false)
    expect(computer.keychain.calls).toEqual(['remove id-1'])
    expect(computer.keychain.entries.size).toBe(0)
  })

  test('whose key was written when the app ended has it', async () => {
    const session = await old()
    computer.keychain.entries.set('id-1', { token: 'token-1', origin: ORIGIN, dataKey: 'key-9' })
    await session.access()
    expect(computer.record('id-1')).toMatchObject({ keyStored: true })
    await session.signOut('id-1', false)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: null, origin: null, dataKey: 'key-9' })
  })

  test('an entry whose key was lost gets a new one, after one read', async () => {
    const session = await next()
    computer.keychain.entries.set('id-1', { token: 'token-1', origin: ORIGIN, dataKey: null })
    await session.access()
    expect(await session.dataKey('id-1')).toBe('key-2')
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
  })
})

describe('the key of an account without a token', () => {
  test('that has to sign in again is read for its saved data', async () => {
    const session = await computer.signedIn()
    await session.changeConnection({ ...here, baseAddress: 'https://other.example' })
    const later = computer.launch()
    computer.keychain.calls = []
    expect(later.state()).toMatchObject({ credential: 'forgotten' })
    expect(await later.dataKey('id-1')).toBe('key-1')
    expect(await errorOfPromise(later.access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
    expect(computer.keychain.calls).toEqual(['read id-1'])
  })

  test('and can’t be had, it fails as the store did, until a retry', async () => {
    const session = await computer.signedIn()
    await session.changeConnection({ ...here, baseAddress: 'https://other.example' })
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
  })

  test('whose entry has none any more is lost, which is told', async () => {
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    computer.keychain.entries.set('id-1', { token: null, origin: null, dataKey: null })
    expect(await errorOfPromise(computer.launch().dataKey('id-1'))).toEqual({ code: 'KEYCHAIN_CHANGED' })
  })

  test('of nobody is none', async () => {
    expect(await (await computer.signedIn()).dataKey('id-9')).toBeNull()
  })

  test('that the provider refused is there still', async () => {
    const session = await next()
    await session.access()
    session.refused('id-1', 'token-1')
    expect(await session.dataKey('id-1')).toBe('key-1')
    expect(line(session, 'id-1')).toMatchObject({ credential: 'refused', keychainError: null })
  })
})
