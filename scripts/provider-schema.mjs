/**
 * `npm run schema`: brings docs/provider.schema.json up to date with the schema that Portside itself uses, and from it the table of members
 * in docs/providers.md. Descriptions and examples of the parts are written in docs/provider.schema.json itself, and stay.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'
import { z } from 'zod/mini'
import { definitionFileSchema, definitionTypes } from '../src/main/provider/definitions/definition-schema.ts'
import { MOST_STATUSES } from '../src/shared/models/connection.ts'
import { DEFAULTS, MOST_AMOUNT_UNITS } from '../src/shared/models/provider.ts'
import { OWNER } from './packaging/owner.mjs'

export const SCHEMA_FILE = fileURLToPath(new URL('../docs/provider.schema.json', import.meta.url))
export const MEMBERS_FILE = fileURLToPath(new URL('../docs/providers.md', import.meta.url))
const TABLE = /(?<=<!-- members: npm run schema -->\n).*?(?=<!-- \/members -->)/s

/** The meanings of members of parts, by the end of their names. The longest end counts. */
const MEANINGS = {
  'authorization.scheme': 'How the key is sent. Bearer, Token and Static stand before it in the header Authorization.',
  'authorization.user': 'The user name, the same for all accounts. Without it, you enter yours.',
  'authorization.keyAs': 'The key is the user name, and the password is empty. A key with a colon is both: KEY:SECRET.',
  'authorization.name': 'The name of the header, which may be Authorization, or of the parameter.',
  'authorization.prefix': 'One word before the key. Without it, the key stands alone.',
  authorization: 'An authorization for this endpoint only.',
  path: 'Asked with GET.',
  'signIn.path': 'Asked with POST.',
  fallbackPath: 'The path of another version of the API, for servers that lack path.',
  emailField: 'The name of the email in the request. Without it: email.',
  passwordField: 'The name of the password. Without it: password.',
  codeField: 'The name of the one-time code. Without it: otpCode.',
  tokenAt: 'Place of the token in the reply. Without it, Portside tries usual names.',
  recordAt: 'Place of the record in the reply. Without it, Portside opens usual wrappers.',
  'plans.recordAt': 'Place of the one record, for a reply without a list. ".": the whole reply.',
  'subscription.recordAt': 'Place of the one record, for a reply without a list. ".": the whole reply.',
  listAt: 'Place of the list in the reply. Without it, Portside finds it by usual names.',
  pagingAt: 'Place of the object that says how the list goes on, if its name is unusual.',
  paging: 'How Portside asks for the next page. Without it, it follows the links in replies, but none of products.',
  'paging.by':
    'none: one page. link: the address in the reply. page: the page’s number. offset: the number of records before it. cursor: the text at cursorAt, or the last record’s id.',
  'paging.parameter': 'The name of the parameter for the page’s number, offset or cursor.',
  'paging.first': 'The number of the first page. Without it: 1.',
  cursorAt: 'Place of the next cursor in the reply. Without it, the cursor is the id of the page’s last record.',
  sizeParameter: 'The name of the parameter for size.',
  'paging.size': 'Records a page.',
  sort: 'Parameters of the provider’s own sort.',
  'sort.key': 'The name of the parameter for the field to sort by.',
  'sort.reverse': 'The name of the parameter for the direction: true or false.'
}

/** @type {Record<string, object>} what zod doesn't carry over */
const LIMITS = {
  ...Object.fromEntries(
    ['statuses', 'kinds', 'planStates', 'planIntervals'].map((name) => [name, { maxProperties: MOST_STATUSES }])
  ),
  amountUnits: { maxProperties: MOST_AMOUNT_UNITS }
}

/**
 * JSON Schema and patterns count characters. zod counts as JavaScript does, where an emoji has two, so its limits are twice as large.
 * @param {{ jsonSchema: { pattern?: string, maxLength?: number } }} context
 */
function limitToPattern({ jsonSchema }) {
  const [, most] = /\{1,(\d+)\}(?:\(\?<![^)]+\))?\$$/.exec(jsonSchema.pattern ?? '') ?? []
  if (most !== undefined && jsonSchema.maxLength !== undefined)
    jsonSchema.maxLength = Math.min(jsonSchema.maxLength, Number(most))
}

function meaningOf(name) {
  const names = name.split('.')
  const end = names.map((_, at) => names.slice(at).join('.')).find((one) => Object.hasOwn(MEANINGS, one))
  return end === undefined ? '' : MEANINGS[end]
}

/** Says what each member within a part means. */
function describe(name, part) {
  for (const form of [...(part.anyOf ?? []), ...(part.oneOf ?? [])]) describe(name, form)
  for (const [member, inner] of Object.entries(part.properties ?? {})) {
    const description = meaningOf(`${name}.${member}`)
    if (description !== '') inner.description = description
    describe(`${name}.${member}`, inner)
  }
}

