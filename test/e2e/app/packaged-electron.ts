/**
 * Electron's runtime as a packaged app has it: a copy under another name, with the built app beside it in `resources`. Electron
 * decides by the executable's name whether an app is packaged (shell/browser/api/electron_api_app.cc). Not on macOS, where
 * the name is part of the bundle.
 */
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** @param electron the runtime's program */
export function packElectron(electron: string): { program: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'portside-packaged-'))
  const name = basename(electron).replace('electron', 'portside')
  cpSync(dirname(electron), folder, { recursive: true, verbatimSymlinks: true })
  renameSync(join(folder, basename(electron)), join(folder, name))
  // A junction needs no rights on Windows.
  symlinkSync(ROOT, join(folder, 'resources', 'app'), 'junction')
  return {
    program: join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}
