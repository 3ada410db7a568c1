import { invoiceKey, invoiceRef } from '../../shared/models/invoice.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { toRoute } from '../desktop/deep-links.ts'

export interface NavigationParts {
  accounts: Pick<Accounts, 'shown' | 'find'>
  locked: () => boolean
  show: () => void
  requestRoute: (path: string | null, account: string | null) => void
}

/** Opens the pages that the tray, the menus, the notifications and `portside://` links lead to. */
export class Navigation {
  readonly #parts: NavigationParts

  constructor(parts: NavigationParts) {
    this.#parts = parts
  }

  goTo(path: string): void {
    this.#parts.requestRoute(path, null)
    this.#parts.show()
  }

  /** Opens a `portside://` link. Without an account it leads to the sign-in and is dropped. */
  openLink(link: string): void {
    const route = toRoute(link)
    if (route === null) this.#parts.show()
    else this.goTo(this.#withAccount(route))
  }

  /** Shows an account where the page is, or its sign-in if it is signed out. Does nothing while the app is locked. */
  switchAccount(id: string): void {
    if (!this.#parts.locked()) this.#show(id, null)
  }

  /** @param key null: the list. While the app is locked, only the window is shown. */
  openInvoice(accountId: string, key: string | null): void {
    const path = key === null ? '/invoices' : `/invoices/${encodeURIComponent(invoiceKey({ account: accountId, key }))}`
    this.#show(accountId, path)
  }

  /** While the app is locked, only the window is shown. */
  openPlans(accountId: string): void {
    this.#show(accountId, '/plans')
  }

  /** While the app is locked, only the window is shown. */
  openProfile(accountId: string): void {
    this.#show(accountId, '/profile')
  }

  /** A link may name an invoice as its provider does: then it is one of the account that is shown. */
  #withAccount(route: string): string {
    const { accounts } = this.#parts
    const [, text] = /^\/invoices\/(.+)$/.exec(route) ?? []
    const { shown } = accounts
    if (text === undefined || !shown) return route
    const key = decodeURIComponent(text)
    if (accounts.find(invoiceRef(key).account)) return route
    return `/invoices/${encodeURIComponent(invoiceKey({ account: shown.id, key }))}`
  }

  #show(id: string, path: string | null): void {
    const { accounts, locked, show, requestRoute } = this.#parts
    const line = accounts.find(id)?.line
    if (line?.credential === 'signedOut' && !locked()) return this.goTo(`/sign-in?again=${encodeURIComponent(id)}`)
    if (line && !locked()) requestRoute(path, id)
    if (path !== null || !line) show()
  }
}
