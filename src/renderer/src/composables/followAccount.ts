/** Follows the account: leads to the sign-in when there is none, and with another one to a place that it has too. */
import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { useSession } from '../stores/session.ts'
import { sectionOf } from './section.ts'

/** Call in the setup of the app. What is held of the former account its stores forget themselves. */
export function useAccount(): void {
  const router = useRouter()
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => {
      const here = router.currentRoute.value
      if (id === null) void router.push({ name: 'signIn' })
      // The sign-in leads on by itself. Else it stays where it is; nothing of the account before is left to come back to.
      else if (sectionOf(here) !== here.name) void router.replace({ name: sectionOf(here) })
    }
  )
}
