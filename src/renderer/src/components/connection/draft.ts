/** A connection in a form: texts as typed (empty: the definition's value), choices, statuses, and places of fields. */
import { isStatus, isTerm, MOST_STATUSES, statusKey, type Connection } from '../../../../shared/models/connection.ts'
import { TERM_DAYS, type InvoiceState } from '../../../../shared/models/invoice.ts'
import {
  hasPlaceholder,
  isCurrency,
  isFieldName,
  isFieldPath,
  isHeaderName,
  isParameter,
  isPathTemplate,
  isTimeout,
  isUserName,
  PAGE_SIZE,
  PATTERNS,
  PLACEHOLDERS,
  SIGN_IN_FIELDS,
  signInFieldsOf,
  TIMEOUT_SECONDS,
  unusableCall,
  type AmountUnit,
  type Authorization,
  type AuthorizedCall,
  type ListCall,
  type Paging,
  type ProviderDefinition
} from '../../../../shared/models/provider.ts'
import type { TrialCall } from '../../../../shared/models/provider-trial.ts'
import type { ProviderId } from '../../../../shared/providers/built-in.ts'
import { baseOf, definitionOf } from '../../../../shared/providers/definition.ts'

interface TextRule {
  /** Maximum length, characters. */
  longest: number
  isValid: (text: string, draft: Pick<Draft, 'scheme'>) => boolean
  /** What is said of a text that isn't valid: `connection.invalid.…`. */
  about:
    | 'name'
    | 'headerName'
    | 'user'
    | 'path'
    | 'pathWithId'
    | 'fieldName'
    | 'fieldPath'
    | 'parameter'
    | 'currency'
    | 'currencies'
    | 'number'
  /** Of a whole number. */
  range?: { least: number; most: number } | undefined
}
const fieldName: TextRule = { longest: 64, isValid: isFieldName, about: 'fieldName' }
const fieldPath: TextRule = { longest: 200, isValid: isFieldPath, about: 'fieldPath' }
/** @param ids that aren't known before the call */
const pathWithout = (...ids: readonly (typeof PLACEHOLDERS)[number][]): TextRule => ({
  longest: 512,
  isValid: (text) => isPathTemplate(text) && !ids.some((id) => hasPlaceholder(text, id)),
  about: 'path'
})
const listPath = pathWithout('{id}')
const plainPath = pathWithout(...PLACEHOLDERS)
const pathWithId: TextRule = {
  longest: 512,
  isValid: (text) => isPathTemplate(text) && hasPlaceholder(text, '{id}'),
  about: 'pathWithId'
}
const parameter: TextRule = { longest: 64, isValid: isParameter, about: 'parameter' }
const wholeNumber = (
  longest: number,
  range: { least: number; most: number },
  isInRange = (value: number): boolean => value >= range.least && value <= range.most
): TextRule => ({ longest, isValid: (text) => /^\d+$/.test(text) && isInRange(Number(text)), about: 'number', range })

