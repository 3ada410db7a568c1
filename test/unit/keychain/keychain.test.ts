import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { openKeychain, type KeytarLike, type OpenKeychain } from '../../../src/main/keychain/index.ts'
import { ThrowingKeytar } from '../../support/keytar.ts'

const TOKEN = 'canary-token-7f3a'
const KEY = Buffer.alloc(32, 7).toString('base64')
const ORIGIN = 'https://api.example.com'
const ENTRY = { token: TOKEN, origin: ORIGIN, dataKey: KEY }

const open = (keytar: ThrowingKeytar, platform: NodeJS.Platform = 'darwin'): OpenKeychain =>
  openKeychain({ keytar: keytar.load, platform })
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

  test('keeps a data key without a token, and the other way round', async () => {
    const keychain = open(new ThrowingKeytar())
    for (const entry of [
      { token: null, origin: null, dataKey: KEY },
      { token: TOKEN, origin: ORIGIN, dataKey: null }
    ]) {
      await keychain.write('a', entry)
      expect(await keychain.read('a')).toEqual(entry)
    }
  })

  test('is not loaded before it is needed, and asked once a call', async () => {
    const keytar = new ThrowingKeytar()
    const load = vi.fn(keytar.load)
    const keychain = openKeychain({ keytar: load, platform: 'linux' })
    expect(load).not.toHaveBeenCalled()
    await keychain.write('a', ENTRY)
    await keychain.read('a')
    await keychain.remove('a')
    expect(keytar.calls).toEqual(['set a', 'get a', 'delete a'])
  })

  test.each([
    { token: '', origin: ORIGIN, dataKey: null },
    { token: 'two words', origin: ORIGIN, dataKey: null },
    { token: 'schlüssel', origin: ORIGIN, dataKey: null },
    { token: 'x'.repeat(16_385), origin: ORIGIN, dataKey: null },
    { token: TOKEN, origin: ORIGIN, dataKey: 'a2V5' }
  ])('what could not be read again is refused before anyone is asked: %#', async (entry) => {
    const keytar = new ThrowingKeytar()
    expect(await code(open(keytar).write('a', entry))).toBe('BAD_REQUEST')
    expect(keytar.calls).toEqual([])
  })
})

describe('what is in the entry', () => {
  const read = async (text: string): Promise<unknown> => {
    const keytar = new ThrowingKeytar()
    keytar.entries.set('Portside/a', text)
    return open(keytar).read('a').catch(toErrorInfo)
  }

  test.each(['eyJhbGciOi.J9.sig', 'hp_live-12345'])('the bare token of an earlier version: %s', async (token) => {
    expect(await read(token)).toEqual({ token, origin: null, dataKey: null })
  })

  const written = (more: object): string =>
    JSON.stringify({ v: 1, account: 'a', token: 't', origin: ORIGIN, dataKey: null, ...more })

  test('what Portside writes is read', async () => {
    expect(await read(written({ dataKey: KEY }))).toEqual({ token: 't', origin: ORIGIN, dataKey: KEY })
  })

  test.each<[string, object]>([
    ['without an origin', { token: 't', origin: undefined }],
    ['whose token has quotes', { token: '\\"'.repeat(40), origin: undefined }]
  ])('an entry of an earlier version %s keeps its data key', async (_name, more) => {
    const { origin: _, ...rest } = { origin: null, ...more }
    expect(await read(written({ ...more, dataKey: KEY }))).toEqual({ ...rest, origin: null, dataKey: KEY })
  })

  test.each([
    '{}',
    written({ v: 2 }),
    written({ account: 'b' }),
    written({ account: undefined }),
    written({ dataKey: undefined }),
    written({ dataKey: '' }),
    written({ dataKey: 'short' }),
    written({ dataKey: `${KEY.slice(0, -2)}d=` }),
    written({ dataKey: Buffer.alloc(31).toString('base64') }),
    written({ origin: 7 }),
    written({ token: '' }),
    written({ token: 7 }),
    written({ token: 'a\r\nb' }),
    written({ token: 'x'.repeat(16_385) }),
    written({}).slice(0, -3),
    '{',
    'null',
    '12345',
    '[1]',
    '"x"',
    'schlüssel',
    'two words',
    'x'.repeat(16_385),
    ' ',
    ''
  ])('what Portside did not write for this account is changed, not signed out: %j', async (text) => {
    expect(await read(text)).toEqual({ code: 'KEYCHAIN_CHANGED' })
  })
})

