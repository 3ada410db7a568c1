import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { NODE_MODULES, ROOT } from './paths.mjs'
import { PINNED_NODE } from './pinned-node.mjs'
import { run, secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

const NAMES = [
  // Without Chromium's interface: it takes a third less processor time.
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'microsoft-edge',
  'brave-browser'
]
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
const STALL_MS = 90 * 1000

/**
 * Path of a Chromium-based browser that runs without a window, or null: the one that PORTSIDE_CHROMIUM names, else the system's, else
 * Playwright's.
 *
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export function findChromium({ env = process.env } = {}) {
  if (env.PORTSIDE_CHROMIUM) return isRunnable(env.PORTSIDE_CHROMIUM) ? env.PORTSIDE_CHROMIUM : null
  return systemPaths(env).find(isRunnable) ?? playwrightChromium(env)
}

/** Has Playwright download its Chromium where the system has none and its packages offered none. */
export async function ensureBrowser() {
  if (findChromium() !== null) return
  const next = 'Install Chromium or Google Chrome, or name one in PORTSIDE_CHROMIUM, then run the command again.'
  if (process.env.PORTSIDE_CHROMIUM) throw new SetupError('PORTSIDE_CHROMIUM names no program.', next)
  say('no Chromium on this machine: fetching Playwright’s …')
  const start = Date.now()
  const cli = join(NODE_MODULES, 'playwright', 'cli.js')
  // It prints its progress, which shows that it isn't stalled.
  const { output } = await run(PINNED_NODE, [cli, 'install', 'chromium', '--no-shell'], { stallMs: STALL_MS })
  if (findChromium() === null)
    throw new SetupError(`No Chromium, and none could be fetched:\n${lastLines(output, 5)}\n`, next)
  say(`Chromium ready (${secondsSince(start)})`)
}

function systemPaths(env) {
  if (process.platform === 'darwin') {
    const folders = ['/Applications', join(homedir(), 'Applications')]
    return folders.flatMap((folder) => MAC_NAMES.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)))
  }
  if (process.platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(folder, program)))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The pinned Node asks Playwright: set-up itself may run on a Node that Playwright refuses. */
function playwrightChromium(env) {
  const code = `require('playwright-core').chromium.executablePath()`
  const { stdout } = spawnSync(PINNED_NODE, ['-p', code], { cwd: ROOT, env, encoding: 'utf8' })
  const path = stdout?.trim() ?? ''
  return path !== '' && isRunnable(path) ? path : null
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // Missing and forbidden are the same to a caller that wants to start it.
  }
}
