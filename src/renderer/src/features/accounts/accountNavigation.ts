/** Navigation between accounts, and to a sign-in and back. */
import { defineStore } from 'pinia'
import { shallowReactive, watch } from 'vue'
import { START_LOCATION, useRouter } from 'vue-router'
import type { LocationQuery, RouteLocationRaw, Router } from 'vue-router'
import type { AccountLine } from '../../../../shared/models/account.ts'
import { isUnknownProvider } from '../../../../shared/models/connection.ts'
import { useInvoiceScope } from '../invoices/stores/invoiceScope.ts'
import { useNotices } from '../../ui/shell/notices.ts'
import { useSession } from './session.ts'

/** Paths of the records that were open when their section was left, by section. */
const useLastRecords = defineStore('lastRecords', () => ({ paths: shallowReactive(new Map<string, string>()) }))

/** Route of the sign-in of a known account. @param from path to return to */
export const signInAgain = (id: string, from: string): RouteLocationRaw => ({
  name: 'signIn',
  query: { again: id, from }
})

/** Route of what an account without a list of invoices needs: its provider is chosen in the sign-in. @param from as above */
export const noListRoute = (line: AccountLine | null, from: string): RouteLocationRaw =>
  line && isUnknownProvider(line.account.connection) ? signInAgain(line.account.id, from) : { name: 'connection' }

/** Signs in to an account again, by default to the one shown, then returns to the current view. */
export function goSignInAgain(router: Router, id = useSession().account?.id): void {
  if (id !== undefined) void router.push(signInAgain(id, router.currentRoute.value.fullPath))
}

/** Route of the sign-in of a new account. @param from path to return to if the user leaves it */
export const addAccount = (from: string): RouteLocationRaw => ({ name: 'signIn', query: { add: '1', from } })

/** Route of the sign-in that leaves the open sample. @param from path to return to if the user leaves it */
export const signInFromSample = (from: string): RouteLocationRaw => ({
  name: 'signIn',
  query: { add: '1', leave: 'sample', from }
})

/**
 * Where a sign-in returns to.
 * @param from path in the sign-in's address; the overview replaces any path that is not one of this app's views
 * @param same true: the same account is shown as before. Otherwise the section, since records belong to one account
 */
export function returnRoute(router: Router, from: unknown, same: boolean): RouteLocationRaw {
  // Two slashes would lead to another host.
  const there = typeof from === 'string' && /^\/(?!\/)/.test(from) ? router.resolve(from) : null
  if (!there || there.name === undefined || there.name === 'notFound' || there.name === 'signIn')
    return { name: 'overview' }
  return same ? there.fullPath : { name: sectionOf(there) }
}

/** Where a finished sign-in leads: back to `from`, or to the overview of an added account. */
export const afterSignIn = (router: Router, { add, from }: LocationQuery, same: boolean): RouteLocationRaw =>
  returnRoute(router, add === undefined ? from : null, same)

/** Routes that belong to one account, and the section that every account has. */
const SECTIONS: Readonly<Record<string, string>> = {
  product: 'catalogue',
  invoice: 'invoices',
  connection: 'settings'
}

const sectionOf = ({ name }: { name?: unknown }): string => SECTIONS[String(name)] ?? String(name)

/** Opens an account, or its sign-in if it is signed out. A notice shows why an account can't be opened. */
export async function switchAccount(router: Router, { account: { id }, credential }: AccountLine): Promise<void> {
  const session = useSession()
  if (id === session.account?.id) return
  if (credential === 'signedOut') {
    const section = router.resolve({ name: sectionOf(router.currentRoute.value) })
    await router.push(signInAgain(id, section.fullPath))
  } else await useNotices().attempt(() => session.show(id))
}

/** Opens an account's connection in the settings. @param query a place in it */
export async function openConnection(
  router: Router,
  line: AccountLine,
  query: { to?: 'statuses' } = {}
): Promise<void> {
  await switchAccount(router, line)
  if (useSession().account?.id === line.account.id) await router.push({ name: 'connection', query })
}

/** Where a link to a section leads: to the record that is open there, or within the section to its list. */
export const sectionRoute = (router: Router, name: string): RouteLocationRaw =>
  sectionOf(router.currentRoute.value) === name ? { name } : (useLastRecords().paths.get(name) ?? { name })

/** Leaves records of the former account when the account changes, and views that its provider lacks. Call in the setup of the app. */
export function followAccount(): void {
  const router = useRouter()
  const session = useSession()
  const scope = useInvoiceScope()
  const { paths } = useLastRecords()
  router.afterEach((to) => {
    if (to.name === 'product' || to.name === 'invoice') paths.set(sectionOf(to), to.path)
    else paths.delete(sectionOf(to))
  })
  watch(
    () => session.account?.id ?? null,
    (id) => {
      const keepsInvoice = id !== null && scope.all
      // `replace`: the Back button must not lead to a record of the former account.
      const leaveRecord = (): void => {
        const here = router.currentRoute.value
        if (sectionOf(here) !== here.name && !(keepsInvoice && here.name === 'invoice'))
          void router.replace({ name: sectionOf(here) })
      }
      if (keepsInvoice) paths.delete('catalogue')
      else paths.clear()
      if (id === null) void router.push({ name: 'signIn' })
      // While the first view loads, the route has no name, and the router no route of that name.
      else if (router.currentRoute.value === START_LOCATION) void router.isReady().then(leaveRecord)
      else leaveRecord()
    }
  )
  watch(
    () => scope.hasView(String(router.currentRoute.value.name)),
    (has) => {
      if (!has) void router.replace({ name: 'overview' })
    }
  )
}
