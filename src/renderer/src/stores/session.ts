/** Who is signed in, and where the credential is. Never holds a secret: passwords and tokens pass through to main. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { Account, CredentialState, SessionState } from '../../../shared/model/account.ts'
import type { Connection } from '../../../shared/model/connection.ts'
import { call } from '../api.ts'
import { whenStale } from './stale.ts'

const STOPPED: readonly (CredentialState | null)[] = ['locked', 'missing', 'forgotten', 'refused']

export const useSession = defineStore('session', () => {
  const state = shallowRef<SessionState | null>(null)
  const account = computed<Account | null>(() => (state.value?.status === 'signedIn' ? state.value.account : null))
  const previous = computed<Account | null>(() => (state.value?.status === 'signedOut' ? state.value.previous : null))
  const credential = computed<CredentialState | null>(() =>
    state.value?.status === 'signedIn' ? state.value.credential : null
  )
  /** The credential can't be used until the person does something. */
  const stopped = computed(() => STOPPED.includes(credential.value))
  /** Host of the platform, to name it in sentences. */
  const host = computed(() => {
    const address = account.value?.connection.baseAddress
    return address && URL.canParse(address) ? new URL(address).host : null
  })

  const load = async (): Promise<void> => {
    state.value = await call('session', 'state')
  }
  /** @throws Refusal; WRONG_CREDENTIALS, CODE_NEEDED and those of the network */
  const signIn = async (input: Input<'session', 'signIn'>): Promise<void> => {
    state.value = await call('session', 'signIn', input)
  }
  const useToken = async (input: Input<'session', 'useToken'>): Promise<void> => {
    state.value = await call('session', 'useToken', input)
  }
  /** Another origin ends the sign-in, and keeps what is stored. */
  const changeConnection = async (connection: Connection): Promise<void> => {
    state.value = await call('connection', 'change', connection)
  }
  const exploreSample = async (): Promise<void> => {
    state.value = await call('session', 'exploreSample')
  }
  /** @param erase also deletes what is cached of the account */
  const signOut = async (erase: boolean): Promise<void> => {
    state.value = await call('session', 'signOut', { erase })
  }
  const retryVault = async (): Promise<void> => {
    state.value = await call('session', 'retryVault')
  }

  whenStale('sessionChanged', () => void load())

  return {
    state,
    account,
    previous,
    credential,
    stopped,
    host,
    load,
    signIn,
    useToken,
    changeConnection,
    exploreSample,
    signOut,
    retryVault
  }
})
