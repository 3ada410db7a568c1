import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { PINNED_NODE } from './pinned-node.mjs'
import { folderSize, run, secondsSince } from './run.mjs'
import { say } from './say.mjs'
import { TEST_RUNTIME, ensureTestRuntime, isTestRuntimeFor, testRuntimeProgram } from './test-runtime.mjs'

const FAILED = join(MEMORY, 'electron-failed.json')
const DOWNLOAD = join(MEMORY, 'electron-download')
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000
const STALL_MS = 90 * 1000
/** Until its first byte. */
const FIRST_BYTE_MS = 10 * 1000

/**
 * @typedef {object} Runtime
 * @property {string} program
 * @property {string} version
 * @property {boolean} isPinned false: the test runtime, for tests and the sample only
 * @property {string} appFolder what it is started with. The test runtime has a build of its own (scripts/build/test-build.mjs)
 */

/**
 * The Electron that `npm start` and the tests use: the pinned one, else the test runtime. PORTSIDE_RUNTIME=pinned or =test allows only one.
 *
 * @returns {Runtime | null} null when there is none
 */
export function electronRuntime({ wanted = process.env.PORTSIDE_RUNTIME } = {}) {
  const pinned = wanted === 'test' ? null : pinnedProgram()
  if (pinned !== null) {
    const version = packageVersion(join(NODE_MODULES, 'electron'))
    return { program: pinned, version, isPinned: true, appFolder: ROOT }
  }
  const program = wanted === 'pinned' ? null : testRuntimeProgram()
  if (program === null) return null
  return { program, version: TEST_RUNTIME.version, isPinned: false, appFolder: join(ROOT, 'out-test') }
}

/** Path of the pinned Electron's program, or null when its runtime isn't there. The same test that Electron's installer makes. */
function pinnedProgram() {
  const folder = join(NODE_MODULES, 'electron')
  try {
    const version = readFileSync(join(folder, 'dist', 'version'), 'utf8')
    if (version.trim().replace(/^v/, '') !== packageVersion(folder)) return null
    const program = readFileSync(join(folder, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), program)
    return existsSync(path) ? path : null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Fetches the pinned Electron with Electron's own installer, and where it can't be had, the test runtime.
 *
 * @returns {Promise<boolean>} whether one of them is there
 * @throws {SetupError} when the test runtime should be had and can't
 */
export async function ensureElectron({ retry = false } = {}) {
  const wanted = process.env.PORTSIDE_RUNTIME
  if (skipped()) return electronRuntime() !== null
  if (wanted !== 'test' && (await ensurePinned(retry))) return true
  if (wanted === 'pinned' || !isTestRuntimeFor(process.platform, process.arch)) return false
  await ensureTestRuntime()
  return true
}

async function ensurePinned(retry) {
  if (pinnedProgram() !== null) return true
  const version = packageVersion(join(NODE_MODULES, 'electron'))
  if (!retry && failedLately(readError(), version, Date.now())) return false
  say(`fetching the Electron ${version} runtime (about 120 MB) …`)
  const start = Date.now()
  const reason = await fetchRuntime()
  if (reason === null) {
    rmSync(FAILED, { force: true })
    say(`Electron runtime ready (${secondsSince(start)})`)
    return true
  }
  writeFileSync(FAILED, JSON.stringify({ version, at: start }))
  say(
    `the Electron ${version} runtime can't be had here (${reason}). ` +
      'Tried again in a day, or now with: node scripts/setup.mjs --for=start --retry-electron'
  )
  return false
}

/** A failed try is remembered for a day, so that an offline start doesn't wait for the network each time. */
export const failedLately = (error, version, now) =>
  error !== null && error.version === version && now >= error.at && now - error.at < RETRY_AFTER_MS

const skipped = () => isSet('PORTSIDE_SKIP_ELECTRON_DOWNLOAD') || isSet('ELECTRON_SKIP_BINARY_DOWNLOAD')
const isSet = (name) => !['', '0', 'false', undefined].includes(process.env[name])

/** null when it worked, else a few words on why not. */
async function fetchRuntime() {
  rmSync(DOWNLOAD, { recursive: true, force: true })
  mkdirSync(DOWNLOAD, { recursive: true })
  const result = await run(PINNED_NODE, [join(NODE_MODULES, 'electron', 'install.js')], {
    // The installer downloads to the temporary folder: one of our own lets us see whether bytes still arrive.
    env: { TMPDIR: DOWNLOAD, TEMP: DOWNLOAD, TMP: DOWNLOAD, ELECTRON_GET_NO_PROGRESS: '1', NODE_USE_ENV_PROXY: '1' },
    progress: () => folderSize(DOWNLOAD) + folderSize(join(NODE_MODULES, 'electron', 'dist')),
    stallMs: STALL_MS,
    firstMs: FIRST_BYTE_MS
  })
  rmSync(DOWNLOAD, { recursive: true, force: true })
  if (result.stalled) return 'its server doesn’t answer'
  if (pinnedProgram() !== null) return null
  return whyItFailed(result.output)
}

/** The first line of an error, without the addresses in it. */
export function whyItFailed(output) {
  const line =
    output.split('\n').find((text) => /error|failed|response code/i.test(text)) ?? 'the installer gave no reason'
  return line
    .replace(/^\s*\w*Error:\s*/, '')
    .replace(/\s*(for\s+)?https?:\/\/\S+/g, '')
    .trim()
}

function readError() {
  try {
    return JSON.parse(readFileSync(FAILED, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

const packageVersion = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
