/** A connection in a form: texts as typed (empty: the definition's value), choices, statuses, and places of fields. */
import { MOST_STATUSES, type Connection } from '../../../../shared/models/connection.ts'
import type { InvoiceState } from '../../../../shared/models/invoice.ts'
import {
  SIGN_IN_FIELDS,
  type AmountUnit,
  type Authorization,
  type AuthorizedCall,
  type ListCall,
  type Paging,
  type ProviderDefinition
} from '../../../../shared/models/provider.ts'
import type { TrialCall } from '../../../../shared/models/provider-trial.ts'
import { baseOf, definitionOf } from '../../../../shared/providers/definition.ts'
import {
  currenciesIn,
  FIELD_SETTINGS,
  TEXT_FIELDS,
  textsOf,
  type List,
  type PagingChoice,
  type TextField
} from './settingFields.ts'

export interface StatusRow {
  id: number
  status: string
  state: InvoiceState
}

interface Choices {
  scheme: Authorization['scheme']
  profileCredential: 'usual' | 'query'
  invoicesPaging: PagingChoice
  productsPaging: PagingChoice
  /** The number of the first page. */
  invoicesFirst: '0' | '1'
  productsFirst: '0' | '1'
  amountUnit: AmountUnit
  dates: NonNullable<ProviderDefinition['dates']> | ''
  balance: NonNullable<ProviderDefinition['balance']> | ''
  missingStatus: InvoiceState | null
}
type FieldPlaces = Pick<ProviderDefinition, 'invoiceFields' | 'productFields' | 'profileFields'>

export interface Draft extends Choices, FieldPlaces {
  /** An unknown one has to be replaced before the draft can be used. */
  provider: Connection['provider']
  texts: Readonly<Record<TextField, string>>
  statuses: StatusRow[]
  /** What the form has no field for is taken from here. */
  start: CustomSettings
}

/** The definition, and what differs from it. */
export type CustomSettings = Omit<Connection, 'baseUrl'>

let rows = 0
export const newRow = (status = '', state: InvoiceState = 'open'): StatusRow => ({ id: (rows += 1), status, state })

const firstOf = (call: ListCall | null): '0' | '1' =>
  call?.paging?.by === 'page' && call.paging.first === 0 ? '0' : '1'

function choicesOf(definition: ProviderDefinition): Choices {
  const { authorization, profile, invoices, products, amountUnit, dates, balance, missingStatus } = definition
  return {
    scheme: authorization.scheme,
    profileCredential:
      authorization.scheme !== 'query' && profile?.authorization?.scheme === 'query' ? 'query' : 'usual',
    invoicesPaging: invoices?.paging?.by ?? '',
    productsPaging: products?.paging?.by ?? '',
    invoicesFirst: firstOf(invoices),
    productsFirst: firstOf(products),
    amountUnit,
    dates: dates ?? '',
    balance: balance ?? '',
    missingStatus
  }
}

/** Settings as typed text; the definition's own values are left empty. */
export function draftOf(settings: CustomSettings): Draft {
  const definition = definitionOf({ ...settings, baseUrl: '' })
  const base = textsOf(baseOf(settings))
  const own = textsOf({ ...definition, name: settings.name ?? base.name }, settings.user)
  const typed = TEXT_FIELDS.map((name) => [name, own[name] === base[name] ? '' : own[name]] as const)
  const texts = Object.fromEntries(typed) as Record<TextField, string>
  // Without a sign-in, the usual names of its fields are no values of the definition.
  const fields = settings.provider === null ? withoutUsualNames(texts) : texts
  const { invoiceFields, productFields, profileFields } = definition
  return {
    provider: settings.provider,
    start: settings,
    texts: fields,
    ...choicesOf(definition),
    statuses: Object.entries(definition.statuses).map(([status, state]) => newRow(status, state)),
    ...{ invoiceFields, productFields, profileFields }
  }
}

function withoutUsualNames(texts: Record<TextField, string>): Record<TextField, string> {
  const usual = Object.entries(SIGN_IN_FIELDS) as [keyof typeof SIGN_IN_FIELDS, string][]
  return {
    ...texts,
    ...Object.fromEntries(usual.map(([name, text]) => [name, texts[name] === text ? '' : texts[name]]))
  }
}

