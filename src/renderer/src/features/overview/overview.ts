/** The overview: invoices to pay, amounts of every account, and the latest catalogue changes. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Output } from '../../../../shared/ipc/contract.ts'
import { OVERVIEW_CHANGES } from '../../../../shared/ipc/first-calls.ts'
import type { AccountAmounts } from '../../../../shared/models/account.ts'
import type { ChangePage } from '../../../../shared/models/change.ts'
import type { MissingAccount } from '../../../../shared/models/invoice.ts'
import { call } from '../../bridge.ts'
import { latestRequest, loadOf, type Load } from '../../ui/data/load.ts'
import { onScopeChange, useInvoiceScope } from '../invoices/stores/invoiceScope.ts'
import { onAccountChange, useSession } from '../accounts/session.ts'
import { withRefresh } from '../../ui/data/topicRefresh.ts'

export const useOverview = defineStore('overview', () => {
  const session = useSession()
  const scope = useInvoiceScope()
  const stored = shallowRef<Load<Output<'invoices', 'overview'>>>({ state: 'idle' })
  /** Accounts that an overview of all lacks. They stay while it can't be read. */
  const missing = shallowRef<readonly MissingAccount[]>([])
  const amounts = shallowRef<readonly AccountAmounts[]>([])
  const changes = shallowRef<ChangePage | null>(null)
  const requests = { invoices: latestRequest(), amounts: latestRequest(), changes: latestRequest() }
  /** What was shown stays: the invoices' error says why nothing can be read. */
  const keepShown = (): void => undefined

  async function loadInvoices(): Promise<void> {
    if (!scope.has) return
    if (stored.value.state === 'idle') stored.value = { state: 'loading' }
    await requests.invoices.send(
      () => call('invoices', 'overview', { of: scope.of }),
      (answer) => {
        stored.value = loadOf(answer, answer.freshness)
        missing.value = answer.missing
      },
      (error) => (stored.value = { state: 'error', error, freshness: null })
    )
  }
  const invoices = withRefresh('invoices', stored, () => void loadInvoices())
  const loadAmounts = (): Promise<void> =>
    requests.amounts.send(
      () => call('accounts', 'amounts'),
      (answer) => (amounts.value = answer.accounts),
      keepShown
    )
  async function loadChanges(): Promise<void> {
    if (!session.has('catalogue')) return
    await requests.changes.send(
      () => call('catalogue', 'changes', { of: session.of, ...OVERVIEW_CHANGES }),
      (page) => (changes.value = page),
      keepShown
    )
  }
  const load = (): void => {
    void loadInvoices()
    void loadAmounts()
    void loadChanges()
  }

  onAccountChange((signedIn) => {
    requests.changes.drop()
    changes.value = null
    if (!signedIn) return
    void loadAmounts()
    void loadChanges()
  })
  onScopeChange((signedIn) => {
    requests.invoices.drop()
    stored.value = { state: 'idle' }
    missing.value = []
    if (signedIn) void loadInvoices()
  })

  return { invoices, missing, amounts, changes, load, loadInvoices, loadAmounts, loadChanges }
})