describe('the service name of an earlier version', () => {
  const opened = (keytar: ThrowingKeytar, platform: NodeJS.Platform): OpenKeychain =>
    openKeychain({ keytar: keytar.load, platform, earlierService: 'Earlier' })
  const before = async (platform: NodeJS.Platform, entry = ENTRY): Promise<ThrowingKeytar> => {
    const keytar = new ThrowingKeytar()
    const earlier = openKeychain({ keytar: keytar.load, platform, service: 'Earlier' })
    await earlier.write('a', entry)
    await earlier.write('of-another-profile', ENTRY)
    return keytar
  }
  const names = (keytar: ThrowingKeytar): string[] => [...keytar.entries.keys()].sort()

  test.each<[NodeJS.Platform, string]>([
    ['linux', TOKEN],
    ['darwin', TOKEN],
    ['win32', 'k'.repeat(9000)]
  ])('gives up an entry when it is first read (%s)', async (platform, token) => {
    const entry = { ...ENTRY, token }
    const keytar = await before(platform, entry)
    expect(await opened(keytar, platform).read('a')).toEqual(entry)
    expect(names(keytar).filter((name) => name.startsWith('Earlier'))).toEqual(['Earlier/of-another-profile'])
    expect(await opened(keytar, platform).read('a')).toEqual(entry)
    await opened(keytar, platform).remove('a')
    expect(names(keytar)).toEqual(['Earlier/of-another-profile'])
  })

  test.each<[string, (keychain: OpenKeychain) => Promise<unknown>, string[]]>([
    ['a new sign-in', (keychain) => keychain.write('a', ENTRY), ['Portside/a']],
    ['signing out', (keychain) => keychain.write('a', { token: null, origin: null, dataKey: KEY }), ['Portside/a']],
    ['removing the account', (keychain) => keychain.remove('a'), []]
  ])('keeps nothing after %s', async (_name, work, left) => {
    const keytar = await before('linux')
    await work(opened(keytar, 'linux'))
    expect(names(keytar)).toEqual(['Earlier/of-another-profile', ...left])
  })

  test('is not read for an entry of this version, nor touched without it', async () => {
    const keytar = await before('linux', { ...ENTRY, token: 'stale' })
    expect(await open(keytar, 'linux').read('a')).toBeNull()
    await open(keytar, 'linux').write('a', ENTRY)
    expect(await opened(keytar, 'linux').read('a')).toEqual(ENTRY)
    expect(names(keytar)).toContain('Earlier/a')
  })
})

