/** What is told above every view until it is settled or dismissed; and asking the password store again, wherever that is asked for. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { isKeychainError } from '../../../shared/ipc/error-rules.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { isStopped } from '../../../shared/models/account-rules.ts'
import { errorFrom } from '../bridge.ts'
import { useNow } from '../composables/now.ts'
import { useApp } from './app.ts'
import { useSession } from './session.ts'

const HOUR = 3_600_000

/** What is told of the open account: `ends` is of a sign-in that ends soon, or should have by this computer's clock. */
export type AccountNotice = 'refused' | 'forgotten' | 'unavailable' | 'untilQuit' | 'ends'

export const useNotices = defineStore('notices', () => {
  const app = useApp()
  const session = useSession()
  const now = useNow()
  const dismissed = ref(new Set<string>())
  /** What the latest try found (KEYCHAIN_*), when the password store is still no good. */
  const still = shallowRef<ErrorInfo | null>(null)
  /** Something else that was asked for from anywhere in the app, and why it could not be done. */
  const error = shallowRef<ErrorInfo | null>(null)

  const account = computed<AccountNotice | null>(() => {
    const { line } = session
    if (!line) return null
    const { credential, account } = line
    if (isStopped(credential)) return credential
    const ends = account.tokenExpiresAt === null ? Number.NaN : new Date(account.tokenExpiresAt).getTime()
    const notice = (app.settings?.expiryNoticeHours ?? 0) * HOUR
    // Where none is wanted, none is told afterwards either.
    const near = notice > 0 && credential !== 'sample' && ends - now.value <= notice
    if (near && !dismissed.value.has(keyOf('ends'))) return 'ends'
    return credential === 'memory' && !dismissed.value.has(keyOf('untilQuit')) ? 'untilQuit' : null
  })
  const storage = computed(() => {
    const state = app.status?.storage
    return state && state !== 'fine' && !dismissed.value.has(state) ? state : null
  })
  const any = computed(() => account.value !== null || storage.value !== null || error.value !== null)

  /** A dismissal counts for one account and one end or error only. */
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

  /** Does what was asked for; why it can't be done is told. */
  async function tell(act: () => Promise<void>): Promise<void> {
    error.value = null
    try {
      await act()
    } catch (thrown) {
      error.value = errorFrom(thrown)
      await session.load()
    }
  }

  /** Asks the password store again, for the open account and for what is to be removed from it. */
  async function retry(): Promise<void> {
    if (session.retrying) return
    still.value = null
    dismissed.value.delete(keyOf('untilQuit'))
    try {
      await session.retryKeychain()
      still.value = session.keychainError
    } catch (thrown) {
      const why = errorFrom(thrown)
      if (isKeychainError(why)) still.value = why
      else error.value = why
      await session.load()
    }
  }

  // What is said of one account, or of how it was, is not said of the next.
  watch([() => session.account?.id, () => session.credential], () => {
    still.value = null
    error.value = null
  })

  return { account, storage, any, still, error, dismissAccount, dismissStorage, tell, retry }
})
