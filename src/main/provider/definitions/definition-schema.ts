/** The schema of a provider's definition, in a file and in an account's connection. docs/provider.schema.json is made from it. */
import { z } from 'zod/mini'
import type { PartReason } from '../../../shared/ipc/error.ts'
import { hostIn, LONGEST_ADDRESS, MOST_STATUSES, STATUS_PATTERN } from '../../../shared/models/connection.ts'
import { invoiceFields, productFields } from '../../../shared/models/fields.ts'
import { PROFILE_GROUPS, type ProfileField } from '../../../shared/models/profile.ts'
import { INVOICE_KINDS, INVOICE_STATES, TERM_DAYS, type InvoiceField } from '../../../shared/models/invoice.ts'
import {
  hasDistinctFields,
  hasDistinctParameters,
  DEFAULTS,
  hasPlaceholder,
  INVOICE_PLACES,
  isHeaderName,
  isPathTemplate,
  LONGEST,
  MOST_AMOUNT_UNITS,
  PAGE_SIZE,
  PATTERNS,
  PLACEHOLDERS,
  PLAN_PLACES,
  TIMEOUT_SECONDS,
  unusableEndpoint,
  type Endpoint,
  type ProviderDefinition
} from '../../../shared/models/provider.ts'
import { PLAN_INTERVALS, PLAN_STATES, QUANTITY_UNITS, TRAFFIC_UNITS } from '../../../shared/models/plan.ts'
import type { ProductField } from '../../../shared/models/product.ts'

/** Of the files that this version writes. */
export const FILE_VERSION = 1

/** The message of each issue is its reason, with numbers after colons: `number:1:5000`. definition-file.ts reads it. */
type Why = PartReason | `${PartReason}:${string}`

/** What a pattern can't say is checked last, so that docs/provider.schema.json has the pattern. */
const text = (pattern: RegExp, longest: number, why: Why, isValid: (text: string) => boolean = () => true) =>
  z
    .string()
    .check(
      z.maxLength(longest, { abort: true, error: why }),
      z.regex(pattern, { abort: true, error: why }),
      z.refine(isValid, why)
    )
const fieldName = text(PATTERNS.fieldName, 128, 'fieldName')
const fieldPath = text(PATTERNS.fieldPath, LONGEST.fieldPath, 'fieldPath')
const recordPath = text(PATTERNS.recordPath, LONGEST.fieldPath, 'fieldPath')
const path = text(PATTERNS.path, LONGEST.path, 'path', isPathTemplate)
const webPage = text(PATTERNS.webPage, LONGEST_ADDRESS, 'webPage', (url) => URL.parse(url)?.host === hostIn(url))
const parameter = text(PATTERNS.parameter, 64, 'parameter')
const currency = text(PATTERNS.currency, 3, 'currency')
function integer({ least, most }: { least: number; most: number }) {
  const why: Why = `number:${least}:${most}`
  return z.int(why).check(z.gte(least, why), z.lte(most, why))
}

/** In characters of JavaScript, two of which make an emoji. */
export const userName = text(PATTERNS.userName, 512, 'user')

const authorization = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.enum(['Bearer', 'Token', 'Static']) }),
  z
    .strictObject({ scheme: z.literal('Basic'), user: z.optional(userName), keyAs: z.optional(z.literal('user')) })
    .check(
      z.refine(({ user, keyAs }) => user === undefined || keyAs === undefined, { path: ['keyAs'], error: 'keyAs' })
    ),
  z.strictObject({
    scheme: z.literal('header'),
    name: text(PATTERNS.headerName, 64, 'headerName', isHeaderName),
    prefix: z.optional(text(PATTERNS.headerPrefix, 32, 'headerPrefix'))
  }),
  z.strictObject({ scheme: z.literal('query'), name: parameter })
])

const pageSize = {
  sizeParameter: z.optional(parameter),
  size: z.optional(integer(PAGE_SIZE))
}
const paging = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('none') }),
  z.strictObject({ by: z.literal('link'), ...pageSize }),
  z.strictObject({
    by: z.literal('page'),
    parameter,
    first: z.optional(z.literal([0, 1])),
    ...pageSize
  }),
  z.strictObject({ by: z.literal('offset'), parameter, ...pageSize }),
  z.strictObject({ by: z.literal('cursor'), parameter, cursorAt: z.optional(fieldPath), ...pageSize })
])

