/** The text fields of a connection's editor: what each may hold, and a definition's values as text. */
import { isTerm, type Connection } from '../../../../shared/models/connection.ts'
import { TERM_DAYS } from '../../../../shared/models/invoice.ts'
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
  LONGEST,
  MOST_AMOUNT_UNITS,
  PAGE_SIZE,
  PATTERNS,
  PLACEHOLDERS,
  SIGN_IN_FIELDS,
  signInFieldsOf,
  TIMEOUT_SECONDS,
  type Authorization,
  type ListCall,
  type Paging,
  type ProviderDefinition
} from '../../../../shared/models/provider.ts'
import { baseOf } from '../../../../shared/providers/definition.ts'

interface TextRule {
  /** Maximum length, characters. */
  longest: number
  isValid: (text: string, draft: { scheme: Authorization['scheme'] }) => boolean
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
const fieldPath: TextRule = { longest: LONGEST.fieldPath, isValid: isFieldPath, about: 'fieldPath' }
/** @param ids that aren't known before the call */
const pathWithout = (...ids: readonly (typeof PLACEHOLDERS)[number][]): TextRule => ({
  longest: LONGEST.path,
  isValid: (text) => isPathTemplate(text) && !ids.some((id) => hasPlaceholder(text, id)),
  about: 'path'
})
const listPath = pathWithout('{id}')
const plainPath = pathWithout(...PLACEHOLDERS)
const pathWithId: TextRule = {
  longest: LONGEST.path,
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
  invoicesListAt: fieldPath,
  invoicesParameter: parameter,
  invoicesCursorAt: fieldPath,
  invoicesSizeParameter: parameter,
  invoicesSize: wholeNumber(4, PAGE_SIZE),
  invoicePath: pathWithId,
  invoicePdfPath: pathWithId,
  productsPath: listPath,
  productsListAt: fieldPath,
  productsParameter: parameter,
  productsCursorAt: fieldPath,
  productsSizeParameter: parameter,
  productsSize: wholeNumber(4, PAGE_SIZE),
  productPath: pathWithId,
  profilePath: plainPath,
  profileRecordAt: fieldPath,
  signInPath: plainPath,
  emailField: fieldName,
  passwordField: fieldName,
  codeField: fieldName,
  tokenAt: fieldPath,
  currency: { longest: 3, isValid: (text) => isCurrency(text.toUpperCase()), about: 'currency' },
  otherUnits: {
    longest: 250,
    isValid: (text) => currenciesIn(text).every(isCurrency) && currenciesIn(text).length <= MOST_AMOUNT_UNITS,
    about: 'currencies'
  },
  paymentTermDays: wholeNumber(3, TERM_DAYS, isTerm),
  timeoutSeconds: wholeNumber(3, TIMEOUT_SECONDS, isTimeout)
} as const satisfies Record<string, TextRule>
export type TextField = keyof typeof TEXT_RULES
export const TEXT_FIELDS = Object.keys(TEXT_RULES) as TextField[]
export const ruleOf = (name: TextField): TextRule => TEXT_RULES[name]

export const currenciesIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;，；、]+/)
    .filter(Boolean)

export const LISTS = ['invoices', 'products'] as const
export type List = (typeof LISTS)[number]
export type PagingChoice = Paging['by'] | ''
/** The fields of a list's paging that a choice has. */
export const PAGING_FIELDS: Readonly<
  Record<PagingChoice, readonly ('Parameter' | 'CursorAt' | 'SizeParameter' | 'Size')[]>
> = {
  '': [],
  none: [],
  link: ['SizeParameter', 'Size'],
  page: ['Parameter', 'SizeParameter', 'Size'],
  offset: ['Parameter', 'SizeParameter', 'Size'],
  cursor: ['Parameter', 'CursorAt', 'SizeParameter', 'Size']
}

/** The names of the fields in a sign-in request. */
export const FIELD_SETTINGS = Object.keys(SIGN_IN_FIELDS) as (keyof typeof SIGN_IN_FIELDS)[]

const textOf = (value: string | number | null | undefined): string => String(value ?? '')

type ListText = 'Path' | 'ListAt' | 'Parameter' | 'CursorAt' | 'SizeParameter' | 'Size'
type ListTexts<L extends List> = Record<`${L}${ListText}`, string>
function listTexts<L extends List>(list: L, call: ListCall | null): ListTexts<L> {
  const paging = call?.paging
  const sized = paging && paging.by !== 'none' ? paging : null
  const texts: Record<ListText, string> = {
    Path: textOf(call?.path),
    ListAt: textOf(call?.listAt),
    Parameter: textOf(paging && 'parameter' in paging ? paging.parameter : null),
    CursorAt: textOf(paging?.by === 'cursor' ? paging.cursorAt : null),
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
    profileRecordAt: textOf(definition.profile?.recordAt),
    signInPath: textOf(signIn?.path),
    emailField: textOf(fields?.emailField),
    passwordField: textOf(fields?.passwordField),
    codeField: textOf(fields?.codeField),
    tokenAt: textOf(signIn?.tokenAt),
    currency: textOf(definition.currency),
    otherUnits: Object.entries(definition.amountUnits)
      .flatMap(([currency, unit]) => (unit === definition.amountUnit ? [] : [currency]))
      .join(', '),
    paymentTermDays: textOf(definition.paymentTermDays),
    timeoutSeconds: textOf(definition.timeoutSeconds)
  }
}

/** What an empty field means. */
export function placeholdersOf({ provider }: Pick<Connection, 'provider'>): Record<TextField, string> {
  const base = textsOf(baseOf({ provider }))
  const usual = provider === null ? SIGN_IN_FIELDS : {}
  return { ...base, ...usual }
}
