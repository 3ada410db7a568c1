import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY, NODE_MODULES, ROOT } from './paths.mjs'
import { SetupError } from './say.mjs'

/** The pinned Node: the one that the Electron version embeds, so that tests and app run on the same engine. */
export const PINNED_NODE =
  process.platform === 'win32' ? join(NODE_MODULES, 'node', 'bin', 'node.exe') : join(NODE_MODULES, '.bin', 'node')

/** Throws when npm scripts would not find the pinned Node; asks it for its version once per install. */
export function assertPinnedNode() {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const wanted = devDependencies.node
  const stamp = join(MEMORY, `node-${wanted}`)
  if (existsSync(stamp) && existsSync(PINNED_NODE)) return
  const found = version()
  if (found === `v${wanted}`) return writeFileSync(stamp, '')
  throw new SetupError(
    `The pinned Node ${wanted} ${found === null ? 'is not in node_modules' : `answers as ${found}`}: its install script did not run.`,
    'Run: npm rebuild node keytar --ignore-scripts=false, then the command again.'
  )
}

function version() {
  try {
    return execFileSync(PINNED_NODE, ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    if (error.code === 'ENOENT' || error.status !== undefined) return null
    throw error
  }
}
