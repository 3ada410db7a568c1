/** What the app stored in the keychain, read by the program that stored it: macOS would prompt for any other one. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DEVELOPMENT } from '../../../src/main/desktop/identity.ts'
import { requireElectron } from './runtime.ts'

const LISTER = fileURLToPath(new URL('../../support/keyring-entries.mjs', import.meta.url))

interface Entry {
  account: string
  password: string
}

const MOST_TRIES = 5

/**
 * Electron that isn't packaged runs scripts as Node does; a packaged Portside can't (electron-builder.yml, runAsNode). Tries again: libsecret
 * breaks the list off when an entry is removed while it reads.
 */
export async function readKeychain(): Promise<Entry[]> {
  const { program } = requireElectron()
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  for (let tries = 1; ; tries += 1) {
    try {
      const { stdout } = await promisify(execFile)(program, [LISTER, DEVELOPMENT.keychainService], { env })
      return JSON.parse(stdout) as Entry[]
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
  }
}