const UNUSABLE: Why = 'unusable'
const PLACEHOLDER: Why = 'placeholder'
const WITH_ID: Why = 'pathWithId'
const FIELD_TWICE: Why = 'fieldTwice'
const MANY_INTERVALS: Why = `tooMany::${PLAN_INTERVALS.length}`
const ONE_LINE: Why = `oneLine::${LONGEST.text}`

const withDistinctParameters = <Schema extends z.ZodMiniType<Endpoint>>(schema: Schema): Schema =>
  schema.check(
    z.refine((call) => call.authorization === undefined || hasDistinctParameters(call, call.authorization), UNUSABLE)
  )
/** @param placeholders of ids that aren't known before the call */
const withoutPlaceholders = <Schema extends z.ZodMiniType<Pick<Endpoint, 'path'>>>(
  schema: Schema,
  placeholders: readonly (typeof PLACEHOLDERS)[number][]
): Schema =>
  schema.check(
    z.refine((call) => !placeholders.some((placeholder) => hasPlaceholder(call.path, placeholder)), PLACEHOLDER)
  )
/** Of one record, which nothing else names. */
const withId = <Schema extends z.ZodMiniType<Pick<Endpoint, 'path'>>>(schema: Schema): Schema =>
  schema.check(z.refine(({ path }) => hasPlaceholder(path, '{id}'), { path: ['path'], error: WITH_ID }))
const callParts = { path, authorization: z.optional(authorization) }
const plainCall = withDistinctParameters(z.strictObject(callParts))
const recordCall = withDistinctParameters(z.strictObject({ ...callParts, recordAt: z.optional(fieldPath) }))
const listCallParts = {
  ...callParts,
  listAt: z.optional(fieldPath),
  pagingAt: z.optional(fieldPath),
  paging: z.optional(paging)
}
const plansCall = withDistinctParameters(z.strictObject({ ...listCallParts, recordAt: z.optional(recordPath) }))
const sort = z.strictObject({ key: parameter, reverse: parameter })

const signIn = z
  .strictObject({
    path,
    fallbackPath: z.optional(path),
    emailField: z.optional(fieldName),
    passwordField: z.optional(fieldName),
    codeField: z.optional(fieldName),
    tokenAt: z.optional(fieldPath)
  })
  .check(
    z.refine(hasDistinctFields, FIELD_TWICE),
    z.refine(
      ({ fallbackPath = '' }) => !PLACEHOLDERS.some((placeholder) => hasPlaceholder(fallbackPath, placeholder)),
      {
        path: ['fallbackPath'],
        error: PLACEHOLDER
      }
    )
  )

const places = <Field extends string>(fields: readonly Field[]) =>
  z.strictObject(
    Object.fromEntries(fields.map((field) => [field, z.optional(fieldPath)])) as {
      [F in Field]: z.ZodMiniOptional<typeof fieldPath>
    }
  )
const profileFields = Object.values<readonly ProfileField[]>(PROFILE_GROUPS).flat()

/** Its entries are counted before their names are read. zod would leave out `__proto__` without an error. */
const boundedRecord = <Value extends z.ZodMiniType>(most: number, name: z.ZodMiniType<string, string>, value: Value) =>
  z.pipe(
    z.custom<object>(
      (input) =>
        typeof input === 'object' &&
        input !== null &&
        Object.keys(input).length <= most &&
        !Object.hasOwn(input, '__proto__'),
      `tooMany::${most}` satisfies Why
    ),
    z.record(name, value)
  )
const unit = z.enum(['major', 'minor'])
const state = z.enum(INVOICE_STATES)
const interval = z.enum(PLAN_INTERVALS)
const word = text(STATUS_PATTERN, 200, 'statusLong')

/** Named in docs/provider.schema.json, which would repeat them otherwise. */
export const definitionTypes = { authorization, paging, path, fieldName, fieldPath, recordPath, parameter }

