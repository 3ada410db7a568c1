import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, type Session } from '../../../src/main/core/session.ts'
import { Fault } from '../../../src/shared/ipc/failure.ts'
import {
  answer,
  FakeClock,
  FakePlatform,
  failing,
  PROFILE,
  MemoryRegistry,
  MemoryVault,
  Pushes
} from '../../support/ports.ts'

const connection = { baseAddress: 'https://host.example/', preset: 'v2' as const }
const credentials = { connection, email: ' ada@example.com ', password: 'pw' }
const sample = { baseAddress: 'https://sample.invalid', email: 's', password: 's' }

let platform: FakePlatform
let vault: MemoryVault
let registry: MemoryRegistry
let erased: string[] = []
let ids = 0

const launch = (): Session =>
  createSession({
    platform,
    vault,
    registry,
    clock: new FakeClock(),
    publisher: new Pushes(),
    sample,
    erase: (id) => erased.push(id),
    newId: () => `id-${++ids}`
  })

beforeEach(() => {
  platform = new FakePlatform()
  vault = new MemoryVault()
  registry = new MemoryRegistry()
  erased = []
  ids = 0
})

describe('signing in', () => {
  test('puts the token into the vault and remembers the account under a tidy address', async () => {
    const session = launch()
    await session.signIn(credentials)
    expect(vault.entries.get('id-1')).toBe('token-1')
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'kept',
      account: { email: 'ada@example.com', connection: { baseAddress: 'https://host.example' }, tokenStored: true }
    })
    expect(JSON.stringify(registry.list)).not.toContain('token-1')
  })

  test('a second launch is signed in and reads the vault once, when first needed', async () => {
    await launch().signIn(credentials)
    const session = launch()
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept' })
    expect(vault.reads).toBe(0)
    const all = await Promise.all([session.access(), session.access(), session.access()])
    expect(all.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-1'])
    await session.access()
    expect(vault.reads).toBe(1)
  })

  test('signing in again at the same place keeps the account, and so its cached data', async () => {
    const session = launch()
    await session.signIn(credentials)
    await session.signOut(false)
    expect(session.state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1', tokenStored: false } })
    await session.signIn(credentials)
    expect(session.account()?.id).toBe('id-1')
    expect(registry.list).toHaveLength(1)
  })

  test('a refusal leaves everything as it was', async () => {
    platform.signIn = failing('WRONG_CREDENTIALS', 400)
    const session = launch()
    await expect(session.signIn(credentials)).rejects.toMatchObject({ failure: { code: 'WRONG_CREDENTIALS' } })
    expect(session.state()).toEqual({ status: 'signedOut', previous: null })
    expect(registry.list).toEqual([])
    expect(vault.entries.size).toBe(0)
  })

  test.each([
    ['no password', { ...credentials, password: '' }],
    ['no email', { ...credentials, email: '  ' }],
    ['no address', { ...credentials, connection: { ...connection, baseAddress: 'nonsense' } }]
  ])('%s is refused before anything is sent', async (_name, input) => {
    let sent = false
    platform.signIn = async () => {
      sent = true
      return { token: 't', expiresAt: null }
    }
    await expect(launch().signIn(input)).rejects.toMatchObject({ failure: { code: 'BAD_REQUEST' } })
    expect(sent).toBe(false)
  })
})

describe('a token or API key', () => {
  test('is taken without the word Bearer and proved by a call', async () => {
    const session = launch()
    await session.useToken({ connection, token: '  Bearer key-9 \n' })
    expect(vault.entries.get('id-1')).toBe('key-9')
  })

  test('is taken when only the invoice endpoint accepts it', async () => {
    platform.profile = failing('UNAUTHORIZED', 401)
    const session = launch()
    await session.useToken({ connection, token: 'key-9' })
    expect(session.state().status).toBe('signedIn')
  })

  test('is refused when nothing accepts it', async () => {
    platform.profile = failing('UNAUTHORIZED', 401)
    platform.invoices = failing('UNAUTHORIZED', 401)
    await expect(launch().useToken({ connection, token: 'key-9' })).rejects.toMatchObject({
      failure: { code: 'WRONG_CREDENTIALS', host: 'host.example' }
    })
    expect(vault.entries.size).toBe(0)
  })

  test('an unreachable platform is not a wrong token', async () => {
    platform.profile = failing('UNREACHABLE')
    await expect(launch().useToken({ connection, token: 'k' })).rejects.toMatchObject({
      failure: { code: 'UNREACHABLE' }
    })
  })
})

