/** What there is to tell of an account's invoices, each as a fact that is told once. */
import { daysBetween } from '../../../shared/model/day-rules.ts'
import { DUE_SOON_DAYS } from '../../../shared/model/invoice-rules.ts'
import type { Invoice } from '../../../shared/model/invoice.ts'

export type FactKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface Fact {
  kind: FactKind
  /** All that stand for this fact: it is news while none of them was ever told. */
  ids: string[]
  invoice: Invoice
}

/** JSON, so that no two facts come to the same text, whatever a platform's keys and words are. */
const idOf = (...parts: string[]): string => JSON.stringify(parts)

/** The facts of one invoice, the one that matters most first. */
export function factsOf(invoice: Invoice, today: string): Fact[] {
  const { key, state, platformStatus, dueDay } = invoice
  const facts: Fact[] = []
  if (state === 'open' && dueDay !== null) {
    const left = daysBetween(today, dueDay)
    if (left < 0) facts.push({ kind: 'overdue', ids: [idOf('overdue', key, dueDay)], invoice })
    else if (left <= DUE_SOON_DAYS) facts.push({ kind: 'dueSoon', ids: [idOf('dueSoon', key, dueDay)], invoice })
  }
  facts.push({ kind: 'new', ids: [idOf('new', key)], invoice })
  // Another word for the same state is no news, and neither is another meaning that the person gave to the same word.
  const word = (platformStatus ?? state).trim().toLowerCase()
  facts.push({ kind: 'changed', ids: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return facts
}

/** Of a state that nobody knows the meaning of, the platform's word is all there is. */
const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])
