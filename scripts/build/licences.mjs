/**
 * out/licenses.json: the packages in the app and the complete text of each one's licence, made after each build. The build fails
 * if a bundled package isn't listed, has a licence that isn't allowed, or comes without its text.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const PARTS = ['main', 'preload', 'renderer']
/** Written into out/<part> by each part's build: Vite's own list, and the ids of all modules (electron.vite.config.ts). */
const LISTED = 'licenses.json'
const MODULES = 'modules.json'

/** Not bundled: the runtime, and the keychain addon with the headers that are compiled into it. */
const SHIPPED = ['electron', 'keytar', 'node-addon-api']
/** Whose code a module without a file is. */
const HELPERS = { vite: /^\0vite\//, '@vitejs/plugin-vue': /^\0plugin-vue:/, rolldown: /^\0rolldown\// }
/** Where a file goes on with licences of what only the tool itself contains. */
const OWN_PART_ENDS = { vite: '\n# Licenses of bundled dependencies' }

/** Licences that allow what the app does with the packages: SPDX ids, each with words from the start and the end of its text. */
export const ALLOWED = {
  MIT: ['Permission is hereby granted, free of charge', 'other dealings in the software'],
  ISC: ['Permission to use, copy, modify', 'use or performance of this software'],
  'BlueOak-1.0.0': ['Blue Oak Model License Version 1.0.0', 'under any kind of legal claim'],
  'BSD-3-Clause': ['Redistribution and use in source and binary forms', 'possibility of such damage'],
  'Apache-2.0': ['Apache License Version 2.0', 'end of terms and conditions'],
  'MPL-2.0': ['Mozilla Public License Version 2.0', 'Incompatible With Secondary Licenses” Notice'],
  'OFL-1.1': ['SIL Open Font License Version 1.1', 'other dealings in the font software']
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)\b/i
/** Between the files of a package that has several. */
const RULE = `\n\n${'-'.repeat(72)}\n\n`

/** Writes the list and removes the parts' files. @throws Error that names the package and what is missing */
export function writeLicences(out = join(ROOT, 'out')) {
  const read = (part, name) => JSON.parse(readFileSync(join(out, part, name), 'utf8'))
  const listed = PARTS.flatMap((part) => read(part, LISTED))
  const modules = PARTS.flatMap((part) => read(part, MODULES))
  writeFileSync(join(out, 'licenses.json'), `${JSON.stringify(composeLicences(ROOT, listed, modules))}\n`)
  for (const part of PARTS) for (const name of [LISTED, MODULES]) rmSync(join(out, part, name))
}

/**
 * @param {string} root the project's folder, with node_modules
 * @param {{ name: string, version: string }[]} listed what Vite says that it bundled
 * @param {string[]} modules ids of everything in the bundles that isn't a file of the project
 * @returns {{ components: { name: string, version: string, licence: string, text: number }[], texts: string[] }} `text`: its place in `texts`
 */
export function composeLicences(root, listed, modules) {
  const inList = new Set(listed.map(({ name, version }) => `${name}@${version}`))
  const folders = new Set([...SHIPPED, ...modules.map(packageOf)].map((name) => join(root, 'node_modules', name)))
  const packages = [...folders].map(readPackage)
  const bundled = new Set(
    modules.filter((id) => !id.startsWith('\0')).map((id) => join(root, 'node_modules', packageOf(id)))
  )
  for (const { folder, name, version } of packages)
    if (bundled.has(folder) && !inList.has(`${name}@${version}`))
      throw new Error(`${name} is bundled and not in Vite’s list of licences.`)
  const own = readPackage(root)
  const sorted = packages.sort((a, b) => (a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name)))
  const texts = []
  const components = [{ ...own, name: 'Portside' }, ...sorted].map(({ name, version, licence, text }) => {
    if (!texts.includes(text)) texts.push(text)
    return { name, version, licence, text: texts.indexOf(text) }
  })
  return { components, texts }
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** The path of a package below node_modules; `a/node_modules/b` for one inside another. */
function packageOf(id) {
  if (id.startsWith('\0')) {
    const helper = Object.entries(HELPERS).find(([, pattern]) => pattern.test(id))
    if (!helper)
      throw new Error(
        `The module ${JSON.stringify(id)} is bundled, and scripts/build/licences.mjs doesn’t know whose it is.`
      )
    return helper[0]
  }
  const parts = id.split('/node_modules/')
  const last = parts.pop().split('/')
  const name = last.slice(0, last[0].startsWith('@') ? 2 : 1).join('/')
  return [...parts.slice(1), name].join('/node_modules/')
}

function readPackage(folder) {
  const { name, version, license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const licence = license.trim().replace(/^\((.*)\)$/, '$1')
  const text = textOf(folder, name)
  for (const id of licence.split(/ (?:OR|AND) /)) {
    if (!Object.hasOwn(ALLOWED, id))
      throw new Error(`The licence ${id || '(none)'} of ${name} isn’t allowed in the app (scripts/build/licences.mjs).`)
    const words = plain(text)
    if (!ALLOWED[id].every((part) => words.includes(plain(part))))
      throw new Error(`${name} comes without the complete text of ${id}.`)
  }
  return { folder, name, version, licence, text }
}

function textOf(folder, name) {
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const texts = files
    .filter((file) => file.isFile() && LICENCE_FILE.test(file.name))
    .map((file) => file.name)
    .sort(compare)
    .map((file) =>
      readFileSync(join(folder, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .replace(/^\s*\n/, '')
        .trimEnd()
    )
  const text = texts.join(RULE)
  return OWN_PART_ENDS[name] === undefined ? text : text.split(OWN_PART_ENDS[name])[0].trimEnd()
}

/** Without line breaks, marks and case, in which the same licence differs. */
const plain = (text) => text.toLowerCase().replace(/[^a-z0-9.]+/g, ' ')
