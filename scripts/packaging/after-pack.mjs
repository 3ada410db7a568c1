/**
 * electron-builder calls this for each packed folder, before it signs it. A file in its configuration that doesn't exist is left out
 * with a warning or without a word, so what every package needs is looked for here.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch } from 'electron-builder'
import { SQLITE_OF_TEST_RUNTIME } from '../build/test-build.mjs'
import { ROOT } from '../setup/paths.mjs'

/**
 * On macOS it has the addons of both processors, so that the two halves of a universal app have the same files.
 *
 * @throws Error that names the addon that the folder of resources lacks
 */
export function checkAddon(resources, platform, arch) {
  for (const name of platform === 'darwin' ? ['x64', 'arm64'] : [arch]) {
    const target = `${platform}-${name}`
    if (!existsSync(join(resources, 'app.asar.unpacked/node_modules/keytar/prebuilds', target, 'keytar.node')))
      throw new Error(`The package for ${target} has no keytar addon. Look at "files" in electron-builder.yml.`)
  }
}

/** @throws Error if the folder has no list of licences */
export function checkLicences(folder) {
  if (existsSync(join(folder, 'LICENSES.txt'))) return
  throw new Error('The package has no LICENSES.txt. Run: node scripts/packaging/licence-files.mjs')
}

/**
 * The test runtime gets no security fixes, and its build has an SQLite of its own: no user gets either.
 *
 * @param {{ program: string | null, declared: string, archive: string }} packed `program`: where its version is read, because
 *   `electronDist` can bring another than the declared one; null on systems that the test runtime isn't for
 * @throws Error that says what is packed
 */
export function checkRuntime({ program, declared, archive }) {
  const found = program === null ? null : / Electron\/(\d+\.\d+\.\d+)/.exec(readFileSync(program, 'latin1'))
  const version = found?.[1] ?? declared
  const pinned = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.electron
  if (version !== pinned) throw new Error(`Electron ${version} isn’t for a release, which has the pinned ${pinned}.`)
  // package.json names it, too.
  if (new RegExp(`(from|import)[\\s(]*["']${SQLITE_OF_TEST_RUNTIME}["']`).test(readFileSync(archive, 'latin1')))
    throw new Error(`The build with ${SQLITE_OF_TEST_RUNTIME} isn’t for a release, but for the test runtime.`)
}

/** @param {import('electron-builder').AfterPackContext} context */
export function afterPack({ appOutDir, arch, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir)
  checkAddon(resources, electronPlatformName, Arch[arch])
  checkLicences(electronPlatformName === 'darwin' ? resources : appOutDir)
  // For packages that are tried out, and never given to anyone.
  if (process.env.PORTSIDE_TEST_BUILD === '1') return
  checkRuntime({
    program: electronPlatformName === 'linux' ? join(appOutDir, packager.executableName) : null,
    declared: packager.config.electronVersion,
    archive: join(resources, 'app.asar')
  })
}
