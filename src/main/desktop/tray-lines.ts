/** The tray's menu as plain lines, made of a glance: no Electron in it, so that every state can be tested. */
import type { Glance } from '../core/glance.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import { ageText, cut, dayText, moneyText } from '../../shared/text/format.ts'
import { say } from '../../shared/text/speak.ts'

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
const LONGEST_HEADLINE = 100
/** Windows shows no more. */
const LONGEST_TOOLTIP = 127
/** Currencies named in the headline; a platform with more of them is counted, not listed. */
const MOST_CURRENCIES = 3

export function trayContent(glance: Glance, locale: string, now: Date): TrayContent {
  const actions = (enabled: boolean, busy: boolean): TrayLine[] => [
    { kind: 'separator' },
    { kind: 'action', label: say(busy ? 'tray.refreshing' : 'tray.refresh'), action: 'refresh', enabled },
    { kind: 'action', label: say('tray.open'), action: 'open', enabled: true },
    { kind: 'action', label: say('tray.quit'), action: 'quit', enabled: true }
  ]
  if (glance.status === 'signedOut') {
    const text = say('tray.signedOut')
    return {
      tooltip: say('tray.tooltip', { text }),
      marked: false,
      lines: [{ kind: 'note', label: text }, ...actions(false, false)]
    }
  }

  const { open, unknown, freshness } = glance
  const count = countLine(open, unknown)
  const amounts = glance.openAmounts.slice(0, MOST_CURRENCIES).map((money) => {
    const amount = moneyText(money, locale)
    return money.currency === null ? say('invoices.summary.unknownCurrency', { amount }) : amount
  })
  const headline = [count, ...(open ? amounts : [])].join(' · ')
  const checked = ageLine(freshness.fetchedAt, freshness.failure !== null, locale, now)
  const latest: TrayLine[] = glance.latest.map((invoice) => ({
    kind: 'invoice',
    label: cut(invoiceLabel(invoice, locale), LONGEST_LABEL),
    key: invoice.key
  }))
  const rows: TrayLine[] =
    open !== null && latest.length === 0 ? [{ kind: 'note', label: say('tray.noInvoices') }] : latest
  return {
    tooltip: cut(say('tray.tooltip', { text: [headline, checked].filter(Boolean).join(' · ') }), LONGEST_TOOLTIP),
    marked: (open ?? 0) > 0,
    lines: [
      { kind: 'note', label: cut(glance.label, LONGEST_LABEL) },
      { kind: 'note', label: cut(headline, LONGEST_HEADLINE) },
      ...(checked ? [{ kind: 'note', label: checked } as const] : []),
      ...(rows.length > 0 ? [{ kind: 'separator' } as const, ...rows] : []),
      ...actions(!freshness.refreshing, freshness.refreshing)
    ]
  }
}

/** That nothing is open is only said when it is known of every invoice. */
function countLine(open: number | null, unknown: number): string {
  if (open === null) return say('tray.notFetched')
  if (open === 0 && unknown > 0) return say('tray.unknownOnly', { n: unknown }, unknown)
  return say('tray.openInvoices', { n: open }, open)
}

function ageLine(fetchedAt: string | null, failed: boolean, locale: string, now: Date): string | null {
  if (fetchedAt === null) return failed ? say('tray.neverChecked') : null
  const age = ageText(fetchedAt, now.getTime(), locale) ?? say('tray.justNow')
  return say(failed ? 'tray.failed' : 'tray.checked', { age })
}

function invoiceLabel({ state, total, currency, issuedAt }: Invoice, locale: string): string {
  const amount = total === null ? say('tray.amountUnknown') : moneyText({ amount: total, currency }, locale)
  const day = issuedAt === null ? null : dayText(issuedAt, locale)
  return [say(`invoices.state.${state}`), amount, day].filter(Boolean).join(' · ')
}
