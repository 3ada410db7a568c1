/**
 * Part of `npm run dist`: makes the file with the licences of everything in the app from out/licenses.json. electron-builder.yml
 * puts it into the packages: beside the program, and where Debian and Fedora look for it. Electron brings its own two files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../setup/paths.mjs'

/** @typedef {{ components: { name: string, version: string, licence: string, text: number }[], texts: string[] }} Licences */

const RULE = '='.repeat(72)
const HEAD = `Portside contains these works.

The licences of Chromium, Node.js and the other parts of Electron are in LICENSES.chromium.html, in the app’s folder.`

/** Each text once, below the names of what it is for. @param {Licences} licences */
export function licencesText({ components, texts }) {
  const sections = texts.map((text, at) => {
    const those = components.filter(({ text: place }) => place === at)
    const names = those.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    return [RULE, ...names, RULE, '', text, ''].join('\n')
  })
  return `${HEAD}\n\n${sections.join('\n')}`
}

/** The name of the file is for electron-builder.yml. */
export function writeLicenceFiles(folder, licences) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'LICENSES.txt'), licencesText(licences))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const licences = JSON.parse(readFileSync(join(ROOT, 'out', 'licenses.json'), 'utf8'))
  writeLicenceFiles(join(ROOT, 'dist', 'licences'), licences)
}
