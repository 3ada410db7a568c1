/** Follows the account: leads to the sign-in or away from it. What is held of the former one its stores forget themselves. */
import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { useSession } from '../stores/session.ts'

/** Call in the setup of the app. */
export function useAccount(): void {
  const router = useRouter()
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => void router.push({ name: id === null ? 'signIn' : 'catalogue' })
  )
}
