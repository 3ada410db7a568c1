/** The proxy's password: who gets it, where it is, and what becomes of it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { ProxyPassword } from '../../../../src/main/app/network/proxy-password.ts'
import type { ManualProxy, ProxySetting } from '../../../../src/shared/models/network-proxy.ts'
import { MemoryKeychain, MemoryRegistry } from '../../../support/ports.ts'
import { errorOf } from '../launch.ts'

const manual: ManualProxy = { scheme: 'http', host: 'proxy.example', port: 3128, bypass: [], user: 'ada' }
const CHALLENGE = { isProxy: true, host: 'proxy.example', port: 3128 }
const CREDENTIALS = { user: 'ada', password: 'secret' }

let setting: ProxySetting
let keychain: MemoryKeychain
let registry: MemoryRegistry
let password: ProxyPassword

const launch = (): void => {
  password = new ProxyPassword({ setting: () => setting, keychain, registry, newId: () => 'entry-1' })
}
const use = (change: Partial<ManualProxy>): void => {
  setting = { mode: 'manual', manual: { ...manual, ...change } }
}

beforeEach(() => {
  setting = { mode: 'manual', manual }
  keychain = new MemoryKeychain()
  registry = new MemoryRegistry()
  launch()
})

describe('a saved password', () => {
  beforeEach(async () => {
    expect(password.place()).toBe('none')
    expect(await password.save('secret')).toBeNull()
    launch()
  })

  test('is sent to its proxy, and read from the keychain once', async () => {
    expect(password.place()).toBe('keychain')
    expect(keychain.reads).toBe(0)
    const answers = await Promise.all([password.answer(CHALLENGE), password.answer(CHALLENGE)])
    expect([...answers, await password.answer(CHALLENGE)]).toEqual([CREDENTIALS, CREDENTIALS, CREDENTIALS])
    expect(keychain.reads).toBe(1)
  })

  test('is in no file', () => {
    expect(JSON.stringify(registry.proxyRecord)).toBe(
      JSON.stringify({ proxy: 'http://proxy.example:3128', user: 'ada', entry: 'entry-1', isStored: true })
    )
  })

  test.each([
    ['a server', { ...CHALLENGE, isProxy: false }],
    ['another host', { ...CHALLENGE, host: 'other.example' }],
    ['another port', { ...CHALLENGE, port: 3129 }]
  ])('isn’t sent to %s', async (_, challenge) => {
    expect(await password.answer(challenge)).toBeNull()
    expect(keychain.reads).toBe(0)
  })

  test.each<[string, Partial<ManualProxy>]>([
    ['another host', { host: 'other.example' }],
    ['another port', { port: 3129 }],
    ['another user', { user: 'bob' }],
    ['the same place without TLS', { scheme: 'https' }]
  ])('isn’t sent when the setting names %s, and is again when it is back', async (_, change) => {
    use(change)
    const asked = { ...CHALLENGE, ...change }
    expect([await password.answer(asked), password.place()]).toEqual([null, 'other'])
    expect(keychain.reads).toBe(0)
    use({})
    expect([await password.answer(CHALLENGE), password.place()]).toEqual([CREDENTIALS, 'keychain'])
  })

  test.each(['system', 'none'] as const)('isn’t sent to a proxy of the system (%s)', async (mode) => {
    setting = { mode, manual }
    expect(await password.answer(CHALLENGE)).toBeNull()
  })

  test('of an IPv6 address is sent to it, with brackets or without', async () => {
    use({ host: '[::1]' })
    await password.save('secret')
    expect(await password.answer({ ...CHALLENGE, host: '[::1]' })).toEqual(CREDENTIALS)
    expect(await password.answer({ ...CHALLENGE, host: '::1' })).toEqual(CREDENTIALS)
  })

  test('is gone from the keychain and from memory when it is removed', async () => {
    await password.answer(CHALLENGE)
    await password.remove()
    expect([password.place(), keychain.proxyPasswords.size, registry.proxyRecord]).toEqual(['none', 0, null])
    expect(await password.answer(CHALLENGE)).toBeNull()
    expect(password.entryNames()).toEqual([])
  })

  test('isn’t used after a removal that failed, which can be repeated', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    expect(await errorOf(password.remove())).toEqual({ code: 'KEYCHAIN_LOCKED' })
    launch()
    expect([await password.answer(CHALLENGE), password.place(), password.entryNames()]).toEqual([
      null,
      'none',
      ['entry-1']
    ])
    keychain.keychainError = null
    await password.remove()
    expect([keychain.proxyPasswords.size, password.entryNames()]).toEqual([0, []])
  })

  test('that can’t be read now says why, and is asked for again', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    expect(await errorOf(password.answer(CHALLENGE))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    keychain.keychainError = null
    expect(await password.answer(CHALLENGE)).toEqual(CREDENTIALS)
  })

  test.each([
    ['is missing', () => keychain.proxyPasswords.clear()],
    [
      'is that of another proxy',
      () => keychain.proxyPasswords.set('entry-1', { proxy: 'http://other.example:1', user: 'ada', password: 'other' })
    ]
  ])('whose entry %s has to be entered again', async (_, change) => {
    change()
    expect([await password.answer(CHALLENGE), password.place()]).toEqual([null, 'none'])
  })

  /** Reads end only with the call of what it returns, as while the system asks to unlock the keychain. */
  function holdReads(): () => void {
    const held = Promise.withResolvers<void>()
    const read = keychain.readProxyPassword.bind(keychain)
    keychain.readProxyPassword = async (name) => {
      const found = await read(name)
      await held.promise
      return found
    }
    return held.resolve
  }

  test.each([
    ['another proxy', { host: 'other.example' }],
    ['another user', { user: 'bob' }]
  ])('isn’t mistaken for that of %s, saved while it is read', async (_, change) => {
    const endReads = holdReads()
    const asked = password.answer(CHALLENGE)
    use(change)
    await password.save('of the other')
    endReads()
    expect(await asked).toBeNull()
    expect(await password.answer({ ...CHALLENGE, host: 'proxy.example', ...change })).toMatchObject({
      password: 'of the other'
    })
  })

  test('that is saved while the old one is read wins', async () => {
    const endReads = holdReads()
    const asked = password.answer(CHALLENGE)
    await password.save('new one')
    endReads()
    expect(await asked).toEqual({ user: 'ada', password: 'new one' })
    expect(await password.answer(CHALLENGE)).toEqual({ user: 'ada', password: 'new one' })
  })

  test('is forgotten with everything', async () => {
    await password.answer(CHALLENGE)
    registry.proxyRecord = null
    password.forget()
    expect([await password.answer(CHALLENGE), password.place()]).toEqual([null, 'none'])
  })
})

