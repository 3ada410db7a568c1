/** Several accounts: which is shown, their order and names; one account's errors are never another's. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Accounts } from '../../../src/main/accounts/accounts.ts'
import { CredentialStore } from '../../../src/main/accounts/credential/credential-store.ts'
import { PROFILE } from '../../support/ports.ts'
import { launchCore, world } from '../app/launch.ts'
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
    const accounts = computer.launch()
    computer.keychain.calls = []
    expect(accounts.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-3' }, credential: 'kept' })
    expect(computer.keychain.calls).toEqual([])
    for (let times = 0; times < 3; times += 1) {
      accounts.show('id-3')
      expect((await accounts.get('id-3').access()).token).toBe('token-3')
      accounts.show('id-1')
      expect((await accounts.get('id-1').access()).token).toBe('token-1')
    }
    expect(computer.keychain.calls).toEqual(['read id-3', 'read id-1'])
  })

  test('is remembered for the next launch, and told once', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    let changes = 0
    accounts.onChange(() => (changes += 1))
    computer.published.changes = []
    accounts.show('id-1')
    accounts.show('id-1')
    expect(changes).toBe(1)
    expect(computer.published.topics).toEqual(['session'])
    expect(computer.launch().shown?.id).toBe('id-1')
  })

  test('is refused to an account that is signed out or unknown', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.signOut('id-1', false)
    expect(() => accounts.show('id-1')).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
    expect(() => accounts.show('id-9')).toThrow(expect.objectContaining({ info: { code: 'NOT_FOUND' } }))
    expect(accounts.shown?.id).toBe('id-2')
  })

  test.each([false, true])(
    'while the keychain is read gives each account its own token (and back: %s)',
    async (back) => {
      await computer.signedIn(ADA, BOB)
      const accounts = computer.launch()
      const release = computer.keychain.hold()
      const second = accounts.get('id-2').access()
      accounts.show('id-1')
      const first = accounts.get('id-1').access()
      if (back) accounts.show('id-2')
      release()
      expect([(await first).token, (await second).token]).toEqual(['token-1', 'token-2'])
      expect(computer.keychain.reads).toBe(2)
    }
  )
})

describe('a token that the API refuses', () => {
  test('stops its own account only, is told once, and can only be the one in use', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    let changes = 0
    accounts.onChange(() => (changes += 1))
    accounts.get('id-2').refused('an-older-token')
    for (let times = 0; times < 3; times += 1) accounts.get('id-1').refused('token-1')
    expect(changes).toBe(1)
    expect(credential(accounts, 'id-1')).toBe('refused')
    expect(accounts.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2' } })
    accounts.show('id-1')
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual({ code: 'UNAUTHORIZED' })
  })

  test('is in use again once the API accepts it, and only then', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    accounts.get('id-2').refused('token-2')
    expect((await accounts.get('id-2').access(true)).token).toBe('token-2')
    accounts.get('id-2').accepted('an-older-token')
    expect(accounts.state()).toMatchObject({ credential: 'refused' })
    let changes = 0
    accounts.onChange(() => (changes += 1))
    for (let times = 0; times < 3; times += 1) accounts.get('id-2').accepted('token-2')
    expect(changes).toBe(1)
    expect(accounts.state()).toMatchObject({ credential: 'kept' })
    expect((await accounts.get('id-2').access()).token).toBe('token-2')
  })

  test('is not refused by another host, where it may be good', async () => {
    const accounts = computer.launch()
    await signInWithToken(accounts, 'same', null, here)
    await signInWithToken(accounts, 'same', null, there)
    accounts.get('id-1').refused('same')
    expect(credential(accounts, 'id-1')).toBe('refused')
    expect(credential(accounts, 'id-2')).toBe('kept')
  })

  test('is replaced by a new sign-in, which keeps id, key, name and position', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    accounts.rename('id-1', 'Work')
    accounts.get('id-1').refused('token-1')
    await accounts.signIn({ kind: 'password', connection: here, email: ADA, password: 'pw', again: 'id-1' })
    expect(accounts.state()).toMatchObject({ credential: 'kept', account: { id: 'id-1', label: 'Work', named: true } })
    expect(order()).toEqual(['id-1', 'id-2'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-3', origin: ORIGIN, dataKey: 'key-1' })
    accounts.get('id-1').refused('token-1')
    expect(accounts.state()).toMatchObject({ credential: 'kept' })
  })
})

describe('names and order', () => {
  test('a name is the person’s until they change it', async () => {
    const accounts = await computer.signedIn()
    const release = computer.keychain.hold()
    const again = signIn(accounts)
    accounts.rename('id-1', 'Work')
    release()
    await again
    expect(accounts.shown?.record).toMatchObject({ label: 'Work', named: true })
    await accounts.changeConnection('id-1', there)
    expect(computer.launch().shown?.record).toMatchObject({ label: 'Work', named: true, email: ADA })
    expect(() => accounts.rename('id-9', 'Work')).toThrow('NOT_FOUND')
    expect(() => accounts.move('id-9', 0)).toThrow('NOT_FOUND')
  })

  test.each([
    ['id-3', 0, ['id-3', 'id-1', 'id-2']],
    ['id-1', 1, ['id-2', 'id-1', 'id-3']],
    ['id-1', 10_000, ['id-2', 'id-3', 'id-1']],
    ['id-2', 1, ['id-1', 'id-2', 'id-3']]
  ])('%s moves to index %i', async (id, to, expected) => {
    const accounts = await computer.signedIn(ADA, BOB, CY)
    accounts.move(id, to)
    expect(order()).toEqual(expected)
    expect(accounts.state().accounts.map(({ account }) => account.id)).toEqual(expected)
    expect(accounts.shown?.id).toBe('id-3')
  })
})

describe('when the account shown leaves', () => {
  test('the next one that is not signed out opens, after the last one the first', async () => {
    const accounts = await computer.signedIn(ADA, BOB, CY)
    accounts.show('id-2')
    await accounts.signOut('id-2', false)
    expect(accounts.shown?.id).toBe('id-3')
    await signIn(accounts, BOB)
    await accounts.signOut('id-3', false)
    expect(accounts.shown?.id).toBe('id-2')
    await accounts.signOut('id-2', false)
    expect(accounts.shown?.id).toBe('id-1')
    expect(computer.registry.shown).toBe('id-1')
    await accounts.remove('id-1')
    expect(accounts.state()).toMatchObject({ status: 'signedOut', accounts: [{ credential: 'signedOut' }, {}] })
    expect(computer.registry.shown).toBeNull()
  })

  test('the form is filled with the last account shown of a person, also after a launch', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.signIn({ kind: 'sample', data: 'good' })
    accounts.show('id-1')
    await accounts.signOut('id-2', false)
    await accounts.signOut('id-1', false)
    await accounts.signOut('id-3', false)
    const previous = { status: 'signedOut', previous: { id: 'id-1' } }
    expect(accounts.state()).toMatchObject(previous)
    expect(computer.launch().state()).toMatchObject(previous)
    await accounts.remove('id-2')
    expect(accounts.state()).toMatchObject(previous)
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
  const labels = (accounts: Accounts) => accounts.lines.map(({ account }) => account.label)

  test('follows its profile: the company, else the person, else the email', async () => {
    const accounts = await computer.signedIn()
    accounts.nameByProfile('id-1', KELLER)
    expect(labels(accounts)).toEqual(['Keller GmbH'])
    accounts.nameByProfile('id-1', profile({ fullName: 'Robin Keller', companyName: ' – ' }))
    expect(labels(accounts)).toEqual(['Robin Keller'])
    accounts.nameByProfile('id-1', profile({ companyName: 'Long Name '.repeat(20) }))
    expect(labels(accounts)).toEqual([expect.stringMatching(/^Long Name .{69}…$/)])
    accounts.nameByProfile('id-1', PROFILE)
    expect(labels(accounts)).toEqual([ADA])
    accounts.nameByProfile('id-9', KELLER)
  })

  test('outlives a sign-in, another address and a launch, and gives way to the user’s own', async () => {
    const accounts = await computer.signedIn()
    accounts.nameByProfile('id-1', KELLER)
    await signIn(accounts)
    await accounts.changeConnection('id-1', { ...here, currency: 'EUR' })
    expect(labels(computer.launch())).toEqual(['Keller GmbH'])
    accounts.rename('id-1', 'Work')
    accounts.nameByProfile('id-1', profile({ companyName: 'Keller Ltd' }))
    expect(labels(accounts)).toEqual(['Work'])
    accounts.rename('id-1', null)
    expect(accounts.shown?.record).toMatchObject({ label: 'Keller Ltd', named: false })
  })

  test('is told once', async () => {
    const accounts = await computer.signedIn()
    let changes = 0
    accounts.onChange(() => (changes += 1))
    for (let times = 0; times < 3; times += 1) accounts.nameByProfile('id-1', KELLER)
    expect(changes).toBe(1)
  })

  test('is that of the profile which proved a token', async () => {
    computer.api.profile = async () => ({ value: KELLER, notes: [], validators: null })
    const accounts = computer.launch()
    await signInWithToken(accounts, 'token')
    expect(accounts.shown?.record).toMatchObject({ label: 'Keller GmbH', email: ADA })
  })

  test('is the email while nothing of the profile is on disk, and never a key', async () => {
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    computer.api.profile = async () => ({ value: KELLER, notes: [], validators: null })
    const accounts = computer.launch()
    await signInWithToken(accounts, 'token')
    accounts.nameByProfile('id-1', KELLER)
    expect(JSON.stringify(computer.registry.list)).not.toContain('Keller')
    computer.keychain.keychainError = null
    await signIn(accounts, BOB)
    accounts.nameByProfile('id-2', profile({ companyName: 'sk_live_0a1b2c3d4e5f6a7b8c9d' }))
    expect(labels(accounts)).toEqual([ADA, BOB])
  })
})

describe('at the start', () => {
  test('nothing is read, and each account is as its record says', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.signOut('id-1', false)
    await accounts.signIn({ kind: 'sample', data: 'good' })
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(accounts, CY)
    computer.keychain.calls = []
    const next = computer.launch()
    expect(next.state().accounts.map((one) => one.credential)).toEqual(['signedOut', 'kept', 'sample', 'forgotten'])
    expect(next.state()).toMatchObject({ status: 'signedIn', account: { id: 'id-4' } })
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([null, 'id-9'])(
    'an account with a token is shown if the registry lost which one was (%s)',
    async (shown) => {
      await computer.signedIn(ADA, BOB)
      computer.registry.shown = shown
      expect(computer.launch().shown?.id).toBe('id-1')
    }
  )

  test('no account is shown that is signed out, or has no token and wasn’t shown', async () => {
    const accounts = await computer.signedIn()
    await accounts.signOut('id-1', false)
    computer.registry.shown = 'id-1'
    expect(computer.launch().state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1' } })
    computer.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(accounts, BOB)
    computer.registry.shown = null
    expect(computer.launch().state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1' } })
  })
})

describe('the sample account', () => {
  test('never touches the keychain, has no key, and is shown again on the next launch', async () => {
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'sample', data: 'good' })
    expect(await accounts.get('id-1').dataKey()).toBeNull()
    const next = computer.launch()
    expect(next.state()).toMatchObject({ status: 'signedIn', credential: 'sample', keychainError: null })
    const both = await Promise.all([next.get('id-1').access(), next.get('id-1').access()])
    expect(both.map(({ token }) => token)).toEqual(['token-2', 'token-2'])
    await next.signIn({ kind: 'sample', data: 'good' })
    expect((await next.get('id-1').access()).token).toBe('token-3')
    await next.retryKeychain()
    await next.signOut('id-1', true)
    expect(computer.keychain.calls).toEqual([])
    expect(computer.registry.list).toEqual([])
  })

  test('stays signed out when that happens while it signs in', async () => {
    await computer.launch().signIn({ kind: 'sample', data: 'good' })
    const accounts = computer.launch()
    const issued = Promise.withResolvers<{ token: string; expiresAt: null }>()
    computer.api.signIn = () => issued.promise
    const access = errorOfPromise(accounts.get('id-1').access())
    await accounts.signOut('id-1', false)
    issued.resolve({ token: 'late', expiresAt: null })
    expect(await access).toEqual({ code: 'CANCELLED' })
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
  })
})

describe('many accounts', () => {
  /** How often a credential is looked at because of one change, while no account was asked since the start. */
  async function looksOf(count: number, change: (accounts: Accounts) => unknown): Promise<number> {
    const its = { ...world(), asks: true }
    for (let at = 1; at <= count; at += 1) await signIn(launchCore(its).accounts, `person-${at}@example.com`)
    const { accounts } = launchCore(its)
    const looks = vi.spyOn(CredentialStore.prototype, 'stateOf')
    await change(accounts)
    const { length } = looks.mock.calls
    looks.mockRestore()
    return length
  }

  test('a name or a place of one makes no account look at its credential', async () => {
    expect(await looksOf(10, (accounts) => accounts.rename('id-2', 'Work'))).toBe(0)
    expect(await looksOf(10, (accounts) => accounts.move('id-2', 0))).toBe(0)
  })

  test('another one shown looks at each credential a few times, however many there are', async () => {
    const [few, many] = [
      await looksOf(10, (accounts) => accounts.show('id-1')),
      await looksOf(40, (accounts) => accounts.show('id-1'))
    ]
    expect(few).toBeGreaterThan(0)
    expect(many).toBeLessThan(few * 5)
  })
})