describe('trouble with the vault is never a sign-out', () => {
  test('a store that answers null for a stored token counts as locked', async () => {
    await launch().signIn(credentials)
    vault.entries.clear()
    const session = launch()
    await expect(session.access()).rejects.toMatchObject({ failure: { code: 'VAULT_LOCKED' } })
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'locked' })
  })

  test('after it is unlocked, a retry finds the token', async () => {
    await launch().signIn(credentials)
    const session = launch()
    vault.trouble = 'VAULT_LOCKED'
    await expect(session.access()).rejects.toMatchObject({ failure: { code: 'VAULT_LOCKED' } })
    vault.trouble = null
    await session.retryVault()
    expect(session.state()).toMatchObject({ credential: 'kept' })
  })

  test('without a store the session lives in memory and says so; the next launch asks again but keeps the data', async () => {
    vault.trouble = 'VAULT_MISSING'
    const session = launch()
    await session.signIn(credentials)
    expect(session.state()).toMatchObject({ credential: 'memory', account: { tokenStored: false } })
    expect((await session.access()).token).toBe('token-1')

    const next = launch()
    expect(next.state()).toMatchObject({ status: 'signedIn', credential: 'forgotten' })
    await expect(next.access()).rejects.toMatchObject({ failure: { code: 'UNAUTHORIZED' } })
  })

  test('a session in memory moves into the store once that is there', async () => {
    vault.trouble = 'VAULT_LOCKED'
    const session = launch()
    await session.signIn(credentials)
    await expect(session.retryVault()).rejects.toMatchObject({ failure: { code: 'VAULT_LOCKED' } })
    vault.trouble = 'VAULT_MISSING'
    await expect(session.retryVault()).rejects.toMatchObject({ failure: { code: 'VAULT_MISSING' } })
    vault.trouble = null
    await session.retryVault()
    expect(session.state()).toMatchObject({ credential: 'kept', account: { tokenStored: true } })
    expect(vault.entries.get('id-1')).toBe('token-1')
  })

  test('signing out waits for a locked store, so that no token stays behind', async () => {
    const session = launch()
    await session.signIn(credentials)
    vault.trouble = 'VAULT_LOCKED'
    await expect(session.signOut(false)).rejects.toMatchObject({ failure: { code: 'VAULT_LOCKED' } })
    expect(session.state().status).toBe('signedIn')
  })
})

test.each([
  ['answers late', (read: PromiseWithResolvers<string | null>) => read.resolve('token-old')],
  ['gives up late', (read: PromiseWithResolvers<string | null>) => read.reject(new Fault('VAULT_LOCKED'))]
])('a store that %s does not undo a sign-in made meanwhile', async (_name, end) => {
  await launch().signIn(credentials)
  const session = launch()
  const read = Promise.withResolvers<string | null>()
  vault.read = () => read.promise
  const early = session.access().catch(() => null)
  platform.signIn = async () => ({ token: 'token-new', expiresAt: null })
  await session.signIn(credentials)
  end(read)
  await early
  expect((await session.access()).token).toBe('token-new')
  expect(session.state()).toMatchObject({ credential: 'kept' })
})

describe('the sample account', () => {
  test('never touches the vault and is open again on the next launch', async () => {
    await launch().exploreSample()
    const next = launch()
    expect(next.state()).toMatchObject({ status: 'signedIn', credential: 'sample' })
    expect((await next.access()).token).toBe('token-1')
    expect(vault.reads).toBe(0)
    expect(vault.entries.size).toBe(0)
  })
})

describe('a token the platform refuses', () => {
  test('keeps the account open and readable, and only the token in use can be refused', async () => {
    const session = launch()
    await session.signIn(credentials)
    session.refused('an-older-token')
    expect(session.state()).toMatchObject({ credential: 'kept' })
    session.refused('token-1')
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'refused' })
    await expect(session.access()).rejects.toMatchObject({ failure: { code: 'UNAUTHORIZED' } })
  })
})