describe('what the messages mean', () => {
  const nobody = { code: 'KEYCHAIN_MISSING', found: 'noService' }
  const locked = { code: 'KEYCHAIN_LOCKED' }

  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', { code: 'KEYCHAIN_MISSING', found: 'noBus' }],
    [
      'Unknown or unsupported transport “disabled” for address “disabled:”',
      { code: 'KEYCHAIN_MISSING', found: 'noBus' }
    ],
    ['Could not connect: No such file or directory', { code: 'KEYCHAIN_MISSING', found: 'noBus' }],
    ['The connection is closed', { code: 'KEYCHAIN_MISSING', found: 'noBus' }],
    ['The name org.freedesktop.secrets was not provided by any .service files', nobody],
    ['The session wrapping the secret does not exist', nobody],
    ['A default keychain could not be found.', nobody],
    ['The specified keychain could not be found.', nobody],
    ['A specified logon session does not exist. It may already have been terminated.\r\n', nobody],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', locked],
    ['Cannot create an item in a locked collection', locked],
    ['User canceled the operation.', locked],
    ['User interaction is not allowed.', locked],
    ['The user name or passphrase you entered is not correct.', locked]
  ])('%s', async (message, expected) => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar)
    for (const call of [() => keychain.read('a'), () => keychain.write('a', ENTRY), () => keychain.remove('a')]) {
      keytar.failAt(1, message)
      expect(await error(call())).toEqual(expected)
    }
  })

  test.each(["Couldn't create item: An error occurred on the device", 'The stub received bad data.', ''])(
    'words that nobody knows are a refusal of a write, and else offer to try again: %j',
    async (message) => {
      const keytar = new ThrowingKeytar()
      const keychain = open(keytar)
      keytar.failAt(1, message)
      expect(await error(keychain.write('a', ENTRY))).toEqual({ code: 'KEYCHAIN_REFUSED' })
      for (const call of [() => keychain.read('a'), () => keychain.remove('a')]) {
        keytar.failAt(1, message)
        expect(await error(call())).toEqual(locked)
      }
    }
  )

  test('on Linux, words in another language are no riddle when there is no bus', async () => {
    const keytar = new ThrowingKeytar()
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent/bus')
    keytar.failAt(1, 'Verbindung ist gescheitert: Datei oder Verzeichnis nicht gefunden')
    expect(await error(open(keytar, 'linux').write('a', ENTRY))).toEqual({ code: 'KEYCHAIN_MISSING', found: 'noBus' })
  })

  test('a library that is not there is found once it is', async () => {
    const keytar = new ThrowingKeytar()
    const load = vi.fn(keytar.load)
    load.mockRejectedValueOnce(new Error('Failed to load keytar native addon, checked ["../build/Release"]'))
    const keychain = openKeychain({ keytar: load, platform: 'darwin' })
    expect(await error(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_MISSING', found: 'noLibrary' })
    expect(await code(keychain.read('a'))).toBe('fine')
  })

  test('the error that leaves holds neither the message nor the token', async () => {
    const keytar = new ThrowingKeytar()
    keytar.failAt(1, `can't store ${TOKEN}`)
    const error: unknown = await open(keytar)
      .write('a', ENTRY)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    const fault = error as AppError
    expect([fault.message, String(fault.stack), JSON.stringify(fault), String(fault.cause)].join()).not.toContain(TOKEN)
    expect(fault.cause).toBeUndefined()
  })
})

