import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { answer, failing, PROFILE, settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, credential, errorOfPromise, here, line, ORIGIN, signIn, useToken } from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const form = { connection: { ...here, baseAddress: 'https://host.example/' }, email: ` ${ADA} `, password: 'pw' }

describe('signing in', () => {
  test('puts the token with a key into the keychain, and remembers the account under a tidy address', async () => {
    const session = computer.launch()
    await session.signIn({ ...form, again: null })
    expect(computer.keychain.calls).toEqual(['write id-1'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'kept',
      keychainError: null,
      account: { email: ADA, label: ADA, connection: here, tokenStored: true, keyStored: true, signedOut: false },
      accounts: [{ account: { id: 'id-1' }, credential: 'kept', keychainError: null }],
      pendingDeletions: 0
    })
    expect(computer.registry.list).toEqual([session.account()])
    expect(computer.registry.active).toBe('id-1')
    expect(computer.registry.owing).toEqual([])
  })

  test('again at the same place keeps the account, and so its saved data and its key', async () => {
    const session = await computer.signedIn()
    await session.signOut('id-1', false)
    expect(session.state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1', tokenStored: false } })
    await signIn(session)
    expect(session.account()).toMatchObject({ id: 'id-1', signedOut: false, tokenStored: true })
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.registry.list).toHaveLength(1)
  })

  test('again after a launch reads the key that is stored before it writes over it', async () => {
    await computer.signedIn()
    const session = computer.launch()
    computer.keychain.calls = []
    await signIn(session)
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect(await session.dataKey('id-1')).toBe('key-1')
  })

  test('a refusal leaves everything as it was', async () => {
    computer.api.signIn = failing('WRONG_CREDENTIALS', 400)
    const session = computer.launch()
    expect(await errorOfPromise(signIn(session))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(session.state()).toEqual({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    expect(computer.registry.list).toEqual([])
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([
    ['no password', { ...form, password: '' }],
    ['no email', { ...form, email: '  ' }],
    ['no address', { ...form, connection: { ...here, baseAddress: 'nonsense' } }]
  ])('%s is refused before anything is sent', async (_name, input) => {
    let sent = false
    computer.api.signIn = async () => ((sent = true), { token: 't', expiresAt: null })
    expect(await errorOfPromise(computer.launch().signIn({ ...input, again: null }))).toMatchObject({
      code: 'BAD_REQUEST'
    })
    expect(sent).toBe(false)
  })

  test('sends a code only when there is one', async () => {
    const sent: unknown[] = []
    computer.api.signIn = async (_connection, typed) => (sent.push(typed), { token: 't', expiresAt: null })
    const session = computer.launch()
    await session.signIn({ ...form, code: ' ', again: null })
    await session.signIn({ ...form, code: ' 123 ', again: null })
    expect(sent).toEqual([
      { email: ADA, password: 'pw' },
      { email: ADA, password: 'pw', code: '123' }
    ])
  })

  test('tells when the token ends, as the reply said', async () => {
    const expiresAt = '2026-12-01T00:00:00.000Z'
    computer.api.signIn = async () => ({ token: 't', expiresAt })
    const session = await computer.signedIn()
    expect(session.account()?.tokenExpiresAt).toBe(expiresAt)
  })

  test('the end of a token, by the clock, ends nothing', async () => {
    computer.api.signIn = async () => ({ token: 'old', expiresAt: '2020-01-01T00:00:00.000Z' })
    const session = await computer.signedIn()
    await computer.clock.advance(400 * 86_400_000)
    expect((await session.access()).token).toBe('old')
    expect((await computer.launch().access()).token).toBe('old')
  })

  test('sends and keeps every setting of the form', async () => {
    const own: Connection = { ...here, signInPath: '/login', amountUnit: 'minor', statuses: { '2': 'settled' } }
    let asked: Connection | null = null
    computer.api.signIn = async (connection) => ((asked = connection), { token: 't', expiresAt: null })
    const session = computer.launch()
    await signIn(session, ADA, own)
    expect(asked).toEqual(own)
    expect(session.account()?.connection).toEqual(own)
    await session.signOut('id-1', false)
    expect(session.state()).toMatchObject({ status: 'signedOut', previous: { connection: own } })
    await signIn(session, ADA, { ...own, amountUnit: 'major' })
    expect(session.account()).toMatchObject({ id: 'id-1', connection: { ...own, amountUnit: 'major' } })
  })

  test('two sign-ins of one person at once make one account', async () => {
    const session = computer.launch()
    const release = computer.keychain.hold()
    const both = Promise.all([signIn(session), signIn(session)])
    release()
    await both
    expect(computer.registry.list).toHaveLength(1)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect((await session.access()).token).toBe('token-2')
  })

  test('a record that can’t be saved is no sign-in, and leaves no entry', async () => {
    const session = computer.launch()
    const { saveAccount } = computer.registry
    computer.registry.saveAccount = () => {
      throw new AppError('STORAGE')
    }
    expect(await errorOfPromise(signIn(session))).toEqual({ code: 'STORAGE' })
    await session.retryKeychain()
    expect(session.state()).toEqual({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    expect(computer.keychain.entries.size).toBe(0)
    computer.registry.saveAccount = saveAccount
    await signIn(session)
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept' })
  })
})

test('an account whose opening can’t be saved is there, as kept as its record says', async () => {
  const session = computer.launch()
  computer.registry.setActiveAccountId = () => {
    throw new AppError('STORAGE')
  }
  expect(await errorOfPromise(signIn(session))).toEqual({ code: 'STORAGE' })
  expect(line(session, 'id-1')).toMatchObject({ credential: 'kept', account: { tokenStored: true } })
  await settle()
  expect(computer.keychain.entries.get('id-1')?.token).toBe('token-1')
})

describe('a token or API key', () => {
  test('is taken without the word Bearer and proved by a call', async () => {
    const session = computer.launch()
    await useToken(session, '  Bearer key-9 \n')
    expect(computer.keychain.entries.get('id-1')?.token).toBe('key-9')
  })

  test('tells its end by itself', async () => {
    computer.api.expiryOf = (token) => (token === 'jwt' ? '2026-12-24T00:00:00.000Z' : null)
    const session = computer.launch()
    await useToken(session, 'jwt')
    expect(session.account()?.tokenExpiresAt).toBe('2026-12-24T00:00:00.000Z')
  })

  test('is taken when only the invoice endpoint accepts it', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    const session = computer.launch()
    await useToken(session, 'key-9')
    expect(session.account()).toMatchObject({ email: null, label: 'host.example' })
  })

  test('is refused when nothing accepts it', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    computer.api.invoices = failing('UNAUTHORIZED', 401)
    expect(await errorOfPromise(useToken(computer.launch(), 'key-9'))).toMatchObject({
      code: 'WRONG_CREDENTIALS',
      host: 'host.example'
    })
    expect(computer.keychain.calls).toEqual([])
  })

  test.each(['', 'Bearer '])('%j is none', async (token) => {
    expect(await errorOfPromise(useToken(computer.launch(), token))).toEqual({ code: 'BAD_REQUEST', found: 'input' })
  })

  test.each(['two words', 'quo"te', 'back\\slash', '<angle>', 'schl\u00fcssel', 'nul\0'])(
    '%j is refused before anything is sent',
    async (token) => {
      const error = await errorOfPromise(useToken(computer.launch(), token))
      expect(error).toEqual({ code: 'BAD_REQUEST', found: 'unusableToken' })
      expect(computer.keychain.calls).toEqual([])
    }
  )

  test('an unreachable platform is not a wrong token', async () => {
    computer.api.profile = failing('UNREACHABLE')
    expect(await errorOfPromise(useToken(computer.launch(), 'k'))).toMatchObject({ code: 'UNREACHABLE' })
  })

  test('is proved by the settings of the form', async () => {
    const own: Connection = { ...here, profileCredential: 'query' }
    let asked: Connection | null = null
    computer.api.profile = async ({ connection }) => ((asked = connection), answer(PROFILE))
    const session = computer.launch()
    await useToken(session, 'key-1', null, own)
    expect(asked).toEqual(own)
    expect(session.account()?.connection).toEqual(own)
  })

  test('of a platform that says nothing of the profile names nobody', async () => {
    computer.api.profile = async () => null
    const session = computer.launch()
    await useToken(session, 'key-1')
    expect(session.account()).toMatchObject({ email: null, label: 'host.example' })
  })

  test.each([['x'.repeat(400) + '@example.com'], ['ada\u202e@example.com'], ['no address'], ['a\nb@example.com']])(
    'of a profile that calls its email %j names nobody',
    async (email) => {
      computer.api.profile = async () => answer({ ...PROFILE, email })
      const session = computer.launch()
      await useToken(session, 'key-9')
      expect(session.account()).toMatchObject({ email: null, label: 'host.example' })
    }
  )
})

describe('whose account it is', () => {
  const nameless = (): void => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
  }

  test('another person with a token at the same place is another account', async () => {
    const session = computer.launch()
    await useToken(session, 'ada-key')
    expect(session.account()).toMatchObject({ id: 'id-1', email: ADA, label: ADA })
    computer.api.profile = async () => answer({ ...PROFILE, email: BOB })
    await useToken(session, 'bob-key')
    expect(session.account()).toMatchObject({ id: 'id-2', email: BOB })
    expect(credential(session, 'id-1')).toBe('kept')
  })

  test('the same person by password and by token has two accounts', async () => {
    const session = await computer.signedIn()
    await useToken(session, 'ada-key')
    expect(session.account()).toMatchObject({ id: 'id-2', kind: 'token', email: ADA })
  })

  test('the same person at two platforms has two accounts', async () => {
    const session = await computer.signedIn()
    await signIn(session, ADA, { ...here, baseAddress: 'https://other.example' })
    expect(session.account()?.id).toBe('id-2')
    await signIn(session)
    expect(session.account()?.id).toBe('id-1')
  })

  test('a key that names nobody never opens what another left behind', async () => {
    const session = computer.launch()
    await useToken(session, 'ada-key')
    nameless()
    await useToken(session, 'key-a')
    await useToken(session, 'key-b')
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3'])
  })

  test('but it is the next one of the account that signs in again', async () => {
    nameless()
    const session = computer.launch()
    await useToken(session, 'key-a')
    await useToken(session, 'key-b')
    await useToken(session, 'key-c', 'id-1')
    expect(session.account()?.id).toBe('id-1')
    expect(computer.registry.list).toHaveLength(2)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'key-c', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.keychain.entries.get('id-2')?.token).toBe('key-b')
  })

  test('also after it signed out', async () => {
    nameless()
    const session = computer.launch()
    await useToken(session, 'key-a')
    await session.signOut('id-1', false)
    await useToken(session, 'key-b', 'id-1')
    expect(session.account()?.id).toBe('id-1')
  })

  test.each([
    ['at another address', { ...here, baseAddress: 'https://other.example' }],
    ['at another path', { ...here, baseAddress: 'https://host.example/api' }]
  ])('not %s, where it is another one', async (_name, connection) => {
    nameless()
    const session = computer.launch()
    await useToken(session, 'key-a')
    await useToken(session, 'key-b', 'id-1', connection)
    expect(session.account()?.id).toBe('id-2')
  })

  test('a key that names nobody is not the next one of an account that has a name', async () => {
    const session = computer.launch()
    await useToken(session, 'ada-key')
    nameless()
    await useToken(session, 'key-a', 'id-1')
    expect(session.account()?.id).toBe('id-2')
    expect(computer.keychain.entries.get('id-1')?.token).toBe('ada-key')
  })

  test('the very same key, typed twice, is one account', async () => {
    nameless()
    const session = computer.launch()
    await useToken(session, 'key-a')
    await useToken(session, 'key-a')
    expect(computer.registry.list).toHaveLength(1)
  })

  test('somebody else who signs in in place of an account gets one of their own', async () => {
    const session = await computer.signedIn()
    await session.signIn({ connection: here, email: BOB, password: 'pw', again: 'id-1' })
    expect(session.account()).toMatchObject({ id: 'id-2', email: BOB })
    expect(line(session, 'id-1').account.email).toBe(ADA)
  })

  test('an account that is gone by then is made anew', async () => {
    const session = await computer.signedIn()
    await session.remove('id-1')
    await session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' })
    expect(session.account()).toMatchObject({ id: 'id-2', email: ADA })
  })
})
