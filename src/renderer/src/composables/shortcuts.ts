/** App-wide keyboard shortcuts; a component that handles a key prevents its default. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useRouter } from 'vue-router'
import { useApp } from '../stores/app.ts'
import { useLock } from '../stores/lock.ts'
import { useSession } from '../stores/session.ts'
import { switchAccount } from './accountNavigation.ts'
import { typing } from './escape.ts'

const VIEWS = ['catalogue', 'invoices', 'profile', 'settings'] as const

const inSight = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

/** Focuses the view's search field, if there is one. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')].find(inSight)
  field?.focus()
  field?.select()
  return field !== undefined
}

/** Moves the focus to the next or previous region: rail, panes, status bar. */
function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(inSight)
  const here = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  const next = here < 0 ? (step > 0 ? 0 : panes.length - 1) : (here + step + panes.length) % panes.length
  panes[next]?.focus()
}

/** Call in the setup of the shell. */
export function useShortcuts(): void {
  const router = useRouter()
  const app = useApp()
  const lock = useLock()
  const session = useSession()

  const withModifier = (key: string): (() => unknown) | null => {
    const view = VIEWS[Number(key) - 1]
    if (view) return () => router.push({ name: view })
    if (key === ',') return () => router.push({ name: 'settings' })
    if (key === 'f') return focusSearch
    if (key === 'r') return () => app.refresh()
    return null
  }
  /** By key position: Shift changes the digit on every layout. Ctrl on macOS too, where ⇧⌘3 and ⇧⌘4 are taken. */
  const withShift = (code: string): (() => unknown) | null => {
    const line = session.accounts[Number(/^Digit([1-9])$/.exec(code)?.[1]) - 1]
    if (!line) return null
    return () => switchAccount(router, line)
  }
  const lockNow = (): (() => unknown) | null => (lock.state?.enabled ? lock.now : null)
  const plain = (event: KeyboardEvent): (() => unknown) | null => {
    if (event.key === 'F6') return () => focusPane(event.shiftKey ? -1 : 1)
    if (event.key === 'F5') return () => app.refresh()
    if (event.key === '/' && !typing(event.target)) return focusSearch
    return null
  }
  const pressed = (event: KeyboardEvent): void => {
    // No shortcuts while the app is locked.
    if (lock.locked || event.defaultPrevented || event.isComposing || event.altKey) return
    const modifier = app.info?.platform === 'darwin' ? event.metaKey : event.ctrlKey
    const find = (): (() => unknown) | null => {
      if (modifier && event.shiftKey && event.key.toLowerCase() === 'l') return lockNow()
      if (event.ctrlKey && event.shiftKey) return withShift(event.code)
      return modifier && !event.shiftKey ? withModifier(event.key.toLowerCase()) : plain(event)
    }
    const act = find()
    if (!act) return
    event.preventDefault()
    act()
  }
  onMounted(() => window.addEventListener('keydown', pressed))
  onBeforeUnmount(() => window.removeEventListener('keydown', pressed))
}
