/** A definition's members, from the JSON Schema, and the table of its parts in docs/providers.md. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'

export const MEMBERS_FILE = fileURLToPath(new URL('../docs/providers.md', import.meta.url))
const TABLE = /(?<=<!-- members: npm run schema -->\n).*?(?=<!-- \/members -->)/s

/** The meanings of members of parts, by the end of their names. The longest end counts. */
export const MEANINGS = {
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

/** At least one for each member. The tests import each. */
export const EXAMPLES = {
  $schema: ['https://portside.invalid/provider.schema.json'],
  portside: ['provider'],
  version: [1],
  baseUrl: ['https://api.example.com'],
  name: ['My host'],
  legalName: ['My Host Ltd'],
  documentation: ['https://docs.example.com/api'],
  website: ['https://example.com'],
  billing: ['https://my.example.com/billing'],
  source: ['docs.example.com'],
  read: ['2026-11-25'],
  authorization: [
    { scheme: 'header', name: 'Authorization', prefix: 'Zoho-oauthtoken' },
    { scheme: 'Basic', user: 'client' },
    { scheme: 'Basic', keyAs: 'user' },
    { scheme: 'header', name: 'X-Access-Token' },
    { scheme: 'query', name: 'apikey' },
    { scheme: 'Bearer' }
  ],
  signIn: [
    {
      path: '/v2/login',
      fallbackPath: '/v1/login',
      emailField: 'login',
      passwordField: 'pass',
      codeField: 'code',
      tokenAt: 'data.token'
    }
  ],
  profile: [{ path: '/v1/me', recordAt: 'data.user', authorization: { scheme: 'query', name: 'apikey' } }],
  products: [
    {
      path: '/v1/plans',
      listAt: 'data.0.plans',
      pagingAt: 'about.pg',
      sort: { key: 'sort', reverse: 'desc' },
      authorization: { scheme: 'Token' },
      paging: { by: 'page', parameter: 'page', first: 0, sizeParameter: 'limit', size: 100 }
    },
    { path: '/v1/plans', paging: { by: 'cursor', parameter: 'after', cursorAt: 'meta.next' } },
    { path: '/v1/plans', paging: { by: 'offset', parameter: 'skip' } }
  ],
  product: [{ path: '/v1/plans/{id}', recordAt: 'plan', authorization: { scheme: 'Token' } }],
  invoices: [
    {
      path: '/v1/invoices?type=all',
      listAt: 'data.invoices',
      pagingAt: 'about.pg',
      authorization: { scheme: 'Token' },
      paging: { by: 'offset', parameter: 'skip', sizeParameter: 'limit', size: 5000 }
    }
  ],
  invoice: [{ path: '/v1/invoices/{id}', recordAt: 'data', authorization: { scheme: 'Token' } }],
  invoicePdf: [{ path: '/v1/invoices/{id}/pdf', authorization: { scheme: 'Token' } }],
  plans: [
    {
      path: '/v1/plans',
      listAt: 'results',
      pagingAt: 'about.pg',
      authorization: { scheme: 'Token' },
      paging: { by: 'page', parameter: 'page', sizeParameter: 'limit', size: 100 }
    },
    { path: '/v1/me', recordAt: '.' }
  ],
  subscription: [
    { path: '/v1/subscription', recordAt: 'data', authorization: { scheme: 'Token' } },
    { path: '/v1/subscriptions', listAt: 'items', pagingAt: 'about.pg', paging: { by: 'none' } }
  ],
  health: [{ path: '/health', authorization: { scheme: 'Token' } }],
  profileFields: [{ email: 'contact.mail', balance: 'wallets.0.amount', billingName: 'billing.to' }],
  productFields: [{ name: 'title_text', price: 'cost.amount', currency: 'cost.unit', interval: 'billed_every' }],
  invoiceFields: [{ total: 'totals.0.amount', kind: 'doc.type', pdf: 'files.0.href', page: 'links.web', scale: 'exp' }],
  planFields: [{ id: 'id', name: 'title', state: 'status', ends: 'expires_at', trafficLeft: 'traffic.left' }],
  subscriptionFields: [{ plan: 'plan_id', interval: 'term', renews: 'next_payment', failedPayments: 'failures' }],
  planPrices: [{ month: 'monthly_price', year: 'yearly_price' }],
  planStates: [{ paid: 'active' }],
  planIntervals: [{ monthly: 'month' }],
  planInterval: ['month'],
  planCurrency: ['USD'],
  renewsOnly: [['month']],
  quantityUnit: ['proxies'],
  trafficUnit: ['GB'],
  zeroTraffic: ['unlimited'],
  amountUnit: ['minor'],
  amountUnits: [{ JPY: 'major' }],
  currency: ['EUR'],
  dates: ['dayFirst'],
  accountBalance: ['debt'],
  balance: ['remaining'],
  statuses: [{ 'wait for pay': 'open' }],
  kinds: [{ PRF: 'proforma' }],
  missingStatus: ['open'],
  paymentTermDays: [14],
  timeoutSeconds: [60]
}

/** @param {string} name @returns {string} */
export function meaningOf(name) {
  const names = name.split('.')
  const ends = names.map((_, at) => names.slice(at).join('.'))
  const end = ends.find((one) => Object.hasOwn(MEANINGS, one))
  return end === undefined ? '' : MEANINGS[end]
}

/**
 * @typedef {{ $ref?: string, anyOf?: Schema[], oneOf?: Schema[], items?: Schema, enum?: unknown[], const?: unknown, type?: string, format?: string,
 *   properties?: Record<string, Schema>, additionalProperties?: Schema | boolean, description?: string, default?: unknown,
 *   pattern?: string, minimum?: number, maximum?: number, maxLength?: number, maxProperties?: number }} Schema
 */

/** Parts whose members are explained once, at the first of them. */
const EXPLAINED = {
  authorization: 'authorization',
  paging: 'products.paging',
  subscriptionFields: 'planFields'
}
const REFS = { path: 'path', fieldPath: 'place', recordPath: 'place, or `.`', parameter: 'name', fieldName: 'name' }
const code = (/** @type {unknown} */ value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** @param {Schema} schema of a text @returns {string} */
function textOf({ pattern = '', maxLength }) {
  if (pattern === '^[A-Z]{3}$') return 'three capital letters'
  return pattern.startsWith('^http') ? 'address' : `text, at most ${maxLength} characters`
}

/** @param {Schema} schema the whole one @returns {{ name: string, meaning: string, values: string }[]} */
export function membersOf(schema) {
  const refs = /** @type {Record<string, Schema>} */ (/** @type {any} */ (schema).$defs)
  const refOf = (/** @type {Schema} */ one) => one.$ref?.split('/').at(-1) ?? null
  /** @type {(one: Schema) => Schema[]} the forms that a value may have, without null */
  const formsOf = (one) => {
    const ref = refOf(one)
    if (ref !== null && !Object.hasOwn(REFS, ref)) return formsOf(refs[ref] ?? {})
    return (one.anyOf ?? one.oneOf ?? [one]).flatMap((form) => (form === one ? [form] : formsOf(form)))
  }
  /** @type {(one: Schema) => string[]} */
  const valuesOf = (one) => {
    const ref = refOf(one)
    if (ref !== null && Object.hasOwn(REFS, ref)) return [REFS[/** @type {keyof typeof REFS} */ (ref)]]
    if (one.const !== undefined) return [code(one.const)]
    if (one.enum) return one.enum.map(code)
    if (one.type === 'null') return [code(null)]
    if (one.items) return [`list of ${formsOf(one.items).flatMap(valuesOf).join(', ')}`]
    if (one.type === 'integer') return [`${one.minimum} to ${one.maximum}`]
    if (one.type !== 'object') return [one.format === 'date' ? 'day' : textOf(one)]
    const { properties = {}, additionalProperties, maxProperties } = one
    const names = Object.keys(properties)
    if (typeof additionalProperties === 'object')
      return [`at most ${maxProperties} words, with ${formsOf(additionalProperties).flatMap(valuesOf).join(', ')}`]
    return isPlaces(one) ? [`places of ${names.map(code).join(', ')}`] : ['object']
  }
  const isPlaces = (/** @type {Schema} */ { properties = {} }) =>
    Object.values(properties).every((property) => refOf(property) === 'fieldPath')

  /** @type {(name: string, schemas: Schema[], meaning: string) => ReturnType<typeof membersOf>} */
  const rowsOf = (name, schemas, meaning) => {
    const forms = schemas.flatMap(formsOf)
    const last = name.split('.').at(-1) ?? ''
    const explained = EXPLAINED[/** @type {keyof typeof EXPLAINED} */ (last)] ?? name
    const own = explained === name ? [...new Set(forms.flatMap(valuesOf))].join(', ') : `as ${code(explained)}`
    const row = { name, meaning, values: own }
    if (explained !== name) return [row]
    const objects = forms.filter((form) => form.properties && !isPlaces(form))
    const inner = [...new Set(objects.flatMap((form) => Object.keys(form.properties ?? {})))]
    return [row, ...inner.flatMap((one) => rowsOf(`${name}.${one}`, within(objects, one), meaningOf(`${name}.${one}`)))]
  }
  const within = (/** @type {Schema[]} */ objects, /** @type {string} */ name) =>
    objects.flatMap(({ properties = {} }) => (properties[name] ? [properties[name]] : []))
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const [row, ...inner] = rowsOf(name, [one], one.description ?? '')
    const { default: usual = null } = one
    const isTold = usual !== null && JSON.stringify(usual) !== '{}'
    return row ? [isTold ? { ...row, values: `${row.values}. Not given: ${code(usual)}` } : row, ...inner] : []
  })
}