const PLACES = { invoices: 'invoiceFields', products: 'productFields', profile: 'profileFields' } as const

/** Where a definition says that a field stands. */
export const fieldPlaces = (draft: Draft, call: TrialCall): Readonly<Partial<Record<string, string>>> =>
  draft[PLACES[call]]

/** @param place null: where the usual names find it */
export function withFieldPlace(draft: Draft, call: TrialCall, field: string, place: string | null): Draft {
  const { [field]: _, ...others } = fieldPlaces(draft, call)
  return { ...draft, [PLACES[call]]: place === null ? others : { ...others, [field]: place } }
}

export const canAddStatus = (draft: Draft): boolean => draft.statuses.length < MOST_STATUSES

/** The texts, with the definition's where they are empty. */
export function valuesIn(draft: Draft): Record<TextField, string> {
  const base = textsOf(baseOf(draft))
  const values = TEXT_FIELDS.map((name) => [name, draft.texts[name].trim() || base[name]] as const)
  return Object.fromEntries(values) as Record<TextField, string>
}

/** Without what is empty. */
type Filled<T> = { [K in keyof T]: Exclude<T[K], ''> }
const filled = <T extends object>(parts: T): Filled<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== '' && value !== undefined)) as Filled<T>

/** The settings as plain data, without what is as in the definition. Unchecked: settingsIn (draftProblems.ts) checks them. */
export function uncheckedSettings(draft: Draft): CustomSettings {
  const base = baseOf(draft)
  const parts = { ...draft.start, ...definitionIn(draft) }
  const { provider: _, user: _user, ...named } = parts
  const changes = Object.entries(named).filter(
    ([name, value]) => value !== undefined && !isSame(value, base[name as keyof typeof base])
  )
  const { user } = userIn(draft)
  return { provider: draft.provider, ...(user !== null && { user }), ...Object.fromEntries(changes) }
}

/** The user name of Basic: fixed by one's own definition, else the account's. */
function userIn({ scheme, texts, provider, start }: Draft): { fixed: string | null; user: string | null } {
  const user = scheme === 'Basic' ? texts.user.trim() : ''
  if (user === '') return { fixed: null, user: null }
  return provider === null && start.user === undefined ? { fixed: user, user: null } : { fixed: null, user }
}

function authorizationIn(draft: Draft): Authorization {
  const { scheme } = draft
  const before = draft.start.authorization ?? baseOf(draft).authorization
  if (scheme === 'header' || scheme === 'query') {
    const name = valuesIn(draft).credentialName
    // The form has no field for it.
    const { prefix = undefined } = before.scheme === 'header' && before.name === name ? before : {}
    return { scheme, name, ...(scheme === 'header' && prefix !== undefined && { prefix }) }
  }
  const { fixed, user } = userIn(draft)
  if (scheme !== 'Basic') return { scheme }
  if (fixed !== null) return { scheme, user: fixed }
  return { scheme, ...(user === null && before.scheme === 'Basic' && before.keyAs && { keyAs: before.keyAs }) }
}

const FORM_PARTS: Readonly<Record<AuthorizedCall, readonly string[]>> = {
  invoices: ['path', 'listAt', 'paging'],
  products: ['path', 'listAt', 'paging'],
  profile: ['path', 'recordAt'],
  invoice: ['path'],
  invoicePdf: ['path'],
  product: ['path']
}

/** What a call has that the form has no field for. */
function restOf<Name extends AuthorizedCall>(
  { start, provider }: Draft,
  name: Name
): Partial<ProviderDefinition[Name]> {
  const own = start[name] ?? baseOf({ provider })[name] ?? {}
  const rest = Object.entries(own).filter(([part]) => !FORM_PARTS[name].includes(part))
  return Object.fromEntries(rest) as Partial<ProviderDefinition[Name]>
}

/** The definition had this call, and the connection has taken it away. */
const isTakenAway = (draft: Draft, name: AuthorizedCall, path: TextField): boolean =>
  draft.start[name] === null && draft.texts[path].trim() === ''

function listIn(draft: Draft, list: List): ListCall | null {
  const values = valuesIn(draft)
  const path = values[`${list}Path`]
  if (path === '' || isTakenAway(draft, list, `${list}Path`)) return null
  const paging = pagingIn(draft, list)
  return { ...restOf(draft, list), ...filled({ path, listAt: values[`${list}ListAt`] }), ...(paging && { paging }) }
}

