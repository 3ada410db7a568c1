/** The table of a definition's members in docs/providers.md, from the JSON Schema. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'

export const MEMBERS_FILE = fileURLToPath(new URL('../docs/providers.md', import.meta.url))
const TABLE = /(?<=<!-- members: npm run schema -->\n).*?(?=<!-- \/members -->)/s

/** Of what belongs to a part, by the end of its name. The longest end counts. */
export const MEANINGS = {
  'authorization.scheme': 'How the key is sent. Bearer, Token and Static stand before it in the header Authorization.',
  'authorization.user': 'The user name, the same for all accounts. Without it, the owner enters it.',
  'authorization.keyAs': 'The key is the user name, and the password is empty. A key with a colon is both: KEY:SECRET.',
  'authorization.name': 'Of the header, which may be Authorization, or of the parameter.',
  'authorization.prefix': 'One word before the key. Without it, the key stands alone.',
  authorization: 'Another one for this endpoint.',
  path: 'Asked with GET.',
  'signIn.path': 'Asked with POST.',
  fallbackPath: 'Asked with POST only if path answers with 404.',
  emailField: 'Name of the email in the request: email, if not given.',
  passwordField: 'Name of the password: password, if not given.',
  codeField: 'Name of the one-time code: otpCode, if not given.',
  tokenAt: 'Place of the token in the reply. Without it, usual names are tried.',
  recordAt: 'Place of the record in the reply. Without it, usual wrappers are opened.',
  'plans.recordAt': 'Place of the one plan. With it, the reply has no list and no pages. ".": the whole reply.',
  'subscription.recordAt':
    'Place of the one subscription. With it, the reply has no list and no pages. ".": the whole reply.',
  listAt: 'Place of the list in the reply. Without it, it is found by usual names.',
  pagingAt: 'Place of the object that says how the list goes on, if its name is unusual.',
  paging: 'How the next page is asked for. Without it, invoices follow links, and products have one page.',
  'paging.by': 'By its number, the number of records before it, what the reply has at cursorAt, or its link.',
  'paging.parameter': 'Of the page’s number, offset or cursor.',
  'paging.first': 'Number of the first page: 1, if not given.',
  cursorAt: 'Place of the next cursor in the reply. Without it, the id of the last record is sent.',
  sizeParameter: 'Asks for so many records a page.',
  'paging.size': 'Records a page.',
  sort: 'Parameters of the provider’s own sort.',
  'sort.key': 'Has the field to sort by.',
  'sort.reverse': 'Has true or false.'
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
 *   minimum?: number, maximum?: number, maxLength?: number, maxProperties?: number }} Schema
 */

/** Parts whose members are explained once, at the first of them. */
const EXPLAINED = { authorization: 'authorization', paging: 'products.paging' }
const REFS = { path: 'path', fieldPath: 'place', recordPath: 'place, or `.`', parameter: 'name', fieldName: 'name' }
const code = (/** @type {unknown} */ value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** @param {Schema} schema the whole one @returns {{ name: string, meaning: string, values: string, example: string }[]} */
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
    if (one.type !== 'object') return [one.format === 'date' ? 'day' : `text, at most ${one.maxLength} characters`]
    const { properties = {}, additionalProperties, maxProperties } = one
    const names = Object.keys(properties)
    if (typeof additionalProperties === 'object')
      return [`at most ${maxProperties} names, with ${formsOf(additionalProperties).flatMap(valuesOf).join(', ')}`]
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
    const row = { name, meaning, values: own, example: code(exampleOf(name)) }
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

/** @param {string} name @returns {unknown} */
function exampleOf(name) {
  const [part = '', ...inner] = name.split('.')
  const examples = EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (part)] ?? []
  const values = examples.map((example) =>
    inner.reduce((value, one) => /** @type {any} */ (value)?.[one], /** @type {unknown} */ (example))
  )
  const found = values.find((value) => value !== undefined)
  if (found === undefined) throw new Error(`scripts/provider-members.mjs has no example of ${name}`)
  return found
}

/** @param {Schema} schema @returns {Promise<string>} docs/providers.md with the table */
export async function membersText(schema) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|')
  const rows = membersOf(schema).map(
    ({ name, meaning, values, example }) => `| \`${name}\` | ${cell(meaning)} | ${values} | ${example} |`
  )
  const table = ['| Member | Meaning | Values | Example |', '| - | - | - | - |', ...rows].join('\n')
  const text = (await readFile(MEMBERS_FILE, 'utf8')).replace(TABLE, () => `\n${table}\n\n`)
  return prettier.format(text, { ...(await prettier.resolveConfig(MEMBERS_FILE)), parser: 'markdown' })
}
