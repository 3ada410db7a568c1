/** What Portside reads from a tried record, in words. */
import { PROFILE_GROUPS } from '../../../../shared/models/profile.ts'
import { invoiceFields, productFields } from '../../../../shared/models/fields.ts'
import type { InvoiceField } from '../../../../shared/models/invoice.ts'
import type { ProductField } from '../../../../shared/models/product.ts'
import type { TrialCall, TrialRecord } from '../../../../shared/models/provider-trial.ts'
import { formatDateTime, formatDecimal, isMessageKey, t } from '../../i18n.ts'
import type { MenuItem } from '../base/UiMenu.vue'

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

function trialFieldLabel(call: TrialCall, field: string): string {
  if (call === 'invoices' && isInvoiceField(field)) return t(`invoices.column.${invoiceFields[field].column}`)
  const own = call === 'profile' ? `profile.field.${field}` : `product.field.${field}`
  const isOwn = call === 'profile' || (call === 'products' && isProductField(field))
  if (isOwn && isMessageKey(own)) return t(own)
  return messageOr(`connection.trial.field.${field}`, field)
}

const messageOr = (key: string, otherwise: string): string => (isMessageKey(key) ? t(key) : otherwise)

const MAPPABLE: Readonly<Record<TrialCall, readonly string[]>> = {
  // The state follows from the status.
  invoices: [...Object.keys(invoiceFields).filter((field) => field !== 'state'), 'id'],
  products: Object.keys(productFields),
  profile: [...Object.values(PROFILE_GROUPS).flat(), 'balance']
}

export const mappableFields = (call: TrialCall): MenuItem[] =>
  MAPPABLE[call].map((key) => ({ key, label: trialFieldLabel(call, key) }))

/** What is said even of a record that lacks it. */
const ALWAYS: Readonly<Record<TrialCall, readonly string[]>> = {
  invoices: ['number', 'state', 'total', 'issuedAt', 'issuedDay', 'dueAt', 'dueDay'],
  products: ['id', 'name'],
  profile: ['email']
}

function valueText(call: TrialCall, field: string, text: string): string {
  if (call !== 'invoices') return text
  if (field === 'state') return messageOr(`connection.meaning.${text}`, text)
  const type = isInvoiceField(field) ? invoiceFields[field].type : null
  if (type === 'amount') return formatDecimal(text)
  return type === 'date' || field.endsWith('Day') ? formatDateTime(text) : text
}

/** Day and month as numbers: which is which isn't known. */
const NUMBERED_DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/

function nextStep(call: TrialCall, field: string, came: string): string {
  if (call === 'invoices' && field === 'state') return t('connection.trial.whyStatus')
  return NUMBERED_DATE.test(came) && field !== 'number' ? t('connection.trial.whyDate') : ''
}

export function readLines(
  call: TrialCall,
  { came, read }: TrialRecord,
  places: Readonly<Partial<Record<string, string>>>
): ReadLine[] {
  const shown = read.filter(
    ({ field, problem }) => problem !== 'missing' || ALWAYS[call].includes(field) || places[field] !== undefined
  )
  return shown.map(({ field, text, place, problem }) => {
    const raw = came.find((one) => one.place === place)?.text ?? ''
    const read = text === null ? '' : valueText(call, field, text)
    return {
      field,
      label: trialFieldLabel(call, field),
      text: problem === null ? read : t(`connection.trial.${problem}`, { text: raw }),
      place,
      problem,
      next: problem === 'unreadable' ? nextStep(call, field, raw) : '',
      isMapped: places[field] !== undefined
    }
  })
}
