import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { run, secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

const STAMP = join(MEMORY, 'lockfile')

/** Installs the packages when the lockfile is not the one they were installed from. */
export async function ensurePackages() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'))
  const wanted = stampOf(lockfile)
  if (textOf(STAMP) === wanted) return
  if (!agrees(JSON.parse(lockfile), installed())) await install()
  mkdirSync(MEMORY, { recursive: true })
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

async function install() {
  say('installing packages with npm ci; the first time takes a minute or two …')
  const start = Date.now()
  // The dev packages are the build and the pinned Node: they are needed also where NODE_ENV says production.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { code, output } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) {
    throw new SetupError(
      `npm ci failed:\n${lastLines(output)}\n`,
      'Check the network and the registry setting (npm config get registry), then run the command again.'
    )
  }
  say(`packages installed (${secondsSince(start)})`)
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
