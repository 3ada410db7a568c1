import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const FOLDERS = ['src', 'test', 'scripts']
const FILES = ['package-lock.json', 'tsconfig.json']

/** Hash of everything that a type depends on: the sources, the packages' versions and the compiler's options. */
export function hashTypedSources(root = ROOT) {
  const hash = createHash('sha256')
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => /\.(ts|vue|mjs|json)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path))
  )
  for (const path of [...FILES, ...below.sort()]) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}
