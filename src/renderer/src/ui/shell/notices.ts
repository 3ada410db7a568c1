/** Notices above every view until they are settled or dismissed; also retries the keychain for any view. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { isKeychainError, type ErrorInfo } from '../../../../shared/ipc/error.ts'
import { isStopped, type AccountLine } from '../../../../shared/models/account.ts'
import { errorFrom } from '../../bridge.ts'
import { useNow } from '../clock.ts'
import { useApp } from '../data/app.ts'
import type { Load } from '../data/load.ts'
import { useSession } from '../../features/accounts/session.ts'

/** ms before a sign-in expires: then it is announced. */
const NOTICE_TIME = 24 * 3_600_000

/** A notice about the account shown. `ends`: the sign-in ends soon, or should have ended by this computer's clock. */
export type AccountNotice = 'refused' | 'forgotten' | 'unavailable' | 'untilQuit' | 'ends'

export const useNotices = defineStore('notices', () => {
  const app = useApp()
  const session = useSession()
  const now = useNow()
  const dismissed = ref(new Set<string>())
  /** Error of the latest retry (KEYCHAIN_*), while the keychain still fails. */
  const retryError = shallowRef<ErrorInfo | null>(null)
  /** The provider was asked again, and still doesn't accept the sign-in. */
  const stillRefused = ref(false)
  /** Why another action, from anywhere in the app, failed. */
  const error = shallowRef<ErrorInfo | null>(null)

  const account = computed<AccountNotice | null>(() => {
    const { line } = session
    if (!line) return null
    const { credential } = line
    if (isStopped(credential)) return credential
    if (endsSoon(line, now.value) && !dismissed.value.has(keyOf('ends'))) return 'ends'
    return credential === 'memory' && !dismissed.value.has(keyOf('untilQuit')) ? 'untilQuit' : null
  })
  const storage = computed(() => {
    const state = app.status?.storage
    return state && state !== 'fine' && !dismissed.value.has(state) ? state : null
  })

  /** A dismissal holds for one account and one expiry or error. */
  function keyOf(kind: AccountNotice): string {
    const { account, keychainError } = session
    return [kind, account?.id, kind === 'ends' ? account?.tokenExpiresAt : keychainError?.code].join(' ')
  }
  const dismissAccount = (): void => {
    if (account.value) dismissed.value.add(keyOf(account.value))
  }
  const dismissStorage = (): void => {
    if (storage.value) dismissed.value.add(storage.value)
  }

  /** Shows the error of an action as a notice. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    error.value = null
    try {
      await action()
    } catch (thrown) {
      error.value = errorFrom(thrown)
      await session.load()
    }
  }

  async function retryKeychain(): Promise<void> {
    if (session.retrying) return
    retryError.value = null
    dismissed.value.delete(keyOf('untilQuit'))
    try {
      await session.retryKeychain()
      retryError.value = session.keychainError
    } catch (thrown) {
      const info = errorFrom(thrown)
      if (isKeychainError(info)) retryError.value = info
      else error.value = info
      await session.load()
    }
  }

  /** Asks whether the provider accepts the sign-in again. */
  async function checkSignIn(): Promise<void> {
    stillRefused.value = false
    await attempt(async () => {
      await app.refresh()
      await session.load()
    })
    stillRefused.value = session.credential === 'refused'
  }

  // These errors belong to one account and its state.
  watch([() => session.account?.id, () => session.credential], () => {
    retryError.value = null
    stillRefused.value = false
    error.value = null
  })

  return {
    account,
    storage,
    retryError,
    stillRefused,
    error,
    dismissAccount,
    dismissStorage,
    attempt,
    retryKeychain,
    checkSignIn
  }
})

/** Or has ended. */
function endsSoon({ account, credential }: AccountLine, now: number): boolean {
  const end = account.tokenExpiresAt
  return credential !== 'sample' && end !== null && new Date(end).getTime() - now <= NOTICE_TIME
}

/** Retries the keychain if nothing can be shown because of it. @returns whether stored data may be readable now */
export async function retryKeychainFor(load: Load<unknown>): Promise<boolean> {
  if (load.state !== 'error' || !isKeychainError(load.error)) return false
  await useNotices().retryKeychain()
  return true
}
