/** Several accounts: which is open, their order and names; one account's errors are never another's. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { PROFILE } from '../../../support/ports.ts'
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

const order = (): string[] => computer.registry.list.map(({ id }) => id)

describe('switching', () => {
  test('reads the keychain once for each account, when its token is first needed', async () => {
    await computer.signedIn(ADA, BOB, CY)
    const session = computer.launch()
    computer.keychain.calls = []
    expect(session.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-3' }, credential: 'kept' })
    expect(computer.keychain.calls).toEqual([])
    for (let times = 0; times < 3; times += 1) {
      session.show('id-3')
      expect((await session.accessTo('id-3')).token).toBe('token-3')
      session.show('id-1')
      expect((await session.accessTo('id-1')).token).toBe('token-1')
    }
    expect(computer.keychain.calls).toEqual(['read id-3', 'read id-1'])
  })

  test('is remembered for the next launch, and told once', async () => {
    const session = await computer.signedIn(ADA, BOB)
    let changes = 0
    session.onChange(() => (changes += 1))
    computer.published.names = []
    session.show('id-1')
    session.show('id-1')
    expect(changes).toBe(1)
    expect(computer.published.names).toEqual(['sessionChanged'])
    expect(computer.launch().account()?.id).toBe('id-1')
  })

  test('is refused to an account that is signed out or unknown', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.signOut('id-1', false)
    expect(() => session.show('id-1')).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
    expect(() => session.show('id-9')).toThrow(expect.objectContaining({ info: { code: 'NOT_FOUND' } }))
    expect(session.account()?.id).toBe('id-2')
  })

  test.each([false, true])(
    'while the keychain is read gives each account its own token (and back: %s)',
    async (back) => {
      await computer.signedIn(ADA, BOB)
      const session = computer.launch()
      const release = computer.keychain.hold()
      const second = session.accessTo('id-2')
      session.show('id-1')
      const first = session.accessTo('id-1')
      if (back) session.show('id-2')
      release()
      expect([(await first).token, (await second).token]).toEqual(['token-1', 'token-2'])
      expect(computer.keychain.reads).toBe(2)
    }
  )
})

describe('a token that the API refuses', () => {
  test('stops its own account only, is told once, and can only be the one in use', async () => {
    const session = await computer.signedIn(ADA, BOB)
    let changes = 0
    session.onChange(() => (changes += 1))
    session.refused('id-2', 'an-older-token')
    for (let times = 0; times < 3; times += 1) session.refused('id-1', 'token-1')
    expect(changes).toBe(1)
    expect(credential(session, 'id-1')).toBe('refused')
    expect(session.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2' } })
    session.show('id-1')
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'UNAUTHORIZED' })
  })

  test('is in use again once the API accepts it, and only then', async () => {
    const session = await computer.signedIn(ADA, BOB)
    session.refused('id-2', 'token-2')
    expect((await session.accessTo('id-2', true)).token).toBe('token-2')
    session.accepted('id-2', 'an-older-token')
    expect(session.state()).toMatchObject({ credential: 'refused' })
    let changes = 0
    session.onChange(() => (changes += 1))
    for (let times = 0; times < 3; times += 1) session.accepted('id-2', 'token-2')
    expect(changes).toBe(1)
    expect(session.state()).toMatchObject({ credential: 'kept' })
    expect((await session.accessTo('id-2')).token).toBe('token-2')
  })

  test('is not refused by another host, where it may be good', async () => {
    const session = computer.launch()
    await signInWithToken(session, 'same', null, here)
    await signInWithToken(session, 'same', null, there)
    session.refused('id-1', 'same')
    expect(credential(session, 'id-1')).toBe('refused')
    expect(credential(session, 'id-2')).toBe('kept')
  })

  test('is replaced by a new sign-in, which keeps id, key, name and position', async () => {
    const session = await computer.signedIn(ADA, BOB)
    session.rename('id-1', 'Work')
    session.refused('id-1', 'token-1')
    await session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })
    expect(session.state()).toMatchObject({ credential: 'kept', account: { id: 'id-1', label: 'Work', named: true } })
    expect(order()).toEqual(['id-1', 'id-2'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-1' })
    session.refused('id-1', 'token-1')
    expect(session.state()).toMatchObject({ credential: 'kept' })
  })
})

describe('names and order', () => {
  test('a name is the person’s until they change it', async () => {
    const session = await computer.signedIn()
    const release = computer.keychain.hold()
    const again = signIn(session)
    session.rename('id-1', 'Work')
    release()
    await again
    expect(session.account()).toMatchObject({ label: 'Work', named: true })
    await session.changeConnection('id-1', there)
    expect(computer.launch().account()).toMatchObject({ label: 'Work', named: true, email: ADA })
    expect(() => session.rename('id-9', 'Work')).toThrow('NOT_FOUND')
    expect(() => session.move('id-9', 0)).toThrow('NOT_FOUND')
  })

  test.each([
    ['id-3', 0, ['id-3', 'id-1', 'id-2']],
    ['id-1', 1, ['id-2', 'id-1', 'id-3']],
    ['id-1', 10_000, ['id-2', 'id-3', 'id-1']],
    ['id-2', 1, ['id-1', 'id-2', 'id-3']]
  ])('%s moves to index %i', async (id, to, expected) => {
    const session = await computer.signedIn(ADA, BOB, CY)
    session.move(id, to)
    expect(order()).toEqual(expected)
    expect(session.state().accounts.map(({ account }) => account.id)).toEqual(expected)
    expect(session.account()?.id).toBe('id-3')
  })
})

describe('when the open account leaves', () => {
  test('the next one that is not signed out opens, after the last one the first', async () => {
    const session = await computer.signedIn(ADA, BOB, CY)
    session.show('id-2')
    await session.signOut('id-2', false)
    expect(session.account()?.id).toBe('id-3')
    await signIn(session, BOB)
    await session.signOut('id-3', false)
    expect(session.account()?.id).toBe('id-2')
    await session.signOut('id-2', false)
    expect(session.account()?.id).toBe('id-1')
    expect(computer.registry.active).toBe('id-1')
    await session.remove('id-1')
    expect(session.state()).toMatchObject({ status: 'signedOut', accounts: [{ credential: 'signedOut' }, {}] })
    expect(computer.registry.active).toBeNull()
  })

  test('the form is filled with the last open account of a person, also after a launch', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.exploreSample('good')
    session.show('id-1')
    await session.signOut('id-2', false)
    await session.signOut('id-1', false)
    await session.signOut('id-3', false)
    const previous = { status: 'signedOut', previous: { id: 'id-1' } }
    expect(session.state()).toMatchObject(previous)
    expect(computer.launch().state()).toMatchObject(previous)
    await session.remove('id-2')
    expect(session.state()).toMatchObject(previous)
  })
})

describe('the name of an account without one of the user’s own', () => {
  const profile = (names: Record<string, string>) => {
    const fields = Object.entries(names).map(([name, value]) => ({ name, value }))
    const person = fields.filter(({ name }) => name === 'fullName')
    const company = fields.filter(({ name }) => name !== 'fullName')
    return { ...PROFILE, groups: { ...PROFILE.groups, person, company } }
  }
  const KELLER = profile({ fullName: 'Robin Keller', companyName: ' Keller\u2028GmbH ' })
  const labels = (session: Session) => session.state().accounts.map(({ account }) => account.label)

  test('follows its profile: the company, else the person, else the email', async () => {
    const session = await computer.signedIn()
    session.nameByProfile('id-1', KELLER)
    expect(labels(session)).toEqual(['Keller GmbH'])
    session.nameByProfile('id-1', profile({ fullName: 'Robin Keller', companyName: ' – ' }))
    expect(labels(session)).toEqual(['Robin Keller'])
    session.nameByProfile('id-1', profile({ companyName: 'Long Name '.repeat(20) }))
    expect(labels(session)).toEqual([expect.stringMatching(/^Long Name .{69}…$/)])
    session.nameByProfile('id-1', PROFILE)
    expect(labels(session)).toEqual([ADA])
    session.nameByProfile('id-9', KELLER)
  })

  test('outlives a sign-in, another address and a launch, and gives way to the user’s own', async () => {
    const session = await computer.signedIn()
    session.nameByProfile('id-1', KELLER)
    await signIn(session)
    await session.changeConnection('id-1', { ...here, currency: 'EUR' })
    expect(labels(computer.launch())).toEqual(['Keller GmbH'])
    session.rename('id-1', 'Work')
    session.nameByProfile('id-1', profile({ companyName: 'Keller Ltd' }))
    expect(labels(session)).toEqual(['Work'])
    session.rename('id-1', null)
    expect(session.account()).toMatchObject({ label: 'Keller Ltd', named: false })
  })

  test('is told once', async () => {
    const session = await computer.signedIn()
    let changes = 0
    session.onChange(() => (changes += 1))
    for (let times = 0; times < 3; times += 1) session.nameByProfile('id-1', KELLER)
    expect(changes).toBe(1)
  })

  test('is that of the profile which proved a token', async () => {
    computer.api.profile = async () => ({ value: KELLER, notes: [], validators: null })
    const session = computer.launch()
    await signInWithToken(session, 'token')
    expect(session.account()).toMatchObject({ label: 'Keller GmbH', email: ADA })
  })

  test('is the email while nothing of the profile is on disk, and never a key', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    computer.api.profile = async () => ({ value: KELLER, notes: [], validators: null })
    const session = computer.launch()
    await signInWithToken(session, 'token')
    session.nameByProfile('id-1', KELLER)
    expect(JSON.stringify(computer.registry.list)).not.toContain('Keller')
    computer.keychain.keychainError = null
    await signIn(session, BOB)
    session.nameByProfile('id-2', profile({ companyName: 'sk_live_0a1b2c3d4e5f6a7b8c9d' }))
    expect(labels(session)).toEqual([ADA, BOB])
  })
})

describe('at the start', () => {
  test('nothing is read, and each account is as its record says', async () => {
    const session = await computer.signedIn(ADA, BOB)
    await session.signOut('id-1', false)
    await session.exploreSample('good')
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(session, CY)
    computer.keychain.calls = []
    const next = computer.launch()
    expect(next.state().accounts.map((one) => one.credential)).toEqual(['signedOut', 'kept', 'sample', 'forgotten'])
    expect(next.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-4' } })
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([null, 'id-9'])('an account with a token opens if the registry lost the open one (%s)', async (active) => {
    await computer.signedIn(ADA, BOB)
    computer.registry.active = active
    expect(computer.launch().account()?.id).toBe('id-1')
  })

  test('no account opens that is signed out, or has no token and was not open', async () => {
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    computer.registry.active = 'id-1'
    expect(computer.launch().state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1' } })
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(session, BOB)
    computer.registry.active = null
    expect(computer.launch().state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1' } })
  })
})

describe('the sample account', () => {
  test('never touches the keychain, has no key, and is open again on the next launch', async () => {
    const session = computer.launch()
    await session.exploreSample('good')
    expect(await session.dataKey('id-1')).toBeNull()
    const next = computer.launch()
    expect(next.state()).toMatchObject({ status: 'signedIn', credential: 'sample', keychainError: null })
    const both = await Promise.all([next.accessTo('id-1'), next.accessTo('id-1')])
    expect(both.map(({ token }) => token)).toEqual(['token-2', 'token-2'])
    await next.exploreSample('good')
    expect((await next.accessTo('id-1')).token).toBe('token-3')
    await next.retryKeychain()
    await next.signOut('id-1', true)
    expect(computer.keychain.calls).toEqual([])
    expect(computer.registry.list).toEqual([])
  })

  test('stays signed out when that happens while it signs in', async () => {
    await computer.launch().exploreSample('good')
    const session = computer.launch()
    const grant = Promise.withResolvers<{ token: string; expiresAt: null }>()
    computer.api.signIn = () => grant.promise
    const access = errorOfPromise(session.accessTo('id-1'))
    await session.signOut('id-1', false)
    grant.resolve({ token: 'late', expiresAt: null })
    expect(await access).toEqual({ code: 'CANCELLED' })
    expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
  })
})
