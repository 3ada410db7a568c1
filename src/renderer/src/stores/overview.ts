/** The overview: invoices to pay, amounts of every account, and the latest catalogue changes. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { AccountAmounts } from '../../../shared/models/account.ts'
import type { ChangePage } from '../../../shared/models/change.ts'
import { call, errorFrom } from '../bridge.ts'
import { loadOf, type Load } from './load.ts'
import { onOtherAccount } from './session.ts'
import { whenStale } from './stale.ts'

/** Catalogue changes to show. */
const CHANGES = 4

export const useOverview = defineStore('overview', () => {
  const invoices = shallowRef<Load<Output<'invoices', 'overview'>>>({ state: 'idle' })
  const amounts = shallowRef<readonly AccountAmounts[]>([])
  const changes = shallowRef<ChangePage | null>(null)
  /** Counts accounts: answers about a former one are dropped. */
  let account = 0

  async function loadInvoices(): Promise<void> {
    const asked = account
    if (invoices.value.state === 'idle') invoices.value = { state: 'loading' }
    try {
      const answer = await call('invoices', 'overview')
      if (asked === account) invoices.value = loadOf(answer, answer.freshness)
    } catch (thrown) {
      if (asked === account) invoices.value = { state: 'error', error: errorFrom(thrown), freshness: null }
    }
  }
  async function loadAmounts(): Promise<void> {
    amounts.value = (await call('accounts', 'amounts').catch(() => null))?.accounts ?? amounts.value
  }
  async function loadChanges(): Promise<void> {
    const asked = account
    // The account may have been closed meanwhile; the catalogue itself shows other errors.
    const page = await call('catalogue', 'changes', { offset: 0, limit: CHANGES }).catch(() => null)
    if (page && asked === account) changes.value = page
  }
  const load = (): void => {
    void loadInvoices()
    void loadAmounts()
    void loadChanges()
  }

  onOtherAccount((signedIn) => {
    account += 1
    invoices.value = { state: 'idle' }
    changes.value = null
    if (signedIn) load()
  })

  return { invoices, amounts, changes, load, loadInvoices, loadAmounts, loadChanges }
})