test('without a keychain it is in memory, and says so', async () => {
  keychain.keychainError = 'KEYCHAIN_MISSING'
  expect((await password.save('secret'))?.info).toEqual({ code: 'KEYCHAIN_MISSING' })
  expect([password.place(), await password.answer(CHALLENGE)]).toEqual(['memory', CREDENTIALS])
  use({ port: 1 })
  expect([password.place(), await password.answer({ ...CHALLENGE, port: 1 })]).toEqual(['none', null])
  launch()
  use({})
  expect([password.place(), await password.answer(CHALLENGE)]).toEqual(['none', null])
  // The keychain may have taken it after its deadline.
  expect(password.entryNames()).toEqual(['entry-1'])
})

test.each<[string, ProxySetting, string]>([
  ['no proxy by hand', { mode: 'system', manual: null }, 'secret'],
  ['no user name', { mode: 'manual', manual: { ...manual, user: '' } }, 'secret'],
  ['SOCKS', { mode: 'manual', manual: { ...manual, scheme: 'socks5', user: '' } }, 'secret'],
  ['no password', { mode: 'manual', manual }, '']
])('nothing is saved with %s', async (_, chosen, typed) => {
  setting = chosen
  expect(await errorOf(password.save(typed))).toEqual({ code: 'BAD_REQUEST', found: 'input' })
  expect([password.place(), keychain.proxyPasswords.size]).toEqual(['none', 0])
})
