/**
 * The table of feeds: the updater of the app and electron-updater, in Electron, against a server on loopback. The system is an argument:
 * Windows' shell is a script, and Squirrel.Mac a class (updates-calls.ts).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Release, UpdateProblem } from '../../../../src/shared/models/updates.ts'
import type { Calls } from '../../network/network-app.ts'
import { startNetworkApp, type NetworkApp } from '../../network/start-network-app.ts'
import { cutOff, endless, INSTALLER, INSTALLER_NAME, latest, sha512, startFeedServer, text } from './feed-server.ts'
import type { Answer, FeedServer } from './feed-server.ts'

const PUBLISHER = 'The Portside maintainers'
const FEED_FILE = 'latest.yml'

let app: NetworkApp
let server: FeedServer
let elsewhere: FeedServer
let folder: string

async function call<K extends keyof Calls>(
  name: K,
  ...args: Parameters<Calls[K]>
): Promise<Awaited<ReturnType<Calls[K]>>> {
  const outcome = await app.call(name, ...args)
  if ('error' in outcome || 'message' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.value
}

type Problem = { problem: UpdateProblem }
type Checked = { release: Release | null; canInstall: boolean } | Problem

const cacheFolder = (): string => join(folder, 'updates')

async function checkAt(url: string, publisher: string | null): Promise<Checked> {
  const canInstall = await call('newUpdater', { url, publisher, dataFolder: folder, cacheFolder: cacheFolder() })
  const found = await call('checkForUpdate')
  return found !== null && 'problem' in found ? found : { release: found, canInstall }
}
const check = (name: string, files: Record<string, Answer>): Promise<Checked> =>
  checkAt(server.serve(name, files), PUBLISHER)
const download = (): Promise<{ received: number } | Problem> => call('downloadUpdate')

const saved = (): string[] =>
  existsSync(cacheFolder()) ? readdirSync(cacheFolder(), { recursive: true, encoding: 'utf8' }) : []
const hasInstaller = (): boolean => saved().some((name) => name.endsWith('.exe'))

/**
 * In place of Windows' shell, which electron-updater starts PowerShell with. It says of the file what PowerShell would.
 * @param signer null: PowerShell doesn't work
 */
function setSigner(signer: { status: number; subject: string } | null): void {
  const answer = signer && {
    Status: signer.status,
    Path: 'PATH',
    SignerCertificate: { Subject: signer.subject }
  }
  const [before = '', after = ''] = JSON.stringify(answer).split('PATH')
  const script = `#!/bin/sh
file=$(printf '%s' "$*" | sed -n "s/.*LiteralPath '\\([^']*\\)'.*/\\1/p")
printf '%s' '${before}'"$file"'${after}'
`
  writeFileSync(join(folder, 'cmd.exe'), signer ? script : '#!/bin/sh\nexit 1\n', { mode: 0o700 })
}

async function start(platform: NodeJS.Platform): Promise<void> {
  app = await startNetworkApp([], { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder })
  await call('updatesOn', { platform, resources: folder })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portside-updates-'))
  ;[server, elsewhere] = await Promise.all([startFeedServer(), startFeedServer()])
  // Windows asks for an administrator with it; here it runs because the downloaded file may not be run.
  writeFileSync(join(folder, 'elevate.exe'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder, 'installed')}'\n`, {
    mode: 0o700
  })
  // As electron-builder writes it into a package with a feed.
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: updates\n')
  await start('win32')
}, 60_000)
afterAll(async () => {
  await Promise.all([app.stop(), server.stop(), elsewhere.stop()])
  rmSync(folder, { recursive: true, force: true })
})

