import { daysBetween } from '../../../shared/models/day.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { cut, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Fact, FactKind } from './events.ts'

interface Notice {
  title: string
  body: string
  /** null opens the list. */
  key: string | null
}

/** More events share one notification. */
const MOST_SINGLE = 3
/** In characters. Systems cut longer texts at different lengths. */
const LONGEST = 120

interface Telling {
  today: string
  /** BCP 47 */
  locale: string
  /** False hides amounts, numbers and account names, because lock screens show notifications. */
  details: boolean
  account: string | null
}

export function noticesOf(facts: readonly Fact[], telling: Telling): Notice[] {
  if (facts.length > MOST_SINGLE) return [together(facts, telling)]
  return facts.map((fact) => single(fact, telling))
}

function single({ kind, invoice }: Fact, telling: Telling): Notice {
  const title = titleOf(kind, invoice, telling.today)
  const body = telling.details ? detailsOf(invoice, telling) : t('notification.look')
  return { title, body: cut(body, LONGEST), key: invoice.key }
}

function titleOf(kind: FactKind, invoice: Invoice, today: string): string {
  if (kind === 'new') return t('notification.new')
  if (kind === 'overdue') return t('notification.overdue')
  if (kind === 'changed') return t(`notification.changed.${invoice.state}`)
  const left = daysBetween(today, invoice.dueDay ?? today)
  return t('notification.dueSoon', { n: left }, left)
}

function detailsOf({ number, total, currency, dueDay, issuedDay }: Invoice, { locale, account }: Telling): string {
  const amount = total === null ? null : moneyText({ amount: total, currency }, locale)
  const due = dueDay === null ? null : t('notification.due', { day: dayText(dueDay, locale) })
  const issued = issuedDay === null ? null : dayText(issuedDay, locale)
  return [amount, number === null ? null : cut(number, 40), due ?? issued, account]
    .filter((part) => part !== null)
    .join(' · ')
}

const KINDS: readonly FactKind[] = ['overdue', 'dueSoon', 'new', 'changed']

function together(facts: readonly Fact[], { details, account }: Telling): Notice {
  const counts = KINDS.map((kind) => ({ kind, n: facts.filter((fact) => fact.kind === kind).length }))
  const said = counts.filter(({ n }) => n > 0).map(({ kind, n }) => t(`notification.count.${kind}`, { n }, n))
  const body = [...said, ...(details && account !== null ? [account] : [])].join(' · ')
  return { title: t('notification.many', { n: facts.length }, facts.length), body: cut(body, LONGEST), key: null }
}
