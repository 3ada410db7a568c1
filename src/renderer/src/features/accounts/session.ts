/** The accounts, the account shown, and the state of their credentials. Secrets only pass through to main. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AccountTopic, Input } from '../../../../shared/ipc/contract.ts'
import { hasTopic, hostOf, isStopped, type SampleData, type SessionState } from '../../../../shared/models/account.ts'
import type { Connection } from '../../../../shared/models/connection.ts'
import type { Topic } from '../../../../shared/models/freshness.ts'
import { call, errorFrom } from '../../bridge.ts'
import { listenWhileVisible } from '../../ui/data/listenWhileVisible.ts'

const NOBODY = '-'

export const useSession = defineStore('session', () => {
  const state = shallowRef<SessionState | null>(null)
  /** The account that this page shows. It tells main, which stores it for the next start. */
  const shownId = ref<string | null>(null)
  const accounts = computed(() => state.value?.accounts ?? [])
  const line = computed(() => accounts.value.find(({ account }) => account.id === shownId.value) ?? null)
  const account = computed(() => line.value?.account ?? null)
  /** What bridge calls name the account by. Without one, main finds none. */
  const of = computed(() => shownId.value ?? NOBODY)
  const provider = computed(() => line.value?.provider ?? null)
  /** The provider of the account shown has it. Nothing is left out before the session is known. */
  const has = (topic: Topic): boolean => provider.value === null || hasTopic(provider.value, topic)
  const credential = computed(() => line.value?.credential ?? null)
  /** Why the keychain can't be used for the account shown (KEYCHAIN_*), or null. */
  const keychainError = computed(() => line.value?.keychainError ?? null)
  const previous = computed(() => (state.value?.status === 'signedOut' ? state.value.previous : null))
  /** Number of keychain entries that wait for deletion until the keychain opens. */
  const pendingDeletions = computed(() => state.value?.pendingDeletions ?? 0)
  /** The credential of the account shown can't be used now. */
  const stopped = computed(() => line.value !== null && isStopped(line.value.credential))
  const host = computed(() => (account.value ? hostOf(account.value) : null))
  /** The account's settings don't say what a missing status means. The sample's can't be changed. */
  const lacksMissingStatus = computed(
    () => provider.value !== null && credential.value !== 'sample' && provider.value.missingStatus === null
  )
  const retrying = ref(false)

  const load = async (): Promise<void> => apply(await call('session', 'state'))
  /** An account that is signed out isn't shown any more, but the one that main names. */
  function apply(next: SessionState, moves = false): void {
    const isThere = next.accounts.some(
      ({ account, credential }) => account.id === shownId.value && credential !== 'signedOut'
    )
    state.value = next
    if (moves || !isThere) shownId.value = next.status === 'signedIn' ? next.account.id : null
  }
  /**
   * Applies main's answer. A call that the lock blocked is followed by a read: main may have done it all the same.
   * @param moves the account that main names is shown from now on
   */
  async function applyAnswer(answer: Promise<SessionState>, moves = false): Promise<void> {
    try {
      apply(await answer, moves)
    } catch (thrown) {
      if (errorFrom(thrown).code === 'APP_LOCKED') await load()
      throw thrown
    }
  }
  const signIn = (input: Input<'session', 'signIn'>): Promise<void> =>
    applyAnswer(call('session', 'signIn', input), true)
  const signInWithToken = (input: Input<'session', 'signInWithToken'>): Promise<void> =>
    applyAnswer(call('session', 'signInWithToken', input), true)
  const exploreSample = (data: SampleData): Promise<void> =>
    applyAnswer(call('session', 'exploreSample', { data }), true)
  /** Another origin ends the sign-in and keeps the stored data. */
  const changeConnection = (connection: Connection, id = of.value): Promise<void> =>
    applyAnswer(call('connection', 'change', { of: id, connection }))
  /** UNAUTHORIZED: the account is signed out. */
  const show = (id: string): Promise<void> => applyAnswer(call('accounts', 'show', { id }), true)
  async function retryKeychain(): Promise<void> {
    retrying.value = true
    try {
      await applyAnswer(call('session', 'retryKeychain'))
    } finally {
      retrying.value = false
    }
  }

  listenWhileVisible('session', () => void load())

  return {
    state,
    line,
    account,
    of,
    provider,
    has,
    credential,
    keychainError,
    previous,
    accounts,
    pendingDeletions,
    stopped,
    host,
    lacksMissingStatus,
    retrying,
    load,
    signIn,
    signInWithToken,
    exploreSample,
    changeConnection,
    show,
    ...accountActions(applyAnswer),
    retryKeychain
  }
})

const accountActions = (apply: (answer: Promise<SessionState>) => Promise<void>) => ({
  /** @param erase also deletes the account's stored data, with its key */
  signOut: (id: string, erase: boolean) => apply(call('session', 'signOut', { id, erase })),
  rename: (id: string, label: string | null) => apply(call('accounts', 'rename', { id, label })),
  move: (id: string, to: number) => apply(call('accounts', 'move', { id, to })),
  remove: (id: string) => apply(call('accounts', 'remove', { id })),
  /** @param id of the file that was opened */
  addTransferred: (id: number) => apply(call('transfer', 'addAccounts', { id })),
  /** Deletes all accounts and data. KEYCHAIN_*: entries can't be removed, and may not stay. */
  eraseEverything: (leaveEntries: boolean) => apply(call('accounts', 'eraseEverything', { leaveEntries }))
})

/** Resets a store's data when another account is shown, or none. @param forget receives whether an account is shown */
export function onAccountChange(forget: (signedIn: boolean) => void): void {
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => forget(id !== null)
  )
}

/** Calls `renew` after changes of the account that is shown. @returns stops listening */
export function listenForShown(topic: AccountTopic, renew: () => void): () => void {
  const session = useSession()
  return listenWhileVisible(topic, renew, (account) => (account === session.of ? 'soon' : 'never'))
}
