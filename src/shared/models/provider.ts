/** A provider's definition: what Portside has to know to speak to its API and to read its replies. Data only; docs/providers.md describes it. */
import type { ProfileField } from './profile.ts'
import type { InvoiceField, InvoiceKind, InvoiceState } from './invoice.ts'
import { pathHoldsCredential } from './credential-text.ts'
import type { PlanInterval, PlanState, QuantityUnit, TrafficUnit } from './plan.ts'
import type { ProductField } from './product.ts'

/** Where the credential goes. `Bearer`, `Token`, `Static` and `Basic` are schemes of the header Authorization. */
export type Authorization =
  | { scheme: 'Bearer' | 'Token' | 'Static' }
  /**
   * `user`: the same for all accounts; without it, the owner enters it. `keyAs`: the key is the user name, and the password is empty.
   * A key with a colon in it is both.
   */
  | { scheme: 'Basic'; user?: string | undefined; keyAs?: 'user' | undefined }
  /** In a header such as `X-Access-Token`, or `Authorization` with any scheme or none. `prefix`: before the key, with a space after it. */
  | { scheme: 'header'; name: string; prefix?: string | undefined }
  /** In the query, such as `?apikey=`. */
  | { scheme: 'query'; name: string }

/** How a list goes on. Without it, invoices follow the links in their replies, and products aren't followed. */
export type Paging =
  /** The list comes whole. */
  | { by: 'none' }
  | ({ by: 'link' } & PageSize)
  /** `parameter` has the page's number. */
  | ({ by: 'page'; parameter: string; first?: 0 | 1 | undefined } & PageSize)
  /** `parameter` has the number of records before the page. */
  | ({ by: 'offset'; parameter: string } & PageSize)
  /** `parameter` has what the reply has at `cursorAt`; without it, the id of the page's last record. */
  | ({ by: 'cursor'; parameter: string; cursorAt?: string | undefined } & PageSize)

interface PageSize {
  /** The parameter that asks for so many records a page. */
  sizeParameter?: string | undefined
  size?: number | undefined
}

export interface Endpoint {
  /** Below the base URL, with a query where needed. `{id}` and `{userId}` are filled in. */
  path: string
  /** Other than the definition's. */
  authorization?: Authorization | undefined
}

export interface RecordEndpoint extends Endpoint {
  /** The place of the record in the reply, such as `data.user`; without it, the usual wrappers are opened. */
  recordAt?: string | undefined
}

export interface ListEndpoint extends Endpoint {
  /** The place of the list in the reply, such as `offers`; without it, it is found by the usual names. */
  listAt?: string | undefined
  /** The place of the object that says how the list goes on, such as `meta.pg`, if its name is unusual. */
  pagingAt?: string | undefined
  paging?: Paging | undefined
}

export interface ProductsEndpoint extends ListEndpoint {
  /** Parameters of the provider's own sort: a key, and `true` or `false`. */
  sort?: { key: string; reverse: string } | undefined
}

export interface SignInEndpoint {
  /** POST, with a JSON body of text fields. */
  path: string
  /** Of another version of the API. It gets the password only after `path` answered 404. */
  fallbackPath?: string | undefined
  emailField?: string | undefined
  passwordField?: string | undefined
  codeField?: string | undefined
  /** The token's place in the reply, such as `data.token`; without it, the usual names are tried. */
  tokenAt?: string | undefined
}

/** A list of plans, or one object that is one plan. */
export interface PlansEndpoint extends ListEndpoint {
  /** The place of the object, such as `data`; "." is the whole reply. Then the reply has one plan, and no list or pages. */
  recordAt?: string | undefined
}

export type AmountUnit = 'major' | 'minor'

/** What a plan's record has a place for. `plan`: of a subscription, the id of the plan that it completes; without it, the active one. */
export const PLAN_PLACES = [
  'id',
  'plan',
  'name',
  'state',
  'price',
  'currency',
  'interval',
  'started',
  'renews',
  'ends',
  'periodEnds',
  'quantity',
  'trafficLimit',
  'trafficUsed',
  'trafficLeft',
  'failedPayments',
  'renewsAutomatically'
] as const
export type PlanPlace = (typeof PLAN_PLACES)[number]

/** What else an invoice's record has a place for: its id, links to its PDF and page, and how many digits of its amounts are decimals. */
export const INVOICE_PLACES = ['id', 'pdf', 'page', 'scale'] as const
export type InvoicePlace = (typeof INVOICE_PLACES)[number]

/** The place of a field in the provider's records, such as `totals.gross`, where the usual names don't find it. */
type Places<Field extends string> = { readonly [F in Field]?: string | undefined }

