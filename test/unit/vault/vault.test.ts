import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fault, failureOf } from '../../../src/shared/ipc/failure.ts'
import { openVault, type KeytarLike } from '../../../src/main/vault/index.ts'

const TOKEN = 'canary-token-7f3a'

/** Entries in memory; `next` are answers to come instead of the real ones. */
function double(): KeytarLike & { calls: string[]; next: (() => Promise<never>)[]; entries: Map<string, string> } {
  const entries = new Map<string, string>()
  const calls: string[] = []
  const next: (() => Promise<never>)[] = []
  const answer = async <T>(call: string, work: () => T): Promise<T> => {
    calls.push(call)
    const instead = next.shift()
    return instead ? instead() : work()
  }
  return {
    entries,
    calls,
    next,
    getPassword: (service, account) => answer(`get ${account}`, () => entries.get(`${service}/${account}`) ?? null),
    setPassword: (service, account, password) =>
      answer(`set ${account}`, () => void entries.set(`${service}/${account}`, password)),
    deletePassword: (service, account) => answer(`delete ${account}`, () => entries.delete(`${service}/${account}`))
  }
}

const fails = (message: string) => () => Promise.reject(new Error(message))
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => failureOf(error).code
  )

describe('a store that works', () => {
  test('keeps an entry by service and account, and forgets it', async () => {
    const keytar = double()
    const vault = openVault({ keytar: async () => keytar })
    expect(await vault.read('a')).toBeNull()
    await vault.write('a', TOKEN)
    expect([...keytar.entries]).toEqual([['Portside/a', TOKEN]])
    expect(await vault.read('a')).toBe(TOKEN)
    await vault.remove('a')
    await vault.remove('a')
    expect(await vault.read('a')).toBeNull()
  })

  test('is not loaded before it is needed, and read once a call', async () => {
    const keytar = double()
    const load = vi.fn(async () => keytar)
    const vault = openVault({ keytar: load })
    expect(load).not.toHaveBeenCalled()
    await vault.write('a', TOKEN)
    expect(keytar.calls).toEqual(['set a'])
  })

  test('forgets what it does not have, without a doubt', async () => {
    const keytar = double()
    await openVault({ keytar: async () => keytar, platform: 'linux' }).remove('a')
    expect(keytar.calls[0]).toBe('delete a')
    expect(keytar.entries.size).toBe(0)
  })

  test('an empty token is refused before anyone is asked', async () => {
    const keytar = double()
    expect(await code(openVault({ keytar: async () => keytar }).write('a', ''))).toBe('BAD_REQUEST')
    expect(keytar.calls).toEqual([])
  })
})

describe('what the messages mean', () => {
  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'VAULT_MISSING'],
    ['Unknown or unsupported transport “disabled” for address “disabled:”', 'VAULT_MISSING'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'VAULT_MISSING'],
    ['Could not connect: No such file or directory', 'VAULT_MISSING'],
    ['The connection is closed', 'VAULT_MISSING'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'VAULT_LOCKED'],
    ['Cannot create an item in a locked collection', 'VAULT_LOCKED'],
    ['The user name or passphrase you entered is not correct.', 'VAULT_LOCKED'],
    ['something nobody has seen before', 'VAULT_LOCKED']
  ])('%s: %s', async (message, expected) => {
    const keytar = double()
    const vault = openVault({ keytar: async () => keytar })
    for (const call of [() => vault.read('a'), () => vault.write('a', TOKEN), () => vault.remove('a')]) {
      keytar.next.push(fails(message))
      expect(await code(call())).toBe(expected)
    }
  })

  test('a library that is not there is found once it is', async () => {
    const keytar = double()
    const load = vi.fn(async (): Promise<KeytarLike> => keytar)
    load.mockRejectedValueOnce(new Error('Failed to load keytar native addon, checked ["../build/Release"]'))
    const vault = openVault({ keytar: load })
    expect(await code(vault.read('a'))).toBe('VAULT_MISSING')
    expect(await code(vault.read('a'))).toBe('fine')
  })

  test('the error that leaves holds neither the message nor the token', async () => {
    const keytar = double()
    keytar.next.push(fails(`can't store ${TOKEN}`))
    const error: unknown = await openVault({ keytar: async () => keytar })
      .write('a', TOKEN)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    const fault = error as Fault
    expect([fault.message, String(fault.stack), JSON.stringify(fault), String(fault.cause)].join()).not.toContain(TOKEN)
    expect(fault.cause).toBeUndefined()
  })
})

describe('a locked store says that it has no such entry', () => {
  const locked = (): KeytarLike & { calls: string[] } => {
    const keytar = double()
    return {
      ...keytar,
      deletePassword: async () => false,
      setPassword: () => Promise.reject(new Error('Cannot create an item in a locked collection'))
    }
  }

  test('on Linux a removal is then no success', async () => {
    expect(await code(openVault({ keytar: async () => locked(), platform: 'linux' }).remove('a'))).toBe('VAULT_LOCKED')
  })

  test.each(['darwin', 'win32'] as const)('on %s its word is taken', async (platform) => {
    expect(await code(openVault({ keytar: async () => locked(), platform }).remove('a'))).toBe('fine')
  })
})

describe('a store that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is given up at the deadline', async () => {
    const keytar = double()
    keytar.next.push(() => new Promise(() => undefined))
    const asked = code(openVault({ keytar: async () => keytar }).read('a'))
    await vi.advanceTimersByTimeAsync(2999)
    expect(await Promise.race([asked, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBe('VAULT_LOCKED')
  })

  test('holds one call at most: those behind it never start, and end by their own deadline', async () => {
    const keytar = double()
    const hung = Promise.withResolvers<never>()
    keytar.next.push(() => hung.promise)
    const vault = openVault({ keytar: async () => keytar, timeoutMs: 100 })
    const calls = [code(vault.read('a')), code(vault.write('b', TOKEN)), code(vault.remove('c'))]
    await vi.advanceTimersByTimeAsync(100)
    expect(await Promise.all(calls)).toEqual(['VAULT_LOCKED', 'VAULT_LOCKED', 'VAULT_LOCKED'])
    expect(keytar.calls).toEqual(['get a'])

    // The person dismissed the prompt at last: the late answer is nobody's, and the next call goes through.
    expect(vault.hanging()).toBe(true)
    hung.reject(new Error('dismissed'))
    expect(await vault.read('d')).toBeNull()
    expect(keytar.calls).toEqual(['get a', 'get d'])
    expect(vault.hanging()).toBe(false)
  })

  test('a load that hangs counts as a call', async () => {
    const asked = code(openVault({ keytar: () => new Promise(() => undefined), timeoutMs: 50 }).read('a'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await asked).toBe('VAULT_LOCKED')
  })

  test('no timer is left behind by a call that was answered', async () => {
    const keytar = double()
    const vault = openVault({ keytar: async () => keytar })
    await vault.write('a', TOKEN)
    keytar.next.push(fails('no'))
    await code(vault.read('a'))
    expect(vi.getTimerCount()).toBe(0)
  })
})
