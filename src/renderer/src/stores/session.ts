/** The accounts, the open account, and the state of their credentials. Secrets only pass through to main. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Input } from '../../../shared/ipc/contract.ts'
import { hostOf, isStopped, type SampleData, type SessionState } from '../../../shared/models/account.ts'
import { settingsOf, type Connection } from '../../../shared/models/connection.ts'
import { call, errorFrom } from '../bridge.ts'
import { whenStale } from './stale.ts'

export const useSession = defineStore('session', () => {
  const state = shallowRef<SessionState | null>(null)
  const line = computed(() => (state.value?.status === 'signedIn' ? state.value : null))
  const account = computed(() => line.value?.account ?? null)
  const credential = computed(() => line.value?.credential ?? null)
  /** Why the password store can't be used for the open account (KEYCHAIN_*), or null. */
  const keychainError = computed(() => line.value?.keychainError ?? null)
  const previous = computed(() => (state.value?.status === 'signedOut' ? state.value.previous : null))
  const accounts = computed(() => state.value?.accounts ?? [])
  /** Number of keychain entries that wait for deletion until the password store opens. */
  const pendingDeletions = computed(() => state.value?.pendingDeletions ?? 0)
  /** The open account's credential can't be used until the person acts. */
  const stopped = computed(() => line.value !== null && isStopped(line.value.credential))
  const host = computed(() => (account.value ? hostOf(account.value) : null))
  /** The account's settings don't say what a missing status means. The sample's can't be changed. */
  const lacksMissingStatus = computed(
    () =>
      account.value !== null &&
      credential.value !== 'sample' &&
      settingsOf(account.value.connection).missingStatus === null
  )
  const retrying = ref(false)

  const load = async (): Promise<void> => {
    state.value = await call('session', 'state')
  }
  /** Applies main's answer. A call that the lock blocked is followed by a read: main may have done it all the same. */
  async function take(answer: Promise<SessionState>): Promise<void> {
    try {
      state.value = await answer
    } catch (thrown) {
      if (errorFrom(thrown).code === 'APP_LOCKED') await load()
      throw thrown
    }
  }
  const actions = {
    signIn: (input: Input<'session', 'signIn'>) => take(call('session', 'signIn', input)),
    useToken: (input: Input<'session', 'useToken'>) => take(call('session', 'useToken', input)),
    exploreSample: (data: SampleData) => take(call('session', 'exploreSample', { data })),
    /** Another origin ends the sign-in and keeps the stored data. */
    changeConnection: (connection: Connection) => take(call('connection', 'change', connection)),
    /** @param erase also deletes the account's stored data, with its key */
    signOut: (id: string, erase: boolean) => take(call('session', 'signOut', { id, erase })),
    /** UNAUTHORIZED: the account is signed out. */
    switchTo: (id: string) => take(call('accounts', 'switch', { id })),
    rename: (id: string, label: string) => take(call('accounts', 'rename', { id, label })),
    move: (id: string, to: number) => take(call('accounts', 'move', { id, to })),
    remove: (id: string) => take(call('accounts', 'remove', { id })),
    /** Deletes all accounts and data. KEYCHAIN_*: entries can't be removed, and may not stay. */
    eraseEverything: (leaveEntries: boolean) => take(call('accounts', 'eraseEverything', { leaveEntries })),
    async retryKeychain(): Promise<void> {
      retrying.value = true
      try {
        await take(call('session', 'retryKeychain'))
      } finally {
        retrying.value = false
      }
    }
  }

  whenStale('sessionChanged', () => void load())

  const facts = {
    line,
    account,
    credential,
    keychainError,
    previous,
    accounts,
    pendingDeletions,
    stopped,
    host,
    lacksMissingStatus
  }
  return { state, ...facts, retrying, load, ...actions }
})

/** Resets a store's data when another account opens, or none. @param forget receives whether an account is open */
export function onOtherAccount(forget: (signedIn: boolean) => void): void {
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => forget(id !== null)
  )
}