const TEXT_RULES = {
  name: { longest: 60, isValid: (text) => PATTERNS.providerName.test(text), about: 'name' },
  credentialName: {
    longest: 64,
    isValid: (text, { scheme }) => (scheme === 'header' ? isHeaderName(text) : isParameter(text)),
    about: 'headerName'
  },
  user: { longest: 256, isValid: isUserName, about: 'user' },
  invoicesPath: listPath,
  invoicesList: fieldPath,
  invoicesParameter: parameter,
  invoicesFrom: fieldPath,
  invoicesSizeParameter: parameter,
  invoicesSize: wholeNumber(4, PAGE_SIZE),
  invoicePath: pathWithId,
  invoicePdfPath: pathWithId,
  productsPath: listPath,
  productsList: fieldPath,
  productsParameter: parameter,
  productsFrom: fieldPath,
  productsSizeParameter: parameter,
  productsSize: wholeNumber(4, PAGE_SIZE),
  productPath: pathWithId,
  profilePath: plainPath,
  profileRecord: fieldPath,
  signInPath: plainPath,
  emailField: fieldName,
  passwordField: fieldName,
  codeField: fieldName,
  tokenAt: fieldPath,
  renewalPath: plainPath,
  renewalField: fieldName,
  refreshTokenAt: fieldPath,
  renewedTokenAt: fieldPath,
  currency: { longest: 3, isValid: (text) => isCurrency(text.toUpperCase()), about: 'currency' },
  otherUnits: {
    longest: 250,
    isValid: (text) => currenciesIn(text).every(isCurrency) && currenciesIn(text).length <= 50,
    about: 'currencies'
  },
  paymentTermDays: wholeNumber(3, TERM_DAYS, isTerm),
  timeoutSeconds: wholeNumber(3, TIMEOUT_SECONDS, isTimeout)
} as const satisfies Record<string, TextRule>
export type TextField = keyof typeof TEXT_RULES
export const TEXT_FIELDS = Object.keys(TEXT_RULES) as TextField[]
export const ruleOf = (name: TextField): TextRule => TEXT_RULES[name]

const currenciesIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

export const LISTS = ['invoices', 'products'] as const
export type List = (typeof LISTS)[number]
export type PagingChoice = Paging['by'] | ''
/** The fields of a list's paging that a choice has. */
export const PAGING_FIELDS: Readonly<
  Record<PagingChoice, readonly ('Parameter' | 'From' | 'SizeParameter' | 'Size')[]>
> = {
  '': [],
  none: [],
  link: ['SizeParameter', 'Size'],
  page: ['Parameter', 'SizeParameter', 'Size'],
  offset: ['Parameter', 'SizeParameter', 'Size'],
  cursor: ['Parameter', 'From', 'SizeParameter', 'Size']
}

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
  provider: ProviderId | null
  texts: Readonly<Record<TextField, string>>
  statuses: StatusRow[]
  /** What the form has no field for is taken from here. */
  start: CustomSettings
}

/** The definition, and what differs from it. */
export type CustomSettings = Omit<Connection, 'baseUrl'>

export interface Problems {
  /** `twice`: another field of the sign-in request has the same name. `missing`: another field needs this one. `unusable`: other fields make the call so. */
  fields: Partial<Record<TextField, 'wrong' | 'twice' | 'missing' | 'unusable'>>
  rows: Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>
}

let rows = 0
export const newRow = (status = '', state: InvoiceState = 'open'): StatusRow => ({ id: (rows += 1), status, state })

const textOf = (value: string | number | null | undefined): string => String(value ?? '')

type ListText = 'Path' | 'List' | 'Parameter' | 'From' | 'SizeParameter' | 'Size'
type ListTexts<L extends List> = Record<`${L}${ListText}`, string>
function listTexts<L extends List>(list: L, call: ListCall | null): ListTexts<L> {
  const paging = call?.paging
  const sized = paging && paging.by !== 'none' ? paging : null
  const texts: Record<ListText, string> = {
    Path: textOf(call?.path),
    List: textOf(call?.list),
    Parameter: textOf(paging && 'parameter' in paging ? paging.parameter : null),
    From: textOf(paging?.by === 'cursor' ? paging.from : null),
    SizeParameter: textOf(sized?.sizeParameter),
    Size: textOf(sized?.size)
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [list + name, text])) as ListTexts<L>
}

