/** Whether the lock has taken the page out of the document. A hidden page stays mounted and must do nothing. */
import { inject, ref, watch } from 'vue'
import type { InjectionKey, Ref } from 'vue'

/** Provided by the app's root. */
export const PAGE_HIDDEN: InjectionKey<Readonly<Ref<boolean>>> = Symbol('pageHidden')

/** Call in a component's setup. False without a provider. */
export const usePageHidden = (): Readonly<Ref<boolean>> => inject(PAGE_HIDDEN, () => ref(false), true)

/** Call in a component's setup. @param onHide runs when the page is taken out */
export function onPageHidden(onHide: () => void): void {
  watch(usePageHidden(), (hidden) => {
    if (hidden) onHide()
  })
}
