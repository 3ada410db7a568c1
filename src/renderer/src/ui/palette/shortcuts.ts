/** Keyboard shortcuts of the app and Esc; a component that handles a key prevents its default. */
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { useApp } from '../data/app.ts'
import { useInvoiceScope } from '../../features/invoices/stores/invoiceScope.ts'
import { useLock } from '../../features/lock/lock.ts'
import { usePalette } from './palette.ts'
import { useSession } from '../../features/accounts/session.ts'
import { sectionRoute, switchAccount } from '../../features/accounts/accountNavigation.ts'
import { usePageHidden } from '../view.ts'

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'))

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], :popover-open'

/** Esc as Back, unless an open menu, a dialog or a text field handles it. @param back returns whether it did something */
export function useEscape(back: () => boolean): void {
  const hidden = usePageHidden()
  useEventListener(window, 'keydown', (event) => {
    if (hidden.value || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (isTextField(event.target) || document.querySelector(FLOATING)) return
    if (back()) event.preventDefault()
  })
}

const VIEWS = ['overview', 'catalogue', 'invoices', 'profile', 'plans'] as const

const inSight = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

function focusSearch(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')].find(inSight)
  field?.focus()
  field?.select()
}

/** Moves the focus to the next or previous region: rail, panes (into their list), status bar. */
function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(inSight)
  const here = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  const next = here < 0 ? (step > 0 ? 0 : panes.length - 1) : (here + step + panes.length) % panes.length
  const lists = panes[next]?.querySelectorAll<HTMLElement>('[role="listbox"], [role="grid"]') ?? []
  const list = [...lists].find(inSight) ?? panes[next]
  list?.focus()
}

export function useShortcuts(): void {
  const router = useRouter()
  const app = useApp()
  const lock = useLock()
  const session = useSession()
  const scope = useInvoiceScope()
  const palette = usePalette()

  type Action = (() => unknown) | null

  function withModifier(key: string): Action {
    const view = VIEWS[Number(key) - 1]
    if (view) return scope.hasView(view) ? () => router.push(sectionRoute(router, view)) : () => undefined
    if (key === ',') return () => router.push({ name: 'settings' })
    if (key === 'f') return focusSearch
    if (key === 'k') return () => palette.show('commands')
    return key === 'r' ? () => app.refresh() : null
  }
  /** By key position: Shift changes the digit on every layout. Ctrl on macOS too, where ⇧⌘3 and ⇧⌘4 are taken. */
  function withControlShift(code: string): Action {
    const line = session.accounts[Number(/^Digit([1-9])$/.exec(code)?.[1]) - 1]
    return line ? () => switchAccount(router, line) : null
  }
  function plain(event: KeyboardEvent): Action {
    if (event.key === 'F6') return () => focusPane(event.shiftKey ? -1 : 1)
    if (event.key === 'F5') return () => app.refresh()
    if (isTextField(event.target) || app.settings?.characterKeys === false) return null
    return event.key === '/' ? focusSearch : event.key === '?' ? () => palette.show('shortcuts') : null
  }
  /** Back and forward, by each system's usual keys. */
  function throughHistory({ key, altKey, metaKey }: KeyboardEvent): Action {
    const [back, forward] = mac() ? ['[', ']'] : ['ArrowLeft', 'ArrowRight']
    if (!(mac() ? metaKey : altKey)) return null
    return key === back ? router.back : key === forward ? router.forward : null
  }
  const mac = (): boolean => app.info?.platform === 'darwin'
  function actionOf(event: KeyboardEvent): Action {
    const key = event.key.toLowerCase()
    const modifier = mac() ? event.metaKey : event.ctrlKey
    const moves = throughHistory(event)
    if (moves || event.altKey) return moves
    // Selects in fields, and in lists that handle it; otherwise it would select the whole page.
    if (modifier && key === 'a' && !event.shiftKey) return isTextField(event.target) ? null : () => undefined
    if (modifier && event.shiftKey && key === 'l') return lock.state?.enabled ? lock.lockNow : null
    if (event.ctrlKey && event.shiftKey) return withControlShift(event.code)
    return modifier && !event.shiftKey ? withModifier(key) : plain(event)
  }
  useEventListener(window, 'keydown', (event) => {
    if (lock.locked || palette.shown !== null || event.defaultPrevented || event.isComposing) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  })
}
