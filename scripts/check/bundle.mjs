/** `npm test -- bundle`: what is in out/, what must not be, and the size of the first view. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { ROOT } from '../setup/paths.mjs'

/** The document, and what must have come before the first view shows data. */
const MOST_FIRST_FILES = 12
/** What main asks Electron and its archive for; all else is bundled. */
const OUTSIDE_OF_MAIN = ['electron', 'keytar']
/** @type {Record<string, string>} packages of which the app needs two versions, each with the reason */
const TWO_VERSIONS = {}
const NOT_IN_WORKER = /^(electron|keytar|(node:)?(https?|http2|net|tls|dgram|dns|child_process))\b/

/** Prints what is wrong with out/, and the size of the first view. @returns an exit code */
export function checkBundle(out = join(ROOT, 'out')) {
  const missing = ['main', 'preload', 'renderer'].filter((part) => !existsSync(join(out, part)))
  if (missing.length > 0) {
    process.stdout.write(`out/ lacks ${missing.join(', ')}: the build has to work first.\n`)
    return 1
  }
  const page = read(join(out, 'renderer'))
  const first = firstFilesOf(page)
  const bytes = first.reduce((total, name) => total + gzipSync(page.get(name)).length, 0)
  process.stdout.write(`the first view loads ${(bytes / 1000).toFixed(1)} kB (gzipped) in ${first.length} files\n`)
  const main = read(join(out, 'main'))
  const findings = [
    ...findingsInMain(main),
    ...findingsInWorker(main),
    ...findingsInPreload(read(join(out, 'preload'))),
    ...findingsInPage(page),
    ...findingsInPackages(JSON.parse(readFileSync(join(out, 'licenses.json'), 'utf8')).components)
  ]
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  return findings.length === 0 ? 0 : 1
}

/** What a script asks for: `import … from 'x'`, `export … from 'x'`, `import('x')`, `require('x')`, in any quotes. */
export function importsOf(code) {
  const found = new Set()
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const isRequire = node.type === 'CallExpression' && node.callee.name === 'require'
    const source = isRequire ? node.arguments[0] : /^(Import|Export)/.test(node.type) ? node.source : undefined
    const isPlain = source?.type === 'TemplateLiteral' && source.expressions.length === 0
    const name = isPlain ? source.quasis[0].value.cooked : source?.value
    if (typeof name === 'string') found.add(name)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code).body)
  return [...found]
}

const importsAtOnce = (code) => parseAst(code).body.flatMap((node) => node.source?.value ?? [])

/** These files and all that their scripts import from one another. */
function reachedFrom(names, files, importsIn) {
  const found = new Set()
  const add = (name) => {
    if (found.has(name) || !files.has(name)) return
    found.add(name)
    if (!isScript(name)) return
    for (const path of importsIn(files.get(name))) if (path.startsWith('.')) add(posix.join(posix.dirname(name), path))
  }
  names.forEach(add)
  return [...found]
}

/** Modules that files ask for by a bare name. */
const modulesOf = (files, names = [...files.keys()]) => [
  ...new Set(
    names
      .filter(isScript)
      .flatMap((name) => importsOf(files.get(name)))
      .filter((name) => !/^[./]/.test(name))
  )
]

/** The catalogue's thread is a worker, where Electron's modules are not, and which has no business on the network. */
export function findingsInWorker(files) {
  const modules = modulesOf(files, reachedFrom(['catalogue.js'], files, importsOf))
  return [
    ...(modules.includes('node:sqlite') ? [] : ['out/main/catalogue.js: opens no database.']),
    ...modules.filter((name) => NOT_IN_WORKER.test(name)).map((name) => `out/main/catalogue.js: imports ${name}.`)
  ]
}

export function findingsInMain(files) {
  const modules = modulesOf(files)
  return [
    ...OUTSIDE_OF_MAIN.filter((name) => !modules.includes(name)).map(
      (name) => `out/main: ${name} must stay an import, and there is none.`
    ),
    ...modules
      .filter((name) => !OUTSIDE_OF_MAIN.includes(name) && !isBuiltin(name))
      .map((name) => `out/main: imports ${name}, which would have to be shipped beside it; bundle it.`)
  ]
}

export function findingsInPreload(files) {
  const names = [...files.keys()].join(', ')
  return [
    ...(names === 'index.cjs' ? [] : [`out/preload: one file index.cjs expected, found ${names}.`]),
    ...modulesOf(files)
      .filter((name) => name !== 'electron')
      .map((name) => `out/preload: asks for ${name}, which a sandboxed preload can't have.`),
    ...filesWithZod(files).map((name) => `out/preload/${name}: contains zod, which slows every start.`)
  ]
}

export function findingsInPage(files) {
  const html = files.get('index.html') ?? ''
  const foreign = [...html.matchAll(/(?:src|href)="((?:https?:)?\/\/[^"]+)"/g)]
  const firstCount = firstFilesOf(files).length + 1
  return [
    ...(html === '' ? ['out/renderer: no index.html.'] : []),
    ...filesWithZod(files).map((name) => `out/renderer/${name}: contains zod; import only types from the contract.`),
    ...(/<script(?![^>]*\bsrc=)[^>]*>/.test(html)
      ? ['out/renderer/index.html: an inline script, which our CSP stops.']
      : []),
    ...foreign.map(([, address]) => `out/renderer/index.html: loads ${address} from elsewhere.`),
    ...(firstCount > MOST_FIRST_FILES
      ? [`out/renderer: the first view needs ${firstCount} files: most is ${MOST_FIRST_FILES}.`]
      : [])
  ]
}

/** @param {{ name: string, version: string }[]} components what is in the app (scripts/build/licences.mjs) */
export function findingsInPackages(components, allowed = TWO_VERSIONS) {
  return Object.entries(Object.groupBy(components, ({ name }) => name))
    .filter(([name, found]) => found.length > 1 && !Object.hasOwn(allowed, name))
    .map(([name, found]) => {
      const versions = found.map(({ version }) => version).join(' and ')
      return `out/: contains ${name} ${versions}. Run npm dedupe, or add it to TWO_VERSIONS in scripts/check/bundle.mjs.`
    })
}

/** Scripts and styles that index.html names, and what the scripts import at once. The first view is in the first bundle. */
export function firstFilesOf(files) {
  const named = (files.get('index.html') ?? '').matchAll(/(?:src|href)="(?:\.?\/)?([^"]+\.(?:js|css))"/g)
  return reachedFrom(
    [...named].map(([, name]) => name),
    files,
    importsAtOnce
  )
}

/** Every zod 4 schema carries the property `_zod`, which a minifier leaves alone. */
const filesWithZod = (files) => [...files.keys()].filter((name) => isScript(name) && /\b_zod\b/.test(files.get(name)))

const isScript = (name) => /\.(js|cjs|mjs)$/.test(name)

/** Every text file below, by its path with forward slashes. */
function read(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|cjs|mjs|css|html)$/.test(name))
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = checkBundle()
