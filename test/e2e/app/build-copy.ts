/** A copy of the built app, for specs that damage it or give it an update feed. */
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/setup/paths.mjs'
import { requireElectron } from './runtime.ts'

export interface BuildCopy {
  /** What Electron is started with. */
  folder: string
  /** Files of main and the page, by their names before the hash. */
  files(part: 'main' | 'renderer/assets', name: string): string[]
  remove(): void
}

export function copyBuild(): BuildCopy {
  const { appFolder } = requireElectron()
  const folder = mkdtempSync(join(tmpdir(), 'portside-build-'))
  // The pinned Electron starts the project itself, whose build is in out/.
  const built = appFolder === ROOT ? 'out' : '.'
  cpSync(join(appFolder, built), join(folder, built), { recursive: true })
  cpSync(join(appFolder, 'package.json'), join(folder, 'package.json'))
  // A junction needs no rights on Windows.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    files(part, name) {
      const place = join(folder, built, part)
      const found = readdirSync(place).filter((file) => file === name || file.startsWith(`${name}-`))
      if (found.length === 0) throw new Error(`${part} has no file ${name}.`)
      return found.map((file) => join(place, file))
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}