/** @returns {Promise<string>} the text of docs/provider.schema.json */
export async function schemaText() {
  const written = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))
  const metadata = z.registry()
  for (const [id, type] of Object.entries(definitionTypes))
    metadata.add(type, { id, description: written.$defs[id]?.description })
  const {
    $schema,
    properties = {},
    ...rest
  } = z.toJSONSchema(definitionFileSchema(), { metadata, override: limitToPattern })
  for (const [name, part] of Object.entries({ ...properties, ...rest.$defs })) describe(name, part)
  const described = Object.entries(properties).map(([name, property]) => {
    const { description, examples } = written.properties[name] ?? {}
    const usual = Object.hasOwn(DEFAULTS, name) && { default: DEFAULTS[name] }
    return [name, { description, ...usual, ...property, ...LIMITS[name], examples }]
  })
  const schema = {
    $schema,
    $id: `${OWNER.extraMetadata.homepage}/provider.schema.json`,
    title: written.title,
    description: written.description,
    ...rest,
    properties: Object.fromEntries(described)
  }
  const options = await prettier.resolveConfig(SCHEMA_FILE)
  return prettier.format(JSON.stringify(schema), { ...options, parser: 'json' })
}

/** Parts whose members are explained once, at the first of them. */
const EXPLAINED = { authorization: 'authorization', paging: 'products.paging', subscriptionFields: 'planFields' }
const REFS = { path: 'path', fieldPath: 'place', recordPath: 'place, or `.`', parameter: 'name', fieldName: 'name' }
const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** @returns {string} of a schema of a text */
function textOf({ pattern = '', maxLength }) {
  if (pattern === '^[A-Z]{3}$') return 'three capital letters'
  return pattern.startsWith('^http') ? 'address' : `text, at most ${maxLength} characters`
}

/** @param {object} schema the whole one @returns {{ name: string, meaning: string, values: string }[]} */
export function membersOf(schema) {
  const refOf = (one) => one.$ref?.split('/').at(-1) ?? null
  /** The forms that a value may have, without null. */
  const formsOf = (one) => {
    const ref = refOf(one)
    if (ref !== null && !Object.hasOwn(REFS, ref)) return formsOf(schema.$defs[ref] ?? {})
    return (one.anyOf ?? one.oneOf ?? [one]).flatMap((form) => (form === one ? [form] : formsOf(form)))
  }
  const valuesOf = (one) => {
    const ref = refOf(one)
    if (ref !== null && Object.hasOwn(REFS, ref)) return [REFS[ref]]
    if (one.const !== undefined) return [code(one.const)]
    if (one.enum) return one.enum.map(code)
    if (one.type === 'null') return [code(null)]
    if (one.items) return [`list of ${formsOf(one.items).flatMap(valuesOf).join(', ')}`]
    if (one.type === 'integer') return [`${one.minimum} to ${one.maximum}`]
    if (one.type !== 'object') return [one.format === 'date' ? 'day' : textOf(one)]
    const { properties = {}, additionalProperties, maxProperties } = one
    if (typeof additionalProperties === 'object')
      return [`at most ${maxProperties} words, with ${formsOf(additionalProperties).flatMap(valuesOf).join(', ')}`]
    return isPlaces(one) ? [`places of ${Object.keys(properties).map(code).join(', ')}`] : ['object']
  }
  const isPlaces = ({ properties = {} }) =>
    Object.values(properties).every((property) => refOf(property) === 'fieldPath')
  const rowsOf = (name, schemas, meaning) => {
    const forms = schemas.flatMap(formsOf)
    const explained = EXPLAINED[name.split('.').at(-1)] ?? name
    const own = explained === name ? [...new Set(forms.flatMap(valuesOf))].join(', ') : `as ${code(explained)}`
    const row = { name, meaning, values: own }
    if (explained !== name) return [row]
    const objects = forms.filter((form) => form.properties && !isPlaces(form))
    const inner = [...new Set(objects.flatMap((form) => Object.keys(form.properties)))]
    const within = (one) => objects.flatMap(({ properties }) => properties[one] ?? [])
    return [row, ...inner.flatMap((one) => rowsOf(`${name}.${one}`, within(one), meaningOf(`${name}.${one}`)))]
  }
  return Object.entries(schema.properties).flatMap(([name, one]) => {
    const [row, ...inner] = rowsOf(name, [one], one.description ?? '')
    const { default: usual = null } = one
    const isTold = usual !== null && JSON.stringify(usual) !== '{}'
    return [isTold ? { ...row, values: `${row.values}. Not given: ${code(usual)}` } : row, ...inner]
  })
}

/** The text above the table says what null means, and the section on plans has their places. */
function cellsOf({ name, meaning, values }) {
  if (name === 'planFields') return [code(name), 'Places in a plan’s record.', 'places of [plans](#plans)']
  const its = name === 'baseUrl' ? values : values.replace(/, `null`$/, '')
  return [code(name), meaning.replace(/ null: not known\.$/, '').replaceAll('|', '\\|'), its]
}

/** @returns {Promise<string>} docs/providers.md with the table of a definition's parts: it explains what is within them in prose */
export async function membersText(schema) {
  const rows = membersOf(schema)
    .filter(({ name }) => !name.includes('.'))
    .map((member) => `| ${cellsOf(member).join(' | ')} |`)
  const table = ['| Part | Meaning | Values |', '| - | - | - |', ...rows].join('\n')
  const text = readFileSync(MEMBERS_FILE, 'utf8').replace(TABLE, () => `\n${table}\n\n`)
  return prettier.format(text, { ...(await prettier.resolveConfig(MEMBERS_FILE)), parser: 'markdown' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await schemaText()
  writeFileSync(SCHEMA_FILE, text)
  writeFileSync(MEMBERS_FILE, await membersText(JSON.parse(text)))
}
