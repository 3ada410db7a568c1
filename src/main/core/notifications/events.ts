/** Derives events from an account's invoices. Each event is notified once. */
import { daysBetween } from '../../../shared/models/day.ts'
import { DUE_SOON_DAYS, type Invoice } from '../../../shared/models/invoice.ts'

export type FactKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface Fact {
  kind: FactKind
  /** All ids of this event: it is news while none of them has been notified. */
  ids: string[]
  invoice: Invoice
  /** Recorded as notified, without a notification. */
  silent?: true
}

/** The user's own payment term makes old invoices overdue at once, so those are not notified after this many days. */
const OLD_BY_TERM_DAYS = 7

/** JSON keeps ids distinct, whatever text the provider's keys and statuses contain. */
const idOf = (...parts: string[]): string => JSON.stringify(parts)

/** The events of one invoice, the most important first. */
export function factsOf(invoice: Invoice, today: string): Fact[] {
  const { key, state, providerStatus, dueDay, dueBy } = invoice
  const facts: Fact[] = []
  if (state === 'open' && dueDay !== null) {
    const left = daysBetween(today, dueDay)
    const silent = dueBy === 'term' && left < -OLD_BY_TERM_DAYS && { silent: true as const }
    if (left < 0) facts.push({ kind: 'overdue', ids: [idOf('overdue', key, dueDay)], invoice, ...silent })
    else if (left <= DUE_SOON_DAYS) facts.push({ kind: 'dueSoon', ids: [idOf('dueSoon', key, dueDay)], invoice })
  }
  facts.push({ kind: 'new', ids: [idOf('new', key)], invoice })
  // Another word for the same state is no news, and neither is another meaning for the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  facts.push({ kind: 'changed', ids: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return facts
}

/** An unknown state is identified by the provider's word alone. */
const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])