/** @param {string} name @returns {unknown} undefined: there is none */
export function exampleOf(name) {
  const [part = '', ...inner] = name.split('.')
  const examples = EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (part)] ?? []
  const values = examples.map((example) =>
    inner.reduce((value, one) => /** @type {any} */ (value)?.[one], /** @type {unknown} */ (example))
  )
  return values.find((value) => value !== undefined)
}

/** The text above the table says what null means, and the section on plans has their places. @param {{ name: string, meaning: string, values: string }} member */
function cellsOf({ name, meaning, values }) {
  if (name === 'planFields') return [code(name), 'Places in a plan’s record.', 'places of [plans](#plans)']
  const its = name === 'baseUrl' ? values : values.replace(/, `null`$/, '')
  return [code(name), meaning.replace(/ null: not known\.$/, '').replaceAll('|', '\\|'), its]
}

/** @param {Schema} schema @returns {Promise<string>} docs/providers.md with the table of a definition's parts: it explains what is within them in prose */
export async function membersText(schema) {
  const rows = membersOf(schema)
    .filter(({ name }) => !name.includes('.'))
    .map((member) => `| ${cellsOf(member).join(' | ')} |`)
  const table = ['| Part | Meaning | Values |', '| - | - | - |', ...rows].join('\n')
  const text = (await readFile(MEMBERS_FILE, 'utf8')).replace(TABLE, () => `\n${table}\n\n`)
  return prettier.format(text, { ...(await prettier.resolveConfig(MEMBERS_FILE)), parser: 'markdown' })
}