function pagingIn(draft: Draft, list: List): Paging | null {
  const by = draft[`${list}Paging`]
  const values = valuesIn(draft)
  const size = values[`${list}Size`]
  const sized = filled({ sizeParameter: values[`${list}SizeParameter`], size: size === '' ? undefined : Number(size) })
  const parameter = values[`${list}Parameter`]
  if (by === '') return null
  if (by === 'none') return { by }
  if (by === 'link') return { by, ...sized }
  if (by === 'offset') return { by, parameter, ...sized }
  if (by === 'cursor') return { by, parameter, ...filled({ cursorAt: values[`${list}CursorAt`] }), ...sized }
  return { by, parameter, ...(draft[`${list}First`] === '0' && { first: 0 as const }), ...sized }
}

function callIn<Name extends 'invoice' | 'invoicePdf' | 'product'>(draft: Draft, name: Name): { path: string } | null {
  const path = valuesIn(draft)[`${name}Path`]
  return path === '' || isTakenAway(draft, name, `${name}Path`) ? null : { ...restOf(draft, name), path }
}

const IN_QUERY: Authorization = { scheme: 'query', name: 'apikey' }

function profileIn(draft: Draft): ProviderDefinition['profile'] {
  const { profilePath, profileRecordAt } = valuesIn(draft)
  if (profilePath === '' || isTakenAway(draft, 'profile', 'profilePath')) return null
  const { authorization, ...rest } = restOf(draft, 'profile') ?? {}
  const other = authorization?.scheme === 'query' ? undefined : authorization
  const own =
    draft.profileCredential === 'query' ? (authorization?.scheme === 'query' ? authorization : IN_QUERY) : other
  return { ...rest, ...filled({ path: profilePath, recordAt: profileRecordAt }), ...(own && { authorization: own }) }
}

function signInIn(draft: Draft): ProviderDefinition['signIn'] {
  if (draft.start.signIn === null && draft.texts.signInPath.trim() === '') return null
  const values = valuesIn(draft)
  if (values.signInPath === '') return null
  const base = baseOf(draft).signIn
  // A usual name goes without saying.
  const named = FIELD_SETTINGS.map((name) => {
    const text = draft.texts[name].trim()
    return [name, (text === SIGN_IN_FIELDS[name] ? '' : text) || (base?.[name] ?? '')] as const
  })
  const { signInPath, tokenAt } = values
  return filled({ path: signInPath, ...Object.fromEntries(named), tokenAt })
}

function definitionIn(draft: Draft): Partial<ProviderDefinition> {
  const values = valuesIn(draft)
  const { amountUnit, dates, balance, missingStatus, invoiceFields, productFields, profileFields } = draft
  const other: AmountUnit = amountUnit === 'minor' ? 'major' : 'minor'
  return {
    name: values.name,
    authorization: authorizationIn(draft),
    signIn: signInIn(draft),
    invoices: listIn(draft, 'invoices'),
    invoice: callIn(draft, 'invoice'),
    invoicePdf: callIn(draft, 'invoicePdf'),
    products: listIn(draft, 'products'),
    product: callIn(draft, 'product'),
    profile: profileIn(draft),
    ...{ amountUnit, missingStatus, invoiceFields, productFields, profileFields },
    amountUnits: Object.fromEntries(currenciesIn(values.otherUnits).map((currency) => [currency, other])),
    currency: values.currency === '' ? null : values.currency.toUpperCase(),
    dates: dates === '' ? null : dates,
    balance: balance === '' ? null : balance,
    statuses: Object.fromEntries(draft.statuses.map((row) => [row.status.trim(), row.state])),
    paymentTermDays: values.paymentTermDays === '' ? null : Number(values.paymentTermDays),
    timeoutSeconds: Number(values.timeoutSeconds)
  }
}

/** JSON whose objects have their names in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** Whether two connections mean the same, whether or not they spell out the definition's values. */
export const sameConnection = (one: Connection, other: Connection): boolean =>
  isSame([one.provider, one.user ?? null, definitionOf(one)], [other.provider, other.user ?? null, definitionOf(other)])
