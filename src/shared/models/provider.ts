/** A provider's definition: what Portside has to know to speak to its API and to read its replies. Data only; docs/providers.md describes it. */
import type { ProfileField } from './profile.ts'
import type { InvoiceField, InvoiceState } from './invoice.ts'
import type { productFields } from './fields.ts'

/** Where the credential goes. `Bearer`, `Token`, `Static` and `Basic` are schemes of the header Authorization. */
export type Authorization =
  | { scheme: 'Bearer' | 'Token' | 'Static' }
  /** `user`: the same for all accounts; without it, the owner enters it. */
  | { scheme: 'Basic'; user?: string | undefined }
  /** In a header of its own, such as `X-Access-Token`. */
  | { scheme: 'header'; name: string }
  /** In the query, such as `?apikey=`. */
  | { scheme: 'query'; name: string }

/** How a list goes on. Without it, only what a reply says by itself is followed: its link to the next page. */
export type Paging =
  /** The list comes whole. */
  | { by: 'none' }
  | ({ by: 'link' } & PageSize)
  /** `parameter` has the page's number. */
  | ({ by: 'page'; parameter: string; first?: 0 | 1 | undefined } & PageSize)
  /** `parameter` has the number of records before the page. */
  | ({ by: 'offset'; parameter: string } & PageSize)
  /** `parameter` has what the reply says at `from`; without it, the id of the page's last record. */
  | ({ by: 'cursor'; parameter: string; from?: string | undefined } & PageSize)

interface PageSize {
  /** The parameter that asks for so many records a page. */
  sizeParameter?: string | undefined
  size?: number | undefined
}

export interface Call {
  /** Below the base URL, with a query where needed. `{id}` and `{userId}` are filled in. */
  path: string
  /** Other than the definition's. */
  authorization?: Authorization | undefined
}

export interface RecordCall extends Call {
  /** The place of the record in the reply, such as `data.user`; without it, the usual wrappers are opened. */
  record?: string | undefined
}

export interface ListCall extends Call {
  /** The place of the list in the reply, such as `offers`; without it, it is found by the usual names. */
  list?: string | undefined
  paging?: Paging | undefined
}

export interface ProductsCall extends ListCall {
  /** Parameters of the provider's own sort: a key, and `true` or `false`. */
  sort?: { key: string; reverse: string } | undefined
}

export interface SignInCall {
  /** POST, with a JSON body of text fields. */
  path: string
  emailField?: string | undefined
  passwordField?: string | undefined
  codeField?: string | undefined
  /** The token's place in the reply, such as `data.token`; without it, the usual names are tried. */
  tokenAt?: string | undefined
  renewal?: Renewal | undefined
}

/** A new token for a refresh token, without a password. */
export interface Renewal {
  /** POST, with a JSON body of one text field. */
  path: string
  /** Of the refresh token in the request. */
  field: string
  /** The refresh token's place in the reply of the sign-in. A renewal's reply may have a new one there. */
  refreshTokenAt: string
  /** The token's place in the reply of a renewal; without it, the usual names are tried. */
  tokenAt?: string | undefined
}

export type AmountUnit = 'major' | 'minor'
export type ProductField = keyof typeof productFields

/** The place of a field in the provider's records, such as `totals.gross`, where the usual names don't find it. */
type Places<Field extends string> = { readonly [F in Field]?: string | undefined }

export interface ProviderDefinition {
  /** Shown to the owner. */
  name: string
  /** Origin and optional path prefix. null: white-label software, whose brands have their own. */
  baseUrl: string | null
  /** https: where the provider documents its API. */
  documentation: string | null
  /** Where the facts of the definition come from, and when they were read (YYYY-MM-DD). */
  source: string | null
  read: string | null
  authorization: Authorization
  /** null: the owner pastes an API key. */
  signIn: SignInCall | null
  profile: RecordCall | null
  products: ProductsCall | null
  /** `{id}` is the product's. */
  product: RecordCall | null
  invoices: ListCall | null
  /** `{id}` is the invoice's. */
  invoice: RecordCall | null
  /** The PDF of an invoice, behind the credential. `{id}` is the invoice's. */
  invoicePdf: Call | null
  /** Answers without a credential. */
  health: Call | null
  profileFields: Places<ProfileField | 'balance'>
  productFields: Places<ProductField>
  invoiceFields: Places<InvoiceField | 'id'>
  /** `minor`: amounts are in cents. */
  amountUnit: AmountUnit
  /** Currencies (ISO 4217) whose amounts have another unit. */
  amountUnits: Readonly<Record<string, AmountUnit>>
  /** Of amounts that name none. */
  currency: string | null
  /** Which number comes first in 05/11/2026; null: not known, and such a date isn't read. */
  dates: 'dayFirst' | 'monthFirst' | null
  /** What the field `balance` of an invoice is: what remains to pay, or something else; null: what the record confirms. */
  balance: 'remaining' | 'other' | null
  /** Meanings of invoice statuses. */
  statuses: Readonly<Record<string, InvoiceState>>
  /** Of invoices without any status; null: not known. */
  missingStatus: InvoiceState | null
  /** Days until an invoice without a due date is due. */
  paymentTermDays: number | null
  timeoutSeconds: number
}

