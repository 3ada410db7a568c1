import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { ROOT } from '../setup/paths.mjs'
import { holds, KEPT_NAMES, LAYERS } from './layers.mjs'

const pathOf = ({ cwd, filename }) => relative(cwd, filename).replaceAll('\\', '/')
const resolve = (file, module) => posix.join(posix.dirname(file), module)

/** ESLint rule: an import or a name that the file's layer must not have (layers.mjs). */
export const stayInLayer = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      layer: '{{layer}} must not import {{module}}: see scripts/lint/layers.mjs.',
      kept: '{{name}} belongs in {{layer}} only.',
      download: 'Importing electron outside Electron starts a download: import only its types here.'
    }
  },
  create(context) {
    const path = pathOf(context)
    const report = (node, messageId, data) => context.report({ node, messageId, data })
    // Tests and scripts run on plain Node, where electron's package answers an import with a download.
    if (!path.startsWith('src/'))
      return imports((node, module, typeOnly) => {
        if (module === 'electron' && !typeOnly) report(node, 'download', {})
      })

    const file = path.slice('src/'.length)
    const own = layerOf(file)
    const { layer = 'src', from = [], packages = [], packagesOf = {}, node: hasNode = false } = own ?? {}
    const all = Object.entries(packagesOf).reduce(
      (sum, [each, more]) => (holds(each, file) ? sum.concat(more) : sum),
      packages
    )
    const mayImport = (module) => {
      if (module.startsWith('.')) {
        const target = resolve(file, module)
        const other = layerOf(target)?.layer
        return (other !== undefined && other === own?.layer) || from.some((each) => each === other || each === target)
      }
      if (all.some((name) => module === name || module.startsWith(`${name}/`))) return true
      return hasNode && module.startsWith('node:') && module !== 'node:sqlite'
    }
    const judgeName = (node, name) => {
      const owner = Object.hasOwn(KEPT_NAMES, name) ? KEPT_NAMES[name] : null
      if (owner !== null && !holds(owner, file)) report(node, 'kept', { name, layer: owner })
    }
    return {
      ...imports((node, module) => {
        if (!mayImport(module)) report(node, 'layer', { layer, module })
      }),
      Identifier: (node) => judgeName(node, node.name),
      MemberExpression(node) {
        const isGlobal =
          node.object.type === 'Identifier' && ['window', 'globalThis', 'self'].includes(node.object.name)
        const name = node.computed ? node.property.value : node.property.name
        if (isGlobal) judgeName(node, `window.${name}`)
      }
    }
  }
}

/** ESLint rule: an import of a file that imports this one back, directly or through others, types included. */
export const noImportCycle = {
  meta: { type: 'problem', schema: [], messages: { cycle: '{{target}} imports this file back.' } },
  create(context) {
    const file = pathOf(context)
    if (!file.startsWith('src/')) return {}
    graph ??= importGraph()
    return imports((node, module) => {
      if (!module.startsWith('.')) return
      const target = resolve(file, module)
      if (!reached.has(target)) reached.set(target, reachedFrom(target, graph))
      if (reached.get(target).has(file)) context.report({ node, messageId: 'cycle', data: { target } })
    })
  }
}

/** Each file of src/ with what it imports. Of this process: ESLint's cache ends with any change of a source (eslint.config.js). */
let graph
const reached = new Map()

function importGraph() {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((name) => /\.(ts|vue)$/.test(name))
  const importsIn = (file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g)].map(
      ([, module]) => resolve(file, module)
    )
  return new Map(files.map((name) => `src/${name.replaceAll('\\', '/')}`).map((file) => [file, importsIn(file)]))
}

/** @param {string} from @param {Map<string, string[]>} imported @returns {Set<string>} itself, too */
export function reachedFrom(from, imported) {
  const files = new Set([from])
  // A set goes on with what is added meanwhile.
  for (const file of files) for (const next of imported.get(file) ?? []) files.add(next)
  return files
}

/** Visitors that call `judge(node, module, typeOnly)` for every way to name a module. */
function imports(judge) {
  const literal = (node, source, typeOnly = false) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') judge(node, source.value, typeOnly)
  }
  const declaration = (node) => {
    const all = node.specifiers ?? []
    const each = all.length > 0 && all.every((one) => one.importKind === 'type' || one.exportKind === 'type')
    literal(node, node.source, node.importKind === 'type' || node.exportKind === 'type' || each)
  }
  return {
    ImportDeclaration: declaration,
    ExportNamedDeclaration: declaration,
    ExportAllDeclaration: declaration,
    ImportExpression: (node) => literal(node, node.source),
    TSImportType: (node) => literal(node, node.source ?? node.argument?.literal, true),
    TSExternalModuleReference: (node) => literal(node, node.expression),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') literal(node, node.arguments[0])
    }
  }
}

/** @param {string} file below src/ */
const layerOf = (file) => LAYERS.find(({ files }) => files.some((each) => holds(each, file)))
