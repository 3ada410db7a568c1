/**
 * Compares values with the types of src/shared at run time: what the bridge answers with the contract, and what the readers return
 * with the models. It asks the TypeScript compiler, so no schema repeats a type. An object must not have a property that its type
 * lacks: a reply has no room for a token.
 */
import { resolve } from 'node:path'
import ts from 'typescript'
import { isDay } from '../../src/shared/models/day.ts'
import { isDecimal } from '../../src/shared/models/decimal.ts'
import { invoiceFields, productFields } from '../../src/shared/models/fields.ts'

const SHARED = resolve(import.meta.dirname, '../../src/shared')
const CONTRACT = resolve(SHARED, 'ipc/contract.ts')

function load(): { program: ts.Program; checker: ts.TypeChecker } {
  const project = resolve(import.meta.dirname, '../tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(project, ts.sys.readFile).config,
    ts.sys,
    resolve(project, '..')
  )
  // The contract imports every model.
  const program = ts.createProgram([CONTRACT], { ...options, types: [] })
  return { program, checker: program.getTypeChecker() }
}
let loaded: ReturnType<typeof load> | undefined
const typescript = (): ReturnType<typeof load> => (loaded ??= load())

function exported(path: string, name: string): ts.Symbol {
  const { program, checker } = typescript()
  const file = program.getSourceFile(path)
  const module = file && checker.getSymbolAtLocation(file)
  const found = module && checker.getExportsOfModule(module).find((one) => one.name === name)
  if (!found) throw new Error(`${path} exports no ${name}`)
  return found
}

function propertyOf(type: ts.Type, name: string): ts.Type {
  const { checker } = typescript()
  const property = type.getProperty(name)
  if (!property) throw new Error(`no ${name} in ${checker.typeToString(type)}`)
  return checker.getNonNullableType(checker.getTypeOfSymbol(property))
}

/** Of a call's answer. */
export function replyType(domain: string, method: string): ts.Type {
  const { checker } = typescript()
  const calls = checker.getTypeOfSymbol(exported(CONTRACT, 'calls'))
  const [signature] = propertyOf(propertyOf(propertyOf(calls, domain), method), 'signature').getCallSignatures()
  if (!signature) throw new Error(`no signature of ${domain}.${method}`)
  return signature.getReturnType()
}

/** `modelType('models/invoice.ts', 'Invoice')` */
export const modelType = (path: string, name: string): ts.Type =>
  typescript().checker.getDeclaredTypeOfSymbol(exported(resolve(SHARED, path), name))

/** Texts of a form that their type doesn't say: a property's declaration names the form, or the table of fields. */
const FORMS = { Decimal: isDecimal, Day: isDay }
const AMOUNTS = new Set(
  Object.entries({ ...invoiceFields, ...productFields }).flatMap(([name, { type }]) =>
    type === 'amount' ? [name] : []
  )
)
function hasForm({ name, flags, declarations = [] }: ts.Symbol, value: unknown): boolean {
  if (typeof value !== 'string') return true
  // An optional one is a place in a provider's record.
  if (AMOUNTS.has(name) && !(flags & ts.SymbolFlags.Optional)) return isDecimal(value)
  const [declaration] = declarations
  const node = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined
  const said = (node && ts.isUnionTypeNode(node) ? node.types : [node]).map((one) => one?.getText())
  return Object.entries(FORMS).every(([form, isOfIt]) => !said.includes(form) || isOfIt(value))
}

const texts = new Map<ts.Type, string>()
/** The compiler writes it anew each time, which costs more than all the rest. */
function textOf(type: ts.Type): string {
  const text = texts.get(type) ?? typescript().checker.typeToString(type)
  texts.set(type, text)
  return text
}

/** Places in the value that aren't as the type has them, such as `rows.0.total: string`; empty: it is of the type. */
export function mismatches(value: unknown, type: ts.Type, place = ''): string[] {
  const { checker } = typescript()
  const wrong = [`${place}: ${textOf(type)}`]
  // Of a file that wasn’t found, every type is any.
  if (type.flags & ts.TypeFlags.Any) throw new Error(`${place} is of type any`)
  if (type.flags & ts.TypeFlags.Unknown) return []
  if (type.isUnion()) {
    const tries: string[][] = []
    for (const one of type.types) {
      const found = mismatches(value, one, place)
      if (found.length === 0) return []
      tries.push(found)
    }
    // Of the objects, the one that the value is most like.
    const below = tries.filter(([first = '']) => !first.startsWith(`${place}: `))
    return below.toSorted((a, b) => a.length - b.length)[0] ?? wrong
  }
  if (type.isLiteral()) return value === type.value ? [] : wrong
  if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === textOf(type) ? [] : wrong
  if (type.flags & ts.TypeFlags.String) return typeof value === 'string' ? [] : wrong
  if (type.flags & ts.TypeFlags.Number) return Number.isFinite(value) ? [] : wrong
  if (type.flags & ts.TypeFlags.Null) return value === null ? [] : wrong
  if (type.flags & ts.TypeFlags.Undefined) return value === undefined ? [] : wrong
  if (typeof value !== 'object' || value === null) return wrong
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    if (!Array.isArray(value) || !element) return wrong
    return value.flatMap((one, at) => mismatches(one, element, `${place}.${at}`))
  }
  return Array.isArray(value) ? wrong : inObject(value, type, place)
}

function inObject(value: object, type: ts.Type, place: string): string[] {
  const { checker } = typescript()
  const properties = new Map(checker.getPropertiesOfType(type).map((one) => [one.name, one]))
  const others = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  const missing = [...properties.values()]
    .filter(({ name, flags }) => !Object.hasOwn(value, name) && !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => `${place}.${name}: missing`)
  const present = Object.entries(value).flatMap(([name, one]) => {
    const at = `${place}.${name}`
    const property = properties.get(name)
    if (property === undefined) return others ? mismatches(one, others, at) : [`${at}: not in the type`]
    const found = mismatches(one, checker.getTypeOfSymbol(property), at)
    return found.length > 0 || hasForm(property, one) ? found : [`${at}: of another form`]
  })
  return [...missing, ...present]
}
