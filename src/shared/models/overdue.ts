/** The rule for overdue invoices: an open invoice whose due day is over. */
import { daysBetween, type Day } from './day.ts'
import type { Invoice } from './invoice.ts'

type Due = Pick<Invoice, 'state' | 'dueDay'>

export const isOverdue = ({ state, dueDay }: Due, today: Day): boolean =>
  state === 'open' && dueDay !== null && dueDay < today

/** Days until it is due, negative when overdue. null: not open, or without a due day. */
export const daysLeft = ({ state, dueDay }: Due, today: Day): number | null =>
  state === 'open' && dueDay !== null ? daysBetween(today, dueDay) : null
