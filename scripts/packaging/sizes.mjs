/**
 * Prints how large the packages of `npm run dist` are, and the parts of the app's archive. `--without-runtime` builds those for Linux
 * over a stand-in runtime instead: Electron is most of a package, and not every machine can download it.
 */
import { closeSync, existsSync, globSync, openSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../setup/paths.mjs'

const PACKAGES = '*.{deb,rpm,AppImage,dmg,zip,exe}'
const ARCHIVES = '{linux*-unpacked,win*-unpacked,mac*/*.app/Contents}/{resources,Resources}/app.asar'

/** The first that fits. */
const PARTS = [
  ['Messages in seven languages', /^out\/main\/languages\//],
  ['Main process', /^out\/main\//],
  ['Preload', /^out\/preload\//],
  ['Page: fonts', /^out\/renderer\/.*\.woff2?$/],
  ['Page: styles', /^out\/renderer\/.*\.css$/],
  ['Page: code', /^out\/renderer\//],
  ['Licences and changes, for About', /^out\/(licenses|changes)\.json$/],
  ['keytar', /^node_modules\/keytar\//],
  ['Other', /(?:)/]
]

/**
 * The files of an archive, also those beside it. @electron/asar, README.md, "Format": two Pickle headers, then a tree in JSON.
 *
 * @param {string} path
 * @returns {Map<string, number>} sizes by path
 */
export function asarFiles(path) {
  const file = openSync(path, 'r')
  try {
    const lengths = Buffer.alloc(16)
    readSync(file, lengths, 0, 16, 0)
    const json = Buffer.alloc(lengths.readUInt32LE(12))
    readSync(file, json, 0, json.length, 16)
    return new Map(filesBelow(JSON.parse(json.toString()), ''))
  } finally {
    closeSync(file)
  }
}

/** @returns {[string, number][]} */
function filesBelow({ files }, prefix) {
  return Object.entries(files).flatMap(([name, entry]) =>
    entry.files === undefined ? [[`${prefix}${name}`, entry.size]] : filesBelow(entry, `${prefix}${name}/`)
  )
}

/**
 * @param {Map<string, number>} files
 * @returns {[string, number][]} bytes of each part that has files
 */
export function partsOf(files) {
  const sums = new Map(PARTS.map(([name]) => [name, 0]))
  for (const [path, size] of files) {
    const [name] = PARTS.find(([, pattern]) => pattern.test(path))
    sums.set(name, sums.get(name) + size)
  }
  return [...sums].filter(([, size]) => size > 0)
}

/** @param {[string, number][]} rows @returns {string} a table in Markdown */
export function table([title, unit], rows) {
  const cells = [[title, unit], ...rows.map(([name, bytes]) => [name, Math.round(bytes / 1000).toLocaleString('en')])]
  const [first, second] = [0, 1].map((at) => Math.max(...cells.map((row) => row[at].length)))
  const line = ([name, size]) => `| ${name.padEnd(first)} | ${size.padStart(second)} |`
  const [head, ...body] = cells.map(line)
  return [head, `| ${'-'.repeat(first)} | ${'-'.repeat(second - 1)}: |`, ...body].join('\n')
}

/** @param {string[]} packages @param {string | undefined} archive */
function report(packages, archive) {
  const sized = packages.map((path) => [basename(path), statSync(path).size])
  const parts = archive === undefined ? [] : partsOf(asarFiles(archive))
  return [
    table(['Package', 'kB'], sized),
    ...(archive === undefined ? [] : [table(['Part of app.asar', 'kB'], [...parts, ['In all', sum(parts)]])])
  ].join('\n\n')
}
const sum = (rows) => rows.reduce((total, [, bytes]) => total + bytes, 0)

/** With the compression of `npm run dist`. */
async function reportWithoutRuntime() {
  const { buildLinuxPackages } = await import('../../test/support/linux-packages.ts')
  const all = []
  try {
    for (const arch of ['x64', 'arm64'])
      all.push(await buildLinuxPackages({ arch, formats: ['deb', 'rpm', 'AppImage'], small: true }))
    return report(
      all.flatMap(({ packages }) => packages.map(({ path }) => path)),
      all[0].archive
    )
  } finally {
    for (const each of all) each.remove()
  }
}

async function main() {
  if (process.argv.includes('--without-runtime')) return console.log(await reportWithoutRuntime())
  const dist = join(ROOT, 'dist')
  const find = (pattern) => (existsSync(dist) ? globSync(pattern, { cwd: dist }).map((path) => join(dist, path)) : [])
  const packages = find(PACKAGES).toSorted()
  if (packages.length === 0) {
    process.stderr.write('sizes: there are no packages in dist/. Run: npm run dist\n')
    process.exitCode = 1
    return
  }
  console.log(report(packages, find(ARCHIVES)[0]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