describe('a feed', () => {
  test('with a newer release is read, and nothing else is asked or sent', async () => {
    const headers: string[] = []
    const feed: Answer = (response, request) => {
      headers.push(...Object.keys(request.headers))
      response.end(latest({ more: 'releaseNotes: |\n  <h2>New</h2>\n  \u202efaster\n' }))
    }
    expect(await check('good', { [FEED_FILE]: feed })).toEqual({
      release: {
        version: '1.1.0',
        notes: 'New\nfaster',
        date: '2026-11-20T10:00:00.000Z',
        bytes: INSTALLER.length
      },
      canInstall: true
    })
    // Without the number that the library adds against caches.
    expect(server.asked).toEqual(['/good/latest.yml'])
    // electron-updater sends a number of this computer.
    expect(headers.filter((name) => /^x-|cookie|auth|id$/.test(name))).toEqual([])
    expect(saved()).toEqual([])
  })

  test.each(['1.0.0', '0.9.9', '1.0.0-beta.9'])('with %s has nothing newer', async (version) => {
    const checked = await check(version, { [FEED_FILE]: text(latest({ version })) })
    expect(checked).toEqual({ release: null, canInstall: true })
  })

  test('of another channel is an error: only releases are offered', async () => {
    expect(await check('beta', { [FEED_FILE]: text(latest({ version: '1.2.0-beta.1' })) })).toEqual({
      problem: 'invalid'
    })
  })

  test('without a publisher’s name is only announced: its file could be anybody’s', async () => {
    const url = server.serve('unsigned', { [FEED_FILE]: text(latest()) })
    expect(await checkAt(url, null)).toMatchObject({ canInstall: false, release: { version: '1.1.0' } })
  })

  const ALIASES = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`).join(
    ''
  )
  test.each<[name: string, problem: string, files: Record<string, Answer>]>([
    ['without its file', 'missing', {}],
    ['that fails', 'server', { [FEED_FILE]: text('oops', 500) }],
    ['that answers with nothing', 'invalid', { [FEED_FILE]: text('') }],
    ['that is a web page', 'invalid', { [FEED_FILE]: text('<!doctype html><p>Sign in to this Wi-Fi: now') }],
    ['that breaks off', 'unreachable', { [FEED_FILE]: cutOff(Buffer.from(latest())) }],
    ['without a hash', 'invalid', { [FEED_FILE]: text(latest().replace(/ {4}sha512.*\n/, '')) }],
    ['with a file of another system', 'missing', { [FEED_FILE]: text(latest({ url: 'Portside.dmg' })) }],
    ['of 100 MB', 'invalid', { [FEED_FILE]: text(Buffer.alloc(100_000_000, '# x\n')) }],
    ['of no end', 'invalid', { [FEED_FILE]: endless(Buffer.from(`# ${'x'.repeat(60_000)}\n`)) }],
    [
      'with aliases of aliases',
      'invalid',
      { [FEED_FILE]: text(`a0: &a0 [x]\n${ALIASES}files: *a30\nversion: 1.1.0\n`) }
    ],
    ['nested deeply', 'invalid', { [FEED_FILE]: text(`version: ${'['.repeat(60_000)}`) }],
    ['with a tag', 'invalid', { [FEED_FILE]: text('version: !!js/function "function(){}"\n') }]
  ])('%s is an error: %s', async (name, problem, files) => {
    expect(await check(name, files)).toEqual({ problem })
  })

  test('that redirects is an error, and nobody else is asked', async () => {
    const other = elsewhere.serve('other', { [FEED_FILE]: text(latest()) })
    const redirect = text('', 302, { location: `${other}${FEED_FILE}` })
    expect(await check('redirect', { [FEED_FILE]: redirect })).toEqual({ problem: 'server' })
    expect(elsewhere.asked).toEqual([])
  })

  test('that isn’t there is an error', async () => {
    const gone = await startFeedServer()
    await gone.stop()
    expect(await checkAt(`${gone.origin}/`, PUBLISHER)).toEqual({ problem: 'unreachable' })
  })
})

