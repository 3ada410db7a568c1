/** Where this machine's Chromium is. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
  ]
}

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium without its interface: it starts faster and takes less processor time. It can open no window on a screen. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * PORTSIDE_CHROMIUM if set, else the usual places, else the search path; null when there is none.
 * @param headless takes Chromium's headless shell where there is one
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, { headless = false } = {}): string | null {
  const named = env.PORTSIDE_CHROMIUM
  if (named) return runnable(named) ? named : null
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [
    ...(headless ? folders.map((folder) => join(folder, HEADLESS_SHELL)) : []),
    '/usr/bin/chromium',
    ...(PLACES[process.platform] ?? []),
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  ]
  return candidates.find(runnable) ?? null
}
