/** Whose invoices and plans lists and sums are: the shown account's, or those of all accounts (the setting `allAccounts`). */
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import {
  countedAccounts,
  hasOtherAccounts,
  hasView,
  isSample,
  listsPlans,
  nameOf,
  type AccountLine
} from '../../../../../shared/models/account.ts'
import { useApp } from '../../../ui/data/app.ts'
import { listenWhileVisible, type Renewal } from '../../../ui/data/listenWhileVisible.ts'
import { useSession } from '../../accounts/session.ts'

export const useInvoiceScope = defineStore('invoiceScope', () => {
  const app = useApp()
  const session = useSession()
  /** Accounts that count together. */
  const accounts = computed(() => countedAccounts(session.accounts, isSample))
  /** There are others than the account shown. */
  const isOffered = computed(() => hasOtherAccounts(session.accounts, session.account?.id))
  const all = computed(() => app.allAccounts)
  /** What bridge calls name these accounts by; null: all. */
  const of = computed(() => (all.value ? null : session.of))
  /** Changes when lists start anew. null: signed out. */
  const key = computed(() => (session.account && all.value ? 'all' : (session.account?.id ?? null)))
  /** There is a list to show, even if the provider of the account shown has none. */
  const has = computed(() => all.value || session.has('invoices'))
  const hasPlans = computed(() => listsPlans(session.accounts, session.account?.id, all.value))
  const hasThisView = (view: string): boolean => hasView({ provider: session.provider, hasPlans: hasPlans.value }, view)
  const names = computed(
    () => new Map(session.accounts.map(({ account: one }) => [one.id, nameOf(one, session.accounts)]))
  )
  const nameOfId = (id: string): string => names.value.get(id) ?? ''
  /** What belongs to the account shown names it where there are others. */
  const titleOf = (title: string): string =>
    session.accounts.length > 1 && session.account ? `${title} · ${nameOfId(session.account.id)}` : title
  const lineOf = (id: string): AccountLine | null => session.accounts.find(({ account }) => account.id === id) ?? null

  /** A change that can't be saved is not shown either. */
  const showAll = (allAccounts: boolean): Promise<void> => app.changeSettings({ allAccounts }).catch(() => undefined)

  return {
    accounts,
    isOffered,
    all,
    of,
    key,
    has,
    hasPlans,
    hasView: hasThisView,
    nameOf: nameOfId,
    titleOf,
    lineOf,
    showAll
  }
})

/**
 * Resets what belongs to the former accounts.
 * @param forget receives whether an account is shown, and whether only the choice between one account and all changed
 */
export function onScopeChange(forget: (signedIn: boolean, isToggle: boolean) => void): void {
  const scope = useInvoiceScope()
  watch(
    () => scope.key,
    (key, former) => forget(key !== null, key !== null && former !== null && (key === 'all' || former === 'all'))
  )
}

/** A change of an account, which is in the scope or not. */
export function concernsScope(account: string | null): Renewal {
  if (account === useSession().of) return 'soon'
  return useApp().allAccounts ? 'paced' : 'never'
}

/** Calls `renew` after the invoices of the accounts in the scope changed, or which of them can be read. @returns stops listening */
export const listenForInvoices = (renew: () => void): (() => void) => listenForScope('invoices', renew)
export const listenForPlans = (renew: () => void): (() => void) => listenForScope('plans', renew)

function listenForScope(topic: 'invoices' | 'plans', renew: () => void): () => void {
  const scope = useInvoiceScope()
  const session = useSession()
  const stop = listenWhileVisible(topic, renew, concernsScope)
  // A list of all accounts has the errors of the others beside it, and they are in the order of the accounts.
  const stopWatching = watch(
    () => [session.account?.id, ...session.accounts.map(({ account }) => account.id)].join(' '),
    () => void (scope.all && renew())
  )
  return () => {
    stop()
    stopWatching()
  }
}
