import { posix, relative } from 'node:path'
import { holds, KEPT_NAMES, LAYERS } from './layers.mjs'

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
    const path = relative(context.cwd, context.filename).replaceAll('\\', '/')
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
        const target = posix.join(posix.dirname(file), module)
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
