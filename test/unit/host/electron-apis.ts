/**
 * Finds the Electron APIs that src/ uses, and those that the stand-in host has, by TypeScript's own reading of both. An API is written as in
 * Electron's reference: `app.exit`, `new Tray`, `WebContents.send`, `BrowserWindow "close"` for an event.
 */
import { join, resolve, sep } from 'node:path'
import ts from 'typescript'

const ROOT = resolve(import.meta.dirname, '../../..')
const DECLARATIONS = /[\\/]node_modules[\\/]electron[\\/]electron\.d\.ts$/
/** Methods whose first argument names an event. */
const LISTENING = new Set(['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners', 'listenerCount'])
const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const

/** Types of Electron's modules by the names under which they are imported: App → app, Session → session. */
type Modules = ReadonlyMap<string, string>

/** @returns the APIs in use with the systems that have them, and the APIs of the host */
export function readElectronApis(): { used: Map<string, string>; inHost: Set<string> } {
  const program = readProgram()
  return { used: findUsed(program), inHost: findInHost(program) }
}

/** One program for src/ and the host: reading Node's and Electron's declarations takes most of the time. */
function readProgram(): ts.Program {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config as object
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const files = ['src/main', 'src/preload', 'test/host'].flatMap((folder) =>
    ts.sys.readDirectory(join(ROOT, folder), ['.ts'])
  )
  return ts.createProgram(files, { ...options, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'], types: ['node'] })
}

function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => visitNodes(child, visit))
}

function visitFolder(program: ts.Program, folder: string, visit: (node: ts.Node) => void): void {
  const start = `${join(ROOT, folder).split(sep).join('/')}/`
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(start)) visitNodes(file, visit)
}

