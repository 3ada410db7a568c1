/** What a trial shows of a record: its fields as they came, and what the readers made of them. */
import { cut } from '../../../shared/i18n/format.ts'
import { PROFILE_GROUPS, type ProfileGroup, type ProfileView } from '../../../shared/models/profile.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import type { Invoice, InvoiceField } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { Plan } from '../../../shared/models/plan.ts'
import { PLAN_PLACES, type PlanPlace } from '../../../shared/models/provider.ts'
import { PRODUCT_FIELDS, type Product, type ProductField } from '../../../shared/models/product.ts'
import {
  TRIAL_LIMITS,
  type TrialField,
  type TrialReading,
  type TrialRecord
} from '../../../shared/models/provider-trial.ts'
import { isNothing } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { PRODUCT_NAMES, UNAVAILABLE_NAMES } from './product-vocabulary.ts'
import type { TracedValue, TracedRecord } from './record-trace.ts'
import { isObject, type JsonObject } from './records.ts'
import { elementAt, valueAt } from './wrappers.ts'

type Names = readonly string[]
type Values = readonly (readonly [TrialField, string | null])[]

export const trialOfInvoice = (traced: TracedRecord, invoice: Invoice, dropped: number): TrialRecord =>
  trialRecord(traced, invoiceValues(invoice), invoiceFieldsBy, dropped)

export const trialOfProduct = (traced: TracedRecord, product: Product, dropped: number): TrialRecord =>
  trialRecord(
    traced,
    PRODUCT_FIELDS.map((field) => [field, textOf(product[field])]),
    productFieldsBy,
    dropped
  )

export function trialOfProfile(traced: TracedRecord, { groups, balance, dropped }: ProfileView): TrialRecord {
  const values = Object.entries(PROFILE_GROUPS).flatMap(([group, fields]) => {
    const known = new Map(groups[group as ProfileGroup].map(({ name, value }) => [name, value]))
    return fields.map((field) => [field, textOf(known.get(field))] as const)
  })
  const money = balance ? [balance.amount, balance.currency].filter((part) => part !== null).join(' ') : null
  return trialRecord(traced, [...values, ['balance', money]], (names) => names as TrialField[], dropped)
}

/** Of a subscription, too: what it would say of its plan. */
export function trialOfPlan(traced: TracedRecord, plan: Plan, dropped: number): TrialRecord {
  const { price, quantity, traffic } = plan
  const cameAt = (name: PlanPlace): Json => {
    const found = traced.found.find(({ names, isReadable }) => names[0] === name && isReadable)
    return found ? valueAt(traced.raw, found.place) : null
  }
  const values: Readonly<Record<PlanPlace, Json>> = {
    ...plan,
    id: plan.key.startsWith('~') ? null : plan.key,
    plan: cameAt('plan'),
    price: price?.amount ?? null,
    // A subscription may have the currency of its plan's price.
    currency: price?.currency ?? cameAt('currency'),
    quantity: quantity?.amount ?? null,
    trafficLimit: traffic?.limit ?? null,
    trafficUsed: traffic?.used ?? null,
    trafficLeft: traffic?.left ?? null
  }
  const all = PLAN_PLACES.map((field) => [field, textOf(values[field])] as const)
  return trialRecord(traced, all, (names) => names as PlanPlace[], dropped)
}

function trialRecord(
  { raw, found }: TracedRecord,
  values: Values,
  fieldsBy: (names: Names) => readonly TrialField[],
  dropped: number
): TrialRecord {
  const read = values.map(([field, text]) => {
    const traced = found.filter(({ names }) => fieldsBy(names).includes(field))
    const [empty, others] = [true, false].map((isEmpty) =>
      traced.filter(({ place }) => isEmptyAt(raw, place) === isEmpty)
    )
    return readingOf(field, text, { empty: empty ?? [], others: others ?? [] })
  })
  const used = [
    ...read.flatMap(({ place, problem }) => (place !== null && problem === null ? [place] : [])),
    ...found.flatMap(({ names, place, isReadable }) => (isReadable && fieldsBy(names).length === 0 ? [place] : []))
  ]
  const isRead = (place: string): boolean => used.some((one) => isWithin(one, place) || isWithin(place, one))
  const came = [...valuesIn(raw)].map(({ place, value }) => ({
    place: cut(place, TRIAL_LIMITS.place),
    value: shortened(value),
    isRead: isRead(place)
  }))
  return { came, read, dropped }
}

interface Found {
  empty: readonly TracedValue[]
  others: readonly TracedValue[]
}

function readingOf(field: TrialField, text: string | null, { empty, others }: Found): TrialReading {
  const readable = others.find(({ isReadable }) => isReadable)
  const isUnknown = text === null || (field === 'state' && text === 'unknown')
  const came = readable ?? others[0]
  const place = (isUnknown ? (came ?? empty[0]) : readable)?.place ?? null
  const problem = isUnknown ? (place === null ? 'missing' : came ? 'unreadable' : 'empty') : null
  return { field, text: text && cut(text, TRIAL_LIMITS.text), place: place && cut(place, TRIAL_LIMITS.place), problem }
}

