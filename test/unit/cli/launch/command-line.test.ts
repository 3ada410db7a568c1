import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clearVariables, readCommandLine } from '../../../../src/main/cli/launch/command-line.ts'

const read = (
  args: string[],
  { packaged = true, platform = 'linux', env = {} }: Partial<Parameters<typeof readCommandLine>[1]> = {}
): ReturnType<typeof readCommandLine> => readCommandLine(args, { packaged, platform, env })

const refusal = (args: string[], platform: NodeJS.Platform = 'linux'): string | null => read(args, { platform }).error

describe('a packaged app refuses a switch', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--host-rules=MAP * 127.0.0.1',
    '--ssl-key-log-file=/tmp/keys',
    '--log-net-log=/tmp/log',
    '--inspect',
    '--js-flags=--expose-gc',
    '--disable-web-security',
    '--renderer-cmd-prefix=xterm -e',
    '--gpu-launcher=xterm',
    '--disable-gpu-sandbox',
    '--load-extension=/tmp/x',
    '--user-data-dir=/tmp/x',
    '--type=renderer',
    '--gtk-module=/tmp/x.so',
    '--enable-features=UseOzonePlatform,AllowInsecure',
    '--disable-features=IsolateOrigins',
    '--enable-features'
  ])('%s', (argument) => {
    const [name] = argument.split('=')
    expect(refusal([argument])).toBe(`Portside does not accept the switch "${name?.slice(2)}".`)
  })

  // base/command_line.cc: prefixes, AppendSwitchesAndArguments.
  it.each([
    ['with one dash', ['-remote-debugging-port=1']],
    ['after an argument', ['file.txt', '--remote-debugging-port=1']],
    ['after an allowed switch', ['--hidden', '--remote-debugging-port=1']],
    ['after a link', ['portside://invoices/1', '--remote-debugging-port=1']],
    ['after the terminator', ['--', '--remote-debugging-port=1']],
    ['between white space', [' \t--remote-debugging-port=1 ']],
    ['after white space that only Windows knows', ['\u0085--remote-debugging-port=1']],
    ['with a third dash', ['---hidden']],
    ['in another case, which is no switch of ours', ['--Hidden']]
  ])('%s', (_how, args) => expect(refusal(args)).toMatch(/^Portside does not accept the switch ".+"\.$/))

  it('with a slash or in capitals on Windows', () => {
    expect(refusal(['/remote-debugging-port=1'], 'win32')).toContain('"remote-debugging-port"')
    expect(refusal(['--REMOTE-debugging-port=1'], 'win32')).toContain('"remote-debugging-port"')
    expect(refusal(['/remote-debugging-port=1'], 'linux'), 'a path').toBeNull()
  })

  it('and tells every one that it refuses, as Chromium knows them', () => {
    const args = ['--hidden', '--inspect=0', ' -remote-debugging-port=1', '--enable-features=X', '--lang=de']
    expect(read(args).refused).toEqual(['inspect', 'remote-debugging-port', 'enable-features'])
    expect(read(['--profile-dir=']).refused).toEqual([])
  })

  it('without its value and without what a terminal would obey', () => {
    expect(refusal(['--password=secret'])).toBe('Portside does not accept the switch "password".')
    expect(refusal(['--a\u001b[31mb\n'])).toBe('Portside does not accept the switch "a?[31mb".')
    expect(refusal([`--${'a'.repeat(5000)}`])?.length).toBeLessThan(130)
  })
})

describe('a packaged app accepts', () => {
  it.each([
    [['--hidden']],
    [['--quick-check', '--json']],
    [['--self-test', '--profile-dir=/tmp/x', '--no-sandbox']],
    [['--disable-gpu', '--ozone-platform=wayland', '--force-device-scale-factor=1.5', '--lang=de']],
    [['--enable-features=UseOzonePlatform,WaylandWindowDecorations']],
    [['--force-renderer-accessibility', '--force-renderer-accessibility=complete']],
    [['--xdg-portal-required-version=4']],
    [['--proxy-server=127.0.0.1:8080', '--proxy-bypass-list=<local>']],
    [['portside://invoices/1']],
    [['--', 'portside://invoices/1']],
    [['-', '/home/me/file', 'file.txt', '']],
    [['--updated']]
  ])('%j', (args) => expect(refusal(args)).toBeNull())

  it('what the system itself adds, on that system only', () => {
    const mac = ['-psn_0_12345', '-AppleLanguages', '(de)']
    const windows = ['-ToastActivated', '-Embedding', '--updated']
    expect(refusal(mac, 'darwin')).toBeNull()
    expect(refusal(windows, 'win32')).toBeNull()
    expect(refusal(mac)).not.toBeNull()
    expect(refusal(windows)).not.toBeNull()
    expect(refusal(['-psn_0_1x'], 'darwin')).not.toBeNull()
  })
})

describe('the data folder', () => {
  const env = { PORTSIDE_PROFILE_DIR: '/from/variable' }

  it('is the one that the switch names, the last one if there are several', () => {
    for (const packaged of [true, false]) {
      expect(read(['--profile-dir=a', '--profile-dir=b=c'], { packaged, env }).profileDir).toBe(resolve('b=c'))
    }
  })

  it('comes from PORTSIDE_PROFILE_DIR only when the app is not packaged', () => {
    expect(read([], { packaged: false, env }).profileDir).toBe(resolve('/from/variable'))
    expect(read([], { packaged: true, env }).profileDir).toBeNull()
    expect(read([], { packaged: false, env: { PORTSIDE_PROFILE_DIR: '' } }).profileDir).toBeNull()
  })

  it('has to be named', () => {
    for (const argument of ['--profile-dir', '--profile-dir=']) {
      expect(read([argument], { packaged: false }).error).toBe(
        '--profile-dir needs a folder, as in --profile-dir=PATH.'
      )
    }
  })
})

it('an app that is not packaged takes every switch', () => {
  expect(read(['.', '--remote-debugging-port=0', '--inspect=0'], { packaged: false })).toEqual({
    error: null,
    refused: [],
    profileDir: null
  })
})

it('no variable can make Chromium write the keys of its connections, or Node read compiled code, from then on', () => {
  const env = { SSLKEYLOGFILE: '/tmp/keys', NODE_COMPILE_CACHE: '/tmp/cache', HOME: '/home/me' }
  clearVariables(env)
  expect(env).toEqual({ HOME: '/home/me' })
})
