/**
 * `npm test -- dependencies`: what may be in package.json and package-lock.json, the project's and the bench's (docs/releasing.md,
 * "Dependencies").
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ALLOWED } from '../build/licences.mjs'
import { ROOT } from '../setup/paths.mjs'
import { NODE_PROGRAMS } from '../setup/pinned-node.mjs'

/**
 * @typedef {object} Locked an entry of package-lock.json
 * @property {string} [name] the package's own name, if its folder has another
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {string} [license]
 * @property {boolean} [link]
 * @property {boolean} [hasInstallScript]
 */
/** @typedef {{ lockfileVersion: number, packages: Record<string, Locked> }} Lockfile */
/**
 * @typedef {object} Manifest package.json
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, boolean>} [allowScripts]
 */

/** Tools aren't shipped, so these are allowed for them, too: none asks anything of what a tool makes. */
const ALLOWED_FOR_TOOLS = new Set([
  ...Object.keys(ALLOWED),
  ...['0BSD', 'BSD-2-Clause', 'CC-BY-4.0', 'CC0-1.0', 'Python-2.0', 'WTFPL']
])

const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/
/** Of 64 bytes. */
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/** @param {Manifest} manifest */
const dependenciesOf = (manifest) => ({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies
})

/** @param {Lockfile} lockfile @returns {(Locked & { name: string, label: string })[]} */
const packagesIn = (lockfile) =>
  Object.entries(lockfile.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { ...entry, name, label: `${name}@${entry.version}` }
    })

/** @param {Manifest} manifest */
export function findingsInVersions(manifest) {
  const loose = Object.entries(dependenciesOf(manifest)).filter(([, version]) => !EXACT.test(version))
  return loose.map(([name, version]) => `${name}: the version ${version} isn’t exact. Write the one that is installed.`)
}

/** Each package comes from the registry in use, by name and version, and has to be these bytes. @param {Lockfile} lockfile */
export function findingsInLockfile(lockfile) {
  const remedy = 'Install it from the registry: npm install --save-exact.'
  if (lockfile.lockfileVersion !== 3) return ['package-lock.json: version 3 expected. Run npm 9 or newer.']
  return packagesIn(lockfile).flatMap(({ label, integrity = '', resolved, link }) => [
    ...(SHA512.test(integrity) ? [] : [`${label}: its sha512 isn’t in package-lock.json. ${remedy}`]),
    ...(resolved === undefined && link === undefined ? [] : [`${label}: has an address of its own. ${remedy}`])
  ])
}

/** @param {Lockfile} lockfile @param {Manifest} manifest */
export function findingsInScripts(lockfile, { allowScripts = {} }) {
  const withScript = packagesIn(lockfile).filter(({ hasInstallScript }) => hasInstallScript)
  const names = withScript.map(({ name }) => name)
  return [
    ...withScript
      .filter(({ name }) => !Object.hasOwn(allowScripts, name))
      .map(
        ({ name, label }) =>
          `${label}: has an install script that nobody approved. Read it, then add "${name}" to allowScripts in package.json: ` +
          'true if it has to run, otherwise false.'
      ),
    ...Object.keys(allowScripts)
      .filter((name) => !names.includes(name))
      .map((name) => `${name}: is in allowScripts and has no install script. Remove it there.`)
  ]
}

/** @param {Lockfile} lockfile */
export function findingsInLicences(lockfile) {
  return packagesIn(lockfile)
    .filter(({ license = '' }) => !isAllowed(license))
    .map(
      ({ label, license = '(none)' }) =>
        `${label}: the licence ${license} isn’t allowed for tools. Use another package, or read the licence and add it to ` +
        'ALLOWED_FOR_TOOLS in scripts/check/dependencies.mjs.'
    )
}

/** Of a choice, one has to be allowed. An expression with inner parentheses isn't, so that someone reads it. */
const isAllowed = (expression) =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED_FOR_TOOLS.has(id)))

/** The lockfile doesn't cover what the install script of `node` fetches. @param {Manifest} manifest */
export function findingsInNodePrograms(manifest, programs = NODE_PROGRAMS) {
  const version = manifest.devDependencies?.['node']
  return Object.keys(programs)
    .filter((label) => !label.endsWith(`@${version}`))
    .map(
      (label) =>
        `${label}: package.json has node ${version}. Put its hashes into scripts/setup/pinned-node.mjs: ` +
        'npm view PACKAGE@VERSION dist.integrity.'
    )
}

function check() {
  const read = (name) => readFileSync(join(ROOT, name), 'utf8')
  const projects = ['.', 'test/bench'].map((folder) => ({
    manifest: JSON.parse(read(`${folder}/package.json`)),
    lockfile: JSON.parse(read(`${folder}/package-lock.json`))
  }))
  const [{ manifest }] = projects
  const findings = [
    ...projects.flatMap((each) => [
      ...findingsInVersions(each.manifest),
      ...findingsInLockfile(each.lockfile),
      ...findingsInScripts(each.lockfile, each.manifest),
      ...findingsInLicences(each.lockfile)
    ]),
    ...findingsInNodePrograms(manifest)
  ]
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  const count = projects.reduce((sum, { lockfile }) => sum + packagesIn(lockfile).length, 0)
  if (findings.length === 0) process.stdout.write(`${count} packages\n`)
  return findings.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = check()
