/**
 * The owner's names and addresses in src/shared/owner.json. `npm run dist` names those that nobody has filled in: they end in
 * .invalid, which no one can own (RFC 2606).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../setup/paths.mjs'

const FILE = 'src/shared/owner.json'
export const OWNER = JSON.parse(readFileSync(join(ROOT, FILE), 'utf8'))

/** @returns {string | null} a sentence; null when all places are filled in */
export function missingOwner(owner = OWNER) {
  const { homepage, author } = owner.extraMetadata
  const places = { 'app id': owner.appId, homepage, 'maintainer’s address': author.email }
  const open = Object.entries(places).filter(([, value]) => /(^|\W)invalid(\W|$)/.test(value))
  if (open.length === 0) return null
  const names = open.map(([name]) => name).join(', ')
  return `Not filled in yet: ${names}. These packages are for tests only. Put the owner’s into ${FILE} before a release.`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = missingOwner()
  if (missing !== null) process.stderr.write(`${missing}\n`)
}
