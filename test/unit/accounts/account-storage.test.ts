/** An account's storage: when it is open, and when its data is written. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.ts'
import { unlessSealed } from '../../../src/main/accounts/opened-storage.ts'
import { readStoredProfile } from '../../../src/main/accounts/summary/status.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { PROFILE, settle, type MemoryAccountStorage } from '../../support/ports.ts'
import { connection, errorOf, launchCore, signIn, world } from '../app/launch.ts'

const MINUTE = 60_000
const IDLE = 5 * MINUTE

let parts: ReturnType<typeof world>
let core: ReturnType<typeof launchCore>
/** The ids of the storages that were closed, in order. */
let closed: string[]

const launch = (): void => {
  core = launchCore(parts)
  closed = []
  core.events.storageClosed = ({ id }) => void closed.push(id)
}
const its = (id: string): MemoryAccountStorage => {
  const found = parts.cache.accounts.get(id)
  if (!found) throw new Error(`No storage of ${id} was opened`)
  return found
}
const nothing = async (): Promise<void> => undefined
/** Uses it, and nothing else. */
const use = (account = core.account): Promise<void> => account.use(nothing)

/** A use that ends later. */
function startUse(account = core.account) {
  const late = Promise.withResolvers<string>()
  const done = account.use(() => late.promise)
  return {
    done,
    fail: (error: Error): void => late.reject(error),
    end: async (): Promise<void> => {
      late.resolve('all')
      await done
    }
  }
}

beforeEach(() => {
  parts = world()
  launch()
})

test('signed out there is none', () => {
  expect(core.accounts.shown).toBeNull()
  expect(() => core.accounts.get('id-1')).toThrow(expect.objectContaining({ info: { code: 'NOT_FOUND' } }))
  expect(parts.cache.opened).toEqual([])
})

describe('opening', () => {
  test('happens at the first use, once for all uses', async () => {
    await signIn(core.accounts)
    const { account } = core
    expect(account.isStorageOpen).toBe(false)
    expect(parts.cache.opened).toEqual([])
    const first = startUse()
    expect(account.isStorageOpen).toBe(true)
    const second = startUse()
    await second.end()
    await first.end()
    await use()
    expect(parts.cache.opened).toEqual(['id-1'])
    expect(its('id-1').openings).toBe(1)
  })

  test('reads no key: each account’s own key is read when it is needed', async () => {
    const { cache, keychain } = parts
    await signIn(core.accounts, 'first@example.com')
    await use()
    await signIn(core.accounts, 'second@example.com')
    await use()
    launch()
    await use()
    await use(core.accounts.get('id-1'))
    expect(keychain.reads).toBe(0)
    const keys = [await cache.keys.get('id-1')?.(), await cache.keys.get('id-2')?.()]
    expect(keys).toEqual(['id-1', 'id-2'].map((id) => keychain.entries.get(id)?.dataKey))
    expect(keys[0]).not.toBe(keys[1])
  })

  test('that fails is the error of its use, and is tried again', async () => {
    await signIn(core.accounts)
    const { cache } = parts
    const open = cache.open.bind(cache)
    cache.open = () => {
      throw new AppError('STORAGE')
    }
    expect(await errorOf(use())).toEqual({ code: 'STORAGE' })
    expect(core.account.isStorageOpen).toBe(false)
    cache.open = open
    await use()
    expect(its('id-1').openings).toBe(1)
  })
})

