/** Routes. The address is in the hash (`app://portside/index.html#/catalogue`); views but the first load when first visited. */
import { createRouter, createWebHashHistory } from 'vue-router'
import type { NavigationGuard, RouteLocationNormalized, RouteLocationRaw, Router, RouteRecordRaw } from 'vue-router'
import { useInvoiceScope } from './features/invoices/stores/invoiceScope.ts'
import { useSession } from './features/accounts/session.ts'
// In the first bundle, because a start shows it.
import OverviewView from './features/overview/OverviewView.vue'

const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/overview' },
  { path: '/overview', name: 'overview', component: OverviewView },
  {
    path: '/sign-in',
    name: 'signIn',
    component: () => import('./features/sign-in/SignInView.vue'),
    meta: { requiresAccount: false }
  },
  { path: '/catalogue', name: 'catalogue', component: () => import('./features/catalogue/CatalogueView.vue') },
  { path: '/catalogue/:key', name: 'product', component: () => import('./features/catalogue/CatalogueView.vue') },
  // Not below /catalogue, where it would match a product key.
  { path: '/changes', name: 'changes', component: () => import('./features/catalogue/changes/ChangesView.vue') },
  { path: '/invoices', name: 'invoices', component: () => import('./features/invoices/InvoicesView.vue') },
  { path: '/invoices/:key', name: 'invoice', component: () => import('./features/invoices/InvoicesView.vue') },
  { path: '/plans', name: 'plans', component: () => import('./features/plans/PlansView.vue') },
  { path: '/profile', name: 'profile', component: () => import('./features/accounts/profile/ProfileView.vue') },
  { path: '/settings', name: 'settings', component: () => import('./features/settings/SettingsView.vue') },
  {
    path: '/settings/connection',
    name: 'connection',
    component: () => import('./features/accounts/connection/ConnectionView.vue')
  },
  {
    path: '/settings/saved-pdfs',
    name: 'savedPdfs',
    component: () => import('./features/invoices/pdf-folder/SavedPdfsView.vue')
  },
  { path: '/settings/accounts', name: 'accounts', component: () => import('./features/accounts/AccountsView.vue') },
  // The same list, while nobody is signed in.
  {
    path: '/accounts',
    name: 'knownAccounts',
    component: () => import('./features/accounts/AccountsView.vue'),
    meta: { requiresAccount: false }
  },
  {
    path: '/connectionCheck',
    name: 'connectionCheck',
    component: () => import('./features/help/connection-check/ConnectionCheckView.vue')
  },
  {
    path: '/network',
    name: 'network',
    redirect: (_, from) =>
      useSession().account ? { name: 'settings', hash: '#network' } : duringSignIn(from, 'network')
  },
  {
    path: '/about',
    name: 'about',
    component: () => import('./features/help/AboutView.vue'),
    meta: { requiresAccount: false, shell: true }
  },
  {
    path: '/about/licences/:key?',
    name: 'licences',
    component: () => import('./features/help/LicencesView.vue'),
    meta: { requiresAccount: false, shell: true }
  },
  {
    path: '/diagnostics',
    name: 'diagnostics',
    component: () => import('./features/help/DiagnosticsView.vue'),
    meta: { requiresAccount: false, shell: true }
  },
  { path: '/:rest(.*)*', name: 'notFound', component: () => import('./ui/shell/NotFoundView.vue') }
]

declare module 'vue-router' {
  interface RouteMeta {
    /** false: shown without an account too, and without the shell. */
    requiresAccount?: boolean
    /** With `requiresAccount: false`: it has the shell while an account is shown. */
    shell?: boolean
  }
}

/** Redirects to the sign-in without an account, and away from it and from views that the provider lacks with one. */
export function makeRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes })
  const redirect: NavigationGuard = (to, from) => redirectOf(to, from) ?? true
  router.beforeEach(redirect)
  // Again when the view's file is there: an account may have opened meanwhile.
  router.beforeResolve(redirect)
  return router
}

/** A view that the sign-in shows above its form. It checks the connection in the form, and the form stays as it is. */
function duringSignIn(from: RouteLocationNormalized, view: 'check' | 'network'): RouteLocationRaw {
  const { check: _, network: __, ...query } = from.name === 'signIn' ? from.query : {}
  return { name: 'signIn', query: { ...query, [view]: '1' } }
}

function redirectOf(to: RouteLocationNormalized, from: RouteLocationNormalized): RouteLocationRaw | null {
  const session = useSession()
  const first = { name: 'overview' }
  if (to.name === 'signIn') {
    const { again, add } = to.query
    const known = session.accounts.some(({ account }) => account.id === again && account.kind !== 'sample')
    // While an account is shown, the form is for signing in again or adding an account.
    if (session.account) return known || (again === undefined && add !== undefined) ? null : first
    return known || again === undefined ? null : { name: 'signIn' }
  }
  if (session.account) {
    if (!useInvoiceScope().hasView(String(to.name))) return first
    return to.name === 'knownAccounts' ? { name: 'accounts' } : null
  }
  if (to.name === 'accounts' && session.accounts.length > 0) return { name: 'knownAccounts' }
  if (to.meta.requiresAccount === false && (to.name !== 'knownAccounts' || session.accounts.length > 0)) return null
  return to.name === 'connectionCheck' ? duringSignIn(from, 'check') : { name: 'signIn' }
}