function findUsed(program: ts.Program): Map<string, string> {
  const checker = program.getTypeChecker()
  const modules = moduleNames(checker)
  const names = electronNames(program, modules)
  const used = new Map<string, string>()
  visitFolder(program, 'src', (node) => {
    // Most names in src/ are not Electron's, and finding the type of each takes seconds.
    const name = ts.isNewExpression(node) ? node.expression : accessedName(node)
    if (!name || !names.has(name.getText().replaceAll(/['"]/g, ''))) return
    for (const [api, declaration] of apisAt(node, checker, modules)) used.set(api, systemsOf(declaration))
  })
  return used
}

/** The APIs that a node of the code uses, and where Electron declares them. */
function apisAt(node: ts.Node, checker: ts.TypeChecker, modules: Modules): [api: string, ts.Declaration][] {
  if (ts.isNewExpression(node)) {
    const declaration = checker.getResolvedSignature(node)?.declaration
    const type = checker.getTypeAtLocation(node).symbol
    return isElectrons(declaration) && type ? [[`new ${type.name}`, declaration]] : []
  }
  const symbol = memberAt(node, checker)
  const declaration = symbol?.declarations?.find(isElectrons)
  const owner = declaration && ownerName(declaration, modules)
  if (!symbol || !owner) return []
  const call = node.parent
  const events = LISTENING.has(symbol.name) && ts.isCallExpression(call) ? eventsOf(call, checker) : []
  if (!ts.isCallExpression(call) || events.length === 0) return [[`${owner}.${symbol.name}`, declaration]]
  // Each event has its overload, which names its systems.
  const overload = checker.getResolvedSignature(call)?.declaration ?? declaration
  return events.map((name) => [`${owner} "${name}"`, overload])
}

/** Where an API exists, by the `@platform` of its declaration; without that, on all three. */
function systemsOf(declaration: ts.Declaration): string {
  const tag = ts.getJSDocTags(declaration).find(({ tagName }) => tagName.text === 'platform')
  const named = tag ? String(ts.getTextOfJSDocComment(tag.comment)).split(',') : []
  const systems = Object.entries(SYSTEMS).filter(([system]) => named.includes(system))
  return systems.map(([, name]) => name).join(', ') || 'all'
}

/** The names that the first argument of a call can have. Those of ipcRenderer are channels, known at run time only. */
function eventsOf(call: ts.CallExpression, checker: ts.TypeChecker): string[] {
  const [event] = call.arguments
  if (!event) return []
  const type = checker.getTypeAtLocation(event)
  return (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
}

/** The name of the member that is accessed, also by destructuring. */
function accessedName(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined
  const name = node.propertyName ?? node.name
  return ts.isIdentifier(name) ? name : undefined
}

function memberAt(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const name = accessedName(node)
  if (!name || !ts.isBindingElement(node)) return name && checker.getSymbolAtLocation(name)
  return checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.getText())
}

const isElectrons = (declaration: ts.Declaration | undefined): declaration is ts.Declaration =>
  declaration !== undefined && DECLARATIONS.test(declaration.getSourceFile().fileName)

/**
 * The object that a member belongs to. Records that only carry values (options, details, results) are left out: the
 * type checker compares them, and they do nothing by themselves. An event object counts: it has methods and may be gone.
 */
function ownerName(declaration: ts.Declaration, modules: Modules): string | null {
  const holder = declaration.parent
  if (!(ts.isClassDeclaration(holder) || ts.isInterfaceDeclaration(holder)) || !holder.name) return null
  const name = holder.name.text
  // Electron repeats Node's own event methods there.
  if (name === 'Process') return LISTENING.has(ts.getNameOfDeclaration(declaration)?.getText() ?? '') ? null : 'process'
  const isStatic = ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static
  const module = modules.get(name)
  if (module !== undefined && (isStatic || ts.isInterfaceDeclaration(holder))) return module
  return ts.isClassDeclaration(holder) || /Event$/.test(name) ? name : null
}

/** The names of Electron's classes, and of what `ownerName` counts as a member. */
function electronNames(program: ts.Program, modules: Modules): Set<string> {
  const names = new Set<string>()
  for (const file of program.getSourceFiles()) {
    if (!DECLARATIONS.test(file.fileName)) continue
    visitNodes(file, (node) => {
      if (ts.isClassDeclaration(node) && node.name) names.add(node.name.text)
      if ((ts.isClassElement(node) || ts.isTypeElement(node)) && node.name && ownerName(node, modules))
        names.add(node.name.getText())
    })
  }
  return names
}

function moduleNames(checker: ts.TypeChecker): Modules {
  const names = new Map<string, string>()
  const electron = checker.getAmbientModules().find(({ name }) => name === '"electron"')
  for (const symbol of electron ? checker.getExportsOfModule(electron) : []) {
    const type = symbol.declarations?.find(ts.isVariableDeclaration)?.type
    if (type && ts.isTypeReferenceNode(type)) names.set(type.typeName.getText(), symbol.name)
    if (type && ts.isTypeQueryNode(type)) names.set(type.exprName.getText(), symbol.name)
  }
  return names
}

function findInHost(program: ts.Program): Set<string> {
  const checker = program.getTypeChecker()
  const inHost = new Set<string>()
  const addMembers = (owner: string, type: ts.Type): void => {
    for (const part of type.isUnion() ? type.types : [type]) {
      if (part.getConstructSignatures().length > 0) inHost.add(`new ${owner}`)
      for (const { name } of part.getProperties()) inHost.add(`${owner}.${name}`)
    }
  }
  visitFolder(program, 'test/host', (node) => {
    if (!ts.isCallExpression(node)) return
    const [name, part] = node.arguments
    if (!name || !part || !ts.isStringLiteralLike(name)) return
    // How the host names what it has: strict('app', …), and super('app', [event names]) of an emitter.
    if (/^(strict|lenient|absent)$/.test(node.expression.getText()))
      addMembers(name.text, checker.getTypeAtLocation(part))
    if (node.expression.kind !== ts.SyntaxKind.SuperKeyword) return
    for (const event of textsIn(part, checker)) inHost.add(`${name.text} "${event}"`)
  })
  const electron = checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, 'test/host/electron.ts'))!)
  for (const symbol of electron ? checker.getExportsOfModule(electron) : [])
    addMembers(symbol.name, checker.getTypeOfSymbol(symbol))
  return inHost
}

/** The strings in an expression, or in the constant that it names. */
function textsIn(node: ts.Node, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (!ts.isIdentifier(node)) return node.getChildren().flatMap((child) => textsIn(child, checker))
  const constant = checker.getSymbolAtLocation(node)?.valueDeclaration
  const value = constant && ts.isVariableDeclaration(constant) ? constant.initializer : undefined
  return value ? textsIn(value, checker) : []
}
