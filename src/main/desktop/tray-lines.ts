/** The tray's menu as plain lines, made of a glance: no Electron in it, so that every state can be tested. */
import type { Glance } from '../core/glance.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import type { Words } from './words.ts'

export type TrayLine =
  | { kind: 'separator' }
  | { kind: 'note'; label: string }
  | { kind: 'invoice'; label: string; key: string }
  | { kind: 'action'; label: string; action: 'refresh' | 'open' | 'quit'; enabled: boolean }

export interface TrayContent {
  tooltip: string
  /** True when at least one invoice is known to be open. */
  marked: boolean
  lines: TrayLine[]
}

const LONGEST_LABEL = 60

export function trayContent(glance: Glance, words: Words, locale: string, now: Date): TrayContent {
  const actions = (enabled: boolean, busy: boolean): TrayLine[] => [
    { kind: 'separator' },
    { kind: 'action', label: words(busy ? 'tray.refreshing' : 'tray.refresh'), action: 'refresh', enabled },
    { kind: 'action', label: words('tray.open'), action: 'open', enabled: true },
    { kind: 'action', label: words('tray.quit'), action: 'quit', enabled: true }
  ]
  if (glance.status === 'signedOut') {
    const text = words('tray.signedOut')
    return {
      tooltip: words('tray.tooltip', { text }),
      marked: false,
      lines: [{ kind: 'note', label: text }, ...actions(false, false)]
    }
  }

  const { open, freshness } = glance
  const count = open === null ? words('tray.notFetched') : words('tray.openInvoices', { n: open }, open)
  const amounts = glance.openAmounts.map(({ currency, amount }) => money(amount, currency, locale))
  const headline = open && amounts.length > 0 ? `${count} · ${amounts.join(' + ')}` : count
  const checked = ageLine(freshness.fetchedAt, freshness.failure !== null, words, locale, now)
  const latest: TrayLine[] = glance.latest.map((invoice) => ({
    kind: 'invoice',
    label: cut(invoiceLabel(invoice, words, locale)),
    key: invoice.key
  }))
  const rows: TrayLine[] =
    open !== null && latest.length === 0 ? [{ kind: 'note', label: words('tray.noInvoices') }] : latest
  return {
    tooltip: words('tray.tooltip', { text: [headline, checked].filter(Boolean).join(' · ') }),
    marked: (open ?? 0) > 0,
    lines: [
      { kind: 'note', label: cut(glance.label) },
      { kind: 'note', label: headline },
      ...(checked ? [{ kind: 'note', label: checked } as const] : []),
      ...(rows.length > 0 ? [{ kind: 'separator' } as const, ...rows] : []),
      ...actions(!freshness.refreshing, freshness.refreshing)
    ]
  }
}

function ageLine(fetchedAt: string | null, failed: boolean, words: Words, locale: string, now: Date): string | null {
  if (fetchedAt === null) return failed ? words('tray.neverChecked') : null
  const age = ageText((now.getTime() - Date.parse(fetchedAt)) / 60_000, words, locale)
  return words(failed ? 'tray.failed' : 'tray.checked', { age })
}

function ageText(minutes: number, words: Words, locale: string): string {
  if (minutes < 1) return words('tray.justNow')
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' })
  if (minutes < 60) return ago.format(-Math.floor(minutes), 'minute')
  if (minutes < 48 * 60) return ago.format(-Math.floor(minutes / 60), 'hour')
  return ago.format(-Math.floor(minutes / 1440), 'day')
}

function invoiceLabel(invoice: Invoice, words: Words, locale: string): string {
  const amount = invoice.total === null ? words('tray.amountUnknown') : money(invoice.total, invoice.currency, locale)
  return [words(`tray.state.${invoice.state}`), amount, day(invoice.issuedAt, locale)].filter(Boolean).join(' · ')
}

/** Amounts without a known currency are shown as plain decimals: none is invented. */
function money(amount: string, currency: string | null, locale: string): string {
  const style = currency === null ? { minimumFractionDigits: 2 } : { style: 'currency' as const, currency }
  return new Intl.NumberFormat(locale, style).format(amount as `${number}`)
}

/** The platform's calendar day: the date part as written, not shifted into this computer's time zone. */
function day(written: string | null, locale: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(written ?? '')
  if (!parts) return null
  const date = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])))
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}

const cut = (label: string): string => (label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label)
