/** The graph of imports between files of src/, type-only imports included, its cycles, and the ESLint rule against them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const CODE = /\.(ts|vue)$/
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** @returns {string[]} paths from the root, sorted */
export function filesOf(folder, pattern = CODE) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** @returns {Map<string, string[]>} each file with the files of the same folder that it imports */
export function importGraph(folder = 'src') {
  const files = new Set(filesOf(folder))
  return new Map(
    [...files].map((file) => {
      const imported = [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)]
        .map(([, path]) => join(dirname(file), path.replace(/\?.*$/, '')).replaceAll('\\', '/'))
        .filter((path) => files.has(path))
      return [file, [...new Set(imported)]]
    })
  )
}

/**
 * Tarjan's strongly connected components (https://doi.org/10.1137/0201010).
 * @param {Map<string, string[]>} graph
 * @returns {string[][]} the files of each cycle, sorted
 */
export function cyclesOf(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const cycles = []
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(file, Math.min(low.get(file), low.get(next)))
      } else if (stack.includes(next)) low.set(file, Math.min(low.get(file), index.get(next)))
    }
    if (low.get(file) !== index.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component.sort())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return cycles
}

/** ESLint rule: an import of a file that imports this one back, directly or through others, types included. */
export const noImportCycle = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cycle: '{{target}} imports this file back: {{files}} form a cycle.' }
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    sourceCycles ??= cyclesOf(importGraph())
    const cycle = sourceCycles.find((files) => files.includes(file))
    if (cycle === undefined) return {}
    const check = (node) => {
      const target = posix.join(posix.dirname(file), String(node.source?.value ?? ''))
      if (cycle.includes(target))
        context.report({ node, messageId: 'cycle', data: { target, files: cycle.join(', ') } })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
  }
}

/** Of this process: ESLint's cache ends with any change of a source (eslint.config.js). */
let sourceCycles
