/** What an invoice's state means in words: how long it is open, when it is due, what the platform calls it. */
import type { Invoice } from '../../../../shared/model/invoice.ts'
import { t, tn } from '../../i18n/invoices.ts'

const DAY = 24 * 60 * 60 * 1000

/** The calendar day that a date or date-time names on its face, in days since 1970; null when it is none. */
function dayOf(text: string | null): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '')
  return parts ? Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / DAY : null
}

function today(now: number): number {
  const at = new Date(now)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY
}

/** Only what is known is claimed: overdue where a due date exists, else how long it has been open. */
function waiting({ state, dueAt, issuedAt }: Invoice, now: number): string | null {
  if (state !== 'open') return null
  const due = dayOf(dueAt)
  if (due !== null) {
    const left = due - today(now)
    return left < 0 ? tn('invoices.overdue', -left) : tn('invoices.dueIn', left)
  }
  const issued = dayOf(issuedAt)
  const age = issued === null ? -1 : today(now) - issued
  return age < 0 ? null : tn('invoices.openSince', age)
}

/** The state's word; where Portside doesn't know the state, the platform's own, or its number. */
export function stateWord({ state, platformStatus: status, statusIsNumber }: Invoice): string {
  if (state !== 'unknown' || !status) return t(`invoices.state.${state}`)
  return statusIsNumber ? t('invoices.statusNumber', { status }) : status
}

/** The platform's own name for a void state, which may be cancelled, refunded and more. */
function ownWord({ state, platformStatus: status }: Invoice): string | null {
  return state === 'void' && status ? t('invoices.statusWord', { status }) : null
}

/** What stands beside the state's word, in the order of how much it matters. */
export function stateNotes(invoice: Invoice, now: number): string[] {
  return [waiting(invoice, now), ownWord(invoice)].filter((note) => note !== null)
}
