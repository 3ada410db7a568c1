/** How the open account's platform is spoken to changes; a token never travels to another origin. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, type Session } from '../../../src/main/core/session.ts'
import { Fault } from '../../../src/shared/ipc/failure.ts'
import type { Connection } from '../../../src/shared/model/connection.ts'
import {
  FakeClock,
  FakePlatform,
  failing,
  MemoryRegistry,
  MemoryVault,
  PROFILE,
  Pushes,
  answer
} from '../../support/ports.ts'

const here: Connection = { baseAddress: 'https://host.example', preset: 'v2' }
const there: Connection = { baseAddress: 'https://other.example', preset: 'v2' }
const who = { email: 'ada@example.com', password: 'pw' }

let platform: FakePlatform
let vault: MemoryVault
let registry: MemoryRegistry
let pushes: Pushes
let ids = 0

const launch = (): Session =>
  createSession({
    platform,
    vault,
    registry,
    clock: new FakeClock(),
    publisher: pushes,
    sample: { baseAddress: 'https://sample.invalid', email: 's', password: 's' },
    erase: () => {},
    newId: () => `id-${++ids}`
  })

const signedIn = async (): Promise<Session> => {
  const session = launch()
  await session.signIn({ connection: here, ...who })
  return session
}

/** Every token that this session, and the next launch, would send, by the address that it would go to. */
const sent = async (session: Session): Promise<string[]> => {
  const all: string[] = []
  for (const open of [() => session, launch]) {
    const one = open()
    await one.retryVault().catch(() => null)
    const access = await one.access().catch(() => null)
    if (access) all.push(`${access.token} to ${access.connection.baseAddress}`)
  }
  return all
}

beforeEach(() => {
  platform = new FakePlatform()
  vault = new MemoryVault()
  registry = new MemoryRegistry()
  pushes = new Pushes()
  ids = 0
})

describe('at the same origin', () => {
  test.each<[string, Connection]>([
    ['a setting', { ...here, timeoutSeconds: 60 }],
    ['the preset', { ...here, preset: 'v3' }],
    ['the path below it', { ...here, baseAddress: 'https://host.example/api' }],
    ['the same address, written otherwise', { ...here, baseAddress: 'https://host.example/' }]
  ])('%s changes and the session goes on', async (_name, connection) => {
    const session = await signedIn()
    pushes.names = []
    await session.changeConnection(connection)
    const saved = { ...connection, baseAddress: connection.baseAddress.replace(/\/$/, '') }
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'kept', account: { connection: saved } })
    expect(registry.list).toMatchObject([{ id: 'id-1', connection: saved, tokenStored: true }])
    expect(await session.access()).toEqual({ connection: saved, token: 'token-1' })
    expect(pushes.names).toContain('sessionChanged')
    expect(await sent(session)).toHaveLength(2)
  })

  test('a vault that answers after the change gives the token to the settings of now', async () => {
    await signedIn()
    const session = launch()
    const read = Promise.withResolvers<string | null>()
    vault.read = () => read.promise
    const access = session.access()
    await session.changeConnection({ ...here, timeoutSeconds: 60 })
    read.resolve('token-1')
    expect(await access).toEqual({ connection: { ...here, timeoutSeconds: 60 }, token: 'token-1' })
  })

  test('a move into the vault that ends after the change keeps the change', async () => {
    vault.trouble = 'VAULT_LOCKED'
    const session = await signedIn()
    vault.trouble = null
    const moved = session.retryVault()
    await session.changeConnection({ ...here, timeoutSeconds: 60 })
    await moved
    expect(session.state()).toMatchObject({
      credential: 'kept',
      account: { tokenStored: true, connection: { timeoutSeconds: 60 } }
    })
  })
})

