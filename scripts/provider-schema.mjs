/** Writes docs/provider.schema.json, the JSON Schema of a provider's definition, from the schema that Portside itself uses, and its table. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'
import { z } from 'zod/mini'
import { definitionFileSchema, definitionTypes } from '../src/main/provider/definitions/definition-schema.ts'
import { MOST_STATUSES } from '../src/shared/models/connection.ts'
import { OWNER } from './packaging/owner.mjs'
import { EXAMPLES, MEMBERS_FILE, meaningOf, membersText } from './provider-members.mjs'
import { DEFAULTS, MOST_AMOUNT_UNITS } from '../src/shared/models/provider.ts'

export const SCHEMA_FILE = fileURLToPath(new URL('../docs/provider.schema.json', import.meta.url))

/** @type {Record<keyof ReturnType<typeof definitionFileSchema>['shape'], string>} */
const DESCRIPTIONS = {
  $schema: 'The address of this schema, for editors.',
  portside: 'Marks the file as a provider’s definition.',
  version: 'The version of the format.',
  name: 'The name that Portside shows.',
  legalName: 'The company that bills, such as Example Ltd. It is the supplier in the accounting CSV. null: not known.',
  baseUrl:
    'Origin and optional path prefix: https, or http to loopback. null: white-label software, so you enter the address.',
  documentation: 'Where the provider documents its API: https.',
  website: 'The provider’s website: https.',
  billing: 'The provider’s page where you pay: https. Portside offers it for an open invoice without its own page.',
  source: 'Where the facts of this definition come from.',
  read: 'The day on which they were read.',
  authorization: 'Where the key or token goes, unless an endpoint has its own authorization.',
  signIn:
    'A POST request with email, password and one-time code as a JSON object of texts. null: you enter an API key.',
  profile: 'The account. {userId} in paths is the id in it.',
  products: 'The catalogue.',
  product: 'One product: {id} is its id.',
  invoices: 'The invoices.',
  invoice: 'One invoice: {id} is its id.',
  invoicePdf: 'The PDF of an invoice, fetched with the credential: {id} is the invoice’s id.',
  plans: 'What runs, and until when. Needs planFields: Portside tries no usual names.',
  subscription:
    'Completes a plan, for example with its next charge. 404 and an empty reply: there is none. Without plans, its records are the plans.',
  health: 'Answers without a credential. The connection check asks it.',
  profileFields: 'Places of fields without a usual name, counted from the profile’s recordAt.',
  productFields:
    'Places in a product’s record of fields without a usual name. Portside reads price, currency and interval only from here.',
  invoiceFields:
    'Places in an invoice’s record of fields without a usual name. state and providerStatus: both are the place of the provider’s status, so give one. pdf and page: links. scale: how many digits of the amounts are decimals.',
  planFields:
    'Places in a plan’s record. renews: the day of the next charge. ends: the last day. periodEnds: the day on which traffic is counted anew, which is no charge. If renews and ends are one place, renewsAutomatically says which of them the day is.',
  subscriptionFields: 'Places in a subscription’s record. plan: the id of the plan that it completes.',
  planPrices: 'Places of prices in a plan’s record that has one for each interval.',
  planStates:
    'Meanings of the provider’s words for a plan’s state. A word without a meaning is neither active nor over.',
  planIntervals: 'Meanings of the provider’s words for how often a plan or a product is paid.',
  planInterval: 'How often a plan is paid if its record doesn’t say it. null: not known.',
  planCurrency: 'The currency of plans’ prices that name none (ISO 4217). null: not known.',
  renewsOnly: 'The intervals of plans for which the day at renews is a charge. null: all.',
  quantityUnit: 'What a plan’s quantity counts. null: not known.',
  trafficUnit:
    'The unit of a plan’s traffic: kB to TB are powers of 1,000, KiB to TiB powers of 1,024. null: not known, and traffic isn’t read.',
  zeroTraffic: 'What a traffic limit of 0 means. null: not known.',
  amountUnit: 'minor: amounts are in cents.',
  amountUnits: 'Currencies (ISO 4217) whose amounts have another unit.',
  currency: 'The currency of amounts that name none (ISO 4217).',
  dates: 'Which number comes first in 05/11/2026. null: not known, and such a date isn’t read.',
  accountBalance: 'What a plus before the money in the account means: your own money, or a debt.',
  balance:
    'What an invoice’s field balance is: what remains to pay, or something else. null: what the record confirms.',
  statuses: 'Meanings of the provider’s words for an invoice’s status.',
  kinds: 'Meanings of the provider’s words for kinds of papers. All but invoice and credit ask for no payment.',
  missingStatus: 'The meaning of an invoice without a status. null: not known.',
  paymentTermDays: 'Days until an invoice without a due date is due.',
  timeoutSeconds: 'How many seconds a call may take.'
}

