/** Where one can be. The address is kept in the hash (`app://portside/index.html#/catalogue`); views load when first visited. */
import { createRouter, createWebHashHistory } from 'vue-router'
import type { Router, RouteRecordRaw } from 'vue-router'
import { useSession } from './stores/session.ts'

const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/catalogue' },
  { path: '/sign-in', name: 'signIn', component: () => import('./views/SignInView.vue'), meta: { open: true } },
  { path: '/catalogue', name: 'catalogue', component: () => import('./views/CatalogueView.vue') },
  { path: '/catalogue/:key', name: 'product', component: () => import('./views/CatalogueView.vue') },
  { path: '/invoices', name: 'invoices', component: () => import('./views/InvoicesView.vue') },
  { path: '/invoices/:key', name: 'invoice', component: () => import('./views/InvoicesView.vue') },
  { path: '/profile', name: 'profile', component: () => import('./views/ProfileView.vue') },
  { path: '/settings', name: 'settings', component: () => import('./views/SettingsView.vue') },
  { path: '/settings/connection', name: 'connection', component: () => import('./views/ConnectionView.vue') },
  { path: '/doctor', name: 'doctor', component: () => import('./views/DoctorView.vue') },
  { path: '/:rest(.*)*', name: 'notFound', component: () => import('./views/NotFoundView.vue') }
]

declare module 'vue-router' {
  interface RouteMeta {
    /** Shown without an account. */
    open?: boolean
  }
}

/** The router; a route that needs an account leads to the sign-in until there is one, and the sign-in away from itself after. */
export function makeRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes })
  router.beforeEach((to) => {
    const session = useSession()
    // Without an account the check is of the connection in the form.
    if (!session.account && !to.meta.open) return { name: 'signIn', query: to.name === 'doctor' ? { check: '1' } : {} }
    // Coming back to the form is how one signs in again after the platform refused the token.
    if (session.account && to.name === 'signIn' && to.query['again'] === undefined) return { name: 'catalogue' }
    return true
  })
  return router
}
