/** What Portside reads from a tried record, in words. */
import { PROFILE_GROUPS } from '../../../../../shared/models/profile.ts'
import { invoiceFields, productFields } from '../../../../../shared/models/fields.ts'
import type { InvoiceField } from '../../../../../shared/models/invoice.ts'
import { isAllKnown } from '../../../../../shared/models/owed.ts'
import { isDecimal } from '../../../../../shared/models/decimal.ts'
import { PLAN_PLACES, type PlanPlace } from '../../../../../shared/models/provider.ts'
import type { ProductField } from '../../../../../shared/models/product.ts'
import type { TrialEndpoint, TrialClaim, TrialRecord } from '../../../../../shared/models/provider-trial.ts'
import { formatDateTime, formatDecimal, isMessageKey, t, tn } from '../../../i18n.ts'
import { amountsText, creditNotes, unknownNotes } from '../../invoices/invoiceText.ts'
import type { MenuItem } from '../../../ui/controls/UiMenu.vue'

type ReadField = TrialRecord['read'][number]
interface ReadLine {
  field: string
  label: string
  text: string
  place: string | null
  problem: ReadField['problem']
  /** What to do about the problem; empty: nothing that is known. */
  next: string
  /** The definition says where the field stands. */
  isMapped: boolean
}

const isInvoiceField = (field: string): field is InvoiceField => Object.hasOwn(invoiceFields, field)
const isProductField = (field: string): field is ProductField => Object.hasOwn(productFields, field)

function trialFieldLabel(endpoint: TrialEndpoint, field: string): string {
  if (endpoint === 'invoices' && isInvoiceField(field)) return t(`invoices.column.${invoiceFields[field].column}`)
  const own = endpoint === 'profile' ? `accounts.profile.field.${field}` : `catalogue.product.field.${field}`
  const isOwn = endpoint === 'profile' || (endpoint === 'products' && isProductField(field))
  if (isOwn && isMessageKey(own)) return t(own)
  const ofPlan = `accounts.connection.trial.plan.${field}`
  return isOfPlan(endpoint) && isMessageKey(ofPlan)
    ? t(ofPlan)
    : messageOr(`accounts.connection.trial.field.${field}`, field)
}

/** Nothing of it is found without a place. */
export const isOfPlan = (endpoint: TrialEndpoint): boolean => endpoint === 'plans' || endpoint === 'subscription'

const messageOr = (key: string, otherwise: string): string => (isMessageKey(key) ? t(key) : otherwise)

const MAPPABLE: Readonly<Record<TrialEndpoint, readonly string[]>> = {
  // The state follows from the status.
  invoices: [...Object.keys(invoiceFields).filter((field) => field !== 'state'), 'id'],
  products: Object.keys(productFields),
  profile: [...Object.values(PROFILE_GROUPS).flat(), 'balance'],
  plans: PLAN_PLACES.filter((place) => place !== 'plan'),
  subscription: PLAN_PLACES
}

export const mappableFields = (endpoint: TrialEndpoint): MenuItem[] =>
  MAPPABLE[endpoint].map((key) => ({ key, label: trialFieldLabel(endpoint, key) }))

/** What is said even of a record that lacks it. */
const ALWAYS: Readonly<Record<TrialEndpoint, readonly string[]>> = {
  invoices: ['number', 'state', 'total', 'issuedAt', 'issuedDay', 'dueAt', 'dueDay'],
  products: ['id', 'name'],
  profile: ['email'],
  plans: [],
  subscription: []
}

function valueText(endpoint: TrialEndpoint, field: string, text: string): string {
  if (isOfPlan(endpoint)) return planValueText(field, text)
  if (endpoint !== 'invoices') return text
  if (field === 'state') return messageOr(`accounts.connection.meaning.${text}`, text)
  const type = isInvoiceField(field) ? invoiceFields[field].type : null
  if (type === 'amount') return formatDecimal(text)
  return type === 'date' || field.endsWith('Day') ? formatDateTime(text) : text
}

