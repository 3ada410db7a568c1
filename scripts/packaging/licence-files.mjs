/**
 * Part of `npm run dist`: makes the files with the licences of everything in the app from out/licenses.json. electron-builder.yml
 * puts them into the packages: beside the program, and where Debian and Fedora look for them. Electron brings its own two files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../setup/paths.mjs'
import { OWNER } from './owner.mjs'

/** @typedef {{ components: { name: string, version: string, licence: string, text: number }[], texts: string[] }} Licences */

const RULE = '='.repeat(72)
const chromiumsAreIn = (folder) =>
  `The licences of Chromium, Node.js and the other parts of Electron are in LICENSES.chromium.html, in ${folder}.`

/** Each text once, with the components that it is for. @param {Licences} licences */
const groups = ({ components, texts }) =>
  texts.map((text, at) => ({ text, components: components.filter(({ text: place }) => place === at) }))

/** For people: the list, and then each text. @param {Licences} licences */
export function licencesText(licences) {
  const sections = groups(licences).map(({ text, components }) => {
    const names = components.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    return [RULE, ...names, RULE, '', text, ''].join('\n')
  })
  return `Portside contains these works.\n\n${chromiumsAreIn('the app’s folder')}\n\n${sections.join('\n')}`
}

/** As a field with several lines: an empty line is a dot. */
const field = (lines) => lines.map((line) => (line.trim() === '' ? ' .' : ` ${line.trimEnd()}`)).join('\n')

/** A line that names a holder. The licences speak of copyright, too, and Apache-2.0 has a template for somebody's own notice. */
const HOLDER = /^\W*Copyright(?: \([Cc]\)| ©)? (?!(?:[Ll]icense|[Hh]older|notice|[Ss]tatement|[Oo]wner|and )|\[)/
const holdersIn = (text) => [
  ...new Set(
    text
      .split('\n')
      .filter((line) => HOLDER.test(line))
      .map((line) => line.replace(/^\W+/, '').trimEnd())
  )
]

/**
 * For programs: Debian's machine-readable file (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/). A text stands
 * with the files that it is for, because texts with the same name, such as MIT, differ.
 *
 * @param {Licences} licences
 */
export function debianCopyright(licences, owner = OWNER) {
  const { homepage, author } = owner.extraMetadata
  const head = [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Portside',
    `Upstream-Contact: ${author.name} <${author.email}>`,
    `Source: ${homepage}`,
    `Comment:\n${field([chromiumsAreIn('/opt/Portside')])}`
  ].join('\n')
  const paragraphs = groups(licences).map(({ text, components }) => {
    const files = components.map(({ name }) => (name === 'Portside' ? '*' : `node_modules/${name}/*`))
    const names = components.map(({ name }) => name).join(', ')
    const holders = holdersIn(text)
    const licence = [...new Set(components.map((component) => component.licence))].join(' or ')
    return [
      `Files:\n${field(files)}`,
      `Copyright:\n${field(holders.length > 0 ? holders : [`the authors of ${names}`])}`,
      `License: ${licence.replaceAll(' OR ', ' or ').replaceAll(' AND ', ' and ')}\n${field(text.split('\n'))}`
    ].join('\n')
  })
  return `${[head, ...paragraphs].join('\n\n')}\n`
}

/** Names of the files, for electron-builder.yml. */
export function writeLicenceFiles(folder, licences, owner = OWNER) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'LICENSES.txt'), licencesText(licences))
  writeFileSync(join(folder, 'copyright'), debianCopyright(licences, owner))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const licences = JSON.parse(readFileSync(join(ROOT, 'out', 'licenses.json'), 'utf8'))
  writeLicenceFiles(join(ROOT, 'dist', 'licences'), licences)
}
