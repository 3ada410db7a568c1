/** The overview: invoices to pay, amounts of every account, and the latest catalogue changes. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import { OVERVIEW_CHANGES } from '../../../shared/ipc/first-calls.ts'
import type { AccountAmounts } from '../../../shared/models/account.ts'
import type { ChangePage } from '../../../shared/models/change.ts'
import { call } from '../bridge.ts'
import { latestRequest, loadOf, type Load } from './load.ts'
import { onAccountChange, useSession } from './session.ts'

export const useOverview = defineStore('overview', () => {
  const session = useSession()
  const invoices = shallowRef<Load<Output<'invoices', 'overview'>>>({ state: 'idle' })
  const amounts = shallowRef<readonly AccountAmounts[]>([])
  const changes = shallowRef<ChangePage | null>(null)
  const requests = { invoices: latestRequest(), amounts: latestRequest(), changes: latestRequest() }
  /** What was shown stays: the invoices' error says why nothing can be read. */
  const keepShown = (): void => undefined

  async function loadInvoices(): Promise<void> {
    if (!session.has('invoices')) return
    if (invoices.value.state === 'idle') invoices.value = { state: 'loading' }
    await requests.invoices.send(
      () => call('invoices', 'overview'),
      (answer) => (invoices.value = loadOf(answer, answer.freshness)),
      (error) => (invoices.value = { state: 'error', error, freshness: null })
    )
  }
  const loadAmounts = (): Promise<void> =>
    requests.amounts.send(
      () => call('accounts', 'amounts'),
      (answer) => (amounts.value = answer.accounts),
      keepShown
    )
  async function loadChanges(): Promise<void> {
    if (!session.has('catalogue')) return
    await requests.changes.send(
      () => call('catalogue', 'changes', OVERVIEW_CHANGES),
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
    requests.invoices.drop()
    requests.changes.drop()
    invoices.value = { state: 'idle' }
    changes.value = null
    if (signedIn) load()
  })

  return { invoices, amounts, changes, load, loadInvoices, loadAmounts, loadChanges }
})
