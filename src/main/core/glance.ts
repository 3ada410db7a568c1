/** What the tray shows: is anything open to pay, and how old is that answer. */
import type { CredentialState } from '../../shared/model/account.ts'
import type { Freshness } from '../../shared/model/freshness.ts'
import type { Invoice, Money } from '../../shared/model/invoice.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Session } from './session/index.ts'
import type { OpenStore } from './store.ts'

export const LATEST_INVOICES = 5

export type Glance =
  | { status: 'signedOut' }
  | {
      status: 'signedIn'
      label: string
      credential: CredentialState
      /** null: nothing was fetched yet, so nothing can be said. */
      open: number | null
      /** Invoices of which nobody knows whether they are open. */
      unknown: number
      openAmounts: Money[]
      latest: Invoice[]
      freshness: Freshness
    }

export async function glance(session: Session, store: OpenStore, freshness: FreshnessBook): Promise<Glance> {
  const state = session.state()
  const cache = store.orNull()
  if (state.status === 'signedOut' || !cache) return { status: 'signedOut' }
  const stored = await cache.info('invoices')
  const { rows, summary } = await cache.invoicePage({ offset: 0, limit: LATEST_INVOICES, state: 'all' })
  return {
    status: 'signedIn',
    label: state.account.label,
    credential: state.credential,
    open: stored ? summary.byState.open : null,
    unknown: summary.byState.unknown,
    openAmounts: summary.openAmounts,
    latest: rows,
    freshness: freshness.of('invoices', stored)
  }
}
