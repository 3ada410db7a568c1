/** Writes docs/provider.schema.json, the JSON Schema of a provider's definition, from the schema that Portside itself uses, and its table. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'
import { z } from 'zod/mini'
import { definitionFileSchema, definitionTypes } from '../src/main/provider/definitions/definition-schema.ts'
import { MOST_STATUSES } from '../src/shared/models/connection.ts'
import { OWNER } from './packaging/owner.mjs'
import { MEMBERS_FILE, meaningOf, membersText } from './provider-members.mjs'
import { DEFAULTS, MOST_AMOUNT_UNITS } from '../src/shared/models/provider.ts'

export const SCHEMA_FILE = fileURLToPath(new URL('../docs/provider.schema.json', import.meta.url))

/** @type {Record<keyof ReturnType<typeof definitionFileSchema>['shape'], string>} */
const DESCRIPTIONS = {
  $schema: 'The address of this schema, for editors.',
  portside: 'Says that the file is a provider’s definition.',
  version: 'Of the format.',
  name: 'Shown in Portside.',
  legalName:
    'Of the company that bills, such as Example Ltd. It is the supplier in the accounting CSV. null: not known.',
  baseUrl:
    'Origin and optional path prefix: https, or http to loopback. null: white-label software, whose owner enters it.',
  documentation: 'Where the provider documents its API.',
  website: 'The provider’s website.',
  billing: 'The provider’s page where you pay. Portside offers it for an open invoice without a page of its own.',
  source: 'Where the facts of this definition come from.',
  read: 'When they were read.',
  authorization: 'Where the key or token goes, unless an endpoint says otherwise.',
  signIn:
    'POST, with email, password and code as a JSON object of text fields. fallbackPath: of another version of the API. tokenAt: the token’s place in the reply. null: the owner pastes an API key.',
  profile: 'The account. recordAt: its place in the reply.',
  products: 'The catalogue. listAt: its place in the reply. sort: parameters of the provider’s own sort.',
  product: 'One product: {id} is its id.',
  invoices:
    'The invoices. listAt: their place in the reply. paging: how the list goes on. pagingAt: the place of the object that says so.',
  invoice: 'One invoice: {id} is its id.',
  invoicePdf: 'The PDF of an invoice, fetched with the credential: {id} is its id.',
  plans:
    'What runs, and until when. listAt: the place of the list. recordAt: the place of the one plan. Needs planFields: no usual names are tried.',
  subscription:
    'Says more of a plan, such as its next charge: of the one that it names (subscriptionFields.plan), else of the only one that runs. 404 and an empty reply: there is none. Without plans, it is the plans.',
  health: 'Answers without a credential. The connection check asks it.',
  profileFields: 'Places in the profile, such as "contact.mail", of fields that Portside doesn’t find by their name.',
  productFields:
    'Places in a product’s record of fields that Portside doesn’t find by their name. price, currency and interval are read only from here.',
  invoiceFields:
    'Places in an invoice’s record of fields that Portside doesn’t find by their name. pdf and page: links. scale: how many digits of its amounts are decimals.',
  planFields:
    'Places in a plan’s record. renews: the day of the next charge. ends: the last day. periodEnds: traffic is counted anew from then on, which says nothing of a charge. Where renews and ends are one place, renewsAutomatically says which one it is.',
  subscriptionFields:
    'Places in a subscription’s record, as in planFields. plan: the id of the plan that it says more of.',
  planPrices: 'Places of prices in a plan’s record that has one for each interval.',
  planStates: 'Meanings of the provider’s words for a plan’s state. Without one, the state isn’t known.',
  planIntervals: 'Meanings of the provider’s words for how often a plan is paid.',
  planInterval: 'How often a plan is paid whose record doesn’t say it. null: not known.',
  planCurrency: 'Of prices of plans that name none (ISO 4217). null: not known.',
  renewsOnly: 'The day at renews is a charge only for plans that are paid this often. null: for all.',
  quantityUnit: 'What a plan’s quantity counts. null: not known.',
  trafficUnit:
    'Of all traffic of a plan: kB to TB are powers of 1,000, KiB to TiB powers of 1,024. null: not known, and traffic isn’t read.',
  zeroTraffic: 'What a traffic limit of 0 means. null: not known.',
  amountUnit: 'minor: amounts are in cents.',
  amountUnits: 'Currencies (ISO 4217) whose amounts have another unit.',
  currency: 'Of amounts that name none (ISO 4217).',
  dates: 'Which number comes first in 05/11/2026. null: not known, and such a date isn’t read.',
  accountBalance: 'What a plus before the money in the account means: the owner’s own money, or a debt.',
  balance:
    'What an invoice’s field balance is: what remains to pay, or something else. null: what the record confirms.',
  statuses: 'Meanings of the provider’s invoice statuses.',
  kinds: 'Meanings of the provider’s kinds of papers. All but invoice and credit ask for no payment.',
  missingStatus: 'The meaning of an invoice without a status. null: not known.',
  paymentTermDays: 'Days until an invoice without a due date is due.',
  timeoutSeconds: 'Of a request.'
}

/** @type {Record<keyof typeof definitionTypes, string>} */
const TYPES = {
  authorization:
    'Bearer, Token, Static and Basic are schemes of the header Authorization. Basic: the key is the password; without user, the owner enters it. keyAs: the key is the user name and the password is empty, or the key is both, as in KEY:SECRET. header: Authorization, or one of its own, but none that breaks requests, such as Host, Cookie or Content-Length. prefix: a word before the key. query: in the address.',
  paging:
    'none: the list comes whole. link: the reply has the address of the next page. page, offset, cursor: parameter has the page’s number, the number of records before it, or what the reply has at cursorAt (without it, the id of the page’s last record). sizeParameter and size: so many records a page.',
  path: 'Below the base URL, with a query where needed. Portside fills in {id} and {userId}.',
  fieldName: 'Of a text in the request.',
  fieldPath: 'A place in the reply: names with dots between them. A number names an element of a list, from 0 on.',
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
  const { $schema, properties = {}, ...rest } = z.toJSONSchema(definitionFileSchema(), { metadata })
  for (const [name, part] of Object.entries({ ...properties, ...rest.$defs })) describe(name, part)
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    {
      description: DESCRIPTIONS[name],
      ...(Object.hasOwn(DEFAULTS, name) && { default: DEFAULTS[name] }),
      ...property,
      ...LIMITS[name]
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