/** A definition's values as text. */
export function textsOf(definition: ProviderDefinition, user?: string): Record<TextField, string> {
  const { authorization, signIn } = definition
  const fields = signIn && signInFieldsOf(signIn)
  return {
    name: definition.name,
    credentialName: 'name' in authorization ? authorization.name : '',
    user: textOf(authorization.scheme === 'Basic' ? (authorization.user ?? user) : null),
    ...listTexts('invoices', definition.invoices),
    invoicePath: textOf(definition.invoice?.path),
    invoicePdfPath: textOf(definition.invoicePdf?.path),
    ...listTexts('products', definition.products),
    productPath: textOf(definition.product?.path),
    profilePath: textOf(definition.profile?.path),
    profileRecord: textOf(definition.profile?.record),
    signInPath: textOf(signIn?.path),
    emailField: textOf(fields?.emailField),
    passwordField: textOf(fields?.passwordField),
    codeField: textOf(fields?.codeField),
    tokenAt: textOf(signIn?.tokenAt),
    renewalPath: textOf(signIn?.renewal?.path),
    renewalField: textOf(signIn?.renewal?.field),
    refreshTokenAt: textOf(signIn?.renewal?.refreshTokenAt),
    renewedTokenAt: textOf(signIn?.renewal?.tokenAt),
    currency: textOf(definition.currency),
    otherUnits: Object.entries(definition.amountUnits)
      .flatMap(([currency, unit]) => (unit === definition.amountUnit ? [] : [currency]))
      .join(', '),
    paymentTermDays: textOf(definition.paymentTermDays),
    timeoutSeconds: textOf(definition.timeoutSeconds)
  }
}

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

/** What an empty field means. */
export function placeholdersOf({ provider }: Pick<Draft, 'provider'>): Record<TextField, string> {
  const base = textsOf(baseOf({ provider }))
  const usual = provider === null ? SIGN_IN_FIELDS : {}
  return { ...base, ...usual }
}

/** What main would reject; null: nothing. */
export function problemsOf(draft: Draft): Problems | null {
  const found: Problems = { fields: {}, rows: {} }
  for (const name of namedTwice(draft)) found.fields[name] = 'twice'
  for (const name of missingIn(draft)) found.fields[name] = 'missing'
  for (const name of TEXT_FIELDS) {
    const text = draft.texts[name].trim()
    if (text !== '' && !ruleOf(name).isValid(text, draft)) found.fields[name] = 'wrong'
  }
  const seen = new Set<string>()
  for (const { id, status } of draft.statuses) {
    const key = statusKey(status)
    if (key === '') found.rows[id] = 'statusEmpty'
    else if (seen.has(key)) found.rows[id] = 'statusTwice'
    else if (!isStatus(status.trim())) found.rows[id] = 'statusLong'
    seen.add(key)
  }
  if (isEmpty(found.fields)) {
    const call = unusableCall(definitionOf({ ...allSettingsIn(draft), baseUrl: '' }))
    if (call) found.fields[`${call}Path`] = 'unusable'
  }
  return isEmpty(found.fields) && isEmpty(found.rows) ? null : found
}
const isEmpty = (found: object): boolean => Object.keys(found).length === 0

const FIELD_SETTINGS = Object.keys(SIGN_IN_FIELDS) as (keyof typeof SIGN_IN_FIELDS)[]

function namedTwice(draft: Draft): TextField[] {
  const usual = placeholdersOf(draft)
  const names = FIELD_SETTINGS.map((name) => draft.texts[name].trim() || usual[name])
  return FIELD_SETTINGS.filter(
    (name, at) => draft.texts[name].trim() !== '' && names.some((one, other) => other !== at && one === names[at])
  )
}

/** Fields that others need: without them, what is typed there would be lost. */
function missingIn(draft: Draft): TextField[] {
  const values = valuesIn(draft)
  const missing: TextField[] = []
  const need = (name: TextField, by: readonly TextField[]): void => {
    if (values[name] === '' && by.some((other) => draft.texts[other].trim() !== '')) missing.push(name)
  }
  need('signInPath', [...FIELD_SETTINGS, 'tokenAt', 'renewalPath'])
  const renewal = ['renewalPath', 'renewalField', 'refreshTokenAt'] as const
  for (const name of renewal) need(name, [...renewal, 'renewedTokenAt'])
  need('profilePath', ['profileRecord'])
  for (const list of LISTS) {
    const fields = PAGING_FIELDS[draft[`${list}Paging`]]
    need(`${list}Path`, [`${list}List`, ...fields.map((field) => `${list}${field}` as const)])
    if (fields.includes('Parameter') && values[`${list}Path`] !== '' && values[`${list}Parameter`] === '') {
      missing.push(`${list}Parameter`)
    }
  }
  if ((draft.scheme === 'header' || draft.scheme === 'query') && values.credentialName === '') {
    missing.push('credentialName')
  }
  return missing
}

