import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { assertPinnedNode, useRunningNode } from './pinned-node.mjs'
import { npm, secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

const STAMP = join(MEMORY, 'lockfile')

/** Installs the packages when the lockfile is not the one they were installed from. */
export async function ensurePackages() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'))
  const wanted = stampOf(lockfile)
  if (textOf(STAMP) === wanted) return
  const lock = JSON.parse(lockfile)
  if (!agrees(lock, installed())) await install()
  mkdirSync(MEMORY, { recursive: true })
  await runInstallScripts(approvedIn(lock, JSON.parse(readFileSync(join(ROOT, 'package.json')))))
  writeFileSync(STAMP, wanted)
}

/** Native packages differ by system and processor: a folder carried to another machine is installed anew. */
export const stampOf = (lockfile) =>
  `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}`

/**
 * Whether node_modules already holds what the lockfile names, as after an `npm ci` by hand. `hidden` is npm's own
 * record, which it writes last; without it nothing is known. Optional packages may be left out.
 */
export function agrees(lockfile, hidden) {
  if (hidden === null) return false
  return Object.entries(lockfile.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = hidden.packages[path]
    if (found === undefined) return wanted.optional === true || wanted.peer === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/**
 * The folders of packages whose install script is approved. npm before 11.19 doesn't read `allowScripts` and would run every
 * package's, so .npmrc turns all of them off, and set-up runs these.
 */
export const approvedIn = (lockfile, { allowScripts }) =>
  Object.entries(lockfile.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path, entry]) => ({ folder: path.slice('node_modules/'.length), name: entry.name }))
    .filter(({ folder, name = folder }) => allowScripts[name] === true)
    .map(({ folder }) => folder)

async function install() {
  say('installing packages with npm ci; the first time takes a minute or two …')
  const start = Date.now()
  // The dev packages are the build and the pinned Node: they are needed also where NODE_ENV says production.
  await npmOrThrow(['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'])
  say(`packages installed (${secondsSince(start)})`)
}

/** One after the other: the script of `node` fetches a program that npm then finds first, so it is compared before the next runs. */
async function runInstallScripts(folders) {
  const others = folders.filter((name) => name !== 'node')
  for (const folder of folders.includes('node') ? ['node', ...others] : others) {
    const args = ['rebuild', folder, '--ignore-scripts=false']
    if (folder !== 'node') await npmOrThrow(args)
    else if ((await npm(args)).code === 0) assertPinnedNode({ isNew: true })
    // Such as on macOS with Apple's processors, for which there is no package.
    else useRunningNode()
  }
}

async function npmOrThrow(args) {
  const { code, output } = await npm(args)
  if (code === 0) return
  throw new SetupError(
    `npm ${args[0]} failed:\n${lastLines(output)}\n`,
    'Check the network and the registry setting (npm config get registry), then run the command again.'
  )
}

function installed() {
  const text = textOf(join(NODE_MODULES, '.package-lock.json'))
  return text === null ? null : JSON.parse(text)
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
