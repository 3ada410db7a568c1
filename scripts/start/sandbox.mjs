import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/**
 * Ubuntu since 23.10 forbids programs without an AppArmor profile the user namespaces that Chromium's sandbox is made
 * of; the setuid helper is the way that is left. null when the sandbox can start, else one sentence and what to do.
 */
export function sandboxTrouble(electron) {
  if (process.platform !== 'linux') return null
  if (!existsSync(RESTRICTION) || readFileSync(RESTRICTION, 'utf8').trim() !== '1') return null
  const helper = join(dirname(electron), 'chrome-sandbox')
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper)
    if (uid === 0 && (mode & 0o4000) !== 0) return null
  }
  return (
    'this system keeps Electron’s sandbox from starting. Once: ' +
    `sudo chown root ${helper} && sudo chmod 4755 ${helper} — or, without the sandbox: npm start -- --no-sandbox`
  )
}
