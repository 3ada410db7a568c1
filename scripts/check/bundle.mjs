import { readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { ROOT } from '../setup/paths.mjs'

/** Says what is wrong with out/, and how heavy the first screen is. Resolves to an exit code. */
export function checkBundle(out = join(ROOT, 'out')) {
  const findings = [...findingsInMain(read(join(out, 'main'))), ...findingsInPreload(read(join(out, 'preload')))]
  const page = read(join(out, 'renderer'))
  findings.push(...findingsInPage(page))
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  const kilobytes = (firstScreenBytes(page) / 1000).toFixed(1)
  process.stdout.write(`first screen: ${kilobytes} kB of scripts and styles, gzipped (bar: 90 kB)\n`)
  return findings.length === 0 ? 0 : 1
}

/** Modules that code asks for by a bare name: `import … from 'x'`, `export … from 'x'`, `import('x')`, `require('x')`. */
export function modulesAskedFor(code) {
  const found = new Set()
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const source = /^(Import|Export).*(Declaration|Expression)$/.test(node.type) ? node.source : requireArgument(node)
    if (typeof source?.value === 'string' && !/^[./]/.test(source.value)) found.add(source.value)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code).body)
  return found
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
  return findings
}

export function findingsInPage(files) {
  const html = files.get('index.html') ?? ''
  return [
    ...(html === '' ? ['out/renderer: no index.html.'] : []),
    // `_zod` is the property that every zod 4 schema carries; a minifier leaves it alone.
    ...scripts(files)
      .filter(([, code]) => /\b_zod\b/.test(code))
      .map(([name]) => `out/renderer/${name}: contains zod; import only types from the contract and the model.`),
    ...(/<script(?![^>]*\bsrc=)[^>]*>/.test(html)
      ? ['out/renderer/index.html: an inline script, which our CSP stops.']
      : []),
    ...[...html.matchAll(/(?:src|href)="((?:https?:)?\/\/[^"]+)"/g)].map(
      (match) => `out/renderer/index.html: loads ${match[1]} from elsewhere.`
    )
  ]
}

/** Gzipped bytes of what index.html names: its script, what that imports at once, and its styles. */
export function firstScreenBytes(files) {
  const html = files.get('index.html') ?? ''
  const named = [...html.matchAll(/(?:src|href)="(?:\.?\/)?([^"]+\.(?:js|css))"/g)].map((match) => match[1])
  return [...new Set(named)].reduce((total, name) => total + gzipSync(files.get(name) ?? '').length, 0)
}

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
