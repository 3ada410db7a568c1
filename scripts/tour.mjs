/**
 * `npm run walk` (the second half of `npm run tour`): walks through the built app and writes what it looks like to tour/.
 * Needs no display, no account and no network: the app runs in the stand-in host, the API is the sample one on a
 * loopback socket. It is the smoke test of a machine without a screen: a step that can't be done ends it with that step's
 * name.
 */
import { join } from 'node:path'
import { build, isFresh } from './build/out.mjs'
import { ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { keyringAtHand, withKeyring } from './walk/keyring.mjs'

requirePinnedNode()
process.exitCode = keyringAtHand() ? await withKeyring(import.meta.filename) : await tour()

async function tour() {
  // Loaded here and not above: an older Node can't read them, and should get to say so.
  const { walk } = await import('./walk/walk.mjs')
  const { steps } = await import('./walk/steps.mjs')
  if (!isFresh() && (await build({ quiet: true })) !== 0) return 1
  return walk({ name: 'tour', steps, folder: join(ROOT, 'tour') })
}