describe('closing', () => {
  let account: Account

  beforeEach(async () => {
    await signIn(core.accounts)
    account = core.account
  })

  test('happens after five idle minutes, not before, and is told once', async () => {
    const { clock } = parts
    await use()
    await clock.advance(IDLE - 1)
    expect(account.isStorageOpen).toBe(true)
    expect(closed).toEqual([])
    await clock.advance(1)
    expect(account.isStorageOpen).toBe(false)
    expect(its('id-1').closed).toBe(true)
    expect(clock.planned()).toEqual([])
    await clock.advance(60 * MINUTE)
    expect(closed).toEqual(['id-1'])
    expect(its('id-1').openings).toBe(0)
  })

  test('is put off by each use, also by one that fails', async () => {
    const { clock } = parts
    await use()
    for (let times = 0; times < 3; times += 1) {
      await clock.advance(4 * MINUTE)
      expect(await errorOf(account.use(() => Promise.reject(new AppError('STORAGE'))))).toEqual({ code: 'STORAGE' })
    }
    await clock.advance(IDLE - 1)
    expect(account.isStorageOpen).toBe(true)
    await clock.advance(1)
    expect(account.isStorageOpen).toBe(false)
    expect(parts.cache.opened).toEqual(['id-1'])
  })

  test('needs one timer, however often it is used, which comes a minute apart at the most often', async () => {
    const { clock } = parts
    await use()
    await clock.advance(1000)
    for (let times = 0; times < 20; times += 1) await use()
    expect(clock.planned()).toEqual([IDLE - 1000])
    await clock.advance(IDLE - 1000)
    // A second is left.
    expect(account.isStorageOpen).toBe(true)
    expect(clock.planned()).toEqual([MINUTE])
    await clock.advance(MINUTE)
    expect(account.isStorageOpen).toBe(false)
  })

  test('never happens under a use, however long that takes', async () => {
    const { clock } = parts
    await use()
    const long = startUse()
    await clock.advance(3 * IDLE)
    expect(account.isStorageOpen).toBe(true)
    await long.end()
    await clock.advance(IDLE - 1)
    expect(account.isStorageOpen).toBe(true)
    await clock.advance(MINUTE)
    expect(account.isStorageOpen).toBe(false)
  })

  test('is followed by another opening at the next use, which has its own five minutes', async () => {
    const { clock } = parts
    for (let times = 1; times <= 3; times += 1) {
      await use()
      expect(account.isStorageOpen).toBe(true)
      await clock.advance(IDLE)
      expect(account.isStorageOpen).toBe(false)
      expect(parts.cache.opened).toHaveLength(times)
    }
    expect(closed).toEqual(['id-1', 'id-1', 'id-1'])
  })

  test('doesn’t happen when another account is shown, or when the connection changes', async () => {
    await use()
    await core.accounts.changeConnection('id-1', { ...connection, timeoutSeconds: 60 })
    await signIn(core.accounts, 'second@example.com')
    await use()
    core.accounts.show('id-1')
    await use()
    expect(parts.cache.opened).toEqual(['id-1', 'id-2'])
    expect([its('id-1').closed, its('id-2').closed]).toEqual([false, false])
    expect(closed).toEqual([])
  })

  test('of each account goes by its own uses', async () => {
    const { clock } = parts
    await use()
    await signIn(core.accounts, 'second@example.com')
    await clock.advance(3 * MINUTE)
    await use()
    await clock.advance(2 * MINUTE)
    expect(closed).toEqual(['id-1'])
    await clock.advance(3 * MINUTE)
    expect(closed).toEqual(['id-1', 'id-2'])
  })
})

describe('releasing', () => {
  test('closes at once what isn’t used, and at the end of the last use what is', async () => {
    await signIn(core.accounts)
    const { account } = core
    account.releaseStorage()
    expect(closed).toEqual([])
    await use()
    account.releaseStorage()
    expect(account.isStorageOpen).toBe(false)
    const [first, second] = [startUse(), startUse()]
    account.releaseStorage()
    await first.end()
    // A use that begins meanwhile is one of them.
    const third = startUse()
    await second.end()
    expect(account.isStorageOpen).toBe(true)
    third.fail(new AppError('STORAGE'))
    expect(await errorOf(third.done)).toEqual({ code: 'STORAGE' })
    expect(account.isStorageOpen).toBe(false)
    expect(closed).toEqual(['id-1', 'id-1'])
    expect(parts.clock.planned()).toEqual([])
  })

  test('holds once: the next opening stays for five minutes again', async () => {
    await signIn(core.accounts)
    const { account } = core
    const long = startUse()
    account.releaseStorage()
    await long.end()
    await use()
    expect(account.isStorageOpen).toBe(true)
  })

  test('of the accounts that aren’t shown leaves the one that is', async () => {
    await signIn(core.accounts, 'first@example.com')
    await use()
    await signIn(core.accounts, 'second@example.com')
    await use()
    core.accounts.releaseOthers()
    expect([its('id-1').closed, its('id-2').closed]).toEqual([true, false])
  })
})

