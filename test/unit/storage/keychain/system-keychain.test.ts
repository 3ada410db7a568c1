import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { SystemKeychain } from '../../../../src/main/storage/keychain/system-keychain.ts'
import { ThrowingKeytar } from '../../../support/keytar.ts'

const TOKEN = 'canary-token-7f3a'
const KEY = Buffer.alloc(32, 7).toString('base64')
const ORIGIN = 'https://api.example.com'
const ENTRY = { token: TOKEN, origin: ORIGIN, dataKey: KEY }

const open = (keytar: ThrowingKeytar, platform: NodeJS.Platform = 'darwin'): SystemKeychain =>
  new SystemKeychain({ keytar: keytar.load, platform })
const LOCKED = { code: 'KEYCHAIN_LOCKED' }
const error = (work: Promise<unknown>): Promise<ErrorInfo | null> => work.then(() => null, toErrorInfo)
const code = async (work: Promise<unknown>): Promise<string> => (await error(work))?.code ?? 'fine'

afterEach(() => void vi.unstubAllEnvs())

describe('a store that works', () => {
  test('keeps an entry by service and account, and forgets it', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar)
    expect(await keychain.read('a')).toBeNull()
    await keychain.write('a', ENTRY)
    expect([...keytar.entries]).toEqual([['Portside/a', JSON.stringify({ v: 1, account: 'a', ...ENTRY })]])
    expect(await keychain.read('a')).toEqual(ENTRY)
    await keychain.remove('a')
    await keychain.remove('a')
    expect(await keychain.read('a')).toBeNull()
  })

  test('keeps a data key without a token', async () => {
    const keychain = open(new ThrowingKeytar())
    const entry = { token: null, origin: null, dataKey: KEY }
    await keychain.write('a', entry)
    expect(await keychain.read('a')).toEqual(entry)
  })

  test('reads an entry that has a refresh token of an earlier version, and writes it without', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar)
    for (const refreshToken of ['canary-refresh', null, 'a\r\nb']) {
      keytar.entries.set('Portside/a', JSON.stringify({ v: 1, account: 'a', ...ENTRY, refreshToken }))
      const entry = await keychain.read('a')
      expect(entry).toEqual(ENTRY)
      await keychain.write('a', entry ?? ENTRY)
      expect(keytar.entries.get('Portside/a')).not.toMatch(/refresh/i)
    }
  })

  test('is not loaded before it is needed, and asked once a call', async () => {
    const keytar = new ThrowingKeytar()
    const load = vi.fn(keytar.load)
    const keychain = new SystemKeychain({ keytar: load, platform: 'linux' })
    expect(load).not.toHaveBeenCalled()
    await keychain.write('a', ENTRY)
    await keychain.read('a')
    await keychain.remove('a')
    expect(keytar.calls).toEqual(['set a', 'get a', 'delete a'])
  })

  test.each([
    { token: '', origin: ORIGIN, dataKey: KEY },
    { token: 'two words', origin: ORIGIN, dataKey: KEY },
    { token: 'schlüssel', origin: ORIGIN, dataKey: KEY },
    { token: 'x'.repeat(16_385), origin: ORIGIN, dataKey: KEY },
    { token: TOKEN, origin: ORIGIN, dataKey: 'a2V5' }
  ])('what could not be read again is refused before anyone is asked: %#', async (entry) => {
    const keytar = new ThrowingKeytar()
    expect(await code(open(keytar).write('a', entry))).toBe('BAD_REQUEST')
    expect(keytar.calls).toEqual([])
  })
})

describe('an entry', () => {
  const read = (text: string): Promise<unknown> => {
    const keytar = new ThrowingKeytar()
    keytar.entries.set('Portside/a', text)
    return open(keytar).read('a').catch(toErrorInfo)
  }
  const written = (more: object): string =>
    JSON.stringify({ v: 1, account: 'a', token: 't', origin: ORIGIN, dataKey: KEY, ...more })

  test.each([
    written({ v: 2 }),
    written({ account: 'b' }),
    written({ account: undefined }),
    written({ dataKey: undefined }),
    written({ dataKey: null }),
    written({ dataKey: `${KEY.slice(0, -2)}d=` }),
    written({ dataKey: Buffer.alloc(31).toString('base64') }),
    written({ origin: 7 }),
    written({ origin: undefined }),
    written({ token: '' }),
    written({ token: 'a\r\nb' }),
    written({ token: 'a"b' }),
    'eyJhbGciOi.J9.sig',
    written({ token: 'x'.repeat(16_385) }),
    written({}).slice(0, -3),
    '12345',
    '"x"',
    'two words',
    'x'.repeat(16_385),
    ''
  ])('that Portside did not write for this account is changed, not signed out: %j', async (text) => {
    expect(await read(text)).toEqual({ code: 'KEYCHAIN_CHANGED' })
  })
})

