/**
 * electron-builder calls this for each packed folder, before it signs it. A file in its configuration that doesn't exist is left out
 * with a warning or without a word, so what every package needs is looked for here.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Arch } from 'electron-builder'
import { checkAddon } from './native-files.mjs'

/** @throws Error if the folder has no list of licences */
export function checkLicences(folder) {
  if (existsSync(join(folder, 'LICENSES.txt'))) return
  throw new Error('The package has no LICENSES.txt. Run: node scripts/packaging/licence-files.mjs')
}

/** @param {import('electron-builder').AfterPackContext} context */
export function afterPack({ appOutDir, arch, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir)
  checkAddon(resources, electronPlatformName, Arch[arch])
  checkLicences(electronPlatformName === 'darwin' ? resources : appOutDir)
}
