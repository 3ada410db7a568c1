import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { ROOT } from '../setup/paths.mjs'

/** The document, and what must have come before the first view shows data. */
const MOST_FIRST_FILES = 12

/** By their chunks. null: in the first bundle, as what a launch shows first. */
const VIEWS = { overview: null, 'sign-in': 'SignInView', catalogue: 'CatalogueView', invoices: 'InvoicesView' }

/** Says what is wrong with out/, and how heavy the first views are. Resolves to an exit code. */
export function checkBundle(out = join(ROOT, 'out')) {
  const missing = ['main', 'preload', 'renderer'].filter((part) => !existsSync(join(out, part)))
  if (missing.length > 0) {
    process.stdout.write(`out/ lacks ${missing.join(', ')}: the build has to work first.\n`)
    return 1
  }
  const findings = [...findingsInMain(read(join(out, 'main'))), ...findingsInPreload(read(join(out, 'preload')))]
  const page = read(join(out, 'renderer'))
  findings.push(...findingsInPage(page))
  for (const [name, view] of Object.entries(VIEWS)) {
    const files = filesOfView(page, view)
    if (files === null) findings.push(`out/renderer: no chunk of ${view}, so the view can't be weighed.`)
    else process.stdout.write(`${weightLine(name, files, page)}\n`)
    if (view === null) findings.push(...findingsInStart(files ?? []))
  }
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  return findings.length === 0 ? 0 : 1
}

/** Modules that code asks for by a bare name: `import … from 'x'`, `export … from 'x'`, `import('x')`, `require('x')`, in any quotes. */
export function modulesAskedFor(code) {
  const found = new Set()
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const source = /^(Import|Export).*(Declaration|Expression)$/.test(node.type) ? node.source : requireArgument(node)
    const name = textOf(source)
    if (name !== undefined && !/^[./]/.test(name)) found.add(name)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code).body)
  return found
}

function textOf(node) {
  if (typeof node?.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined
}

const requireArgument = (node) =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require'
    ? node.arguments[0]
    : undefined

export function findingsInMain(files) {
  const asked = new Set(scripts(files).flatMap(([, code]) => [...modulesAskedFor(code)]))
  const outside = ['electron', 'keytar']
  return [
    ...outside
      .filter((name) => !asked.has(name))
      .map((name) => `out/main: ${name} must stay an import, and there is none.`),
    ...[...asked]
      .filter((name) => !outside.includes(name) && !isBuiltin(name))
      .map((name) => `out/main: imports ${name}, which would have to be shipped beside it; bundle it.`)
  ]
}

export function findingsInPreload(files) {
  const names = [...files.keys()]
  const findings =
    names.length === 1 && names[0] === 'index.cjs'
      ? []
      : [`out/preload: one file index.cjs expected, found ${names.join(', ')}.`]
  for (const name of new Set(scripts(files).flatMap(([, code]) => [...modulesAskedFor(code)]))) {
    if (name !== 'electron') findings.push(`out/preload: asks for ${name}, which a sandboxed preload can't have.`)
  }
  findings.push(...filesWithZod(files).map((name) => `out/preload/${name}: contains zod, which slows every start.`))
  return findings
}

export function findingsInPage(files) {
  const html = files.get('index.html') ?? ''
  return [
    ...(html === '' ? ['out/renderer: no index.html.'] : []),
    ...filesWithZod(files).map((name) => `out/renderer/${name}: contains zod; import only types from the contract.`),
    ...(/<script(?![^>]*\bsrc=)[^>]*>/.test(html)
      ? ['out/renderer/index.html: an inline script, which our CSP stops.']
      : []),
    ...[...html.matchAll(/(?:src|href)="((?:https?:)?\/\/[^"]+)"/g)].map(
      (match) => `out/renderer/index.html: loads ${match[1]} from elsewhere.`
    )
  ]
}

export function findingsInStart(files) {
  const count = files.length + 1
  return count <= MOST_FIRST_FILES
    ? []
    : [`out/renderer: the first view needs ${count} files: most is ${MOST_FIRST_FILES}.`]
}

/**
 * Every script and style that must have come before a view shows: what index.html names, the view's own chunk, and what
 * these import at once. null when there is no chunk of that view.
 *
 * @param view name of its chunk; null: of the first bundle alone
 */
export function filesOfView(files, view) {
  const html = files.get('index.html') ?? ''
  const named = [...html.matchAll(/(?:src|href)="(?:\.?\/)?([^"]+\.(?:js|css))"/g)].map((match) => match[1])
  const chunk = [...files.keys()].find((name) => posix.basename(name).startsWith(`${view}-`) && name.endsWith('.js'))
  if (chunk === undefined && view !== null) return null
  const found = new Set()
  const add = (name) => {
    if (found.has(name) || !files.has(name)) return
    found.add(name)
    if (name.endsWith('.js')) importedAtOnce(files.get(name)).forEach((path) => add(beside(name, path)))
  }
  named.forEach(add)
  for (const importer of chunk === undefined ? [] : [...found])
    stylesBeside(files.get(importer), chunk).forEach((path) => add(beside(importer, path)))
  if (chunk !== undefined) add(chunk)
  return [...found]
}

const beside = (importer, path) => posix.join(posix.dirname(importer), path)

/** Files that a chunk names in its import and export declarations. */
function importedAtOnce(code) {
  return parseAst(code)
    .body.map((node) => node.source?.value)
    .filter((path) => typeof path === 'string' && /^\.\.?\//.test(path))
}

/**
 * Where a chunk loads another one late, Vite puts a list beside it of what to fetch at the same time, styles among it:
 * `import("./View-1.js"),__vite__mapDeps([0,2])`, numbers into one list of paths at the top of the chunk.
 */
function stylesBeside(code, chunk) {
  const paths = JSON.parse(/\bm\.f=(\[[^\]]*\])/.exec(code)?.[1] ?? '[]')
  const loads = code
    .split('import(')
    .slice(1)
    .filter((text) => /^["'`]([^"'`]+)/.exec(text)?.[1].endsWith(posix.basename(chunk)))
  const numbers = loads.flatMap((text) => /__vite__mapDeps\(\[([\d,]*)\]\)/.exec(text)?.[1].split(',') ?? [])
  return numbers.map((number) => paths[number]).filter((path) => path?.endsWith('.css'))
}

/** Gzipped bytes of these files together. */
const gzippedBytes = (files, names) => names.reduce((total, name) => total + gzipSync(files.get(name)).length, 0)

function weightLine(name, names, files) {
  const bytes = gzippedBytes(files, names)
  const kilobytes = (bytes / 1000).toFixed(1)
  return `${name} loads ${kilobytes} kB (gzipped) in ${names.length} files`
}

/** Every zod 4 schema carries the property `_zod`, which a minifier leaves alone. */
const filesWithZod = (files) =>
  scripts(files)
    .filter(([, code]) => /\b_zod\b/.test(code))
    .map(([name]) => name)

const scripts = (files) => [...files].filter(([name]) => /\.(js|cjs|mjs)$/.test(name))

/** Every text file below, by its path with forward slashes. */
function read(folder) {
  return new Map(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(js|cjs|mjs|css|html)$/.test(entry.name))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]
      })
  )
}