describe('no token stays behind', () => {
  test('of an account that signs in again while the store is locked and then signs out', async () => {
    const session = launch()
    await session.signIn(credentials)
    vault.trouble = 'VAULT_LOCKED'
    await session.signIn(credentials)
    expect(session.state()).toMatchObject({ credential: 'memory', account: { tokenStored: true } })
    await expect(session.signOut(false)).rejects.toMatchObject({ failure: { code: 'VAULT_LOCKED' } })
    vault.trouble = null
    await session.signOut(false)
    expect(vault.entries.size).toBe(0)
  })

  test('of a write that was given up but ended well later', async () => {
    vault.trouble = 'VAULT_LOCKED'
    const session = launch()
    await session.signIn(credentials)
    vault.trouble = null
    vault.entries.set('id-1', 'token-1')
    await session.signOut(false)
    expect(vault.entries.size).toBe(0)
  })
})

describe('whose token it is', () => {
  const other = async () => answer({ ...PROFILE, email: 'bob@example.com' })

  test('another person with a token at the same place is another account', async () => {
    const session = launch()
    await session.useToken({ connection, token: 'ada-key' })
    const ada = session.account()
    expect(ada).toMatchObject({ email: 'ada@example.com', label: 'ada@example.com' })
    await session.signOut(false)
    platform.profile = other
    await session.useToken({ connection, token: 'bob-key' })
    expect(session.account()?.id).not.toBe(ada?.id)
  })

  test('a key that names nobody never opens what an earlier account left behind', async () => {
    const session = launch()
    await session.useToken({ connection, token: 'ada-key' })
    const ada = session.account()?.id
    await session.signOut(false)
    platform.profile = failing('UNAUTHORIZED', 401)
    await session.useToken({ connection, token: 'unnamed-key' })
    const unnamed = session.account()?.id
    expect(unnamed).not.toBe(ada)
    await session.useToken({ connection, token: 'its-successor' })
    expect(session.account()?.id).toBe(unnamed)
    await session.signOut(false)
    await session.useToken({ connection, token: 'later-key' })
    expect(session.account()?.id).not.toBe(unnamed)
  })
})

test.each([['x'.repeat(400) + '@example.com'], ['ada\u202e@example.com'], ['no address'], ['a\nb@example.com']])(
  'a profile that calls its email %j names nobody',
  async (email) => {
    platform.profile = async () => answer({ ...PROFILE, email })
    const session = launch()
    await session.useToken({ connection, token: 'key-9' })
    expect(session.account()).toMatchObject({ email: null, label: 'host.example' })
  }
)

test('a sample sign-in that ends after the account was left changes nothing', async () => {
  await launch().exploreSample()
  const session = launch()
  const grant = Promise.withResolvers<{ token: string; expiresAt: null }>()
  platform.signIn = () => grant.promise
  const access = session.access()
  await session.signOut(false)
  grant.resolve({ token: 'late', expiresAt: null })
  await expect(access).rejects.toMatchObject({ failure: { code: 'CANCELLED' } })
  await expect(session.access()).rejects.toMatchObject({ failure: { code: 'UNAUTHORIZED' } })
})

test('files that cannot be erased keep the account, so that erasing can be tried again', async () => {
  const stuck = createSession({
    platform,
    vault,
    registry,
    clock: new FakeClock(),
    publisher: new Pushes(),
    sample,
    erase: () => {
      throw new Fault('CACHE')
    },
    newId: () => 'id-1'
  })
  await stuck.signIn(credentials)
  await expect(stuck.signOut(true)).rejects.toMatchObject({ failure: { code: 'CACHE' } })
  expect(stuck.state()).toMatchObject({ status: 'signedIn', credential: 'memory', account: { tokenStored: false } })
  expect(registry.list).toHaveLength(1)
  expect(vault.entries.size).toBe(0)
})

test('erasing forgets the account altogether', async () => {
  const session = launch()
  await session.signIn(credentials)
  await session.signOut(true)
  expect(erased).toEqual(['id-1'])
  expect(registry.list).toEqual([])
  expect(session.state()).toEqual({ status: 'signedOut', previous: null })
})
