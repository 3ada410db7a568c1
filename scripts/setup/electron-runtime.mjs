import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES } from './paths.mjs'
import { PINNED_NODE } from './pinned-node.mjs'
import { run, secondsSince } from './run.mjs'
import { say } from './say.mjs'

const FAILED = join(MEMORY, 'electron-failed.json')
const DOWNLOAD = join(MEMORY, 'electron-download')
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000
const STALL_MS = 90 * 1000

/** Path of Electron's program, or null when its runtime isn't there. The same test that Electron's installer makes. */
export function electronProgram() {
  const folder = join(NODE_MODULES, 'electron')
  try {
    const version = packageVersion(folder)
    if (
      readFileSync(join(folder, 'dist', 'version'), 'utf8')
        .trim()
        .replace(/^v/, '') !== version
    )
      return null
    const program = readFileSync(join(folder, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), program)
    return existsSync(path) ? path : null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Fetches the Electron runtime with Electron's own installer. True when it is there; never throws for a failed fetch. */
export async function ensureElectron({ retry = false } = {}) {
  if (electronProgram() !== null) return true
  if (skipped()) return false
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
    `the Electron runtime can't be had here (${reason}): the app will open in Chromium through the stand-in host. ` +
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
    progress: () => size(DOWNLOAD) + size(join(NODE_MODULES, 'electron', 'dist')),
    stallMs: STALL_MS
  })
  rmSync(DOWNLOAD, { recursive: true, force: true })
  if (result.stalled) return `no data for ${STALL_MS / 1000} s`
  if (electronProgram() !== null) return null
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

function size(folder) {
  let total = 0
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      total += entry.isDirectory() ? size(path) : statSync(path).size
    }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error // Files come and go while the installer works.
  }
  return total
}
