/** What there is to tell of an account's invoices, each as a fact that is told once. */
import { daysBetween } from '../../../shared/models/day-rules.ts'
import { DUE_SOON_DAYS } from '../../../shared/models/invoice-rules.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'

export type FactKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface Fact {
  kind: FactKind
  /** All that stand for this fact: it is news while none of them was ever told. */
  ids: string[]
  invoice: Invoice
  /** It is noted, and not told. */
  silent?: true
}

/** Days after which it is no news that an invoice is overdue by the person's own payment term: they may just have set it. */
const OLD_BY_TERM_DAYS = 7

/** JSON, so that no two facts come to the same text, whatever a platform's keys and words are. */
const idOf = (...parts: string[]): string => JSON.stringify(parts)

/** The facts of one invoice, the one that matters most first. */
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
  // Another word for the same state is no news, and neither is another meaning that the person gave to the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  facts.push({ kind: 'changed', ids: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return facts
}

/** Of a state that nobody knows the meaning of, the platform's word is all there is. */
const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])