describe('a download', () => {
  const signed = { status: 0, subject: `CN=${PUBLISHER}, O=Portside` }
  const good = text(INSTALLER)

  test('with the hash and the signature that it has to have is installed, and can be deleted before', async () => {
    setSigner(signed)
    await check('installs', { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: good })
    expect(await download()).toEqual({ received: INSTALLER.length })
    expect(hasInstaller()).toBe(true)
    await call('discardUpdate')
    expect(saved()).toEqual([])
    await call('installUpdate', false)
    expect(existsSync(join(folder, 'installed'))).toBe(false)

    expect(await download()).toEqual({ received: INSTALLER.length })
    await call('installUpdate', false)
    await expect
      .poll(() => existsSync(join(folder, 'installed')) && readFileSync(join(folder, 'installed'), 'utf8'))
      .toBe([join(folder, 'updates/pending', INSTALLER_NAME), '--updated', '/S', ''].join('\n'))
    await expect.poll(() => call('quits')).toBe(1)
  })

  test('that is complete since an earlier launch isn’t fetched again', async () => {
    setSigner(signed)
    const files = { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: good }
    await check('twice', files)
    await call('discardUpdate')
    await check('twice', files)
    await download()
    const before = server.asked.length
    await check('twice', files)
    expect(await download()).toEqual({ received: 0 })
    expect(server.asked.slice(before)).toEqual(['/twice/latest.yml'])
  })

  test.each<[name: string, problem: string, installer: Answer | null, signer: typeof signed | null]>([
    ['that isn’t there', 'missing', null, signed],
    ['that fails', 'server', text('oops', 503), signed],
    ['that is shorter', 'mismatch', text(INSTALLER.subarray(0, 9)), signed],
    ['that breaks off', 'unreachable', cutOff(INSTALLER), signed],
    ['that is longer', 'mismatch', text(Buffer.concat([INSTALLER, Buffer.from('x')])), signed],
    ['of no end', 'mismatch', endless(INSTALLER), signed],
    ['of other bytes', 'mismatch', text(Buffer.from(INSTALLER).fill('x', 100, 101)), signed],
    ['that nobody signed', 'signature', good, { status: 2, subject: '' }],
    ['that somebody else signed', 'signature', good, { status: 0, subject: 'CN=Mallory' }],
    ['whose signature can’t be checked', 'signature', good, null]
  ])('%s is an error, and is deleted: %s', async (name, problem, installer, signer) => {
    setSigner(signer)
    await check(name, { [FEED_FILE]: text(latest()), ...(installer ? { [INSTALLER_NAME]: installer } : {}) })
    await call('discardUpdate')
    rmSync(join(folder, 'installed'), { force: true })
    expect(await download()).toEqual({ problem })
    expect(hasInstaller()).toBe(false)
    await call('installUpdate', true)
    expect(existsSync(join(folder, 'installed'))).toBe(false)
  })

  test('that redirects is an error, and nobody else is asked', async () => {
    const other = elsewhere.serve('other', { 'a.exe': good })
    const redirect = text('', 302, { location: `${other}a.exe` })
    await check('redirected', { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: redirect })
    await call('discardUpdate')
    expect(await download()).toEqual({ problem: 'server' })
    expect(elsewhere.asked).toEqual([])
  })

  test('that is cancelled leaves nothing, and the next one works', async () => {
    setSigner(signed)
    let isHeld = true
    const held: Answer = (response, request) => {
      if (!isHeld) return good(response, request)
      response.writeHead(200, { 'content-length': String(INSTALLER.length) })
      response.write(INSTALLER.subarray(0, 100))
    }
    await check('cancelled', { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: held })
    await call('discardUpdate')
    const before = server.asked.length
    const cancelled = call('downloadUntilCancelled')
    await expect.poll(() => server.asked.length).toBe(before + 1)
    await call('cancelDownload')
    expect(await cancelled).toBe(true)
    expect(hasInstaller()).toBe(false)
    isHeld = false
    expect(await download()).toEqual({ received: INSTALLER.length })
  })

  test('replaces an older one', async () => {
    setSigner(signed)
    const later = Buffer.from('later')
    const name = 'Portside Setup 1.2.0.exe'
    const feed = latest({ version: '1.2.0', url: name, hash: sha512(later), size: later.length })
    await check('later', { [FEED_FILE]: text(feed), [name]: text(later) })
    expect(await download()).toEqual({ received: later.length })
    expect(saved().filter((path) => path.endsWith('.exe'))).toEqual([join('pending', name)])
  })
})

test('a file that leads elsewhere is never fetched', async () => {
  setSigner({ status: 0, subject: `CN=${PUBLISHER}, O=Portside` })
  const other = elsewhere.serve('other', { 'a.exe': text(INSTALLER) })
  for (const url of [`${other}a.exe`, '../other/a.exe', '//127.0.0.1/a.exe', 'sub/a.exe']) {
    await check('leads', { [FEED_FILE]: text(latest({ url })) })
    expect(await download(), url).toEqual({ problem: 'invalid' })
  }
  expect(elsewhere.asked).toEqual([])
  expect(saved()).toEqual([])
})

describe('on macOS', () => {
  const name = 'Portside-1.1.0-mac.zip'
  const serve = (): string =>
    server.serve('mac', { 'latest-mac.yml': text(latest({ url: name })), [name]: text(INSTALLER) })

  beforeAll(async () => {
    await app.stop()
    await start('darwin')
  }, 60_000)

  test('Squirrel.Mac gets the file with the quit, and not before', async () => {
    expect(await checkAt(serve(), PUBLISHER)).toMatchObject({ canInstall: true, release: { version: '1.1.0' } })
    expect(await download()).toEqual({ received: INSTALLER.length })
    await call('discardUpdate')
    await call('installUpdate', false)
    expect(await call('stagedUpdates')).toEqual([])
    await download()
    expect(await call('stagedUpdates')).toEqual([])
    await call('installUpdate', false)
    await expect.poll(() => call('stagedUpdates')).toEqual([INSTALLER.length])
    await expect.poll(() => call('quits')).toBe(1)
  })

  test('a build that is signed ad hoc only announces', async () => {
    expect(await checkAt(serve(), null)).toMatchObject({ canInstall: false, release: { version: '1.1.0' } })
  })
})