describe('a sign-out', () => {
  let account: Account

  beforeEach(async () => {
    await signIn(core.accounts)
    account = core.account
  })

  test('closes it at once if nothing uses it', async () => {
    await use()
    await core.accounts.signOut('id-1', false)
    expect(account.isDisposed).toBe(true)
    expect(its('id-1').closed).toBe(true)
    expect(closed).toEqual(['id-1'])
    expect(parts.clock.planned()).toEqual([])
  })

  test('lets a use end, and closes it then', async () => {
    const long = startUse()
    await core.accounts.signOut('id-1', false)
    expect(its('id-1').closed).toBe(false)
    await long.end()
    expect(await long.done).toBe('all')
    expect(its('id-1').closed).toBe(true)
    expect(closed).toEqual(['id-1'])
  })

  test('ends what begins on it later; what is stored of it stays readable', async () => {
    await use()
    await core.accounts.signOut('id-1', false)
    expect(await errorOf(use(account))).toEqual({ code: 'CANCELLED' })
    expect(its('id-1').closed).toBe(true)
    const after = core.accounts.get('id-1')
    expect(after).not.toBe(account)
    expect(await errorOf(after.work(nothing))).toEqual({ code: 'UNAUTHORIZED' })
    await use(after)
    expect(its('id-1').openings).toBe(1)
  })

  test('is over with the next sign-in, also for what is still used from before', async () => {
    const long = startUse()
    await core.accounts.signOut('id-1', false)
    await signIn(core.accounts)
    expect(core.account).not.toBe(account)
    await use()
    await long.end()
    expect(its('id-1').openings).toBe(1)
    await use()
    expect(parts.cache.opened).toEqual(['id-1', 'id-1'])
    expect(await errorOf(use(account))).toEqual({ code: 'CANCELLED' })
  })
})

describe('a removal', () => {
  test('closes it, and no use creates its files again', async () => {
    await signIn(core.accounts, 'first@example.com')
    await signIn(core.accounts, 'second@example.com')
    const first = core.accounts.get('id-1')
    await use(first)
    const removed = its('id-1')
    await core.accounts.remove('id-1')
    expect(removed.closed).toBe(true)
    expect(await errorOf(use(first))).toEqual({ code: 'NOT_FOUND' })
    expect(await errorOf(first.work(nothing))).toEqual({ code: 'NOT_FOUND' })
    expect(() => core.accounts.get('id-1')).toThrow(expect.objectContaining({ info: { code: 'NOT_FOUND' } }))
    expect(parts.cache.accounts.has('id-1')).toBe(false)
  })
})

describe('closing it by force', () => {
  beforeEach(async () => {
    const { cache } = parts
    const open = cache.open.bind(cache)
    // As FileStorage: each opening has a handle of its own.
    cache.open = (...of) => Object.create(open(...of)) as MemoryAccountStorage
    await signIn(core.accounts)
  })

  test('happens at once, also under a use, whose end changes nothing any more', async () => {
    const { account } = core
    const long = startUse()
    account.closeStorage()
    expect(account.isStorageOpen).toBe(false)
    expect(its('id-1').closed).toBe(true)
    expect(closed).toEqual(['id-1'])
    const next = startUse()
    await long.end()
    account.releaseStorage()
    // `next` still uses it.
    expect(account.isStorageOpen).toBe(true)
    expect(its('id-1').openings).toBe(1)
    await next.end()
    expect(account.isStorageOpen).toBe(false)
    expect(closed).toEqual(['id-1', 'id-1'])
  })

  test('leaves no timer, and may be done again', async () => {
    await use()
    core.account.closeStorage()
    core.account.closeStorage()
    expect(parts.clock.planned()).toEqual([])
    expect(closed).toEqual(['id-1'])
  })

  test('forgets an earlier release: what is used after it stays open', async () => {
    const { account } = core
    const long = startUse()
    account.releaseStorage()
    account.closeStorage()
    await use()
    await long.end()
    expect(account.isStorageOpen).toBe(true)
  })

  test('is done for all accounts', async () => {
    await use()
    await signIn(core.accounts, 'second@example.com')
    await use()
    core.accounts.closeStorages()
    expect([its('id-1').closed, its('id-2').closed]).toEqual([true, true])
  })
})

describe('erasing', () => {
  test('is followed by another storage at the next sign-in', async () => {
    await signIn(core.accounts)
    await use()
    const before = its('id-1')
    await core.accounts.signOut('id-1', true)
    expect(core.accounts.shown).toBeNull()
    await signIn(core.accounts)
    await use()
    expect(its(core.account.id)).not.toBe(before)
    expect(core.heard.reported).toEqual([])
  })

  test('that fails leaves it usable', async () => {
    await signIn(core.accounts)
    const { account } = core
    await use()
    parts.cache.erase = () => {
      // As core.ts does before files are deleted.
      account.closeStorage()
      throw new AppError('STORAGE')
    }
    expect(await errorOf(core.accounts.signOut('id-1', true))).toEqual({ code: 'STORAGE' })
    await use(core.accounts.get('id-1'))
    expect(its('id-1')).toMatchObject({ closed: false })
  })
})

