import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const TOOLS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']

/**
 * Whether the tour can have a password store of its own and does not have it yet. Without one it goes on: the app then
 * keeps the token in memory and says so in its pictures.
 */
export function keyringAtHand() {
  if (process.platform !== 'linux' || process.env.PORTSIDE_KEYRING) return false
  const folders = (process.env.PATH ?? '').split(delimiter)
  return TOOLS.every((tool) => folders.some((folder) => existsSync(join(folder, tool))))
}

/** Runs the same script again, with a password store. Resolves to its exit code. */
export function withKeyring(script, args = []) {
  const command = [join(ROOT, 'scripts', 'with-keyring.mjs'), '--', process.execPath, script, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
