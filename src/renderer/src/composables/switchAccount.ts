/** Another account with one press: from the rail, or by a key. */
import type { Router } from 'vue-router'
import type { AccountLine } from '../../../shared/models/account.ts'
import { useNotices } from '../stores/notices.ts'
import { useSession } from '../stores/session.ts'
import { sectionOf } from './section.ts'
import { signInAgain } from './returnTo.ts'

/** Opens it; one that is signed out has its person sign in first. Why it can't be opened is told above the view. */
export async function switchAccount(router: Router, { account: { id }, credential }: AccountLine): Promise<void> {
  const session = useSession()
  if (id === session.account?.id) return
  if (credential === 'signedOut') {
    const section = router.resolve({ name: sectionOf(router.currentRoute.value) })
    await router.push(signInAgain(id, section.fullPath))
  } else await useNotices().tell(() => session.switchTo(id))
}