/**
 * A new member also has its default in DEFAULTS and its schema in main/provider/definitions/definition-schema.ts. `npm run schema` adds it
 * to docs/provider.schema.json, where its description and an example are written, and from there to docs/providers.md. One that changes
 * what a reply means is in READ_BY of providers/definition.ts, too: then saved invoices are read again.
 */
export interface ProviderDefinition {
  /** Shown to the owner. */
  name: string
  /** Of the company that bills, for the accounting CSV. null: not known. */
  legalName: string | null
  /** Origin and optional path prefix. null: white-label software, whose brands have their own. */
  baseUrl: string | null
  /** https: where the provider documents its API. */
  documentation: string | null
  /** https: the provider's website, and its page where the owner pays and sees all invoices. */
  website: string | null
  billing: string | null
  /** Where the facts of the definition come from, and when they were read (YYYY-MM-DD). */
  source: string | null
  read: string | null
  authorization: Authorization
  /** null: the owner pastes an API key. */
  signIn: SignInEndpoint | null
  profile: RecordEndpoint | null
  products: ProductsEndpoint | null
  /** `{id}` is the product's. */
  product: RecordEndpoint | null
  invoices: ListEndpoint | null
  /** `{id}` is the invoice's. */
  invoice: RecordEndpoint | null
  plans: PlansEndpoint | null
  /** Says more of the active plan, or of the plan that it names. */
  subscription: PlansEndpoint | null
  /** The PDF of an invoice, behind the credential. `{id}` is the invoice's. */
  invoicePdf: Endpoint | null
  /** Answers without a credential. */
  health: Endpoint | null
  profileFields: Places<ProfileField | 'balance'>
  productFields: Places<ProductField>
  invoiceFields: Places<InvoiceField | InvoicePlace>
  planFields: Places<PlanPlace>
  subscriptionFields: Places<PlanPlace>
  /** Places of prices that a plan has one of for each interval. */
  planPrices: { readonly [I in PlanInterval]?: string | undefined }
  /** Meanings of words for the state of a plan, and for its interval. */
  planStates: Readonly<Record<string, PlanState>>
  planIntervals: Readonly<Record<string, PlanInterval>>
  /** Of all plans whose records say none; null: not known. */
  planInterval: PlanInterval | null
  planCurrency: string | null
  /** The day at `renews` is one of a charge only for plans of these intervals; null: for all. */
  renewsOnly: readonly PlanInterval[] | null
  /** What a quantity counts, and the unit of traffic; null: not known, and traffic isn't read. */
  quantityUnit: QuantityUnit | null
  trafficUnit: TrafficUnit | null
  /** What a limit of 0 means; null: not known. */
  zeroTraffic: 'unlimited' | 'none' | null
  /** `minor`: amounts are in cents. */
  amountUnit: AmountUnit
  /** Currencies (ISO 4217) whose amounts have another unit. */
  amountUnits: Readonly<Record<string, AmountUnit>>
  /** Of amounts that name none. */
  currency: string | null
  /** Which number comes first in 05/11/2026; null: not known, and such a date isn't read. */
  dates: 'dayFirst' | 'monthFirst' | null
  /** What a plus before the money in the account is: the owner's own money, or a debt. */
  accountBalance: 'credit' | 'debt'
  /** What the field `balance` of an invoice is: what remains to pay, or something else; null: what the record confirms. */
  balance: 'remaining' | 'other' | null
  /** Meanings of invoice statuses. */
  statuses: Readonly<Record<string, InvoiceState>>
  /** Meanings of kinds of papers, such as `{"PRF": "proforma"}`. */
  kinds: Readonly<Record<string, InvoiceKind>>
  /** Of invoices without any status; null: not known. */
  missingStatus: InvoiceState | null
  /** Days until an invoice without a due date is due. */
  paymentTermDays: number | null
  timeoutSeconds: number
}

/** What a definition means where it says nothing. */
export const DEFAULTS: Omit<ProviderDefinition, 'name' | 'baseUrl'> = {
  legalName: null,
  documentation: null,
  website: null,
  billing: null,
  source: null,
  read: null,
  authorization: { scheme: 'Bearer' },
  signIn: null,
  profile: null,
  products: null,
  product: null,
  invoices: null,
  invoice: null,
  plans: null,
  subscription: null,
  invoicePdf: null,
  health: null,
  profileFields: {},
  productFields: {},
  invoiceFields: {},
  planFields: {},
  subscriptionFields: {},
  planPrices: {},
  planStates: {},
  planIntervals: {},
  planInterval: null,
  planCurrency: null,
  renewsOnly: null,
  quantityUnit: null,
  trafficUnit: null,
  zeroTraffic: null,
  amountUnit: 'major',
  amountUnits: {},
  currency: null,
  dates: null,
  accountBalance: 'credit',
  balance: null,
  statuses: {},
  kinds: {},
  missingStatus: null,
  paymentTermDays: null,
  timeoutSeconds: 20
}

