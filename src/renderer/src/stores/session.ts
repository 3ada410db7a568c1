/** Whose accounts there are, which one is open, and where the credentials are. Never holds a secret: those pass through to main. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { hostOf, isStopped } from '../../../shared/models/account-rules.ts'
import type { Account, AccountLine, CredentialState, SessionState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { call, errorFrom } from '../bridge.ts'
import { whenStale } from './stale.ts'

export const useSession = defineStore('session', () => {
  const state = shallowRef<SessionState | null>(null)
  /** The open account with its state; null: none is open. */
  const line = computed<AccountLine | null>(() => (state.value?.status === 'signedIn' ? state.value : null))
  const account = computed<Account | null>(() => line.value?.account ?? null)
  const credential = computed<CredentialState | null>(() => line.value?.credential ?? null)
  /** Why the password store can't be used for the open account (KEYCHAIN_*), if it can't. */
  const keychainError = computed<ErrorInfo | null>(() => line.value?.keychainError ?? null)
  const previous = computed<Account | null>(() => (state.value?.status === 'signedOut' ? state.value.previous : null))
  /** All accounts, in the person's order. */
  const accounts = computed<readonly AccountLine[]>(() => state.value?.accounts ?? [])
  /** Entries that wait in a password store that couldn't be opened when they were to be removed. */
  const pendingDeletions = computed(() => state.value?.pendingDeletions ?? 0)
  /** The open account's credential can't be used until the person does something. */
  const stopped = computed(() => line.value !== null && isStopped(line.value.credential))
  /** Host of the open account's platform, to name it in sentences. */
  const host = computed(() => (account.value ? hostOf(account.value) : null))

  /** The password store is being asked again. */
  const retrying = ref(false)

  const load = async (): Promise<void> => {
    state.value = await call('session', 'state')
  }
  /** Takes what main answers. What the lock kept back is asked for after it: main may well have done what it was asked to. */
  const take = async (answer: Promise<SessionState>): Promise<void> => {
    try {
      state.value = await answer
    } catch (thrown) {
      if (errorFrom(thrown).code === 'APP_LOCKED') await load()
      throw thrown
    }
  }
  /** @throws Refusal; WRONG_CREDENTIALS, CODE_NEEDED and those of the network */
  const signIn = async (input: Input<'session', 'signIn'>): Promise<void> => {
    await take(call('session', 'signIn', input))
  }
  const useToken = async (input: Input<'session', 'useToken'>): Promise<void> => {
    await take(call('session', 'useToken', input))
  }
  /** Another origin ends the sign-in, and keeps what is stored. */
  const changeConnection = async (connection: Connection): Promise<void> => {
    await take(call('connection', 'change', connection))
  }
  const exploreSample = async (): Promise<void> => {
    await take(call('session', 'exploreSample'))
  }
  /** @param erase also deletes what is saved of the account, with its key */
  const signOut = async (id: string, erase: boolean): Promise<void> => {
    await take(call('session', 'signOut', { id, erase }))
  }
  const retryKeychain = async (): Promise<void> => {
    retrying.value = true
    try {
      await take(call('session', 'retryKeychain'))
    } finally {
      retrying.value = false
    }
  }
  /** Opens another account. @throws Refusal; UNAUTHORIZED for one that is signed out */
  const switchTo = async (id: string): Promise<void> => {
    await take(call('accounts', 'switch', { id }))
  }
  const rename = async (id: string, label: string): Promise<void> => {
    await take(call('accounts', 'rename', { id, label }))
  }
  /** @param to its new place in the list, from 0 */
  const move = async (id: string, to: number): Promise<void> => {
    await take(call('accounts', 'move', { id, to }))
  }
  /** Signs out, and deletes the account with all that is saved of it. */
  const remove = async (id: string): Promise<void> => {
    await take(call('accounts', 'remove', { id }))
  }
  /** Deletes everything of everybody. @throws Refusal; KEYCHAIN_* when entries can't be removed, unless they may be left */
  const eraseEverything = async (leaveEntries: boolean): Promise<void> => {
    await take(call('accounts', 'eraseEverything', { leaveEntries }))
  }

  whenStale('sessionChanged', () => void load())

  return {
    state,
    line,
    account,
    credential,
    keychainError,
    previous,
    accounts,
    pendingDeletions,
    stopped,
    host,
    retrying,
    load,
    signIn,
    useToken,
    changeConnection,
    exploreSample,
    signOut,
    retryKeychain,
    switchTo,
    rename,
    move,
    remove,
    eraseEverything
  }
})
