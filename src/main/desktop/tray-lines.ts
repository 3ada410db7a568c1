/** The tray's menu as plain lines, made of a glance: no Electron in it, so that every state can be tested. */
import type { AccountChoice } from '../core/account-choices.ts'
import type { Glance } from '../core/glance.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import { ageText, cut } from '../../shared/text/format.ts'
import { say } from '../../shared/text/speak.ts'
import { dayText, moneyText } from '../../shared/text/written.ts'

export type TrayLine =
  | { kind: 'separator' }
  | { kind: 'note'; label: string }
  | { kind: 'invoice'; label: string; key: string }
  | { kind: 'action'; label: string; action: 'refresh' | 'open' | 'quit'; enabled: boolean }
  /** A submenu. */
  | { kind: 'accounts'; label: string; accounts: AccountLine[] }

/** An account to switch to, or to sign in to again. */
export interface AccountLine {
  kind: 'account'
  label: string
  id: string
  /** The open one. */
  checked: boolean
}

export interface TrayContent {
  tooltip: string
  /** True when at least one invoice is known to be open. */
  marked: boolean
  lines: TrayLine[]
}

type SignedIn = Extract<Glance, { status: 'signedIn' }>

const LONGEST_LABEL = 60
const LONGEST_HEADLINE = 100
/** Windows shows no more. */
const LONGEST_TOOLTIP = 127
/** Currencies named in the headline; a platform with more of them is counted, not listed. */
const MOST_CURRENCIES = 3

export function trayContent(glance: Glance, locale: string, now: Date): TrayContent {
  if (glance.status === 'locked') {
    return {
      tooltip: say('tray.tooltip', { text: say('tray.lockedTooltip') }),
      marked: false,
      lines: [{ kind: 'note', label: say('tray.locked') }, { kind: 'separator' }, action('open'), action('quit')]
    }
  }
  if (glance.status === 'signedOut') {
    const text = say('tray.signedOut')
    return {
      tooltip: say('tray.tooltip', { text }),
      marked: false,
      lines: [
        { kind: 'note', label: text },
        ...switchLines(glance.accounts),
        { kind: 'separator' },
        action('refresh', false),
        action('open'),
        action('quit')
      ]
    }
  }

  const { open, freshness } = glance
  const headline = headlineOf(glance, locale)
  // Of what can't be opened the age is not known either.
  const checked = glance.sealed ? null : ageLine(freshness.fetchedAt, freshness.failure !== null, locale, now)
  const trouble = credentialLine(glance)
  const latest: TrayLine[] = glance.latest.map((invoice) => ({
    kind: 'invoice',
    label: cut(invoiceLabel(invoice, locale), LONGEST_LABEL),
    key: invoice.key
  }))
  const rows: TrayLine[] =
    open !== null && latest.length === 0 ? [{ kind: 'note', label: say('tray.noInvoices') }] : latest
  const notes = [cut(glance.label, LONGEST_LABEL), trouble, cut(headline, LONGEST_HEADLINE), checked]
  return {
    tooltip: cut(say('tray.tooltip', { text: said([headline, checked, trouble]).join(' · ') }), LONGEST_TOOLTIP),
    marked: (open ?? 0) > 0,
    lines: [
      ...said(notes).map((label): TrayLine => ({ kind: 'note', label })),
      ...(rows.length > 0 ? [{ kind: 'separator' } as const, ...rows] : []),
      ...switchLines(glance.accounts),
      { kind: 'separator' },
      freshness.refreshing
        ? { kind: 'action', label: say('tray.refreshing'), action: 'refresh', enabled: false }
        : action('refresh', canAsk(glance)),
      action('open'),
      action('quit')
    ]
  }
}

const said = (texts: (string | null)[]): string[] => texts.filter((text) => text !== null)

const action = (name: 'refresh' | 'open' | 'quit', enabled = true): TrayLine => ({
  kind: 'action',
  label: say(`tray.${name}`),
  action: name,
  enabled
})

/** With one account, the open one, there is nothing to choose. */
function switchLines(accounts: AccountChoice[]): TrayLine[] {
  if (accounts.filter(({ current }) => !current).length === 0) return []
  const lines = accounts.map(({ id, label, current, signedOut }): AccountLine => {
    const name = cut(label, LONGEST_LABEL)
    return {
      kind: 'account',
      label: signedOut ? say('tray.accountSignedOut', { label: name }) : name,
      id,
      checked: current
    }
  })
  return [{ kind: 'separator' }, { kind: 'accounts', label: say('tray.switchAccount'), accounts: lines }]
}

/** Whether asking the platform could come to anything without the person signing in or unlocking something first. */
const canAsk = ({ credential }: SignedIn): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

/** What is unusual about the sign-in, and what to do about it; null when nothing is. */
function credentialLine({ credential, trouble }: SignedIn): string | null {
  if (credential === 'memory') return say('tray.untilQuit')
  if (credential === 'refused' || credential === 'forgotten') return say('tray.signInAgain')
  if (credential !== 'unavailable') return null
  if (trouble === 'VAULT_MISSING') return say('tray.vault.missing')
  if (trouble === 'VAULT_SILENT') return say('tray.vault.silent')
  if (trouble === 'VAULT_LOCKED') return say('tray.vault.locked')
  // It is open, but without what Portside had put there.
  return say('tray.signInAgain')
}

function headlineOf({ sealed, open, unknown, openAmounts }: SignedIn, locale: string): string {
  if (sealed) return say('tray.sealed')
  const amounts = openAmounts.slice(0, MOST_CURRENCIES).map((money) => {
    const amount = moneyText(money, locale)
    return money.currency === null ? say('invoices.summary.unknownCurrency', { amount }) : amount
  })
  return [countLine(open, unknown), ...(open ? amounts : [])].join(' · ')
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