describe('writing what is in memory only', () => {
  test('does not happen where the key was there from the start', async () => {
    await signIn(core.accounts)
    await use()
    core.accounts.rename('id-1', 'Work')
    launch()
    await core.account.access()
    expect(its('id-1').writesOfUnwritten).toBe(0)
  })

  test('happens once, when a sign-in in memory, a locked launch or a forgotten sign-in has its key', async () => {
    const { keychain } = parts
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(core.accounts)
    await use()
    core.accounts.rename('id-1', 'Work')
    expect(its('id-1').writesOfUnwritten).toBe(0)
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    core.accounts.rename('id-1', 'Home')
    expect(its('id-1').writesOfUnwritten).toBe(1)

    keychain.keychainError = 'KEYCHAIN_LOCKED'
    launch()
    await core.account.access().catch(() => undefined)
    await use()
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    expect(its('id-1').writesOfUnwritten).toBe(2)

    keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(core.accounts, 'second@example.com')
    launch()
    expect(core.accounts.state()).toMatchObject({ credential: 'forgotten' })
    keychain.keychainError = null
    await signIn(core.accounts, 'second@example.com')
    expect(its('id-2').writesOfUnwritten).toBe(1)
  })

  test('happens to what was opened before its key turned out to be unavailable', async () => {
    const { keychain } = parts
    await signIn(core.accounts)
    launch()
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await use()
    await core.account.access().catch(() => undefined)
    expect(core.accounts.state()).toMatchObject({ credential: 'unavailable' })
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    expect(its('id-1').writesOfUnwritten).toBe(1)
  })

  test('happens whichever account is shown', async () => {
    const { keychain } = parts
    await signIn(core.accounts, 'first@example.com')
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(core.accounts, 'second@example.com')
    core.accounts.show('id-1')
    await use(core.accounts.get('id-2'))
    expect(its('id-2').writesOfUnwritten).toBe(0)
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    core.accounts.rename('id-2', 'Work')
    expect(its('id-2').writesOfUnwritten).toBe(1)
  })

  test('also happens to what was closed meanwhile', async () => {
    const { clock, keychain } = parts
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(core.accounts)
    await use()
    await clock.advance(IDLE)
    expect(its('id-1').closed).toBe(true)
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    expect(its('id-1').writesOfUnwritten).toBe(1)
  })

  test('that fails is tried again after the next round; only an unexpected error is reported', async () => {
    const { keychain } = parts
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(core.accounts)
    await use()
    const { writeUnwritten } = its('id-1')
    its('id-1').writeUnwritten = () => Promise.reject(new AppError('STORAGE'))
    keychain.keychainError = null
    await core.accounts.retryKeychain()
    await settle()
    expect(core.heard.reported).toEqual([])
    const boom = new TypeError('boom')
    its('id-1').writeUnwritten = () => Promise.reject(boom)
    parts.asks = true
    await core.account.rounds.poll()
    await settle()
    expect(core.heard.reported).toEqual([boom])
    its('id-1').writeUnwritten = writeUnwritten
    await core.account.rounds.poll()
    expect(its('id-1').writesOfUnwritten).toBe(1)
  })
})

describe('reading', () => {
  beforeEach(async () => {
    await signIn(core.accounts, 'first@example.com')
  })

  test('that ends late, when another account is shown, is of the one that was named', async () => {
    const [read, failing] = [startUse(), startUse()]
    await signIn(core.accounts, 'second@example.com')
    await read.end()
    expect(await read.done).toBe('all')
    failing.fail(new AppError('STORAGE'))
    expect(await errorOf(failing.done)).toEqual({ code: 'STORAGE' })
    expect(parts.cache.opened).toEqual(['id-1'])
  })

  test('of sealed data says why it can’t be decrypted, which is no other error', async () => {
    const { account } = core
    const info = { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null }
    await account.use((storage) => storage.saveProfile(PROFILE, info))
    its('id-1').sealedSnapshot = 'KEYCHAIN_SILENT'
    expect(await errorOf(readStoredProfile(account))).toEqual({ code: 'KEYCHAIN_SILENT', found: 'sealed' })
    expect(await unlessSealed(account.use((storage) => storage.info('invoices')))).toBeNull()
    expect(await unlessSealed(Promise.resolve(7))).toBe(7)
    await expect(unlessSealed(Promise.reject(new AppError('KEYCHAIN_SILENT')))).rejects.toMatchObject({
      info: { code: 'KEYCHAIN_SILENT' }
    })
  })
})
