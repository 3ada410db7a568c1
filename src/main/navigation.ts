/** Where the tray, the menus, the notifications and the app's own links lead. */
import { toErrorInfo } from '../shared/ipc/error.ts'
import type { Session } from './core/session/index.ts'
import { routeOf } from './desktop/links/deep-link.ts'

export interface WaysParts {
  session: Session
  locked: () => boolean
  /** Brings the window to the front. */
  show: () => void
  /** Asks the page to go to a route; held back while the app is locked. */
  lead: (path: string) => void
  report: (error: unknown) => void
}

export interface Ways {
  goTo(path: string): void
  /** A link of the app's own. Without an account it leads to the sign-in, and is forgotten. */
  follow(link: string): void
  /** Opens that account; one that is signed out leads to its sign-in. Nothing happens while the app is locked. */
  switchAccount(id: string): void
  /** @param key null: the list. While the app is locked, the account that is open stays open. */
  openInvoice(accountId: string, key: string | null): void
}

export function createWays({ session, locked, show, lead, report }: WaysParts): Ways {
  const goTo = (path: string): void => {
    lead(path)
    show()
  }
  /** @returns whether it is open now */
  const openAccount = async (id: string): Promise<boolean> => {
    if (session.account()?.id === id) return true
    if (locked()) return false
    try {
      await session.switchTo(id)
      return true
    } catch (error) {
      const { code } = toErrorInfo(error)
      if (code === 'UNAUTHORIZED') goTo(`/sign-in?again=${encodeURIComponent(id)}`)
      else if (code === 'NOT_FOUND') show()
      else report(error)
      return false
    }
  }

  return {
    goTo,
    follow(link) {
      const route = routeOf(link)
      if (route === null) show()
      else goTo(route)
    },
    switchAccount: (id) => void openAccount(id),
    openInvoice(accountId, key) {
      void openAccount(accountId).then((isOpen) => {
        if (isOpen) goTo(key === null ? '/invoices' : `/invoices/${encodeURIComponent(key)}`)
        else if (locked()) show()
      })
    }
  }
}
