import { toErrorInfo } from '../shared/ipc/error.ts'
import { invoiceKey } from '../shared/models/invoice.ts'
import type { Session } from './core/session/session.ts'
import { toRoute } from './desktop/links.ts'

export interface NavigationParts {
  session: Session
  locked: () => boolean
  show: () => void
  requestRoute: (path: string) => void
  report: (error: unknown) => void
}

/** Opens the pages that the tray, the menus, the notifications and `portside://` links lead to. */
export class Navigation {
  readonly #parts: NavigationParts

  constructor(parts: NavigationParts) {
    this.#parts = parts
  }

  goTo(path: string): void {
    this.#parts.requestRoute(path)
    this.#parts.show()
  }

  /** Opens a `portside://` link. Without an account it leads to the sign-in and is dropped. */
  openLink(link: string): void {
    const route = toRoute(link)
    if (route === null) this.#parts.show()
    else this.goTo(route)
  }

  /** Opens an account, or its sign-in if it is signed out. Does nothing while the app is locked. */
  switchAccount(id: string): void {
    void this.#openAccount(id)
  }

  /** @param key null: the list. While the app is locked, the open account stays open. */
  openInvoice(accountId: string, key: string | null): void {
    this.#openView(
      accountId,
      key === null ? '/invoices' : `/invoices/${encodeURIComponent(invoiceKey({ account: accountId, key }))}`
    )
  }

  /** While the app is locked, the open account stays open. */
  openProfile(accountId: string): void {
    this.#openView(accountId, '/profile')
  }

  #openView(accountId: string, path: string): void {
    void this.#openAccount(accountId).then((isOpen) => {
      if (isOpen) this.goTo(path)
      else if (this.#parts.locked()) this.#parts.show()
    })
  }

  /** @returns whether it is open now */
  async #openAccount(id: string): Promise<boolean> {
    const { session, locked, show, report } = this.#parts
    if (session.account()?.id === id) return true
    if (locked()) return false
    try {
      await session.switchTo(id)
      return true
    } catch (error) {
      const { code } = toErrorInfo(error)
      if (code === 'UNAUTHORIZED') this.goTo(`/sign-in?again=${encodeURIComponent(id)}`)
      else if (code === 'NOT_FOUND') show()
      else report(error)
      return false
    }
  }
}