/** null, blank text, and objects and lists of nothing else. */
function isEmptyAt(raw: JsonObject, place: string): boolean {
  let value: Json | undefined = raw
  for (const name of place.split('.')) {
    if (Array.isArray(value)) value = elementAt(value, name)
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value !== undefined && isEmpty(value, 1)
}

const isEmpty = (value: Json, depth: number): boolean =>
  isNothing(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && depth < DEEPEST && Object.values(value ?? {}).every((one) => isEmpty(one, depth + 1)))

const isWithin = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}.`)

/** Objects are opened to this depth. */
const DEEPEST = 4

function* valuesIn(raw: JsonObject): Generator<{ place: string; value: Json }> {
  let left: number = TRIAL_LIMITS.fields
  const within = function* (object: JsonObject, around: string, depth: number): ReturnType<typeof valuesIn> {
    for (const [name, value] of Object.entries(object)) {
      const place = around + name
      // Each place has the names around it again: 200 of them in a name of 4 MB take 800 MB. No definition could say them.
      const canOpen = depth < DEEPEST && place.length <= TRIAL_LIMITS.place
      if (canOpen && isObject(value) && Object.keys(value).length > 0) {
        yield* within(value, `${place}.`, depth + 1)
      } else {
        if (left <= 0) return
        left -= 1
        yield { place, value }
      }
    }
  }
  yield* within(raw, '', 1)
}

function shortened(value: Json): Json {
  const text = textOf(value)
  return text === null || text.length < TRIAL_LIMITS.text ? value : text
}

function textOf(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  return cut(typeof value === 'string' ? value : JSON.stringify(value), TRIAL_LIMITS.text)
}

const invoiceValues = (invoice: Invoice): Values => [
  // A generated key begins with a tilde.
  ['id', invoice.key.startsWith('~') ? null : invoice.key],
  ...(Object.keys(invoiceFields) as InvoiceField[]).map((field) => [field, invoiceValue(invoice, field)] as const)
]

function invoiceValue(invoice: Invoice, field: InvoiceField): string | null {
  if (field === 'issuedAt') return invoice.issuedDay
  return field === 'dueAt' ? invoice.dueDay : invoice[field]
}

type InvoiceNames = keyof typeof FIELD_NAMES

/** Names that are looked for on behalf of other fields. */
const MORE_NAMES: { readonly [N in InvoiceNames]?: readonly TrialField[] } = {
  id: ['id'],
  wholeTotal: ['total'],
  taxedTotal: ['total'],
  taxedTotalMinor: ['total'],
  grossTotal: ['total'],
  grossTotalMinor: ['total'],
  secondTax: ['taxes'],
  thirdTax: ['taxes'],
  amountDue: ['total', 'remaining'],
  amountDueMinor: ['total', 'remaining'],
  balance: ['remaining'],
  balanceMinor: ['remaining'],
  maybeRemaining: ['remaining'],
  maybeRemainingMinor: ['remaining'],
  status: ['state', 'providerStatus'],
  payment: ['state'],
  paid: ['state'],
  isPaid: ['state'],
  isVoid: ['state'],
  isDraft: ['state'],
  isArchived: ['state'],
  paymentDate: ['paidAt', 'state'],
  paidAt: ['paidAt', 'state'],
  kind: ['kind', 'state'],
  bareKind: ['kind', 'state'],
  isCredit: ['kind', 'state'],
  isProforma: ['kind', 'state'],
  isQuote: ['kind', 'state'],
  maybeDueAt: ['dueAt']
}

const isInvoiceField = (name: string): name is InvoiceField => Object.hasOwn(invoiceFields, name)

const FIELDS_BY_INVOICE_NAMES: ReadonlyMap<Names, readonly TrialField[]> = new Map(
  (Object.keys(FIELD_NAMES) as InvoiceNames[]).map((key) => {
    const field = key.replace(/Minor$/, '')
    return [FIELD_NAMES[key], MORE_NAMES[key] ?? (isInvoiceField(field) ? [field] : [])]
  })
)
const invoiceFieldsBy = (names: Names): readonly TrialField[] => FIELDS_BY_INVOICE_NAMES.get(names) ?? []

const FIELDS_BY_PRODUCT_NAMES: ReadonlyMap<Names, readonly ProductField[]> = new Map([
  ...(Object.keys(PRODUCT_NAMES) as (keyof typeof PRODUCT_NAMES)[]).map(
    (field) => [PRODUCT_NAMES[field], [field]] as [Names, ProductField[]]
  ),
  [UNAVAILABLE_NAMES, ['isAvailable']]
])
/** A documented field is looked for by its own name. */
const productFieldsBy = (names: Names): readonly TrialField[] =>
  FIELDS_BY_PRODUCT_NAMES.get(names) ?? PRODUCT_FIELDS.filter((field) => names.length === 1 && names[0] === field)