/** The same settings over another definition; one's own says everything itself. */
export function withProvider(draft: Draft, provider: ProviderId | null): Draft {
  const settings = settingsIn(draft) ?? draft.start
  const { baseUrl: _, ...whole } = definitionOf({ ...settings, baseUrl: '' })
  const next = draftOf(provider === null ? { ...settings, ...whole, provider } : { ...settings, provider })
  const typed = TEXT_FIELDS.filter((name) => draft.texts[name] !== '').map((name) => [name, draft.texts[name]])
  return { ...next, texts: { ...next.texts, ...(Object.fromEntries(typed) as Partial<Record<TextField, string>>) } }
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
function valuesIn(draft: Draft): Record<TextField, string> {
  const base = textsOf(baseOf(draft))
  const values = TEXT_FIELDS.map((name) => [name, draft.texts[name].trim() || base[name]] as const)
  return Object.fromEntries(values) as Record<TextField, string>
}

/** Without what is empty. */
type Filled<T> = { [K in keyof T]: Exclude<T[K], ''> }
const filled = <T extends object>(parts: T): Filled<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== '' && value !== undefined)) as Filled<T>

/** The settings as plain data, without what is as in the definition; null while one of them is invalid. */
export const settingsIn = (draft: Draft): CustomSettings | null => (problemsOf(draft) ? null : allSettingsIn(draft))

function allSettingsIn(draft: Draft): CustomSettings {
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
  if (scheme === 'header' || scheme === 'query') return { scheme, name: valuesIn(draft).credentialName }
  const { fixed } = userIn(draft)
  return scheme === 'Basic' ? { scheme, ...(fixed !== null && { user: fixed }) } : { scheme }
}

const FORM_PARTS: Readonly<Record<AuthorizedCall, readonly string[]>> = {
  invoices: ['path', 'list', 'paging'],
  products: ['path', 'list', 'paging'],
  profile: ['path', 'record'],
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
  return { ...restOf(draft, list), ...filled({ path, list: values[`${list}List`] }), ...(paging && { paging }) }
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
  if (by === 'cursor') return { by, parameter, ...filled({ from: values[`${list}From`] }), ...sized }
  return { by, parameter, ...(draft[`${list}First`] === '0' && { first: 0 as const }), ...sized }
}

function callIn<Name extends 'invoice' | 'invoicePdf' | 'product'>(draft: Draft, name: Name): { path: string } | null {
  const path = valuesIn(draft)[`${name}Path`]
  return path === '' || isTakenAway(draft, name, `${name}Path`) ? null : { ...restOf(draft, name), path }
}

const IN_QUERY: Authorization = { scheme: 'query', name: 'apikey' }

function profileIn(draft: Draft): ProviderDefinition['profile'] {
  const { profilePath, profileRecord } = valuesIn(draft)
  if (profilePath === '' || isTakenAway(draft, 'profile', 'profilePath')) return null
  const { authorization, ...rest } = restOf(draft, 'profile') ?? {}
  const other = authorization?.scheme === 'query' ? undefined : authorization
  const own =
    draft.profileCredential === 'query' ? (authorization?.scheme === 'query' ? authorization : IN_QUERY) : other
  return { ...rest, ...filled({ path: profilePath, record: profileRecord }), ...(own && { authorization: own }) }
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
  const renewal = filled({
    path: values.renewalPath,
    field: values.renewalField,
    refreshTokenAt: values.refreshTokenAt,
    tokenAt: values.renewedTokenAt
  })
  const { signInPath, tokenAt } = values
  return {
    ...filled({ path: signInPath, ...Object.fromEntries(named), tokenAt }),
    ...(values.renewalPath !== '' && { renewal })
  }
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
