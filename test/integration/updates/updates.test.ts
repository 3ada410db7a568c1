/**
 * The table of feeds: the updater of the app with the real electron-updater, against a server on loopback. What it is on is an argument:
 * `process.platform` and Electron's two objects are stand-ins.
 */
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UpdateError } from '../../../src/main/core/updates/update-error.ts'
import { fetchFeed } from '../../../src/main/desktop/updates/feed.ts'
import '../../../src/main/desktop/updates/installer.ts'
import { FeedUpdater } from '../../../src/main/desktop/updates/updater.ts'
import type { Release } from '../../../src/shared/models/updates.ts'
import { cutOff, endless, INSTALLER, INSTALLER_NAME, latest, sha512, startFeedServer, text } from './feed-server.ts'
import type { Answer, FeedServer } from './feed-server.ts'

const PUBLISHER = 'The Portside maintainers'
const FEED_FILE = 'latest.yml'

vi.mock('electron', () => ({ app: { isPackaged: true, getName: () => 'Portside' } }))

/** Squirrel.Mac fetches a file and keeps it, and any quit installs that (Squirrel.Mac's README, "Update Server JSON Format"). */
class SquirrelMac extends EventEmitter {
  /** Sizes of the files that it has, in bytes. */
  readonly staged: number[] = []
  #feed: { url: string; headers?: Record<string, string> } | null = null

  setFeedURL(feed: { url: string; headers?: Record<string, string> }): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    void this.#fetchUpdate().then(
      () => this.emit('update-downloaded', {}),
      (error: unknown) => this.emit('error', error)
    )
  }

  quitAndInstall(): void {}

  async #fetchUpdate(): Promise<void> {
    const { url, headers = {} } = this.#feed!
    const feed = (await (await fetch(url, { headers })).json()) as { url: string }
    this.staged.push((await (await fetch(feed.url)).arrayBuffer()).byteLength)
  }
}

const squirrel = new SquirrelMac()
// electron-updater requires Electron when it needs it. Of the real package, only the path is read.
const require = createRequire(import.meta.url)
require.cache[require.resolve('electron')] = { exports: { autoUpdater: squirrel } } as NodeJS.Module

let server: FeedServer
let elsewhere: FeedServer
let folder: string
let updater: FeedUpdater

const never = new AbortController().signal
/** As the app's own network: a redirect is an answer. */
const fetchOnce: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

const problemOf = (error: unknown): { problem: string } => {
  if (error instanceof UpdateError) return { problem: error.problem }
  throw error
}

type Checked = { release: Release | null; canInstall: boolean } | { problem: string }

async function checkAt(url: string, publisher: string | null): Promise<Checked> {
  updater = new FeedUpdater({
    feed: { url, page: 'https://example.com/', publisher },
    fetch: fetchOnce,
    version: '1.0.0',
    folder: join(folder, 'updates')
  })
  const { canInstall } = updater
  return updater.check(never).then((release) => ({ release, canInstall }), problemOf)
}
const check = (name: string, files: Record<string, Answer>): Promise<Checked> =>
  checkAt(server.serve(name, files), PUBLISHER)

async function download(): Promise<{ received: number } | { problem: string }> {
  let received = 0
  return updater.download((bytes) => (received = bytes), never).then(() => ({ received }), problemOf)
}

const saved = (): string[] =>
  existsSync(join(folder, 'updates')) ? readdirSync(join(folder, 'updates'), { recursive: true, encoding: 'utf8' }) : []
const hasInstaller = (): boolean => saved().some((name) => name.endsWith('.exe'))

