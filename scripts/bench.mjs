/**
 * The second half of `npm run bench` and of `npm run trace`: builds what isn't built, and runs the given script of test/bench with a
 * password store that belongs to nobody.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, isFresh } from './build/out.mjs'
import { ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { keyringAtHand, withKeyring } from './walk/keyring.mjs'

requirePinnedNode()
const [script, ...args] = process.argv.slice(2)
process.exitCode = keyringAtHand() ? await withKeyring(import.meta.filename, [script, ...args]) : await run()

async function run() {
  if (!isFresh() && (await build({ quiet: true })) !== 0) return 1
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