/** Words are those of the definition. */
function planValueText(field: string, text: string): string {
  if (PLAN_DAYS.has(field)) return formatDateTime(text)
  return PLAN_NUMBERS.has(field) && isDecimal(text) ? formatDecimal(text) : text
}
const PLAN_DAYS: ReadonlySet<string> = new Set<PlanPlace>(['started', 'renews', 'ends', 'periodEnds'])
const PLAN_NUMBERS: ReadonlySet<string> = new Set<PlanPlace>([
  ...(['price', 'quantity', 'trafficLimit', 'trafficUsed', 'trafficLeft'] as const)
])

/** The member of the definition that gives a value of a plan its meaning. */
const PLAN_MEANINGS: { readonly [P in PlanPlace]?: string } = {
  state: 'planStates',
  interval: 'planIntervals',
  renews: 'renewsOnly',
  trafficUsed: 'trafficUnit',
  trafficLeft: 'trafficUnit'
}
function planMeaning(field: string, came: string): string {
  if (field === 'trafficLimit') return Number(came) === 0 ? 'zeroTraffic' : 'trafficUnit'
  return Object.entries(PLAN_MEANINGS).find(([place]) => place === field)?.[1] ?? ''
}

/** Day and month as numbers: which is which isn't known. */
const NUMBERED_DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/

function nextStep(endpoint: TrialEndpoint, field: string, came: string): string {
  if (endpoint === 'invoices' && field === 'state') return t('accounts.connection.trial.whyStatus')
  const part = isOfPlan(endpoint) && !NUMBERED_DATE.test(came) ? planMeaning(field, came) : ''
  if (part !== '') return t('accounts.connection.trial.whyPart', { part })
  return NUMBERED_DATE.test(came) && field !== 'number' ? t('accounts.connection.trial.whyDate') : ''
}

const problemText = (problem: NonNullable<ReadField['problem']>, raw: string): string =>
  problem === 'empty'
    ? t('accounts.connection.trial.emptyField')
    : t(`accounts.connection.trial.${problem}`, { text: raw })

/** What Portside would say of the invoices that came. */
export function claimText({ total, owed, end }: TrialClaim): string {
  const { openAmounts, openWithoutAmount, moreCurrencies } = owed
  const open = owed.open ?? 0
  const isPart = end.by === 'open'
  const none = isAllKnown({ unknown: owed.unknown, isPartial: isPart }) ? 'nothing' : 'noneKnown'
  const amounts = amountsText(openAmounts, moreCurrencies.openAmounts)
  return [
    isPart && total > 0 ? tn('accounts.connection.claim.page', total) : tn('accounts.connection.claim.came', total),
    open > 0 ? tn('accounts.connection.claim.open', open) : t(`invoices.summary.${none}`),
    ...(amounts === '' ? [] : [t('accounts.connection.claim.owed', { amounts })]),
    ...(openWithoutAmount > 0 ? [tn('invoices.summary.withoutAmount', openWithoutAmount)] : []),
    ...creditNotes(owed),
    ...unknownNotes(owed)
  ].join(' · ')
}

/** How it is known that they are all, or that they aren't. */
export function endText({ end }: TrialClaim): string {
  if (end.by === 'word') return t('accounts.connection.claim.byWord', { word: end.word })
  if (end.by === 'definition') return t('accounts.connection.claim.byDefinition')
  return t(end.by === 'silent' ? 'accounts.connection.claim.bySilence' : 'accounts.connection.claim.goesOn')
}

export function readLines(
  endpoint: TrialEndpoint,
  { came, read }: TrialRecord,
  places: Readonly<Partial<Record<string, string>>>
): ReadLine[] {
  const shown = read.filter(
    ({ field, problem }) => problem !== 'missing' || ALWAYS[endpoint].includes(field) || places[field] !== undefined
  )
  return shown.map(({ field, text, place, problem }) => {
    const value = came.find((one) => one.place === place)?.value ?? ''
    const raw = typeof value === 'string' ? value : JSON.stringify(value)
    const read = text === null ? '' : valueText(endpoint, field, text)
    return {
      field,
      label: trialFieldLabel(endpoint, field),
      text: problem === null ? read : problemText(problem, raw),
      place,
      problem,
      next: problem === 'unreadable' ? nextStep(endpoint, field, raw) : '',
      isMapped: places[field] !== undefined
    }
  })
}
