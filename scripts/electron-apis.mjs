/**
 * Lists the Electron APIs that src/ uses, and those that the stand-in host has, by TypeScript's own reading of both.
 * `node scripts/electron-apis.mjs` prints the list and whether the host has each. An API is written as in Electron's
 * reference: `app.exit`, `new Tray`, `WebContents.send`, `BrowserWindow "close"` for an event.
 */
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { ROOT } from './setup/paths.mjs'

const DECLARATIONS = /[\\/]node_modules[\\/]electron[\\/]electron\.d\.ts$/
/** Methods whose first argument names an event. */
const LISTENING = new Set(['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners', 'listenerCount'])

/** One program for src/ and the host: reading Node's and Electron's declarations takes most of the time. */
function readProgram() {
  const config = join(ROOT, 'tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, ROOT)
  const files = ['src/main', 'src/preload', 'test/host'].flatMap((folder) =>
    ts.sys.readDirectory(join(ROOT, folder), ['.ts'])
  )
  return ts.createProgram(files, { ...options, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'], types: ['node'] })
}

/** Calls `visit` for every node of the files below a folder of the project. */
function walk(program, folder, visit) {
  const start = `${join(ROOT, folder).split(sep).join('/')}/`
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(start)) continue
    const descend = (node) => {
      visit(node, file)
      ts.forEachChild(node, descend)
    }
    descend(file)
  }
}

/** @returns {Map<string, { systems: string, files: Set<string> }>} by API */
function findUsed(program) {
  const checker = program.getTypeChecker()
  const modules = moduleNames(program, checker)
  const names = namesToResolve(program, modules)
  const used = new Map()
  walk(program, 'src', (node, file) => {
    // Most names in src/ are not Electron's, and finding the type of each takes seconds.
    const name = ts.isNewExpression(node) ? node.expression : accessedName(node)
    if (!name || !names.has(name.text)) return
    for (const [api, declaration] of apisAt(node, checker, modules)) {
      if (!used.has(api)) used.set(api, { systems: systemsOf(declaration), files: new Set() })
      used.get(api).files.add(relative(ROOT, file.fileName).split(sep).join('/'))
    }
  })
  return used
}

/** @returns {[string, ts.Declaration][]} the APIs that a node of the code uses, and where Electron declares them */
function apisAt(node, checker, modules) {
  if (ts.isNewExpression(node)) {
    const declaration = checker.getResolvedSignature(node)?.declaration
    const type = checker.getTypeAtLocation(node).symbol
    return isElectrons(declaration) && type ? [[`new ${type.name}`, declaration]] : []
  }
  const symbol = memberAt(node, checker)
  const owner = symbol && ownerOf(symbol, modules)
  if (!owner) return []
  const call = node.parent
  const events = LISTENING.has(symbol.name) && ts.isCallExpression(call) ? eventsOf(call, checker) : []
  if (events.length === 0) return [[`${owner}.${symbol.name}`, symbol.declarations.find(isElectrons)]]
  // Each event has its overload, which names its systems.
  const overload = checker.getResolvedSignature(call)?.declaration
  return events.map((name) => [`${owner} "${name}"`, overload])
}

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' }

/** Where an API exists, by the `@platform` of its declaration; without that, on all three. */
function systemsOf(declaration) {
  const tag = ts.getJSDocTags(declaration).find(({ tagName }) => tagName.text === 'platform')
  const named = tag ? String(ts.getTextOfJSDocComment(tag.comment)).split(',') : []
  const systems = Object.keys(SYSTEMS).filter((system) => named.includes(system))
  return systems.map((system) => SYSTEMS[system]).join(', ') || 'all'
}

/** The names that the first argument of a call can have. Those of ipcRenderer are channels, known at run time only. */
function eventsOf(call, checker) {
  const [event] = call.arguments
  const type = event && checker.getTypeAtLocation(event)
  const types = type?.isUnion() ? type.types : type ? [type] : []
  return types.filter((one) => one.isStringLiteral()).map(({ value }) => value)
}

/** The name of the member that is accessed, also by destructuring. */
function accessedName(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined
  const name = node.propertyName ?? node.name
  return ts.isIdentifier(name) ? name : undefined
}

function memberAt(node, checker) {
  const name = accessedName(node)
  if (!name || !ts.isBindingElement(node)) return name && checker.getSymbolAtLocation(name)
  return checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text)
}

