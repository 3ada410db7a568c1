/** The schema of a provider's definition, in a file and in an account's connection. docs/provider.schema.json is made from it. */
import { z } from 'zod/mini'
import { isStatus, isTerm, LONGEST_ADDRESS, MOST_STATUSES } from '../../shared/models/connection.ts'
import { invoiceFields, productFields } from '../../shared/models/fields.ts'
import { PROFILE_GROUPS, type ProfileField } from '../../shared/models/profile.ts'
import { INVOICE_STATES, type InvoiceField } from '../../shared/models/invoice.ts'
import {
  areNamedApart,
  isCurrency,
  isFieldName,
  isFieldPath,
  isHeaderName,
  isParameter,
  isPathTemplate,
  isProviderName,
  isTimeout,
  isUserName,
  PAGE_SIZE,
  type ProductField,
  type ProviderDefinition
} from '../../shared/models/provider.ts'

const text = (isValid: (text: string) => boolean) => z.string().check(z.refine(isValid))
const fieldName = text(isFieldName)
const fieldPath = text(isFieldPath)
const path = text(isPathTemplate)
const parameter = text(isParameter)
const currency = text(isCurrency)

const authorization = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.enum(['Bearer', 'Token', 'Static']) }),
  z.strictObject({ scheme: z.literal('Basic'), user: z.optional(text(isUserName)) }),
  z.strictObject({ scheme: z.literal('header'), name: text(isHeaderName) }),
  z.strictObject({ scheme: z.literal('query'), name: parameter })
])

const pageSize = {
  sizeParameter: z.optional(parameter),
  size: z.optional(z.int().check(z.gte(PAGE_SIZE.least), z.lte(PAGE_SIZE.most)))
}
const paging = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('none') }),
  z.strictObject({ by: z.literal('link'), ...pageSize }),
  z.strictObject({
    by: z.literal('page'),
    parameter,
    first: z.optional(z.union([z.literal(0), z.literal(1)])),
    ...pageSize
  }),
  z.strictObject({ by: z.literal('offset'), parameter, ...pageSize }),
  z.strictObject({ by: z.literal('cursor'), parameter, from: z.optional(fieldPath), ...pageSize })
])

const call = { path, authorization: z.optional(authorization) }
const recordCall = z.strictObject({ ...call, record: z.optional(fieldPath) })
const listCall = { ...call, list: z.optional(fieldPath), paging: z.optional(paging) }
const sort = z.strictObject({ key: parameter, reverse: parameter })

const renewal = z.strictObject({
  path,
  field: fieldName,
  refreshTokenAt: fieldPath,
  tokenAt: z.optional(fieldPath)
})
const signIn = z
  .strictObject({
    path,
    emailField: z.optional(fieldName),
    passwordField: z.optional(fieldName),
    codeField: z.optional(fieldName),
    tokenAt: z.optional(fieldPath),
    renewal: z.optional(renewal)
  })
  .check(z.refine(areNamedApart))

const places = <Field extends string>(fields: readonly Field[]) =>
  z.strictObject(
    Object.fromEntries(fields.map((field) => [field, z.optional(fieldPath)])) as {
      [F in Field]: z.ZodMiniOptional<typeof fieldPath>
    }
  )
const profileFields = Object.values<readonly ProfileField[]>(PROFILE_GROUPS).flat()

/** Of at most so many entries: counted before the names are read. */
const few = <Value extends z.ZodMiniType>(most: number, name: z.ZodMiniType<string, string>, value: Value) =>
  z.pipe(
    z.custom<object>((all) => typeof all === 'object' && all !== null && Object.keys(all).length <= most),
    z.record(name, value)
  )
const MOST_CURRENCIES = 50
const unit = z.enum(['major', 'minor'])
const state = z.enum(INVOICE_STATES)

/** Each part of a definition but its base URL, which is checked as a URL. */
export const definitionParts = {
  name: text(isProviderName),
  documentation: z.nullable(text((url) => url.length <= LONGEST_ADDRESS && URL.parse(url)?.protocol === 'https:')),
  source: z.nullable(z.string().check(z.maxLength(200))),
  read: z.nullable(z.iso.date()),
  authorization,
  signIn: z.nullable(signIn),
  profile: z.nullable(recordCall),
  products: z.nullable(z.strictObject({ ...listCall, sort: z.optional(sort) })),
  product: z.nullable(recordCall),
  invoices: z.nullable(z.strictObject(listCall)),
  invoice: z.nullable(recordCall),
  invoicePdf: z.nullable(z.strictObject(call)),
  health: z.nullable(z.strictObject(call)),
  profileFields: places([...profileFields, 'balance']),
  productFields: places(Object.keys(productFields) as ProductField[]),
  invoiceFields: places([...(Object.keys(invoiceFields) as InvoiceField[]), 'id']),
  amountUnit: unit,
  amountUnits: few(MOST_CURRENCIES, currency, unit),
  currency: z.nullable(currency),
  dates: z.nullable(z.enum(['dayFirst', 'monthFirst'])),
  balance: z.nullable(z.enum(['remaining', 'other'])),
  statuses: few(MOST_STATUSES, text(isStatus), state),
  missingStatus: z.nullable(state),
  paymentTermDays: z.nullable(z.number().check(z.refine(isTerm))),
  timeoutSeconds: z.number().check(z.refine(isTimeout))
} satisfies { [S in Exclude<keyof ProviderDefinition, 'baseUrl'>]: z.ZodMiniType<ProviderDefinition[S]> }
