import { daysBetween } from '../../../shared/models/day.ts'
import { DUE_SOON_DAYS, type Invoice } from '../../../shared/models/invoice.ts'

export type FactKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface Fact {
  kind: FactKind
  /** The event is new while none of these ids was notified. */
  ids: string[]
  invoice: Invoice
  silent?: true
}

/** The user's payment term makes old invoices overdue at once. Those get no notification after this many days. */
const OLD_BY_TERM_DAYS = 7

/** JSON keeps ids distinct for any provider text. */
const idOf = (...parts: string[]): string => JSON.stringify(parts)

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
  // A new word for the same state is no change, nor is a new state for the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  facts.push({ kind: 'changed', ids: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return facts
}

const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])