/** Names of the fields of a sign-in request that the definition doesn't name. */
const SIGN_IN_FIELDS = { emailField: 'email', passwordField: 'password', codeField: 'otpCode' } as const

export const signInFieldsOf = (signIn: SignInEndpoint): Record<keyof typeof SIGN_IN_FIELDS, string> => ({
  emailField: signIn.emailField ?? SIGN_IN_FIELDS.emailField,
  passwordField: signIn.passwordField ?? SIGN_IN_FIELDS.passwordField,
  codeField: signIn.codeField ?? SIGN_IN_FIELDS.codeField
})

/** Of two fields with the same name, only one would be sent. */
export const hasDistinctFields = (signIn: SignInEndpoint): boolean =>
  new Set(Object.values(signInFieldsOf(signIn))).size === 3

/** The places that a path's template fills in. */
export const PLACEHOLDERS = ['{id}', '{userId}'] as const
export const hasPlaceholder = (path: string, placeholder: (typeof PLACEHOLDERS)[number]): boolean =>
  path.includes(placeholder)

/** A byte of a path, without those that a server may read as a separator, a dot, a percent sign or a control character. */
const ESCAPE = String.raw`%(?!2[5EFef]|5[Cc]|7[Ff])[2-9A-Fa-f][\dA-Fa-f]`
const FILLED_IN = String.raw`\{(?:id|userId)\}`
const SEGMENT = String.raw`/(?!\.{1,2}(?:[/?]|$))(?:[\w.~!$&'()*+,;=:@-]|${ESCAPE}|${FILLED_IN})+`
const QUERY_NAME = String.raw`(?:[\w.~!$()*+,;:@[\]-]|${ESCAPE})+`
const QUERY_VALUE = String.raw`(?:[\w.~!$()*+,;:@/-]|${ESCAPE}|${FILLED_IN})*`
const QUERY = String.raw`\?${QUERY_NAME}=${QUERY_VALUE}(?:&${QUERY_NAME}=${QUERY_VALUE})*`
const NAME = String.raw`(?!__proto__(?:\.|$))[^\s\p{C}"\\.]{1,64}`
const PLACE = String.raw`${NAME}(?:\.${NAME})*`