const isElectrons = (declaration) =>
  declaration !== undefined && DECLARATIONS.test(declaration.getSourceFile().fileName)

/**
 * The object that a member belongs to. Records that only carry values (options, details, results) are left out: the
 * type checker compares them, and they do nothing by themselves. An event object counts: it has methods and may be gone.
 */
function ownerOf(symbol, modules) {
  const declaration = symbol.declarations?.find(isElectrons)
  return declaration ? ownerName(declaration, modules) : null
}

function ownerName(declaration, modules) {
  const holder = declaration.parent
  if (!(ts.isClassDeclaration(holder) || ts.isInterfaceDeclaration(holder)) || !holder.name) return null
  const name = holder.name.text
  // Electron repeats Node's own event methods there.
  if (name === 'Process') return LISTENING.has(declaration.name?.getText()) ? null : 'process'
  const isStatic = ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static
  if (modules.has(name) && (isStatic || ts.isInterfaceDeclaration(holder))) return modules.get(name)
  return ts.isClassDeclaration(holder) || /Event$/.test(name) ? name : null
}

/** @returns {Set<string>} the names of Electron's classes, and of what `ownerOf` counts as a member */
function namesToResolve(program, modules) {
  const names = new Set()
  const descend = (node) => {
    if (ts.isClassDeclaration(node) && node.name) names.add(node.name.text)
    if ((ts.isClassElement(node) || ts.isTypeElement(node)) && node.name && ownerName(node, modules)) {
      names.add(node.name.getText())
    }
    ts.forEachChild(node, descend)
  }
  descend(program.getSourceFiles().find(({ fileName }) => DECLARATIONS.test(fileName)))
  return names
}

/** Types of Electron's modules by the names under which they are imported: App → app, Session → session. */
function moduleNames(program, checker) {
  const names = new Map()
  const electron = checker.getAmbientModules().find(({ name }) => name === '"electron"')
  for (const symbol of checker.getExportsOfModule(electron)) {
    const variable = symbol.declarations?.find(ts.isVariableDeclaration)
    const type = variable?.type
    if (type && ts.isTypeReferenceNode(type)) names.set(type.typeName.getText(), symbol.name)
    if (type && ts.isTypeQueryNode(type)) names.set(type.exprName.getText(), symbol.name)
  }
  return names
}

/** @returns {Set<string>} the APIs that the stand-in host has */
function findInHost(program) {
  const checker = program.getTypeChecker()
  const inHost = new Set()
  const addMembers = (owner, type) => {
    for (const part of type.isUnion() ? type.types : [type]) {
      if (part.getConstructSignatures().length > 0) inHost.add(`new ${owner}`)
      for (const { name } of part.getProperties()) inHost.add(`${owner}.${name}`)
    }
  }
  walk(program, 'test/host', (node) => {
    if (!ts.isCallExpression(node)) return
    const [name, part] = node.arguments
    if (!name || !part || !ts.isStringLiteralLike(name)) return
    // How the host names what it has: strict('app', …), and super('app', [event names]) of an emitter.
    if (/^(strict|lenient|absent)$/.test(node.expression.getText()))
      addMembers(name.text, checker.getTypeAtLocation(part))
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
      for (const event of textsIn(part, checker)) inHost.add(`${name.text} "${event}"`)
    }
  })
  const electron = program.getSourceFile(join(ROOT, 'test/host/electron.ts'))
  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(electron))) {
    addMembers(symbol.name, checker.getTypeOfSymbol(symbol))
  }
  return inHost
}

/** The strings in an expression, or in the constant that it names. */
function textsIn(node, checker) {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isIdentifier(node)) {
    const constant = checker.getSymbolAtLocation(node)?.valueDeclaration
    return constant && ts.isVariableDeclaration(constant) && constant.initializer
      ? textsIn(constant.initializer, checker)
      : []
  }
  return node.getChildren().flatMap((child) => textsIn(child, checker))
}

/** @returns {{ used: Map<string, { systems: string, files: Set<string> }>, inHost: Set<string> }} */
export function readElectronApis() {
  const program = readProgram()
  return { used: findUsed(program), inHost: findInHost(program) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { used, inHost } = readElectronApis()
  for (const [api, { systems, files }] of [...used].sort()) {
    console.log(`${inHost.has(api) ? ' ' : '!'} ${api} · ${systems} · ${[...files].join(', ')}`)
  }
  console.log(`${used.size} APIs; "!" marks those that test/host lacks`)
}
