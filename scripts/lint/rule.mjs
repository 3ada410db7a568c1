import { posix, relative } from 'node:path'
import { BRIDGE, KEPT, KEPT_NAMES, holds, roomOf } from './rooms.mjs'

const list = (paths) => paths.map((path) => path.replace(/^src\//, '').replace(/\/$/, '')).join(', ')

/** ESLint rule: an import, a name or the bridge used in a room where it doesn't belong. */
export const stayInRoom = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      kept: '{{module}} belongs in {{rooms}} only.',
      direction: '{{room}} must not import {{target}}.',
      package: '{{room}} must not import the package {{module}}.',
      node: '{{room}} must not import {{module}}: it runs where Node is not, or must not need it.',
      types:
        '{{room}} may take only types from {{target}} (import type), so that zod stays out of the page and the preload.',
      bridge: 'window.portside is read in {{rooms}} only.',
      fetches: 'Importing electron outside Electron starts a download: import only its types here.'
    }
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    const room = roomOf(file)
    const report = (node, messageId, data) =>
      context.report({ node, messageId, data: { room: room?.name ?? '', ...data } })
    if (room === null) return outside(report)

    function judge(node, module, typeOnly) {
      const kept = KEPT.find((each) => module === each.module || module.startsWith(`${each.module}/`))
      if (kept !== undefined && !holds(kept.in, file)) return report(node, 'kept', { module, rooms: list(kept.in) })
      if (module.startsWith('.')) return judgePath(node, posix.join(posix.dirname(file), module), typeOnly)
      if (module.startsWith('node:')) {
        if (room.node === false) report(node, 'node', { module })
      } else if (room.packages !== undefined && !room.packages.includes(module)) report(node, 'package', { module })
    }

    function judgePath(node, target, typeOnly) {
      if (!holds(room.from, target)) return report(node, 'direction', { target })
      const typesOnly = holds(room.typesOnlyFrom ?? [], target) && !holds(room.valuesFrom ?? [], target)
      if (typesOnly && !typeOnly) report(node, 'types', { target })
    }

    return {
      ...imports(judge),
      Identifier(node) {
        const kept = KEPT_NAMES.find((each) => each.name === node.name)
        if (kept !== undefined && !holds(kept.in, file))
          report(node, 'kept', { module: node.name, rooms: list(kept.in) })
      },
      MemberExpression(node) {
        const of = node.object.type === 'Identifier' && ['window', 'globalThis', 'self'].includes(node.object.name)
        const name = node.computed ? node.property.value : node.property.name
        if (of && name === BRIDGE.name && !holds(BRIDGE.in, file)) report(node, 'bridge', { rooms: list(BRIDGE.in) })
      }
    }
  }
}

/** Tests and scripts run on plain Node, where electron's package answers an import with a download. */
const outside = (report) =>
  imports((node, module, typeOnly) => {
    if (module === 'electron' && !typeOnly) report(node, 'fetches', {})
  })

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
