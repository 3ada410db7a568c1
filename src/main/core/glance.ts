/** What the tray shows: is anything open to pay, how old is that answer, and which account it is about. */
import { failureOf, type FailureCode } from '../../shared/ipc/failure.ts'
import { today } from '../../shared/model/day-rules.ts'
import { nameOf } from '../../shared/model/account-rules.ts'
import type { CredentialState } from '../../shared/model/account.ts'
import type { Freshness } from '../../shared/model/freshness.ts'
import type { Invoice, InvoiceQuery, Money } from '../../shared/model/invoice.ts'
import { accountChoices, type AccountChoice } from './account-choices.ts'
import type { FreshnessBook } from './freshness.ts'
import type { AccountCache, Clock } from './ports.ts'
import type { Session } from './session/index.ts'
import { isSealed, type OpenStore } from './store.ts'

const LATEST: InvoiceQuery = {
  text: '',
  state: 'all',
  from: null,
  to: null,
  least: null,
  most: null,
  sort: 'issued',
  descending: true,
  offset: 0,
  limit: 5
}

export type Glance =
  /** The app lock is on: nothing is said of anybody. */
  | { status: 'locked' }
  | { status: 'signedOut'; accounts: AccountChoice[] }
  | {
      status: 'signedIn'
      /** As the account is told apart from the others. */
      label: string
      credential: CredentialState
      /** Why the password store can't be used; null when it can. */
      trouble: FailureCode | null
      /** Why the saved invoices can't be opened; null when they can, or when there are none. */
      sealed: FailureCode | null
      /** null: nothing was fetched yet or can be opened, so nothing can be said. */
      open: number | null
      /** Invoices of which nobody knows whether they are open. */
      unknown: number
      openAmounts: Money[]
      latest: Invoice[]
      freshness: Freshness
      accounts: AccountChoice[]
    }

export interface GlanceParts {
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  clock: Clock
  locked: () => boolean
}

type OfInvoices = Pick<
  Extract<Glance, { status: 'signedIn' }>,
  'sealed' | 'open' | 'unknown' | 'openAmounts' | 'latest' | 'freshness'
>

export async function glance({ session, store, freshness, clock, locked }: GlanceParts): Promise<Glance> {
  if (locked()) return { status: 'locked' }
  const seen =
    store.orNull() && (await store.read((cache) => ofInvoices(cache, freshness, clock)).catch(unlessLeft(store)))
  // As it is by now: the app may have been locked while the file was read.
  if (locked()) return { status: 'locked' }
  const state = session.state()
  const accounts = accountChoices(state)
  if (state.status === 'signedOut' || !seen) return { status: 'signedOut', accounts }
  const { account, credential, trouble } = state
  const label = nameOf(account, state.accounts)
  return { status: 'signedIn', label, credential, trouble: trouble?.code ?? null, ...seen, accounts }
}

async function ofInvoices(cache: AccountCache, freshness: FreshnessBook, clock: Clock): Promise<OfInvoices> {
  try {
    const stored = await cache.info('invoices')
    const { rows, summary } = await cache.invoicePage(LATEST, today(clock.now()))
    return {
      sealed: null,
      open: stored ? summary.byState.open : null,
      unknown: summary.byState.unknown,
      openAmounts: summary.openAmounts,
      latest: rows,
      freshness: freshness.of('invoices', stored)
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!isSealed(failure)) throw error
    const nothing = { open: null, unknown: 0, openAmounts: [], latest: [] }
    return { sealed: failure.code, ...nothing, freshness: freshness.of('invoices', null) }
  }
}

/** Whoever signed out meanwhile has nothing to be read. */
const unlessLeft =
  (store: OpenStore) =>
  (error: unknown): null => {
    if (store.orNull()) throw error
    return null
  }