describe('at another origin', () => {
  test('the token is forgotten everywhere, the account and its data stay', async () => {
    const session = await signedIn()
    await session.changeConnection({ ...there, baseAddress: 'https://other.example/' })
    expect(session.state()).toMatchObject({
      status: 'signedIn',
      credential: 'forgotten',
      account: { id: 'id-1', connection: there, tokenStored: false, tokenExpiresAt: null }
    })
    expect(vault.entries.size).toBe(0)
    expect(await sent(session)).toEqual([])
  })

  test.each(['https://host.example:8443', 'https://host.example.evil.example'])('%s is one', async (baseAddress) => {
    const session = await signedIn()
    await session.changeConnection({ ...here, baseAddress })
    expect(await sent(session)).toEqual([])
  })

  test.each(['VAULT_LOCKED', 'VAULT_MISSING'] as const)(
    'with a vault that is %s the entry stays and is never read again, not after a launch either',
    async (trouble) => {
      const session = await signedIn()
      vault.trouble = trouble
      await session.changeConnection(there)
      vault.trouble = null
      expect(vault.entries.get('id-1')).toBe('token-1')
      expect(registry.list).toMatchObject([{ tokenStored: false }])
      expect(await sent(session)).toEqual([])
      expect(vault.reads).toBe(0)
      await session.signOut(false)
      expect(vault.entries.size).toBe(0)
    }
  )

  test('and what stayed is written over by the next sign-in, or not read if that is kept in memory', async () => {
    const session = await signedIn()
    vault.trouble = 'VAULT_LOCKED'
    await session.changeConnection(there)
    platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    await session.signIn({ connection: there, ...who })
    expect(session.state()).toMatchObject({ credential: 'memory', account: { id: 'id-1', tokenStored: false } })
    vault.trouble = null
    expect(launch().state()).toMatchObject({ credential: 'forgotten' })
    expect(await sent(session)).toEqual(['token-2 to https://other.example', 'token-2 to https://other.example'])
  })

  test('a launch before the vault has answered finds no token either', async () => {
    const session = await signedIn()
    const removal = Promise.withResolvers<void>()
    vault.remove = () => removal.promise
    const change = session.changeConnection(there)
    expect(await sent(session)).toEqual([])
    removal.resolve()
    await change
  })

  test.each([
    ['answers', (read: PromiseWithResolvers<string | null>) => read.resolve('token-1')],
    ['gives up', (read: PromiseWithResolvers<string | null>) => read.reject(new Fault('VAULT_LOCKED'))]
  ])('a vault that %s after the change brings the token back to nobody', async (_name, end) => {
    await signedIn()
    const session = launch()
    const read = Promise.withResolvers<string | null>()
    vault.read = () => read.promise
    const early = session.access().catch((error: unknown) => error)
    await session.changeConnection(there)
    end(read)
    expect(await early).toBeInstanceOf(Fault)
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
    expect(await sent(session)).toEqual([])
    await session.changeConnection(here)
    expect(await sent(session)).toEqual([])
  })

  test('a move into the vault that ends after the change is undone', async () => {
    vault.trouble = 'VAULT_LOCKED'
    const session = await signedIn()
    vault.trouble = null
    const moved = session.retryVault()
    await session.changeConnection(there)
    await moved
    expect(session.state()).toMatchObject({ credential: 'forgotten', account: { connection: there } })
    expect(vault.entries.size).toBe(0)
    expect(await sent(session)).toEqual([])
  })

  test('a sign-in that was being stored meanwhile is given up', async () => {
    const session = await signedIn()
    const written = Promise.withResolvers<void>()
    vault.write = () => written.promise
    const again = session.signIn({ connection: here, ...who })
    await Promise.resolve()
    await session.changeConnection(there)
    written.resolve()
    await expect(again).rejects.toMatchObject({ failure: { code: 'CANCELLED' } })
    expect(session.account()).toMatchObject({ id: 'id-1', connection: there })
    expect(await sent(session)).toEqual([])
  })

  test('a refusal of the old token that comes late refuses nothing', async () => {
    const session = await signedIn()
    await session.changeConnection(there)
    session.refused('token-1')
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
  })

  test('signing in there finds the same account, also beside an older one of the same name', async () => {
    await launch().signIn({ connection: there, ...who })
    const session = launch()
    await session.signIn({ connection: here, ...who })
    expect(session.account()?.id).toBe('id-2')
    await session.changeConnection(there)
    await session.signIn({ connection: there, ...who })
    expect(session.state()).toMatchObject({ credential: 'kept', account: { id: 'id-2', connection: there } })
    await session.signOut(false)
    await session.signIn({ connection: there, ...who })
    expect(session.account()?.id).toBe('id-2')
  })

  test('the form is filled with it, also after a look at the sample', async () => {
    const session = await signedIn()
    await session.changeConnection(there)
    await session.exploreSample()
    await session.signOut(false)
    expect(session.state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1', connection: there } })
  })

  test('an API key that names nobody has its account back with the next key', async () => {
    platform.profile = failing('UNAUTHORIZED', 401)
    const session = launch()
    await session.useToken({ connection: here, token: 'key-1' })
    await session.changeConnection(there)
    expect(session.account()).toMatchObject({ id: 'id-1', label: 'other.example' })
    await session.useToken({ connection: there, token: 'key-2' })
    expect(session.account()?.id).toBe('id-1')
    expect(await sent(session)).toEqual(['key-2 to https://other.example', 'key-2 to https://other.example'])
  })
})

test('a sign-out that waited for the store leaves the connection as it is by then', async () => {
  const session = await signedIn()
  const removal = Promise.withResolvers<void>()
  vault.remove = () => removal.promise
  const leaving = session.signOut(false)
  const changing = session.changeConnection(there)
  removal.resolve()
  await Promise.all([leaving, changing])
  expect(session.state()).toMatchObject({ status: 'signedOut', previous: { id: 'id-1', connection: there } })
  expect(registry.list).toMatchObject([{ connection: there, tokenStored: false }])
})

describe('nothing is changed', () => {
  test('for the sample account', async () => {
    const session = launch()
    await session.exploreSample()
    const before = session.state()
    await expect(session.changeConnection(there)).rejects.toMatchObject({
      failure: { code: 'BAD_REQUEST', found: 'input' }
    })
    expect(session.state()).toEqual(before)
  })

  test('when nobody is signed in', async () => {
    await expect(launch().changeConnection(there)).rejects.toMatchObject({ failure: { code: 'UNAUTHORIZED' } })
  })

  test('by an address that is none', async () => {
    const session = await signedIn()
    await expect(session.changeConnection({ ...there, baseAddress: 'nonsense' })).rejects.toMatchObject({
      failure: { code: 'BAD_REQUEST', found: 'address' }
    })
    expect(session.account()?.connection).toEqual(here)
    expect(await sent(session)).toHaveLength(2)
  })

  test('by a record that can’t be saved: the token stays with its origin', async () => {
    const session = await signedIn()
    registry.saveAccount = () => {
      throw new Fault('CACHE')
    }
    await expect(session.changeConnection(there)).rejects.toMatchObject({ failure: { code: 'CACHE' } })
    expect(await session.access()).toEqual({ connection: here, token: 'token-1' })
    expect(vault.entries.size).toBe(1)
  })
})

describe('signing in', () => {
  test('sends and keeps every setting of the form', async () => {
    const form: Connection = { ...here, signInPath: '/login', amountUnit: 'minor', statuses: { '2': 'settled' } }
    let asked: Connection | null = null
    platform.signIn = async (connection) => ((asked = connection), { token: 'token-1', expiresAt: null })
    const session = launch()
    await session.signIn({ connection: form, ...who })
    expect(asked).toEqual(form)
    expect(session.account()?.connection).toEqual(form)
    await session.signOut(false)
    expect(session.state()).toMatchObject({ status: 'signedOut', previous: { connection: form } })
    await session.signIn({ connection: { ...form, amountUnit: 'major' }, ...who })
    expect(session.account()).toMatchObject({ id: 'id-1', connection: { ...form, amountUnit: 'major' } })
  })

  test('with a token proves it by the settings of the form', async () => {
    const form: Connection = { ...here, profileCredential: 'query' }
    let asked: Connection | null = null
    platform.profile = async ({ connection }) => ((asked = connection), answer(PROFILE))
    const session = launch()
    await session.useToken({ connection: form, token: 'key-1' })
    expect(asked).toEqual(form)
    expect(session.account()?.connection).toEqual(form)
  })

  test('a platform that says nothing of the profile names nobody', async () => {
    platform.profile = async () => null
    const session = launch()
    await session.useToken({ connection: here, token: 'key-1' })
    expect(session.account()).toMatchObject({ email: null, label: 'host.example' })
  })
})
