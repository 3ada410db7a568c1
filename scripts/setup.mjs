/**
 * What `npm start` and `npm test` run first: packages, the Electron runtime, system libraries, a browser.
 * Plain Node ≥ 18 and no packages, because it runs before there are any. Does only what is missing, says one line for
 * each thing that it does on standard error, and nothing when all is there.
 *
 *     node scripts/setup.mjs --for=start|test [--retry-electron]
 */
import { ensureBrowser, findChromium } from './setup/chromium.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { hasDisplay } from './setup/display.mjs'
import { ensureElectron } from './setup/electron-runtime.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { assertPinnedNode } from './setup/pinned-node.mjs'
import { SetupError, say } from './setup/say.mjs'

const OLDEST_NODE = 18

function purpose(args) {
  const value = args.find((arg) => arg.startsWith('--for='))?.slice('--for='.length)
  if (value === 'start' || value === 'test') return value
  throw new SetupError('Set-up needs to know what for.', 'Run: node scripts/setup.mjs --for=start (or --for=test)')
}

async function main(args) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) {
    throw new SetupError(
      `Node ${process.versions.node} is too old for set-up.`,
      `Install Node ${OLDEST_NODE} or newer, then run the command again.`
    )
  }
  const goal = purpose(args)
  await ensurePackages()
  assertPinnedNode()
  await ensureElectron({ retry: args.includes('--retry-electron') })
  // Only the component tests run in a browser.
  const needsBrowser = goal === 'test'
  ensureDebianPackages({ goal, screen: !hasDisplay(), browser: needsBrowser && findChromium() === null })
  if (needsBrowser) await ensureBrowser()
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(`${error.message} ${error.next}`)
  process.exitCode = 1
}
