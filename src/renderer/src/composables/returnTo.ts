/** To a sign-in, and back from it. */
import type { LocationQuery, RouteLocationRaw, Router } from 'vue-router'
import { useSession } from '../stores/session.ts'
import { sectionOf } from './section.ts'

/** The sign-in of an account that is known. @param from path to come back to */
export const signInAgain = (id: string, from: string): RouteLocationRaw => ({
  name: 'signIn',
  query: { again: id, from }
})

/** Goes there for the open account, to come back to where one is. */
export function goSignInAgain(router: Router): void {
  const { account } = useSession()
  if (account) void router.push(signInAgain(account.id, router.currentRoute.value.fullPath))
}

/** One more account. @param from path to come back to if it is left */
export const addAccount = (from: string): RouteLocationRaw => ({ name: 'signIn', query: { add: '1', from } })

/**
 * Where one comes back to from a sign-in.
 * @param from what its address says; anything but a path of this app's own views is the catalogue
 * @param same the account is the one that was open before: else one comes back to the section
 */
export function wayBack(router: Router, from: unknown, same: boolean): RouteLocationRaw {
  // Two slashes would begin an address elsewhere.
  const there = typeof from === 'string' && /^\/(?!\/)/.test(from) ? router.resolve(from) : null
  if (!there || there.name === undefined || there.name === 'notFound' || there.name === 'signIn')
    return { name: 'catalogue' }
  return same ? there.fullPath : { name: sectionOf(there) }
}

/** Where a sign-in leads: to where it was asked for, and with an account that was added to what that has. */
export const afterSignIn = (router: Router, { add, from }: LocationQuery, same: boolean): RouteLocationRaw =>
  wayBack(router, add === undefined ? from : null, same)
