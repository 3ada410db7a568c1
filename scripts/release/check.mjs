/**
 * Whether this commit may become a release: `node scripts/release/check.mjs TAG`. Prints each obstacle and its remedy, and exits with 1
 * if there is one. Without a tag, as in a rehearsal, obstacles are only warnings.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changesOf } from '../build/changes.mjs'
import { missingOwner } from '../packaging/owner.mjs'
import { ROOT } from '../setup/paths.mjs'

/**
 * @param {{ tag: string | null, version: string, changelog: string, owner?: object }} release
 * @returns {string[]} one sentence for each obstacle
 */
export function obstacles({ tag, version, changelog, owner }) {
  const { date } = changesOf(changelog, version)
  const missing = missingOwner(owner)
  return [
    ...(tag === null || tag === `v${version}`
      ? []
      : [`The tag is ${tag} and package.json says ${version}. Tag the commit as v${version}.`]),
    ...(date === null
      ? [`CHANGELOG.md calls ${version} unreleased. Write the day of the release in its heading.`]
      : []),
    ...(missing === null ? [] : [missing])
  ]
}

function main([tag = null]) {
  const read = (path) => readFileSync(join(ROOT, path), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const found = obstacles({ tag, version, changelog: read('CHANGELOG.md') })
  for (const obstacle of found) process.stdout.write(`::${tag === null ? 'warning' : 'error'}::${obstacle}\n`)
  return tag !== null && found.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2))
