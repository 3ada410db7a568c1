/** The calls about accounts and the app lock. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'
import { connection } from '../core/launch.ts'
import { startAsking, type Asking } from './asking.ts'

let its: Asking
let ask: Asking['ask']

beforeEach(() => {
  its = startAsking()
  ask = its.ask
})

const signIn = (email: string, again: string | null = null) =>
  ask('session', 'signIn', { connection, email, password: 'pw', again })
const refused = (code: string) => expect.objectContaining({ ok: false, error: expect.objectContaining({ code }) })
const signedIn = (id: string) =>
  expect.objectContaining({ status: 'signedIn', account: expect.objectContaining({ id }) })
const done = (data: unknown) => ({ ok: true, data })
const labels = (): string[] => its.cache.registry.list.map(({ label }) => label)

describe('accounts', () => {
  beforeEach(async () => {
    await signIn('ada@example.com')
    await signIn('bob@example.com')
  })

  test('are switched between', async () => {
    expect(await ask('session', 'state')).toEqual(done(signedIn('id-2')))
    expect(await ask('accounts', 'switch', { id: 'id-1' })).toEqual(done(signedIn('id-1')))
    expect(await ask('accounts', 'switch', { id: 'nobody' })).toEqual(refused('NOT_FOUND'))
    expect(await ask('accounts', 'switch', {})).toEqual(refused('BAD_REQUEST'))
  })

  test('are renamed and put in order', async () => {
    await ask('accounts', 'rename', { id: 'id-2', label: ' Work ' })
    expect(labels()).toEqual(['ada@example.com', 'Work'])
    await ask('accounts', 'move', { id: 'id-2', to: 0 })
    expect(labels()).toEqual(['Work', 'ada@example.com'])
    expect(await ask('accounts', 'rename', { id: 'id-2', label: '  ' })).toEqual(refused('BAD_REQUEST'))
    expect(await ask('accounts', 'move', { id: 'id-2', to: -1 })).toEqual(refused('BAD_REQUEST'))
  })

  test('are signed out, signed in again, and removed', async () => {
    expect(await ask('session', 'signOut', { id: 'id-2', erase: false })).toEqual(done(signedIn('id-1')))
    expect(await ask('accounts', 'switch', { id: 'id-2' })).toEqual(refused('UNAUTHORIZED'))
    expect(await signIn('bob@example.com', 'id-2')).toEqual(done(signedIn('id-2')))
    expect(await ask('accounts', 'remove', { id: 'id-2' })).toEqual(done(signedIn('id-1')))
    expect(its.cache.registry.list.map(({ id }) => id)).toEqual(['id-1'])
    expect([...its.keychain.entries.keys()]).toEqual(['id-1'])
  })
})

test('a token is taken for an account that signs in again', async () => {
  await ask('session', 'useToken', { connection, token: 'key-1', again: null })
  expect(await ask('session', 'useToken', { connection, token: 'key-2', again: 'id-1' })).toEqual(
    done(signedIn('id-1'))
  )
  expect(its.keychain.entries.get('id-1')?.token).toBe('key-2')
})

describe('the app lock', () => {
  test('is set, closed, opened, changed and turned off', async () => {
    const state = (more: object) => done(expect.objectContaining(more))
    expect(await ask('lock', 'now')).toEqual(refused('BAD_REQUEST'))
    expect(await ask('lock', 'setPin', { pin: '258', current: null })).toEqual(refused('BAD_REQUEST'))
    expect(await ask('lock', 'setPin', { pin: '2580', current: null })).toEqual(state({ enabled: true, locked: false }))
    expect(await ask('lock', 'now')).toEqual(state({ locked: true }))
    expect(await ask('lock', 'setPin', { pin: '1111', current: '2580' })).toEqual(refused('APP_LOCKED'))
    expect(await ask('lock', 'unlock', { pin: '0000' })).toEqual(refused('WRONG_PIN'))
    expect(await ask('lock', 'state')).toEqual(state({ locked: true, triesLeft: 4 }))
    expect(await ask('lock', 'unlock', { pin: '2580' })).toEqual(state({ locked: false, triesLeft: 5 }))
    expect(await ask('lock', 'turnOff', { pin: '2580' })).toEqual(state({ enabled: false }))
  })

  test('is opened by the system', async () => {
    await ask('lock', 'setPin', { pin: '2580', current: null })
    await ask('lock', 'now')
    expect(await ask('lock', 'unlockBySystem')).toEqual(refused('BAD_REQUEST'))
    its.prompt.there = true
    expect(await ask('lock', 'unlockBySystem')).toEqual(done(expect.objectContaining({ locked: false })))
  })
})

describe('erasing everything', () => {
  beforeEach(async () => {
    await signIn('ada@example.com')
    await signIn('bob@example.com')
    its.cache.registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
    await ask('lock', 'setPin', { pin: '2580', current: null })
    await ask('lock', 'now')
  })

  test('leaves no account, entry, setting or lock, and makes the engine forget', async () => {
    its.publisher.names = []
    expect(await ask('accounts', 'eraseEverything', { leaveEntries: false })).toEqual(
      done({ status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 })
    )
    expect(its.keychain.entries.size).toBe(0)
    expect(await ask('app', 'settings')).toEqual(done(DEFAULT_SETTINGS))
    expect(await ask('lock', 'state')).toEqual(done(expect.objectContaining({ enabled: false, locked: false })))
    expect(its.around.forgotten).toBe(1)
    for (const name of ['sessionChanged', 'settingsChanged', 'lockChanged']) expect(its.publisher.names).toContain(name)
  })

  test('stops before anything is erased when the password store is locked, unless its entries may stay', async () => {
    its.keychain.keychainError = 'KEYCHAIN_LOCKED'
    expect(await ask('accounts', 'eraseEverything', { leaveEntries: false })).toEqual(refused('KEYCHAIN_LOCKED'))
    expect(labels()).toHaveLength(2)
    expect(await ask('lock', 'state')).toEqual(done(expect.objectContaining({ enabled: true, locked: true })))
    expect(its.around.forgotten).toBe(0)
    expect(await ask('accounts', 'eraseEverything', { leaveEntries: true })).toEqual(
      done(expect.objectContaining({ accounts: [], pendingDeletions: 2 }))
    )
    expect(its.around.forgotten).toBe(1)
  })
})