/** Each part of a definition but its base URL, which is checked as a URL. */
export const definitionParts = {
  name: text(PATTERNS.providerName, 120, 'name'),
  legalName: z.nullable(text(PATTERNS.providerName, 120, 'name')),
  documentation: z.nullable(webPage),
  website: z.nullable(webPage),
  billing: z.nullable(webPage),
  source: z.nullable(text(PATTERNS.text, LONGEST.text, ONE_LINE)),
  read: z.nullable(z.iso.date('day' satisfies Why)),
  authorization,
  signIn: z.nullable(withoutPlaceholders(signIn, PLACEHOLDERS)),
  profile: z.nullable(withoutPlaceholders(recordCall, PLACEHOLDERS)),
  products: z.nullable(
    withoutPlaceholders(withDistinctParameters(z.strictObject({ ...listCallParts, sort: z.optional(sort) })), ['{id}'])
  ),
  product: z.nullable(withId(recordCall)),
  invoices: z.nullable(withoutPlaceholders(withDistinctParameters(z.strictObject(listCallParts)), ['{id}'])),
  invoice: z.nullable(withId(recordCall)),
  invoicePdf: z.nullable(withId(plainCall)),
  plans: z.nullable(withoutPlaceholders(plansCall, ['{id}'])),
  subscription: z.nullable(withoutPlaceholders(plansCall, ['{id}'])),
  health: z.nullable(withoutPlaceholders(plainCall, PLACEHOLDERS)),
  profileFields: places([...profileFields, 'balance']),
  productFields: places(Object.keys(productFields) as ProductField[]),
  invoiceFields: places([...(Object.keys(invoiceFields) as InvoiceField[]), ...INVOICE_PLACES]),
  planFields: places(PLAN_PLACES),
  subscriptionFields: places(PLAN_PLACES),
  planPrices: places(PLAN_INTERVALS),
  planStates: boundedRecord(MOST_STATUSES, word, z.enum(PLAN_STATES)),
  planIntervals: boundedRecord(MOST_STATUSES, word, interval),
  planInterval: z.nullable(interval),
  planCurrency: z.nullable(currency),
  renewsOnly: z.nullable(z.array(interval).check(z.maxLength(PLAN_INTERVALS.length, MANY_INTERVALS))),
  quantityUnit: z.nullable(z.enum(QUANTITY_UNITS)),
  trafficUnit: z.nullable(z.enum(TRAFFIC_UNITS)),
  zeroTraffic: z.nullable(z.enum(['unlimited', 'none'])),
  amountUnit: unit,
  amountUnits: boundedRecord(MOST_AMOUNT_UNITS, currency, unit),
  currency: z.nullable(currency),
  dates: z.nullable(z.enum(['dayFirst', 'monthFirst'])),
  accountBalance: z.enum(['credit', 'debt']),
  balance: z.nullable(z.enum(['remaining', 'other'])),
  statuses: boundedRecord(MOST_STATUSES, word, state),
  kinds: boundedRecord(MOST_STATUSES, word, z.enum(INVOICE_KINDS)),
  missingStatus: z.nullable(state),
  paymentTermDays: z.nullable(integer(TERM_DAYS)),
  timeoutSeconds: integer(TIMEOUT_SECONDS)
} satisfies { [S in Exclude<keyof ProviderDefinition, 'baseUrl'>]: z.ZodMiniType<ProviderDefinition[S]> }

/**
 * A file: the definition, and what says that it is one. null as base URL is white-label software: its brands have their own.
 * Made when a file is read, because a start needs none.
 */
export const definitionFileSchema = () =>
  z
    .strictObject({
      $schema: z.optional(z.string().check(z.maxLength(LONGEST_ADDRESS, ONE_LINE))),
      portside: z.optional(z.literal('provider')),
      version: z.optional(z.literal(FILE_VERSION)),
      baseUrl: z.nullable(text(PATTERNS.baseUrl, LONGEST_ADDRESS, 'address')),
      ...z.partial(z.object(definitionParts)).shape,
      name: definitionParts.name
    })
    .check(({ value, issues }) => {
      const call = unusableEndpoint({ ...DEFAULTS, ...value } as ProviderDefinition)
      if (call) issues.push({ code: 'custom', path: [call], input: value, message: UNUSABLE })
    })
