import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { SetupError } from './say.mjs'

/** The pinned Node: the one that the Electron version embeds, so that tests and app run on the same engine. */
export const PINNED_NODE =
  process.platform === 'win32' ? join(NODE_MODULES, 'node', 'bin', 'node.exe') : join(NODE_MODULES, '.bin', 'node')

const pinnedVersion = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.node

/** Throws when npm scripts would not find the pinned Node; asks it for its version once per install. */
export function assertPinnedNode() {
  const wanted = pinnedVersion()
  const stamp = join(MEMORY, `node-${wanted}`)
  if (existsSync(stamp) && existsSync(PINNED_NODE)) return
  const found = version()
  if (found === `v${wanted}`) return writeFileSync(stamp, '')
  throw new SetupError(
    `The pinned Node ${wanted} ${found === null ? 'is not in node_modules' : `answers as ${found}`}: its install script did not run.`,
    'Run: npm rebuild node keytar --ignore-scripts=false, then the command again.'
  )
}

/** Ends a script that runs on another Node than the pinned major: node:sqlite and .ts files need that one. */
export function requirePinnedNode() {
  const wanted = pinnedVersion().split('.')[0]
  if (process.versions.node.split('.')[0] === wanted) return
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
