import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { PINNED_NODE } from './pinned-node.mjs'
import { folderSize, run, secondsSince } from './run.mjs'
import { SetupError, say } from './say.mjs'
import { ensureTestRuntime, isTestRuntimeFor, testRuntimeProgram, testRuntimeVersion } from './test-runtime.mjs'

const DOWNLOAD = join(MEMORY, 'electron-download')
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000
const STALL_MS = 90 * 1000
/** Until its first byte. */
const FIRST_BYTE_MS = 10 * 1000
const RETRY = 'node scripts/setup.mjs --for=start --retry-electron'

/**
 * @typedef {object} Runtime
 * @property {string} program
 * @property {string} version
 * @property {boolean} isPinned false: the test runtime, for tests and the sample only
 * @property {string} appFolder what it is started with. The test runtime has a build of its own (scripts/build/test-build.mjs)
 */

const packageVersion = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
const pinnedVersion = () => packageVersion(join(NODE_MODULES, 'electron'))

/**
 * The Electron that `npm start` and the tests use: the pinned one, else the test runtime. PORTSIDE_RUNTIME=pinned or =test allows only one.
 *
 * @returns {Runtime | null} null when there is none
 */
export function electronRuntime({ wanted = process.env.PORTSIDE_RUNTIME, tools = TOOLS } = {}) {
  const pinned = wanted === 'test' ? null : tools.pinnedProgram()
  if (pinned !== null) return { program: pinned, version: pinnedVersion(), isPinned: true, appFolder: ROOT }
  const program = wanted === 'pinned' ? null : tools.testRuntimeProgram()
  if (program === null) return null
  return { program, version: testRuntimeVersion, isPinned: false, appFolder: join(ROOT, 'out-test') }
}

/** For the first line of a run. @param {Runtime | null} runtime */
export function describeRuntime(runtime) {
  if (runtime === null) return 'there is no Electron here'
  return `Electron ${runtime.version}${runtime.isPinned ? '' : ` (for tests; the pinned one is ${pinnedVersion()})`}`
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
 * What tests put others in the place of.
 *
 * @type {{ platform: string, arch: string, failureFile: string, pinnedProgram(): string | null, fetchPinned(): Promise<string | null>,
 *   testRuntimeProgram(): string | null, ensureTestRuntime(): Promise<void> }}
 */
const TOOLS = {
  platform: process.platform,
  arch: process.arch,
  failureFile: join(MEMORY, 'electron-failure.json'),
  pinnedProgram,
  fetchPinned,
  testRuntimeProgram: () => testRuntimeProgram(),
  ensureTestRuntime: () => ensureTestRuntime()
}

/**
 * Fetches the pinned Electron with Electron's own installer, and where it can't be had, the test runtime. Fetches nothing, and asks for nothing, where the download is switched off.
 *
 * @throws {SetupError} when neither can be had
 */
export async function ensureElectron({ retry = false, env = process.env, tools = TOOLS } = {}) {
  const wanted = env.PORTSIDE_RUNTIME
  if (isSet(env.PORTSIDE_SKIP_ELECTRON_DOWNLOAD) || isSet(env.ELECTRON_SKIP_BINARY_DOWNLOAD)) return
  const hasTestRuntime = wanted !== 'pinned' && isTestRuntimeFor(tools.platform, tools.arch)
  const reason = wanted === 'test' ? 'PORTSIDE_RUNTIME=test' : await ensurePinned({ retry, hasTestRuntime, tools })
  if (reason === null) return
  if (!hasTestRuntime) {
    throw new SetupError(
      `There is no Electron for ${tools.platform} ${tools.arch} here (${reason}).`,
      `Check the network, then: ${RETRY}`
    )
  }
  await tools.ensureTestRuntime()
}

const isSet = (value) => !['', '0', 'false', undefined].includes(value)

/** @returns {Promise<string | null>} null when it is there, else a few words on why not */
async function ensurePinned({ retry, hasTestRuntime, tools }) {
  if (tools.pinnedProgram() !== null) return null
  const version = pinnedVersion()
  const failure = readFailure(tools.failureFile)
  if (!retry && failedLately(failure, version, Date.now())) return failure.reason
  say(`fetching the Electron ${version} runtime (about 120 MB) …`)
  const start = Date.now()
  const reason = await tools.fetchPinned()
  if (reason === null) {
    rmSync(tools.failureFile, { force: true })
    say(`Electron runtime ready (${secondsSince(start)})`)
    return null
  }
  writeFileSync(tools.failureFile, JSON.stringify({ version, at: start, reason }))
  if (hasTestRuntime)
    say(`Electron ${version} can't be had here (${reason}). Tried again in a day, or now with: ${RETRY}`)
  return reason
}

/** A failed try is remembered for a day, so that an offline start doesn't wait for the network each time. */
export const failedLately = (failure, version, now) =>
  failure !== null && failure.version === version && now >= failure.at && now - failure.at < RETRY_AFTER_MS

/** null when it worked, else a few words on why not. */
async function fetchPinned() {
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
  return pinnedProgram() === null ? whyItFailed(result.output) : null
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

function readFailure(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}
