/**
 * SHA256SUMS of a release: `node scripts/release/checksums.mjs FOLDER` writes it into the folder, in the form that `sha256sum --check`
 * reads. It fails if a package is missing, so that no release is published with half of its files.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'

const SUMS = 'SHA256SUMS'

/** What every release has, and how its file name ends. */
const EXPECTED = {
  'deb for x64': /_amd64\.deb$/,
  'deb for arm64': /_arm64\.deb$/,
  'rpm for x64': /x86_64\.rpm$/,
  'rpm for arm64': /aarch64\.rpm$/,
  'AppImage for x64': /(?<!arm64)\.AppImage$/,
  'AppImage for arm64': /arm64\.AppImage$/,
  'dmg for macOS': /\.dmg$/,
  'zip for macOS': /\.zip$/,
  'installer for Windows': /\.exe$/,
  'list of components': /\.cdx\.json$/
}

/** GitHub renames an asset whose name has other characters, and the feed then names a file that isn't there. */
const PLAIN_NAME = /^[\w.+~-]+$/

/**
 * @param {string[]} names
 * @returns {string[]} one sentence for each problem
 */
export function releaseProblems(names) {
  const missing = Object.entries(EXPECTED).filter(([, pattern]) => !names.some((name) => pattern.test(name)))
  const renamed = names.filter((name) => !PLAIN_NAME.test(name))
  return [
    ...missing.map(([what]) => `The ${what} is missing.`),
    ...renamed.map((name) => `GitHub would rename "${name}": give it a name without spaces in electron-builder.yml.`)
  ]
}

/** @returns {Promise<string>} a line for each file, sorted by name, so that equal files make an equal list */
export async function checksums(folder) {
  const lines = []
  for (const name of filesIn(folder)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return lines.join('')
}

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== SUMS)
    .map((entry) => entry.name)
    .sort()

async function main([folder]) {
  if (folder === undefined) {
    process.stderr.write('checksums: name the folder with the release’s files.\n')
    return 64
  }
  const problems = releaseProblems(filesIn(folder))
  for (const problem of problems) process.stderr.write(`checksums: ${problem}\n`)
  if (problems.length > 0) return 1
  writeFileSync(join(folder, SUMS), await checksums(folder))
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2))
