/** An account's connection changes; a token never travels to another origin. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Accounts } from '../../../src/main/accounts/accounts.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { failing, settle } from '../../support/ports.ts'
import { ADA, BOB, Computer, errorOfPromise, here, line, ORIGIN, signIn, there, signInWithToken } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

/** Every token that this session, and the next launch, would send, with its address. */
const sent = async (accounts: Accounts): Promise<string[]> => {
  const all: string[] = []
  for (const open of [() => accounts, () => computer.launch()]) {
    const one = open()
    await one.retryKeychain().catch(() => null)
    const access = await one.shown?.access().catch(() => null)
    if (access) all.push(`${access.token} to ${access.connection.baseUrl}`)
  }
  return all
}

const NOT_SIGNED_IN = { code: 'UNAUTHORIZED', found: 'notSignedIn' }

describe('at the same origin', () => {
  test.each<[string, Connection]>([
    ['a setting', { ...here, timeoutSeconds: 60 }],
    ['the path', { ...here, baseUrl: 'https://host.example/api' }],
    ['the same address, written otherwise', { ...here, baseUrl: 'https://host.example/' }]
  ])('%s changes and the account stays signed in', async (_name, connection) => {
    const accounts = await computer.signedIn()
    computer.published.changes = []
    computer.keychain.calls = []
    await accounts.changeConnection('id-1', connection)
    const saved = { ...connection, baseUrl: connection.baseUrl.replace(/\/$/, '') }
    expect(accounts.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { connection: saved } })
    expect(computer.registry.list).toMatchObject([{ id: 'id-1', connection: saved, tokenStored: true }])
    expect(computer.published.topics).toContain('session')
    expect(computer.keychain.calls).toEqual([])
    expect(await sent(accounts)).toEqual(Array(2).fill(`token-1 to ${saved.baseUrl}`))
  })

  test('a keychain that answers after the change gives the token to the new settings', async () => {
    await computer.signedIn()
    const accounts = computer.launch()
    const release = computer.keychain.hold()
    const access = accounts.get('id-1').access()
    await accounts.changeConnection('id-1', { ...here, timeoutSeconds: 60 })
    release()
    expect(await access).toEqual({ connection: { ...here, timeoutSeconds: 60 }, token: 'token-1' })
  })
})

describe('at another origin', () => {
  test.each(['https://other.example', 'https://host.example:8443', 'https://host.example.evil.example'])(
    '%s drops the token everywhere; the account, its data and its key stay',
    async (baseUrl) => {
      const accounts = await computer.signedIn(BOB, ADA)
      await accounts.changeConnection('id-2', { ...here, baseUrl: `${baseUrl}/` })
      expect(accounts.state()).toMatchObject({
        credential: 'forgotten',
        account: { id: 'id-2', connection: { baseUrl }, tokenStored: false, keyStored: true, tokenExpiresAt: null }
      })
      expect(computer.keychain.entries.get('id-2')).toEqual({ token: null, origin: null, dataKey: 'key-2' })
      expect(await accounts.get('id-2').dataKey()).toBe('key-2')
      accounts.get('id-2').refused('token-2')
      expect(accounts.state()).toMatchObject({ credential: 'forgotten' })
      expect(await sent(accounts)).toEqual([])
      expect(await accounts.get('id-1').access()).toMatchObject({ connection: here, token: 'token-1' })
    }
  )

  test('the token is gone before the keychain answers, and a move back does not return it', async () => {
    await computer.signedIn()
    const accounts = computer.launch()
    const release = computer.keychain.hold()
    const early = errorOfPromise(accounts.get('id-1').access())
    const change = accounts.changeConnection('id-1', there)
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual(NOT_SIGNED_IN)
    expect(await errorOfPromise(computer.launch().get('id-1').access())).toEqual(NOT_SIGNED_IN)
    release()
    await change
    expect(await early).toEqual(NOT_SIGNED_IN)
    expect(computer.keychain.reads).toBe(1)
    await accounts.changeConnection('id-1', here)
    expect(await errorOfPromise(accounts.get('id-1').access())).toEqual(NOT_SIGNED_IN)
  })

  test('signing in there finds the same account, also beside an older one of the same name', async () => {
    const accounts = computer.launch()
    await signIn(accounts, ADA, there)
    await signIn(accounts, ADA, here)
    await accounts.changeConnection('id-2', there)
    await signIn(accounts, ADA, there)
    expect(accounts.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2', connection: there } })
    await accounts.signOut('id-1', false)
    await accounts.signOut('id-2', false)
    await signIn(accounts, ADA, there)
    expect(accounts.shown?.id).toBe('id-2')
    await accounts.signIn({ kind: 'password', connection: there, email: ADA, password: 'pw', again: 'id-1' })
    expect(accounts.shown?.id).toBe('id-1')
  })

  test('an API key that names nobody has its account back with the next key', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    const accounts = computer.launch()
    await signInWithToken(accounts, 'api-1')
    await accounts.changeConnection('id-1', there)
    expect(accounts.shown?.record).toMatchObject({ id: 'id-1', label: 'other.example' })
    await signInWithToken(accounts, 'api-2', 'id-1', there)
    expect(await sent(accounts)).toEqual(Array(2).fill('api-2 to https://other.example'))
  })
})

