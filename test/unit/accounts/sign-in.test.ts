import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { MOST_ACCOUNTS, type AccountRecord } from '../../../src/shared/models/account.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { answer, failing, PROFILE, settle } from '../../support/ports.ts'
import {
  ADA,
  BOB,
  Computer,
  credential,
  errorOfPromise,
  here,
  line,
  ORIGIN,
  signIn,
  signInWithToken
} from './computer.ts'

let computer: Computer

beforeEach(() => {
  computer = new Computer()
})

const form = { connection: { ...here, baseUrl: 'https://host.example/' }, email: ` ${ADA} `, password: 'pw' }

describe('signing in', () => {
  test('puts the token with a key into the keychain, and remembers the account under a tidy address', async () => {
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'password', ...form, again: null })
    expect(computer.keychain.calls).toEqual(['write id-1'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-1', origin: ORIGIN, dataKey: 'key-1' })
    expect(accounts.state()).toMatchObject({
      status: 'signedIn',
      credential: 'kept',
      keychainError: null,
      account: { email: ADA, label: ADA, connection: here, tokenStored: true, keyStored: true, signedOut: false },
      accounts: [{ account: { id: 'id-1' }, credential: 'kept', keychainError: null }],
      pendingDeletions: 0
    })
    expect(computer.registry.list).toEqual([accounts.shown?.record])
    expect(computer.registry.shown).toBe('id-1')
    expect(computer.registry.journal).toEqual([])
  })

  test('again keeps the account, and so its stored data and its key, which is read before it is written over', async () => {
    const before = await computer.signedIn()
    await before.signOut('id-1', false)
    expect(before.state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1', tokenStored: false } })
    const accounts = computer.launch()
    computer.keychain.calls = []
    await signIn(accounts)
    expect(computer.keychain.calls).toEqual(['read id-1', 'write id-1'])
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect(accounts.shown?.record).toMatchObject({ id: 'id-1', signedOut: false, tokenStored: true })
    expect(computer.registry.list).toHaveLength(1)
  })

  test('adds no account above the limit: a page could sign in without end', async () => {
    const accounts = await computer.signedIn()
    const full = Array.from({ length: MOST_ACCOUNTS }, (_, at) => ({
      ...accounts.get('id-1').record,
      id: `id-${at + 1}`,
      email: `${at}`
    }))
    computer.registry.list = full
    const later = computer.launch()
    await expect(signIn(later, BOB)).rejects.toMatchObject({ info: { code: 'BAD_REQUEST', found: 'manyAccounts' } })
    expect(computer.registry.list).toHaveLength(MOST_ACCOUNTS)
    expect([...computer.keychain.entries.keys()]).toEqual(['id-1'])
    // One of them can sign in again.
    await signIn(later, full[7]!.email)
    expect(later.shown?.id).toBe('id-8')
  })

  test('a refusal leaves everything as it was', async () => {
    computer.api.signIn = failing('WRONG_CREDENTIALS', 400)
    const accounts = computer.launch()
    expect(await errorOfPromise(signIn(accounts))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(accounts.state()).toEqual({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    expect(computer.registry.list).toEqual([])
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([
    ['no password', { ...form, password: '' }],
    ['no email', { ...form, email: '  ' }],
    ['no address', { ...form, connection: { ...here, baseUrl: 'nonsense' } }]
  ])('%s is refused before anything is sent', async (_name, input) => {
    let sent = false
    computer.api.signIn = async () => ((sent = true), { token: 't', expiresAt: null })
    expect(await errorOfPromise(computer.launch().signIn({ kind: 'password', ...input, again: null }))).toMatchObject({
      code: 'BAD_REQUEST'
    })
    expect(sent).toBe(false)
  })

  test('sends a code only when there is one', async () => {
    const sent: unknown[] = []
    computer.api.signIn = async (_connection, typed) => (sent.push(typed), { token: 't', expiresAt: null })
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'password', ...form, code: ' ', again: null })
    await accounts.signIn({ kind: 'password', ...form, code: ' 123 ', again: null })
    expect(sent).toEqual([
      { email: ADA, password: 'pw' },
      { email: ADA, password: 'pw', code: '123', earlierTokens: ['t'] }
    ])
  })

  test('tells when the token ends, as the reply said; the clock ends nothing', async () => {
    const expiresAt = '2020-01-01T00:00:00.000Z'
    computer.api.signIn = async () => ({ token: 'old', expiresAt })
    const accounts = await computer.signedIn()
    expect(accounts.shown?.record.tokenExpiresAt).toBe(expiresAt)
    await computer.clock.advance(400 * 86_400_000)
    expect((await accounts.get('id-1').access()).token).toBe('old')
    expect((await computer.launch().get('id-1').access()).token).toBe('old')
  })

  test('sends and keeps every setting of the form', async () => {
    const own: Connection = { ...here, signIn: { path: '/login' }, amountUnit: 'minor', statuses: { '2': 'settled' } }
    let asked: Connection | null = null
    computer.api.signIn = async (connection) => ((asked = connection), { token: 't', expiresAt: null })
    const accounts = computer.launch()
    await signIn(accounts, ADA, own)
    expect(asked).toEqual(own)
    expect(accounts.shown?.record.connection).toEqual(own)
    await accounts.signOut('id-1', false)
    expect(accounts.state()).toMatchObject({ status: 'signedOut', previous: { connection: own } })
    await signIn(accounts, ADA, { ...own, amountUnit: 'major' })
    expect(accounts.shown?.record).toMatchObject({ id: 'id-1', connection: { ...own, amountUnit: 'major' } })
  })

  test('two sign-ins of one person at once make one account', async () => {
    const accounts = computer.launch()
    const release = computer.keychain.hold()
    const both = Promise.all([signIn(accounts), signIn(accounts)])
    release()
    await both
    expect(computer.registry.list).toHaveLength(1)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'token-2', origin: ORIGIN, dataKey: 'key-1' })
    expect((await accounts.get('id-1').access()).token).toBe('token-2')
  })

  test('a record that can’t be saved is no sign-in, and leaves no entry', async () => {
    const accounts = computer.launch()
    const { saveAccount } = computer.registry
    computer.registry.saveAccount = () => {
      throw new AppError('STORAGE')
    }
    expect(await errorOfPromise(signIn(accounts))).toEqual({ code: 'STORAGE' })
    // At once, not with the next retry.
    await settle()
    expect(accounts.state()).toEqual({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    expect(computer.keychain.entries.size).toBe(0)
    computer.registry.saveAccount = saveAccount
    await signIn(accounts)
    expect(accounts.state()).toMatchObject({ status: 'signedIn', credential: 'kept' })
  })
})

test('an account is there even if it can’t be saved that it is shown, as kept as its record says', async () => {
  const accounts = computer.launch()
  computer.registry.saveShownAccountId = () => {
    throw new AppError('STORAGE')
  }
  expect(await errorOfPromise(signIn(accounts))).toEqual({ code: 'STORAGE' })
  expect(line(accounts, 'id-1')).toMatchObject({ credential: 'kept', account: { tokenStored: true } })
  await settle()
  expect(computer.keychain.entries.get('id-1')?.token).toBe('token-1')
})

describe('a token or API key', () => {
  test('is taken without the word Bearer, proved by a call, and tells its end by itself', async () => {
    computer.api.expiryOf = (token) => (token === 'jwt' ? '2026-12-24T00:00:00.000Z' : null)
    const accounts = computer.launch()
    await signInWithToken(accounts, '  Bearer jwt \n')
    expect(computer.keychain.entries.get('id-1')?.token).toBe('jwt')
    expect(accounts.shown?.record.tokenExpiresAt).toBe('2026-12-24T00:00:00.000Z')
  })

  test('is taken without the line breaks and invisible characters of what was pasted', async () => {
    const accounts = computer.launch()
    await signInWithToken(accounts, '\ufeffBearer key-\u200b\r\n9\u00a0')
    expect((await accounts.get('id-1').access()).token).toBe('key-9')
  })

  test('is taken when only the invoice endpoint accepts it', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-9')
    expect(accounts.shown?.record).toMatchObject({ email: null, label: 'host.example' })
  })

  test('is refused when nothing accepts it, and nothing is said of it when nothing can be reached', async () => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
    computer.api.invoices = failing('UNAUTHORIZED', 401)
    const wrong = { code: 'WRONG_CREDENTIALS', host: 'host.example' }
    expect(await errorOfPromise(signInWithToken(computer.launch(), 'key-9'))).toMatchObject(wrong)
    computer.api.invoices = failing('UNREACHABLE')
    expect(await errorOfPromise(signInWithToken(computer.launch(), 'key-9'))).toMatchObject({ code: 'UNREACHABLE' })
    computer.api.profile = failing('UNREACHABLE')
    expect(await errorOfPromise(signInWithToken(computer.launch(), 'key-9'))).toMatchObject({ code: 'UNREACHABLE' })
    expect(computer.keychain.calls).toEqual([])
  })

  test.each([
    ...['', 'Bearer '].map((token) => [token, 'input']),
    ...['two words', 'quo"te', 'back\\slash', '<angle>', 'schl\u00fcssel', 'nul\0'].map((token) => [
      token,
      'unusableToken'
    ])
  ] as [string, string][])('%j is refused before anything is sent: %s', async (token, found) => {
    expect(await errorOfPromise(signInWithToken(computer.launch(), token))).toEqual({ code: 'BAD_REQUEST', found })
    expect(computer.keychain.calls).toEqual([])
  })

  test('is proved by the settings of the form', async () => {
    const own: Connection = { ...here, authorization: { scheme: 'query', name: 'apikey' } }
    let asked: Connection | null = null
    computer.api.profile = async ({ connection }) => ((asked = connection), answer(PROFILE))
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-1', null, own)
    expect(asked).toEqual(own)
    expect(accounts.shown?.record.connection).toEqual(own)
  })

  test.each([
    [null],
    ['x'.repeat(400) + '@example.com'],
    ['ada\u202e@example.com'],
    ['\u3164@\u2800'],
    [`a${'\u0335'.repeat(200)}@example.com`],
    ['no address'],
    ['a\nb@example.com']
  ])('of a profile with the email %j names nobody', async (email) => {
    computer.api.profile = async () => (email === null ? null : answer({ ...PROFILE, email }))
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-9')
    expect(accounts.shown?.record).toMatchObject({ email: null, label: 'host.example' })
  })
})

describe('a key is proved by a call that the definition has', () => {
  const own = (more: Partial<Connection>): Connection => ({ provider: null, baseUrl: ORIGIN, ...more })
  const path = '/any'
  type Call = 'profile' | 'invoices' | 'plans' | 'probeProducts'
  let asked: string[]
  let askedOnly: string | undefined

  /** @param failures by the call's name; the others accept */
  function answerCalls(failures: { [Name in Call]?: () => Promise<never> } = {}): void {
    asked = []
    const call =
      <T>(name: Call, value: T) =>
      async (): Promise<T> => {
        asked.push(name)
        await failures[name]?.()
        return value
      }
    computer.api.profile = call('profile', answer({ ...PROFILE, email: null }))
    computer.api.invoices = call('invoices', answer([]))
    const plans = call('plans', answer([]))
    computer.api.plans = (_access, { only } = {}) => ((askedOnly = only), plans())
    computer.api.probeProducts = call('probeProducts', undefined)
  }
  const rejected = { profile: failing('FORBIDDEN', 403), invoices: failing('UNAUTHORIZED', 401) }

  test.each<[Partial<Connection>, Parameters<typeof answerCalls>[0], string[]]>([
    [{ profile: { path }, invoices: { path }, products: { path } }, {}, ['profile']],
    [{ profile: { path }, invoices: { path } }, { profile: rejected.profile }, ['profile', 'invoices']],
    [{ invoices: { path }, products: { path } }, {}, ['invoices']],
    [{ invoices: { path }, plans: { path } }, {}, ['invoices']],
    [{ plans: { path }, products: { path } }, {}, ['plans']],
    [{ subscription: { path } }, {}, ['plans']],
    [{ products: { path } }, {}, ['probeProducts']]
  ])('%j', async (parts, failures, calls) => {
    answerCalls(failures)
    await signInWithToken(computer.launch(), 'key-9', null, own(parts))
    expect(asked).toEqual(calls)
  })

  test.each<[Partial<Connection>, string]>([
    [{ plans: { path }, subscription: { path } }, 'plans'],
    [{ subscription: { path } }, 'subscription']
  ])('%j: only the endpoint %s is asked', async (parts, only) => {
    answerCalls()
    await signInWithToken(computer.launch(), 'key-9', null, own(parts))
    expect(askedOnly).toBe(only)
  })

  test('a product list, which may be public, proves nothing where another call rejects the key', async () => {
    answerCalls(rejected)
    const connection = own({ profile: { path }, invoices: { path }, products: { path } })
    const error = await errorOfPromise(signInWithToken(computer.launch(), 'key-9', null, connection))
    expect(error).toMatchObject({ code: 'WRONG_CREDENTIALS', status: 401 })
    expect(asked).toEqual(['profile', 'invoices'])
  })

  test('a token that was given just now isn’t called a sign-in that expired', async () => {
    const expired = () => Promise.reject(new AppError('UNAUTHORIZED', { found: 'expired', status: 401 }))
    answerCalls({ profile: expired })
    const error = await errorOfPromise(signInWithToken(computer.launch(), 'key-9', null, own({ profile: { path } })))
    expect(error).toMatchObject({ code: 'WRONG_CREDENTIALS', status: 401 })
    expect(error.found).toBeUndefined()
  })

  test('a rejected product list refuses the key, and a failing call says nothing of it', async () => {
    answerCalls({ probeProducts: failing('UNAUTHORIZED', 401), invoices: failing('SERVER', 500) })
    const error = (parts: Partial<Connection>) =>
      errorOfPromise(signInWithToken(computer.launch(), 'key-9', null, own(parts)))
    expect(await error({ products: { path } })).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(await error({ invoices: { path }, products: { path } })).toMatchObject({ code: 'SERVER' })
    expect(computer.keychain.calls).toEqual([])
  })

  test('without any call, no key is taken', async () => {
    answerCalls()
    const connection = own({ product: { path: '/products/{id}' }, health: { path: '/health' } })
    const error = await errorOfPromise(signInWithToken(computer.launch(), 'key-9', null, connection))
    expect(error).toEqual({ code: 'BAD_REQUEST', found: 'noCalls' })
    expect([asked, computer.keychain.calls]).toEqual([[], []])
  })

  test('an account without an email is called as its provider, or by its host', async () => {
    answerCalls()
    const accounts = computer.launch()
    const labelAt = async (connection: Connection): Promise<string | undefined> => {
      await signInWithToken(accounts, `key-${asked.length}`, null, connection)
      return accounts.shown?.record.label
    }
    expect(await labelAt(own({ name: 'My proxies', invoices: { path } }))).toBe('My proxies')
    expect(await labelAt(own({ invoices: { path } }))).toBe('host.example')
    expect(await labelAt({ provider: 'webshare', baseUrl: 'https://proxy.webshare.io/' })).toBe('Webshare')
    expect(await labelAt({ provider: 'webshare', baseUrl: 'https://brand.example' })).toBe('brand.example')
    expect(await labelAt({ provider: 'proxyrequest', baseUrl: 'https://brand.example' })).toBe('brand.example')
  })
})

describe('Basic with an entered user name', () => {
  const basic = (user?: string): Connection => ({ ...here, authorization: { scheme: 'Basic' }, user })
  const nameless = (): void => {
    computer.api.profile = async () => answer({ ...PROFILE, email: null })
  }

  /** Definitions with a user name of their own, for all calls or one. */
  const definitionsWith = (user: string): Connection[] => [
    { ...here, authorization: { scheme: 'Basic', user } },
    { ...here, profile: { path: '/me', authorization: { scheme: 'Basic', user } } },
    { ...here, invoicePdf: { path: '/pdf/{id}', authorization: { scheme: 'Basic', user } } }
  ]

  test('the user name names the account as an email does', async () => {
    nameless()
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-1', null, basic('ada'))
    await signInWithToken(accounts, 'key-2', null, basic('bob'))
    await signInWithToken(accounts, 'key-3', null, basic('ada'))
    expect(accounts.shown?.record).toMatchObject({ id: 'id-1', label: 'ada', email: null })
    expect(computer.registry.list.map(({ label }) => label)).toEqual(['ada', 'bob'])
    await signInWithToken(accounts, 'key-4', 'id-1', basic('bob'))
    expect(accounts.shown?.id).toBe('id-2')
  })

  test('two users with one email are two accounts', async () => {
    const accounts = computer.launch()
    for (const user of ['ada', 'bob', 'ada']) await signInWithToken(accounts, `key-${user}`, null, basic(user))
    expect(computer.registry.list.map(({ email }) => email)).toEqual([ADA, ADA])
    expect(accounts.shown?.id).toBe('id-1')
  })

  test.each([undefined, '', 'a:b', 'a\nb', ' ada'])('%j is refused before anything is sent', async (user) => {
    let isSent = false
    computer.api.profile = async () => ((isSent = true), answer(PROFILE))
    computer.api.signIn = async () => ((isSent = true), { token: 't', expiresAt: null })
    const accounts = computer.launch()
    const refused = { code: 'BAD_REQUEST', found: 'userName' }
    expect(await errorOfPromise(signInWithToken(accounts, 'key-1', null, basic(user)))).toEqual(refused)
    expect(await errorOfPromise(signIn(accounts, ADA, basic(user)))).toEqual(refused)
    const ofCall: Connection = { ...here, user, profile: { path: '/me', authorization: { scheme: 'Basic' } } }
    expect(await errorOfPromise(signInWithToken(accounts, 'key-1', null, ofCall))).toEqual(refused)
    expect(isSent).toBe(false)
  })

  test('a key that is typed as the user name, too, is refused: names aren’t in the keychain', async () => {
    nameless()
    const accounts = computer.launch()
    for (const [key, user] of [
      ['key-1', 'key-1'],
      ['abcdefgh:secret-1', 'abcdefgh'],
      ['abcdefgh:secret-1', 'secret-1']
    ] as const) {
      const refused = await errorOfPromise(signInWithToken(accounts, key, null, basic(user)))
      expect(refused).toEqual({ code: 'BAD_REQUEST', found: 'userName' })
    }
    expect([computer.registry.list, computer.keychain.calls]).toEqual([[], []])
  })

  test('nor can the account’s user name become its key later', async () => {
    nameless()
    await signInWithToken(computer.launch(), 'abcdefgh:secret-1', null, basic('ada'))
    for (const user of ['abcdefgh', 'secret-1', 'abcdefgh:secret-1']) {
      for (const connection of [basic(user), ...definitionsWith(user)]) {
        // The keychain's entry isn't read yet.
        const accounts = computer.launch()
        const refused = await errorOfPromise(accounts.changeConnection('id-1', connection))
        expect(refused).toEqual({ code: 'BAD_REQUEST', found: 'userName' })
        expect(accounts.shown?.record.connection).toEqual(basic('ada'))
      }
    }
  })

  test('nor is a key in a definition', async () => {
    nameless()
    for (const [key, user] of [
      ['key-1', 'key-1'],
      ['abcdefgh:secret-1', 'abcdefgh'],
      ['abcdefgh:secret-1', 'secret-1']
    ] as const) {
      for (const connection of definitionsWith(user)) {
        const refused = await errorOfPromise(signInWithToken(computer.launch(), key, null, connection))
        expect(refused).toEqual({ code: 'BAD_REQUEST', found: 'userName' })
      }
    }
    expect([computer.registry.list, computer.keychain.calls]).toEqual([[], []])
  })

  test('while the keychain can’t be read, no new user name is taken, and all else can be changed', async () => {
    nameless()
    await signInWithToken(computer.launch(), 'key-1', null, basic('ada'))
    computer.keychain.failing = () => 'KEYCHAIN_LOCKED'
    const accounts = computer.launch()
    await accounts.changeConnection('id-1', { ...basic('ada'), timeoutSeconds: 60 })
    expect(computer.keychain.calls).toEqual(['write id-1'])
    expect(await errorOfPromise(accounts.changeConnection('id-1', basic('bob')))).toMatchObject({
      code: 'KEYCHAIN_LOCKED'
    })
    expect(accounts.shown?.record.connection).toEqual({ ...basic('ada'), timeoutSeconds: 60 })
    computer.keychain.failing = () => null
    computer.keychain.entries.clear()
    const later = computer.launch()
    await later.changeConnection('id-1', basic('bob'))
    expect(later.shown?.record.connection.user).toBe('bob')
  })

  test('a user name or a name that looks like a key is no label', async () => {
    nameless()
    const accounts = computer.launch()
    const key = '4eC39HqLyjWDarjtT1zdp7dc'
    await signInWithToken(accounts, 'key-1', null, basic(key))
    expect(accounts.shown?.record.label).toBe('host.example')
    await signInWithToken(accounts, 'key-2', null, { ...here, name: `Host ${key}` })
    expect(accounts.shown?.record.label).toBe('host.example')
  })

  test('the key is the user name: none is asked for, and the host is the label', async () => {
    nameless()
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-1', null, { ...here, authorization: { scheme: 'Basic', keyAs: 'user' } })
    expect(accounts.shown?.record).toMatchObject({ label: 'host.example', email: null })
    expect(JSON.stringify(computer.registry.list)).not.toContain('key-1')
  })

  test('a user name that no call needs isn’t kept', async () => {
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-1', null, { ...here, user: 'ada' })
    await signInWithToken(accounts, 'key-2', null, {
      ...basic('ada'),
      authorization: { scheme: 'Basic', user: 'client' }
    })
    expect(computer.registry.list).toHaveLength(1)
    expect(accounts.shown?.record.connection.user).toBeUndefined()
  })
})

describe('the account that a sign-in opens', () => {
  const nameless = (): void => {
    computer.api.profile = failing('UNAUTHORIZED', 401)
  }
  const elsewhere = { ...here, baseUrl: 'https://other.example' }

  test('is another one for another person, another kind of sign-in, and another provider', async () => {
    const accounts = await computer.signedIn()
    await signInWithToken(accounts, 'ada-key')
    expect(accounts.shown?.record).toMatchObject({ id: 'id-2', kind: 'token', email: ADA, label: ADA })
    computer.api.profile = async () => answer({ ...PROFILE, email: BOB })
    await signInWithToken(accounts, 'bob-key')
    expect(accounts.shown?.record).toMatchObject({ id: 'id-3', email: BOB })
    await signIn(accounts, ADA, elsewhere)
    expect(accounts.shown?.id).toBe('id-4')
    await signIn(accounts)
    expect(accounts.shown?.id).toBe('id-1')
    for (const id of ['id-1', 'id-2', 'id-3', 'id-4']) expect(credential(accounts, id)).toBe('kept')
  })

  test('is new for a key that names nobody, except for the same key', async () => {
    const accounts = computer.launch()
    await signInWithToken(accounts, 'ada-key')
    nameless()
    for (const token of ['key-a', 'key-b', 'key-a']) await signInWithToken(accounts, token)
    expect(computer.registry.list.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3'])
    await signInWithToken(accounts, 'key-c', 'id-1')
    expect(accounts.shown?.id).toBe('id-4')
    expect(computer.keychain.entries.get('id-1')?.token).toBe('ada-key')
  })

  test.each([false, true])('is the one that signs in again with its next key (signed out: %s)', async (signedOut) => {
    nameless()
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-a')
    await signInWithToken(accounts, 'key-b')
    if (signedOut) await accounts.signOut('id-1', false)
    await signInWithToken(accounts, 'key-c', 'id-1')
    expect(accounts.shown?.id).toBe('id-1')
    expect(computer.registry.list).toHaveLength(2)
    expect(computer.keychain.entries.get('id-1')).toEqual({ token: 'key-c', origin: ORIGIN, dataKey: 'key-1' })
    expect(computer.keychain.entries.get('id-2')?.token).toBe('key-b')
  })

  test.each([
    ['address', elsewhere],
    ['path', { ...here, baseUrl: 'https://host.example/api' }]
  ])('is new for a key at another %s', async (_name, connection) => {
    nameless()
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-a')
    await signInWithToken(accounts, 'key-b', 'id-1', connection)
    expect(accounts.shown?.id).toBe('id-2')
  })

  test.each([
    ['of an unknown provider', { connection: { ...here, provider: 'unknown' } }],
    ['that is damaged', { kind: 'token', email: null, connection: { provider: 'unknown', baseUrl: '' } }]
  ] as const)('is the one %s that it repairs, which keeps its data', async (_name, damage) => {
    const before = await computer.signedIn()
    before.rename('id-1', 'Work')
    computer.registry.list = computer.registry.list.map((one) => ({ ...one, ...damage }))
    const accounts = computer.launch()
    expect(line(accounts, 'id-1').provider.topics).toEqual([])
    await accounts.signIn({ kind: 'password', connection: here, email: ADA, password: 'pw', again: 'id-1' })
    expect(computer.registry.list).toMatchObject([{ id: 'id-1', label: 'Work', email: ADA, connection: here }])
    expect(computer.keychain.entries.get('id-1')).toMatchObject({ token: 'token-2', dataKey: 'key-1' })
  })

  test('is new for another user than that of an account whose provider isn’t known', async () => {
    await computer.signedIn()
    const damage = { connection: { ...here, provider: 'unknown' } } as const
    computer.registry.list = computer.registry.list.map((one) => ({ ...one, ...damage }))
    const accounts = computer.launch()
    await accounts.signIn({ kind: 'password', connection: here, email: BOB, password: 'pw', again: 'id-1' })
    expect(accounts.shown?.record).toMatchObject({ id: 'id-2', email: BOB })
  })

  const basic = (user: string): Connection => ({ ...here, authorization: { scheme: 'Basic' }, user })
  const UNREAD = { ...here, provider: 'unknown' } as const
  const LOST = { provider: 'unknown', baseUrl: '' } as const
  test.each<[string, Partial<AccountRecord>, by: Connection, email: string | null, isRepaired: boolean]>([
    ['user bob', { connection: { ...basic('ada'), ...UNREAD } }, basic('bob'), null, false],
    ['user bob, whose email is known', { connection: { ...basic('ada'), ...UNREAD } }, basic('bob'), BOB, false],
    ['a key without a user name', { connection: { ...basic('ada'), ...UNREAD } }, here, null, false],
    ['an email, of a record that is sound', { connection: UNREAD }, here, BOB, false],
    ['bob, of a record that lost all but a label', { connection: LOST, label: ADA }, here, BOB, false],
    ['the same user', { connection: { ...basic('ada'), ...UNREAD } }, basic('ada'), null, true],
    ['ada, of a record that lost all but a label', { connection: LOST, label: ADA }, here, ADA, true],
    ['bob, of a record that names nobody', { connection: LOST, label: 'Work @ home' }, here, BOB, true]
  ])('of an unknown provider, for %s', async (_name, damage, connection, email, isRepaired) => {
    nameless()
    await signInWithToken(computer.launch(), 'key-a', null, basic('ada'))
    computer.registry.list = computer.registry.list.map((one) => ({ ...one, ...damage }))
    computer.api.profile = async () => answer({ ...PROFILE, email })
    const accounts = computer.launch()
    await signInWithToken(accounts, 'key-b', 'id-1', connection)
    expect(accounts.shown?.id).toBe(isRepaired ? 'id-1' : 'id-2')
    expect(computer.keychain.entries.get('id-1')).toMatchObject({ token: isRepaired ? 'key-b' : 'key-a' })
  })

  test('is new for somebody else who signs in in its place, and for one that was removed', async () => {
    const accounts = await computer.signedIn()
    await accounts.signIn({ kind: 'password', connection: here, email: BOB, password: 'pw', again: 'id-1' })
    expect(accounts.shown?.record).toMatchObject({ id: 'id-2', email: BOB })
    expect(line(accounts, 'id-1').account.email).toBe(ADA)
    await accounts.remove('id-1')
    await accounts.signIn({ kind: 'password', connection: here, email: ADA, password: 'pw', again: 'id-1' })
    expect(accounts.shown?.record).toMatchObject({ id: 'id-3', email: ADA })
  })
})
