/** Another account with one press: from the rail, by a key, in the list of accounts. */
import { useRouter } from 'vue-router'
import type { AccountLine } from '../../../shared/model/account.ts'
import { useNotices } from '../stores/notices.ts'
import { useSession } from '../stores/session.ts'
import { sectionOf, signInAgain } from './wayOn.ts'

/**
 * Call in a component's setup.
 * @returns opens the account; one that is signed out has its person sign in first. Why it can't be opened is told above the view.
 */
export function useSwitch(): (line: AccountLine) => Promise<void> {
  const router = useRouter()
  const session = useSession()
  const notices = useNotices()

  return async ({ account: { id }, credential }) => {
    if (id === session.account?.id) return
    if (credential === 'signedOut') {
      const section = router.resolve({ name: sectionOf(router.currentRoute.value) })
      await router.push(signInAgain(id, section.fullPath))
    } else await notices.tell(() => session.switchTo(id))
  }
}