/** Also in docs/provider.schema.json. No character fits two parts of a pattern, so each takes linear time. */
export const PATTERNS = {
  /** Without a host, fragment, `..`, or characters that the URL parser would repair. */
  path: new RegExp(`^(?:${SEGMENT})+/?(?:${QUERY})?$`),
  fieldName: /^(?!__proto__$)[^\s\p{C}"\\]{1,64}$/u,
  /** Names with dots between them. */
  fieldPath: new RegExp(`^${PLACE}$`, 'u'),
  /** "." is the whole reply. */
  recordPath: new RegExp(`^(?:\\.|${PLACE})$`, 'u'),
  parameter: /^[\w.[\]-]{1,64}$/,
  /** RFC 9110: a token, and shorter. */
  headerName: /^[A-Za-z][\w-]{0,63}$/,
  /** RFC 9110: a scheme, and shorter. Basic is encoded, so it isn't a prefix. */
  headerPrefix: /^(?![Bb][Aa][Ss][Ii][Cc]$)[A-Za-z][\w.~+-]{0,31}$/,
  /** A colon would end the user name of Basic. */
  userName: /^(?!\s)[^\p{C}:]{1,256}(?<!\s)$/u,
  currency: /^[A-Z]{3}$/,
  /** One line of text, without invisible characters, and without piles of accents. */
  providerName: /^(?! )(?!.*\p{M}{4})(?:[^\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]| ){1,60}(?<! )$/u,
  text: /^[^\p{C}\p{Zl}\p{Zp}]*$/u,
  /** Without a user, query or fragment. */
  baseUrl: /^https?:\/\/[^\s\p{C}\\@?#]+$/u,
  /** Of pages on the internet, whose hosts have a name. */
  webPage:
    /^https:\/\/(?![^/?#:]*\.(?:local|localhost|internal)(?:[/?#:]|$))(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z][A-Za-z\d-]*(?::\d{1,5})?(?:[/?#][^\s\p{C}\\]*)?$/u
} as const

/** Longer texts aren't compared with the patterns. */
export const LONGEST = { path: 512, fieldPath: 200, text: 200 } as const

/** Entries of `amountUnits`. */
export const MOST_AMOUNT_UNITS = 50

/** Below the base URL. */
export const isPathTemplate = (text: string): boolean =>
  text.length <= LONGEST.path && PATTERNS.path.test(text) && !pathHoldsCredential(text)

export const isFieldPath = (text: string): boolean => text.length <= LONGEST.fieldPath && PATTERNS.fieldPath.test(text)

/**
 * Headers that say what is asked, of whom, and where the request ends. Fetch and Chromium refuse many of them; others lead
 * a server or a proxy to another host, path or client.
 */
const RESERVED_HEADERS = new Set(
  (
    'accept accept-charset accept-encoding accept-language alt-used cache-control connection cookie cookie2 ' +
    'date depth destination dnt early-data expect forwarded from host http2-settings if if-match if-modified-since ' +
    'if-none-match if-range if-unmodified-since keep-alive max-forwards origin overwrite pragma priority range referer ' +
    'referrer set-cookie set-cookie2 te timeout trailer trailers transfer-encoding upgrade upgrade-insecure-requests user-agent via ' +
    'warning x-client-ip x-cluster-client-ip x-forwarded x-host x-original-host x-original-uri x-original-url x-real-ip ' +
    'x-rewrite-url x-wap-profile'
  ).split(' ')
)
const RESERVED_FAMILIES = /^(?:access-control|cf|content|proxy|sec|x-forwarded|x-http)-|method-override/

/** axios takes these as headers of a method, or as its own functions in place of a header. */
const AXIOS_NAMES =
  /^(?:common|delete|head|patch|post|put|query|clear|concat|normalize|constructor|tojson|tostring|tolocalestring|valueof|(?:get|set|has|is)[a-z]*|propertyisenumerable)$/

/** A header of the credential's own. */
export function isHeaderName(text: string): boolean {
  if (!PATTERNS.headerName.test(text)) return false
  // Many servers read `_` as `-`.
  const name = text.toLowerCase().replaceAll('_', '-')
  return !RESERVED_HEADERS.has(name) && !RESERVED_FAMILIES.test(name) && !AXIOS_NAMES.test(name)
}

export const isUserName = (text: string): boolean => PATTERNS.userName.test(text)

export const PAGE_SIZE = { least: 1, most: 5000 } as const
export const TIMEOUT_SECONDS = { least: 1, most: 300 } as const

/** Of an endpoint. Of two query parameters with the same name, most servers see only one. */
export function hasDistinctParameters(
  { path, paging, sort }: Endpoint & Pick<ProductsEndpoint, 'paging' | 'sort'>,
  authorization: Authorization
): boolean {
  const fixed = path.split('?')[1]?.split('&') ?? []
  const names = [
    ...fixed.map((parameter) => parameter.split('=')[0]),
    ...(authorization.scheme === 'query' ? [authorization.name] : []),
    ...(sort ? [sort.key, sort.reverse] : []),
    ...(paging && 'parameter' in paging ? [paging.parameter] : []),
    ...(paging && 'sizeParameter' in paging && paging.sizeParameter !== undefined ? [paging.sizeParameter] : [])
  ]
  return new Set(names).size === names.length
}

/** The endpoints that get the credential. */
export const AUTHORIZED_ENDPOINTS = [
  'profile',
  'products',
  'product',
  'invoices',
  'invoice',
  'invoicePdf',
  'plans',
  'subscription'
] as const
export type AuthorizedEndpoint = (typeof AUTHORIZED_ENDPOINTS)[number]

/** The first endpoint with two parameters of the same name. */
const endpointWithEqualParameters = (definition: ProviderDefinition): AuthorizedEndpoint | undefined =>
  AUTHORIZED_ENDPOINTS.find((name) => {
    const endpoint = definition[name]
    return endpoint !== null && !hasDistinctParameters(endpoint, endpoint.authorization ?? definition.authorization)
  })

/** `{userId}` is read from the profile. */
const endpointWithoutUserId = (definition: ProviderDefinition): AuthorizedEndpoint | undefined =>
  definition.profile === null
    ? AUTHORIZED_ENDPOINTS.find((name) => hasPlaceholder(definition[name]?.path ?? '', '{userId}'))
    : undefined

/** The first endpoint that other parts of the definition make unusable. */
export const unusableEndpoint = (definition: ProviderDefinition): AuthorizedEndpoint | undefined =>
  endpointWithEqualParameters(definition) ?? endpointWithoutUserId(definition)