/** @type {Record<keyof typeof definitionTypes, string>} */
const TYPES = {
  authorization:
    'Bearer, Token, Static and Basic are schemes of the header Authorization. Basic: the key is the password. header: Authorization or another header, but none that breaks requests, such as Host, Cookie or Content-Length. query: a parameter of the address.',
  paging:
    'none: the list has one page. link: the reply has the address of the next page. page: parameter has the page’s number. offset: parameter has the number of records before the page. cursor: parameter has the text that the reply has at cursorAt, or without cursorAt the id of the page’s last record.',
  path: 'Below the base URL, with a query where needed. Portside fills in {id} and {userId}.',
  fieldName: 'The name of a text in the request.',
  fieldPath: 'A place in the reply: names with dots between them. A number is an element of a list, from 0 on.',
  recordPath: 'A place in the reply, or "." for the whole reply.',
  parameter: 'The name of a query parameter.'
}

/** @type {Record<string, object>} what zod doesn't carry over */
const LIMITS = {
  statuses: { maxProperties: MOST_STATUSES },
  kinds: { maxProperties: MOST_STATUSES },
  planStates: { maxProperties: MOST_STATUSES },
  planIntervals: { maxProperties: MOST_STATUSES },
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

/** @typedef {{ anyOf?: Inner[], oneOf?: Inner[], properties?: Record<string, Inner>, description?: string }} Inner */

/** Says what each member within a part means. @param {string} name @param {Inner} part */
function describe(name, part) {
  for (const form of [...(part.anyOf ?? []), ...(part.oneOf ?? [])]) describe(name, form)
  for (const [member, inner] of Object.entries(part.properties ?? {})) {
    const description = meaningOf(`${name}.${member}`)
    if (description !== '') inner.description = description
    describe(`${name}.${member}`, inner)
  }
}

/** @returns {Promise<string>} the text of the file */
export async function schemaText() {
  const metadata = z.registry()
  for (const [id, type] of Object.entries(definitionTypes)) metadata.add(type, { id, description: TYPES[id] })
  const {
    $schema,
    properties = {},
    ...rest
  } = z.toJSONSchema(definitionFileSchema(), {
    metadata,
    override: limitToPattern
  })
  for (const [name, part] of Object.entries({ ...properties, ...rest.$defs })) describe(name, part)
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    {
      description: DESCRIPTIONS[name],
      ...(Object.hasOwn(DEFAULTS, name) && { default: DEFAULTS[name] }),
      ...property,
      ...LIMITS[name],
      examples: EXAMPLES[name]
    }
  ])
  const schema = {
    $schema,
    $id: `${OWNER.extraMetadata.homepage}/provider.schema.json`,
    title: 'A provider’s definition for Portside',
    description: 'docs/providers.md says how to write one. Portside also refuses texts that look like a credential.',
    ...rest,
    properties: Object.fromEntries(described)
  }
  const options = await prettier.resolveConfig(SCHEMA_FILE)
  return prettier.format(JSON.stringify(schema), { ...options, parser: 'json' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await schemaText()
  writeFileSync(SCHEMA_FILE, text)
  writeFileSync(MEMBERS_FILE, await membersText(JSON.parse(text)))
}
