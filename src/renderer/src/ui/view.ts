/** What a view tells the rest of the page (its title, the freshness of its data), and what it needs to know of it. */
import {
  computed,
  inject,
  onBeforeUnmount,
  onMounted,
  readonly,
  ref,
  shallowReactive,
  shallowRef,
  watch,
  watchEffect
} from 'vue'
import type { ComputedRef, InjectionKey, Ref } from 'vue'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { useCatalogue } from '../features/catalogue/stores/catalogue.ts'
import { freshnessOf, type Load } from './data/load.ts'
import { useSession } from '../features/accounts/session.ts'

const titles = shallowReactive<(() => string)[]>([])
/** Of the window: the view's name and the app's. */
export const windowTitle = computed(() => titles.at(-1)?.() ?? '')
watchEffect(() => {
  if (windowTitle.value !== '') document.title = windowTitle.value
})

/** Sets the window title. The most recently mounted part wins, such as a dialog over the sign-in. */
export function usePageTitle(title: () => string): void {
  titles.push(title)
  onBeforeUnmount(() => titles.splice(titles.indexOf(title), 1))
}

/** Whether the lock has taken the page out of the document. A hidden page stays mounted and must do nothing. */
export const PAGE_HIDDEN: InjectionKey<Readonly<Ref<boolean>>> = Symbol('pageHidden')

export const usePageHidden = (): Readonly<Ref<boolean>> => inject(PAGE_HIDDEN, () => ref(false), true)

/** Also calls it for a component whose code loads so late that it is mounted into a hidden page. */
export function onPageHidden(onHide: () => void): void {
  const hidden = usePageHidden()
  const check = (): void => {
    if (hidden.value) onHide()
  }
  watch(hidden, check)
  onMounted(check)
}

/** The view is in the shell, which has the command palette. */
export const IN_SHELL: InjectionKey<true> = Symbol('inShell')

/** Id of the account that the page shows, for addresses of its records that main serves. */
export const SHOWN_ACCOUNT: InjectionKey<Readonly<Ref<string>>> = Symbol('shownAccount')

/** Outside of the app it is no account's. */
export const useShownAccount = (): Readonly<Ref<string>> => inject(SHOWN_ACCOUNT, () => ref('-'), true)

type AskLoad = () => Load<unknown>
const shown = shallowRef<{ load: AskLoad; ages: () => string } | null>(null)

/**
 * For a view with its own data: the status bar shows its freshness instead of the catalogue's.
 * @param ages of the parts that the data has, for a tooltip; empty: it has one
 */
export function provideViewFreshness(load: AskLoad, ages = (): string => ''): void {
  const own = { load, ages }
  onMounted(() => {
    shown.value = own
  })
  onBeforeUnmount(() => {
    // The next view may have mounted already.
    if (shown.value === own) shown.value = null
  })
}

/** The ages of the shown data's parts; empty: it has one. */
export const useViewAges = (): ComputedRef<string> => computed(() => shown.value?.ages() ?? '')

export function useViewFreshness(): ComputedRef<Freshness | null> {
  const catalogue = useCatalogue()
  const session = useSession()
  return computed(() => {
    if (shown.value) return freshnessOf(shown.value.load())
    return session.has('catalogue') ? freshnessOf(catalogue.list.loadState) : null
  })
}

/** True after a view's first paint, for parts that the first paint doesn't need. */
export function useAfterFirstPaint(): Readonly<Ref<boolean>> {
  const afterFirstPaint = ref(false)
  let idle = 0
  onMounted(() => {
    idle = requestIdleCallback(() => (afterFirstPaint.value = true), { timeout: 1000 })
  })
  onBeforeUnmount(() => cancelIdleCallback(idle))
  return readonly(afterFirstPaint)
}