describe('an error message', () => {
  const noBus = { code: 'KEYCHAIN_MISSING', found: 'noBus' }
  const noService = { code: 'KEYCHAIN_MISSING', found: 'noService' }

  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', noBus],
    ['Unknown or unsupported transport “disabled” for address “disabled:”', noBus],
    ['Could not connect: No such file or directory', noBus],
    ['The connection is closed', noBus],
    ['The name org.freedesktop.secrets was not provided by any .service files', noService],
    ['The session wrapping the secret does not exist', noService],
    ['A default keychain could not be found.', noService],
    ['The specified keychain could not be found.', noService],
    ['A specified logon session does not exist. It may already have been terminated.\r\n', noService],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', LOCKED],
    ['Cannot create an item in a locked collection', LOCKED],
    ['User canceled the operation.', LOCKED],
    ['User interaction is not allowed.', LOCKED],
    ['The user name or passphrase you entered is not correct.', LOCKED],
    // Unknown: a write is refused, other calls offer a retry.
    ["Couldn't create item: An error occurred on the device", LOCKED, { code: 'KEYCHAIN_REFUSED' }],
    ['', LOCKED, { code: 'KEYCHAIN_REFUSED' }]
  ])('%s', async (message, expected, ofWrite = expected) => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar)
    for (const call of ['read', 'write', 'remove'] as const) {
      keytar.failAt(1, message)
      expect(await error(keychain[call]('a', ENTRY))).toEqual(call === 'write' ? ofWrite : expected)
    }
  })

  test('in another language means a missing bus if there is none', async () => {
    const keytar = new ThrowingKeytar()
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent/bus')
    keytar.failAt(1, 'Verbindung ist gescheitert: Datei oder Verzeichnis nicht gefunden')
    expect(await error(open(keytar, 'linux').write('a', ENTRY))).toEqual(noBus)
  })

  test('a library that is not there is found once it is', async () => {
    const keytar = new ThrowingKeytar()
    const load = vi.fn(keytar.load)
    load.mockRejectedValueOnce(new Error('Failed to load keytar native addon, checked ["../build/Release"]'))
    const keychain = new SystemKeychain({ keytar: load, platform: 'darwin' })
    expect(await error(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_MISSING', found: 'noLibrary' })
    expect(await code(keychain.read('a'))).toBe('fine')
  })

  test('reaches nobody, nor does the token', async () => {
    const keytar = new ThrowingKeytar()
    keytar.failAt(1, `can't store ${TOKEN}`)
    const thrown: unknown = await open(keytar)
      .write('a', ENTRY)
      .catch((caught: unknown) => caught)
    expect(thrown).toBeInstanceOf(AppError)
    expect(inspect(thrown, { showHidden: true, depth: 9 })).not.toContain(TOKEN)
  })
})

describe('a locked keychain that reports a missing entry', () => {
  /** From now on, every call takes 800 ms. */
  function slowClock(): void {
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 800))
    onTestFinished(() => now.mockRestore())
  }

  test('is detected on Linux by a write', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar, 'linux')
    await keychain.write('a', ENTRY)
    keytar.locked = true
    expect(await error(keychain.read('a'))).toEqual(LOCKED)
    expect(await error(keychain.remove('a'))).toEqual(LOCKED)
    keytar.locked = false
    expect(await keychain.read('a')).toEqual(ENTRY)
    await keychain.remove('a')
    expect(await keychain.read('a')).toBeNull()
    await keychain.remove('a')
    expect(keytar.entries.size).toBe(0)
  })

  test('is assumed when that write fails', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'tcp:host=127.0.0.1,port=1')
    const keytar = new ThrowingKeytar()
    keytar.failAt(2, 'something nobody has seen before')
    expect(await error(open(keytar, 'linux').read('a'))).toEqual(LOCKED)
  })

  test('does not prompt again after a slow answer', async () => {
    const keytar = new ThrowingKeytar()
    slowClock()
    expect(await error(open(keytar, 'linux').read('a'))).toEqual(LOCKED)
    expect(keytar.calls).toEqual(['get a'])
  })

  test('does not prompt again after one slow success, which was an answered prompt', async () => {
    for (const work of ['write', 'read', 'remove'] as const) {
      const keytar = new ThrowingKeytar()
      const keychain = open(keytar, 'linux')
      await keychain.write('a', ENTRY)
      slowClock()
      await keychain[work]('a', ENTRY)
      keytar.calls.length = 0
      expect(await error(keychain.read('b'))).toEqual(LOCKED)
      expect(keytar.calls).toEqual(['get b'])
      vi.restoreAllMocks()
    }
  })

  test('is told from one that is always slow', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar, 'linux')
    slowClock()
    await keychain.write('a', ENTRY)
    await keychain.read('a')
    expect(await keychain.read('b')).toBeNull()
    await keychain.remove('b')
    keytar.locked = true
    expect(await error(keychain.read('a'))).toEqual(LOCKED)
  })

  test.each(['darwin', 'win32'] as const)('does not exist on %s, so nothing is written', async (platform) => {
    const keytar = new ThrowingKeytar()
    expect(await open(keytar, platform).read('a')).toBeNull()
    await open(keytar, platform).remove('a')
    expect(keytar.calls.filter((call) => call.startsWith('set'))).toEqual([])
  })
})

