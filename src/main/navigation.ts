/** Opens the pages that the tray, the menus, the notifications and `portside://` links lead to. */
import { toErrorInfo } from '../shared/ipc/error.ts'
import type { Session } from './core/session/session.ts'
import { toRoute } from './desktop/links.ts'

export interface NavigationParts {
  session: Session
  locked: () => boolean
  show: () => void
  requestRoute: (path: string) => void
  report: (error: unknown) => void
}

export function createNavigation({ session, locked, show, requestRoute, report }: NavigationParts) {
  const goTo = (path: string): void => {
    requestRoute(path)
    show()
  }
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
    /** Opens a `portside://` link. Without an account it leads to the sign-in and is dropped. */
    follow(link: string): void {
      const route = toRoute(link)
      if (route === null) show()
      else goTo(route)
    },
    /** Opens an account, or its sign-in if it is signed out. Does nothing while the app is locked. */
    switchAccount: (id: string): void => void openAccount(id),
    /** @param key null: the list. While the app is locked, the open account stays open. */
    openInvoice(accountId: string, key: string | null): void {
      void openAccount(accountId).then((isOpen) => {
        if (isOpen) goTo(key === null ? '/invoices' : `/invoices/${encodeURIComponent(key)}`)
        else if (locked()) show()
      })
    }
  }
}
