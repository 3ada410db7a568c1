import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { NODE_MODULES } from './paths.mjs'
import { PINNED_NODE } from './pinned-node.mjs'
import { run, secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

const NAMES = [
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'microsoft-edge',
  'brave-browser'
]
const HEADLESS_SHELL = 'chromium-headless-shell'
const STALL_MS = 90 * 1000

/**
 * Path of a Chromium-based browser, or null. PORTSIDE_CHROMIUM names one; else the system's own, else the one that
 * Playwright keeps.
 */
export function findChromium(env = process.env) {
  if (env.PORTSIDE_CHROMIUM) return runnable(env.PORTSIDE_CHROMIUM) ? env.PORTSIDE_CHROMIUM : null
  return [...wellKnown(env), ...keptByPlaywright(env)].find(runnable) ?? null
}

/** As findChromium, for programs without a window: Chromium without its interface takes a third less processor time. */
export function findHeadlessChromium(env = process.env) {
  const shells = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, HEADLESS_SHELL))
  return (env.PORTSIDE_CHROMIUM ? null : shells.find(runnable)) ?? findChromium(env)
}

/** Has Playwright fetch its Chromium where the system has none and its packages offered none. */
export async function ensureBrowser() {
  if (findChromium() !== null) return
  const next = 'Install Chromium or Google Chrome, or name one in PORTSIDE_CHROMIUM, then run the command again.'
  if (process.env.PORTSIDE_CHROMIUM) throw new SetupError('PORTSIDE_CHROMIUM names no program.', next)
  say('no Chromium on this machine: fetching Playwright’s …')
  const start = Date.now()
  const result = await run(
    PINNED_NODE,
    [join(NODE_MODULES, 'playwright', 'cli.js'), 'install', 'chromium', '--no-shell'],
    {
      progress: () => 0, // It prints its own progress, and what is printed counts.
      stallMs: STALL_MS
    }
  )
  if (findChromium() === null)
    throw new SetupError(`No Chromium, and none could be fetched:\n${lastLines(result.output, 5)}\n`, next)
  say(`Chromium ready (${secondsSince(start)})`)
}

function wellKnown(env) {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
        join(folder, `${name}.app`, 'Contents', 'MacOS', name)
      )
    )
  }
  if (process.platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean).flatMap((folder) =>
      [
        ['Google', 'Chrome', 'Application', 'chrome.exe'],
        ['Microsoft', 'Edge', 'Application', 'msedge.exe']
      ].map((parts) => join(folder, ...parts))
    )
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function keptByPlaywright(env) {
  const store =
    env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
      win32: join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright')
    }[process.platform] ??
    join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright')
  if (!existsSync(store)) return []
  const programs = [
    ['chrome-linux', 'chrome'],
    ['chrome-linux64', 'chrome'],
    ['chrome-win', 'chrome.exe'],
    ['chrome-win64', 'chrome.exe'],
    ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
    ['chrome-mac-x64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
    ['chrome-mac-arm64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing']
  ]
  return readdirSync(store)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse()
    .flatMap((name) => programs.map((parts) => join(store, name, ...parts)))
}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // Not there, or not ours to run: the same to whoever wants to start it.
  }
}