describe('a locked store says that it has no such entry', () => {
  test('on Linux that is told from an open one without the entry', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar, 'linux')
    await keychain.write('a', ENTRY)
    keytar.locked = true
    expect(await error(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(await error(keychain.remove('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    keytar.locked = false
    expect(await keychain.read('a')).toEqual(ENTRY)
    await keychain.remove('a')
    expect(await keychain.read('a')).toBeNull()
    await keychain.remove('a')
    expect(keytar.entries.size).toBe(0)
  })

  test('a store that refuses the proof is not called open', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'tcp:host=127.0.0.1,port=1')
    const keytar = new ThrowingKeytar()
    keytar.failAt(2, 'something nobody has seen before')
    expect(await error(open(keytar, 'linux').read('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
  })

  test('who may have dismissed a question is not asked another one', async () => {
    const keytar = new ThrowingKeytar()
    const { performance } = globalThis
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(1500)
    expect(await error(open(keytar, 'linux').read('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(keytar.calls).toEqual(['get a'])
    now.mockRestore()
  })

  test('a store that is slow over everything is not called locked for it', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar, 'linux')
    let clock = 0
    const now = vi.spyOn(globalThis.performance, 'now').mockImplementation(() => (clock += 800))
    await keychain.write('a', ENTRY)
    await keychain.read('a')
    expect(await keychain.read('b')).toBeNull()
    await keychain.remove('b')
    keytar.locked = true
    expect(await error(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    now.mockRestore()
  })

  test.each<[string, (keychain: OpenKeychain) => Promise<unknown>]>([
    ['a write', (keychain) => keychain.write('a', ENTRY)],
    ['a read', (keychain) => keychain.read('a')],
    ['a removal', (keychain) => keychain.remove('a')]
  ])('%s that took long once was a question that a person answered: the next one may be dismissed', async (_, work) => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar, 'linux')
    await keychain.write('a', ENTRY)
    let clock = 0
    const now = vi.spyOn(globalThis.performance, 'now').mockImplementation(() => (clock += 800))
    await work(keychain)
    keytar.calls.length = 0
    expect(await error(keychain.read('b'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    expect(keytar.calls).toEqual(['get b'])
    now.mockRestore()
  })

  test.each(['darwin', 'win32'] as const)('on %s its word is taken', async (platform) => {
    const keytar = new ThrowingKeytar()
    expect(await open(keytar, platform).read('a')).toBeNull()
    await open(keytar, platform).remove('a')
    expect(keytar.calls.filter((call) => call.startsWith('set'))).toEqual([])
  })
})

describe('a store that does not answer', () => {
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

  test('holds one call at most: those behind it never start, and end by their own deadline', async () => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(1)
    const keychain = openKeychain({ keytar: keytar.load, timeoutMs: 100, platform: 'darwin' })
    const calls = [code(keychain.read('a')), code(keychain.write('b', ENTRY)), code(keychain.remove('c'))]
    await vi.advanceTimersByTimeAsync(100)
    expect(await Promise.all(calls)).toEqual(['KEYCHAIN_SILENT', 'KEYCHAIN_SILENT', 'KEYCHAIN_SILENT'])
    expect(keytar.calls).toEqual(['get a'])

    // The person dismissed the prompt at last: the late answer is nobody's, and the next call goes through.
    expect(keychain.hanging()).toBe(true)
    held.fail('dismissed')
    expect(await keychain.read('d')).toBeNull()
    expect(keytar.calls).toEqual(['get a', 'get d'])
    expect(keychain.hanging()).toBe(false)
  })

  test('answers late: nothing more is begun for a caller who has gone', async () => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(1)
    const keychain = openKeychain({ keytar: keytar.load, timeoutMs: 100, platform: 'linux' })
    const asked = code(keychain.read('a'))
    await vi.advanceTimersByTimeAsync(100)
    expect(await asked).toBe('KEYCHAIN_SILENT')
    held.answer()
    await keychain.write('b', ENTRY)
    expect(keytar.calls).toEqual(['get a', 'set b'])
  })

  test('answers the proof late: that is taken back all the same', async () => {
    const keytar = new ThrowingKeytar()
    const held = keytar.holdAt(2)
    const keychain = openKeychain({ keytar: keytar.load, timeoutMs: 100, platform: 'linux' })
    const asked = code(keychain.read('a'))
    await vi.advanceTimersByTimeAsync(100)
    expect(await asked).toBe('KEYCHAIN_SILENT')
    held.answer()
    await keychain.write('b', ENTRY)
    expect([...keytar.entries.keys()]).toEqual(['Portside/b'])
  })

  test('a load that hangs counts as a call', async () => {
    const never = (): Promise<KeytarLike> => new Promise(() => undefined)
    const asked = code(openKeychain({ keytar: never, timeoutMs: 50 }).read('a'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await asked).toBe('KEYCHAIN_SILENT')
  })

  test('no timer is left behind by a call that was answered', async () => {
    const keytar = new ThrowingKeytar()
    const keychain = open(keytar)
    await keychain.write('a', ENTRY)
    keytar.failAt(1, 'no')
    await code(keychain.read('a'))
    expect(vi.getTimerCount()).toBe(0)
  })
})
