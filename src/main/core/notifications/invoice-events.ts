/** What happened to invoices: a new one, another status, a due date that is near or past. */
import { daysBetween } from '../../../shared/models/day.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { idOf, type NewsEvent } from './news.ts'

export type EventKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface InvoiceEvent extends NewsEvent {
  kind: EventKind
  invoice: Invoice
  silent?: true
}

/** The user's payment term makes old invoices overdue at once. Those get no notification after this many days. */
const OLD_BY_TERM_DAYS = 7

const newId = ({ key }: Invoice): string => idOf('new', key)
/** That a whole list came, the first time. */
export const WHOLE_LIST = idOf('whole list')

/** @param dueSoonDays as the setting of that name */
export function eventsOf(invoice: Invoice, today: string, dueSoonDays: number): InvoiceEvent[] {
  const { key, state, providerStatus, dueDay, dueBy } = invoice
  const events: InvoiceEvent[] = []
  if (state === 'open' && dueDay !== null) {
    const left = daysBetween(today, dueDay)
    const silent = dueBy === 'term' && left < -OLD_BY_TERM_DAYS && { silent: true as const }
    if (left < 0) events.push({ kind: 'overdue', eventIds: [idOf('overdue', key, dueDay)], invoice, ...silent })
    else if (left <= dueSoonDays) events.push({ kind: 'dueSoon', eventIds: [idOf('dueSoon', key, dueDay)], invoice })
  }
  events.push({ kind: 'new', eventIds: [newId(invoice)], invoice })
  // A new word for the same state is no change, nor is a new state for the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  events.push({ kind: 'changed', eventIds: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return events
}

const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])

/** The first event of each invoice that nobody was notified of. @param unnotified ids of events and WHOLE_LIST */
export function newsOf(events: readonly InvoiceEvent[], unnotified: readonly string[]): InvoiceEvent[] {
  const isNew = new Set(unnotified)
  const isNews = ({ kind, eventIds, invoice, silent }: InvoiceEvent): boolean => {
    if (silent || !eventIds.every((one) => isNew.has(one))) return false
    // The rest of a list that came in part is new to the app only.
    const isRest = isNew.has(WHOLE_LIST) && isNew.has(newId(invoice))
    return !isRest || kind === 'overdue' || kind === 'dueSoon'
  }
  const news = new Map<string, InvoiceEvent>()
  for (const event of events) if (!news.has(event.invoice.key) && isNews(event)) news.set(event.invoice.key, event)
  return [...news.values()]
}