describe('a keychain that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is given up at the deadline', async () => {
    const keytar = new ThrowingKeytar()
    keytar.holdAt(1)
    const asked = code(open(keytar).read('a'))
    await vi.advanceTimersByTimeAsync(2999)
    expect(await Promise.race([asked, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBe('KEYCHAIN_SILENT')
  })

  test('holds one call at most: later ones never start, and end by their own deadline', async () => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(1)
    const keychain = open(keytar)
    const calls = [code(keychain.read('a')), code(keychain.write('b', ENTRY)), code(keychain.remove('c'))]
    await vi.advanceTimersByTimeAsync(3000)
    expect(await Promise.all(calls)).toEqual(['KEYCHAIN_SILENT', 'KEYCHAIN_SILENT', 'KEYCHAIN_SILENT'])
    expect(keytar.calls).toEqual(['get a'])
    expect(keychain.isHanging()).toBe(true)
    // The user dismisses the prompt at last.
    held.fail('dismissed')
    expect(await keychain.read('d')).toBeNull()
    expect(keytar.calls).toEqual(['get a', 'get d'])
    expect(keychain.isHanging()).toBe(false)
  })

  test('that was stopped ends the call that is under way, and begins no other', async () => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(1)
    const keychain = open(keytar)
    const underWay = code(keychain.read('a'))
    keychain.stop()
    void keychain.read('b')
    held.fail('dismissed')
    await underWay
    await vi.advanceTimersByTimeAsync(3000)
    expect(keytar.calls).toEqual(['get a'])
  })

  test('is not a slow one with many calls: the wait for earlier calls that end doesn’t count', async () => {
    const keytar = new ThrowingKeytar()
    const getPassword = keytar.getPassword.bind(keytar)
    keytar.getPassword = async (...asked) => {
      await new Promise((resolve) => void setTimeout(resolve, 20))
      return getPassword(...asked)
    }
    const keychain = open(keytar)
    const calls = Array.from({ length: 200 }, (_none, n) => code(keychain.read(`a${n}`)))
    await vi.advanceTimersByTimeAsync(200 * 20)
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['fine']))
  })

  test('is noticed behind calls that ended: the next one hangs, and those behind it end with it', async () => {
    const keytar = new ThrowingKeytar()
    const first = keytar.holdAt(1)
    keytar.holdAt(2)
    const keychain = open(keytar)
    const calls = ['a', 'b', 'c'].map((id) => code(keychain.read(id)))
    await vi.advanceTimersByTimeAsync(2000)
    first.fail('Unknown or invalid identifier')
    await vi.advanceTimersByTimeAsync(2999)
    expect(await Promise.race([calls[1], Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect((await Promise.all(calls)).slice(1)).toEqual(['KEYCHAIN_SILENT', 'KEYCHAIN_SILENT'])
  })

  test.each([
    ['the first call: nothing more starts', 1, ['get a', 'set b']],
    ['the probe write: the probe is deleted', 2, ['get a', 'set is-it-unlocked', 'delete is-it-unlocked', 'set b']]
  ])('answers late to %s', async (_name, nth, calls) => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(nth)
    const keychain = open(keytar, 'linux')
    const asked = code(keychain.read('a'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(await asked).toBe('KEYCHAIN_SILENT')
    held.answer()
    await keychain.write('b', ENTRY)
    expect(keytar.calls).toEqual(calls)
    expect([...keytar.entries.keys()]).toEqual(['Portside/b'])
  })

  test('may also hang while its library loads', async () => {
    const asked = code(new SystemKeychain({ keytar: () => new Promise(() => undefined) }).read('a'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(await asked).toBe('KEYCHAIN_SILENT')
  })
})