/** What a definition means where it says nothing. */
export const DEFAULTS: Omit<ProviderDefinition, 'name' | 'baseUrl'> = {
  documentation: null,
  source: null,
  read: null,
  authorization: { scheme: 'Bearer' },
  signIn: null,
  profile: null,
  products: null,
  product: null,
  invoices: null,
  invoice: null,
  invoicePdf: null,
  health: null,
  profileFields: {},
  productFields: {},
  invoiceFields: {},
  amountUnit: 'major',
  amountUnits: {},
  currency: null,
  dates: null,
  balance: null,
  statuses: {},
  missingStatus: null,
  paymentTermDays: null,
  timeoutSeconds: 20
}

/** Names of the fields of a sign-in request that the definition doesn't name. */
export const SIGN_IN_FIELDS = { emailField: 'email', passwordField: 'password', codeField: 'otpCode' } as const

export const signInFieldsOf = (signIn: SignInCall): Record<keyof typeof SIGN_IN_FIELDS, string> => ({
  emailField: signIn.emailField ?? SIGN_IN_FIELDS.emailField,
  passwordField: signIn.passwordField ?? SIGN_IN_FIELDS.passwordField,
  codeField: signIn.codeField ?? SIGN_IN_FIELDS.codeField
})

/** Of two fields with the same name, only one would be sent. */
export const areNamedApart = (signIn: SignInCall): boolean => new Set(Object.values(signInFieldsOf(signIn))).size === 3

/** The places that a path's template fills in. */
export const PLACEHOLDERS = ['{id}', '{userId}'] as const
export const hasPlaceholder = (path: string, placeholder: (typeof PLACEHOLDERS)[number]): boolean =>
  path.includes(placeholder)

const LONGEST_PATH = 512

/** Below the base URL: without a host, fragment, `..`, or characters that a URL parser would repair. */
export function isPathTemplate(text: string): boolean {
  // Length first: the patterns throw on millions of characters.
  if (text.length > LONGEST_PATH) return false
  const filled = text.replaceAll('{id}', 'x').replaceAll('{userId}', 'x')
  const query = filled.indexOf('?')
  const path = query < 0 ? filled : filled.slice(0, query)
  if (!/^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/.test(path) || /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return false
  return (
    query < 0 ||
    /^[\w.~!$'()*+,;:@%[\]-]+=[\w.~!$'()*+,;:@%/-]*(&[\w.~!$'()*+,;:@%[\]-]+=[\w.~!$'()*+,;:@%/-]*)*$/.test(
      filled.slice(query + 1)
    )
  )
}

export const isFieldName = (text: string): boolean => /^[^\s\p{C}"\\]{1,64}$/u.test(text) && text !== '__proto__'

/** Names with dots between them. */
export const isFieldPath = (text: string): boolean =>
  text.length <= 200 && text.split('.').every((name) => isFieldName(name))

/** The name of a query parameter. */
export const isParameter = (text: string): boolean => /^[\w.[\]-]{1,64}$/.test(text)

/** Headers that change what is asked, whom, or how the request ends: they break requests, or reach another host. */
const RESERVED_HEADERS = new Set(
  (
    'accept accept-charset accept-encoding accept-language access-control-request-headers access-control-request-method ' +
    'authorization connection content-encoding content-length content-type cookie cookie2 date dnt expect forwarded from ' +
    'host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive max-forwards origin pragma ' +
    'range referer set-cookie te trailer transfer-encoding upgrade user-agent via'
  ).split(' ')
)

/** A header of the credential's own (RFC 9110: a token). */
export function isHeaderName(text: string): boolean {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(text)) return false
  const name = text.toLowerCase()
  return (
    !RESERVED_HEADERS.has(name) &&
    !/^(proxy|sec|x-forwarded|access-control|content)-|method-override|^x-http/.test(name)
  )
}

/** The user name of Basic: a colon would end it. */
export const isUserName = (text: string): boolean => /^[^\p{C}:]{1,256}$/u.test(text) && text.trim() === text

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

export const PAGE_SIZE = { least: 1, most: 1000 } as const
export const TIMEOUT_SECONDS = { least: 1, most: 300 } as const

export const isTimeout = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= TIMEOUT_SECONDS.least && seconds <= TIMEOUT_SECONDS.most

export const isProviderName = (text: string): boolean => /^[^\p{C}]{1,60}$/u.test(text) && text.trim() === text