const { platform } = process
const setPlatform = (value: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value })

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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portside-updates-'))
  ;[server, elsewhere] = await Promise.all([startFeedServer(), startFeedServer()])
  // Windows asks for an administrator with it; here it runs because the downloaded file may not be run.
  writeFileSync(join(folder, 'elevate.exe'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder, 'installed')}'\n`, {
    mode: 0o700
  })
  setPlatform('win32')
  process.env['comspec'] = join(folder, 'cmd.exe')
  // Where electron-updater looks for Windows' helper that asks for an administrator.
  Object.assign(process, { resourcesPath: folder })
})
afterAll(async () => {
  setPlatform(platform)
  await Promise.all([server.stop(), elsewhere.stop()])
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
    expect(server.asked).toEqual(['/good/latest.yml'])
    expect(headers.filter((name) => /^x-|cookie|auth|id$/.test(name))).toEqual([])
    // electron-updater would make an id of this computer and keep it.
    expect(saved()).toEqual([])
  })

  test.each(['1.0.0', '0.9.9', '1.0.0-beta.9'])('with %s has nothing newer', async (version) => {
    const checked = await check(version, { [FEED_FILE]: text(latest({ version })) })
    expect(checked).toEqual(version.includes('beta') ? { problem: 'invalid' } : { release: null, canInstall: true })
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
    ['with a file elsewhere', 'invalid', { [FEED_FILE]: text(latest({ url: 'https://elsewhere.example/a.exe' })) }],
    ['with a file above it', 'invalid', { [FEED_FILE]: text(latest({ url: '../../evil.exe' })) }],
    ['of no end', 'invalid', { [FEED_FILE]: endless(Buffer.from(`# ${'x'.repeat(60_000)}\n`)) }],
    [
      'with aliases of aliases',
      'invalid',
      { [FEED_FILE]: text(`a0: &a0 [x]\n${ALIASES}files: *a30\nversion: 1.1.0\n`) }
    ],
    ['nested deeply', 'invalid', { [FEED_FILE]: text(`version: ${'['.repeat(60_000)}`) }],
    ['with a merge key', 'invalid', { [FEED_FILE]: text(`a: &a\n  version: 1.1.0\n<<: *a\n`) }],
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

  test('that sends a byte now and then ends at the deadline', async () => {
    const drip: Answer = (response) => {
      const timer = setInterval(() => response.write('#'), 20)
      response.once('close', () => clearInterval(timer))
    }
    const slow = fetchFeed(fetchOnce, `${server.serve('drip', { [FEED_FILE]: drip })}${FEED_FILE}`, never, 200)
    expect(await slow.catch(problemOf)).toEqual({ problem: 'unreachable' })
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
    await updater.discard()
    expect(saved()).toEqual([])
    await updater.install(false)
    expect(existsSync(join(folder, 'installed'))).toBe(false)

    expect(await download()).toEqual({ received: INSTALLER.length })
    await updater.install(false)
    await expect
      .poll(() => existsSync(join(folder, 'installed')) && readFileSync(join(folder, 'installed'), 'utf8'))
      .toBe([join(folder, 'updates/download/pending', INSTALLER_NAME), '--updated', '/S', ''].join('\n'))
  })

  test('that is complete since an earlier launch isn’t fetched again', async () => {
    setSigner(signed)
    const files = { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: good }
    await check('twice', files)
    await updater.discard()
    await check('twice', files)
    await download()
    const asked = server.asked.length
    await check('twice', files)
    expect(await download()).toEqual({ received: 0 })
    expect(server.asked.slice(asked)).toEqual(['/twice/latest.yml'])
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
    await updater.discard()
    rmSync(join(folder, 'installed'), { force: true })
    expect(await download()).toEqual({ problem })
    expect(hasInstaller()).toBe(false)
    await updater.install(true)
    expect(existsSync(join(folder, 'installed'))).toBe(false)
  })

  test('that redirects is an error, and nobody else is asked', async () => {
    const other = elsewhere.serve('other', { 'a.exe': good })
    const redirect = text('', 302, { location: `${other}a.exe` })
    await check('redirected', { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: redirect })
    await updater.discard()
    expect(await download()).toEqual({ problem: 'server' })
    expect(elsewhere.asked).toEqual([])
  })

  test('that is cancelled leaves nothing, and the next one works', async () => {
    setSigner(signed)
    await check('cancelled', { [FEED_FILE]: text(latest()), [INSTALLER_NAME]: good })
    await updater.discard()
    const cancel = new AbortController()
    // With the first bytes.
    await expect(updater.download(() => cancel.abort(), cancel.signal)).rejects.toThrow()
    expect(hasInstaller()).toBe(false)
    expect(await download()).toEqual({ received: INSTALLER.length })
  })

  test('replaces an older one', async () => {
    setSigner(signed)
    const later = Buffer.from('later')
    const name = 'Portside Setup 1.2.0.exe'
    const feed = latest({ version: '1.2.0', url: name, hash: sha512(later), size: later.length })
    await check('later', { [FEED_FILE]: text(feed), [name]: text(later) })
    expect(await download()).toEqual({ received: later.length })
    expect(saved().filter((path) => path.endsWith('.exe'))).toEqual([join('download/pending', name)])
  })
})

test('on macOS, Squirrel.Mac gets the file with the quit, and not before', async () => {
  setPlatform('darwin')
  const name = 'Portside-1.1.0-mac.zip'
  const url = server.serve('mac', { 'latest-mac.yml': text(latest({ url: name })), [name]: text(INSTALLER) })
  expect(await checkAt(url, null)).toMatchObject({ canInstall: true, release: { version: '1.1.0' } })
  expect(await download()).toEqual({ received: INSTALLER.length })
  await updater.discard()
  await updater.install(false)
  expect(squirrel.staged).toEqual([])
  await download()
  expect(squirrel.staged).toEqual([])
  await updater.install(false)
  expect(squirrel.staged).toEqual([INSTALLER.length])
})
