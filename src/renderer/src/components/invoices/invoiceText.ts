/** What an invoice's state means in words: how long it is open, when it is due, what the platform calls it. */
import { daysBetween, today } from '../../../../shared/models/day-rules.ts'
import { paymentMethodOf } from '../../../../shared/models/invoice-rules.ts'
import type { Invoice } from '../../../../shared/models/invoice.ts'
import { t, tn } from '../../i18n.ts'

/** Days that are left until it is due; negative: it is overdue. null: it isn't open, or nothing says when it is due. */
export function daysLeft({ state, dueDay }: Invoice, now: number): number | null {
  return state === 'open' && dueDay !== null ? daysBetween(today(new Date(now)), dueDay) : null
}

export function isOverdue(invoice: Invoice, now: number): boolean {
  const left = daysLeft(invoice, now)
  return left !== null && left < 0
}

/** Only what is known is claimed: overdue where there is a due day, else how long it has been open. */
function waiting(invoice: Invoice, now: number): string | null {
  if (invoice.state !== 'open') return null
  const left = daysLeft(invoice, now)
  if (left !== null) return left < 0 ? tn('invoices.overdue', -left) : tn('invoices.dueIn', left)
  if (invoice.issuedDay === null) return null
  const age = daysBetween(invoice.issuedDay, today(new Date(now)))
  return age < 0 ? null : tn('invoices.openSince', age)
}

/** In plain words where the published API names it, else as it came. */
export function methodText(method: string): string {
  const known = paymentMethodOf(method)
  return known ? t(`invoices.method.${known}`) : method
}

/** The state's word; where Portside doesn't know the state, the platform's own, or its number. */
export function stateWord({ state, providerStatus: status, statusIsNumber }: Invoice): string {
  if (state !== 'unknown' || !status) return t(`invoices.state.${state}`)
  return statusIsNumber ? t('invoices.statusNumber', { status }) : status
}

/** The platform's own name for a void state, which may be cancelled, refunded and more. */
function ownWord({ state, providerStatus: status }: Invoice): string | null {
  return state === 'void' && status ? t('invoices.statusWord', { status }) : null
}

/** Whose day it is that an open invoice is due on, where that is the person's own; `days` is their payment term. */
export function termNote({ state, dueBy }: Invoice, days: number | null): string | null {
  if (state !== 'open' || dueBy !== 'term') return null
  return days === null ? t('invoices.byTerm') : tn('invoices.byTermOf', days)
}

/**
 * What stands beside the state's word, in the order of how much it matters.
 * @param term the person's payment term, where there is room to say so; undefined: there is none
 */
export function stateNotes(invoice: Invoice, now: number, term?: number | null): string[] {
  const wait = waiting(invoice, now)
  const by = term === undefined ? null : termNote(invoice, term)
  const whole = wait !== null && by !== null ? t('invoices.waitingBy', { waiting: wait, by }) : wait
  return [whole, ownWord(invoice)].filter((note) => note !== null)
}