describe('of an account that is not open', () => {
  test.each<[string, Connection, string]>([
    ['a setting changes and the account stays signed in', { ...here, timeoutSeconds: 60 }, 'kept'],
    ['another origin drops its token', there, 'forgotten']
  ])('%s; the open one stays as it is', async (_name, connection, state) => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.changeConnection('id-1', connection)
    expect(line(accounts, 'id-1')).toMatchObject({ credential: state, account: { connection } })
    expect(accounts.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2', connection: here } })
    expect(await accounts.get('id-2').access()).toEqual({
      connection: here,
      token: 'token-2',
      earlierTokens: ['token-1']
    })
  })
})

describe('while the keychain is read for a new user name', () => {
  const withUser: Connection = { ...here, authorization: { scheme: 'Basic', user: 'somebody' } }
  let accounts: Accounts
  let release: () => void
  let change: Promise<void>

  beforeEach(async () => {
    await computer.signedIn(ADA, BOB)
    accounts = computer.launch()
    release = computer.keychain.hold()
    change = accounts.changeConnection('id-2', withUser)
    await settle()
  })

  test('another account may be shown', async () => {
    accounts.show('id-1')
    release()
    await change
    expect(line(accounts, 'id-2').account.connection).toEqual(withUser)
    expect(accounts.shown?.record).toMatchObject({ id: 'id-1', connection: here })
  })

  test.each<[string, () => Promise<void>]>([
    ['a sign-out', () => accounts.signOut('id-2', false)],
    ['a removal', () => accounts.remove('id-2')],
    ['another change', () => accounts.changeConnection('id-2', { ...here, timeoutSeconds: 60 })]
  ])('%s cancels it', async (_name, end) => {
    const cancelled = errorOfPromise(change)
    const ended = end()
    release()
    await ended
    expect(await cancelled).toEqual({ code: 'CANCELLED' })
    expect(computer.record('id-2')?.connection).not.toEqual(withUser)
  })
})

describe('nothing changes', () => {
  test('for an account that is unknown or signed out', async () => {
    const accounts = await computer.signedIn(ADA, BOB)
    await accounts.signOut('id-1', false)
    const before = accounts.state()
    expect(await errorOfPromise(accounts.changeConnection('id-1', there))).toEqual({ code: 'UNAUTHORIZED' })
    expect(await errorOfPromise(accounts.changeConnection('id-9', there))).toEqual({ code: 'NOT_FOUND' })
    expect(accounts.state()).toEqual(before)
  })

  test('for the sample account', async () => {
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'sample', data: 'good' })
    const before = accounts.state()
    expect(await errorOfPromise(accounts.changeConnection('id-1', there))).toEqual({
      code: 'BAD_REQUEST',
      found: 'input'
    })
    expect(accounts.state()).toEqual(before)
  })

  test('by an invalid address, or a record that can’t be saved: the token stays with its origin', async () => {
    const accounts = await computer.signedIn()
    expect(await errorOfPromise(accounts.changeConnection('id-1', { ...there, baseUrl: 'nonsense' }))).toEqual({
      code: 'BAD_REQUEST',
      found: 'address'
    })
    computer.registry.saveAccount = () => {
      throw new AppError('STORAGE')
    }
    expect(await errorOfPromise(accounts.changeConnection('id-1', there))).toEqual({ code: 'STORAGE' })
    expect(await sent(accounts)).toEqual(Array(2).fill(`token-1 to ${ORIGIN}`))
    expect(computer.registry.journal).toEqual([])
  })
})
