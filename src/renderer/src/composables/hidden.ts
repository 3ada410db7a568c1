/** Whether the page is out of the document: behind the lock it is kept as it is, and is to do nothing. */
import { inject, ref, watch } from 'vue'
import type { InjectionKey, Ref } from 'vue'

/** Provided by what can be taken out. */
export const AWAY: InjectionKey<Readonly<Ref<boolean>>> = Symbol('away')

/** Call in a component's setup; false where nothing is ever taken out. */
export const useAway = (): Readonly<Ref<boolean>> => inject(AWAY, () => ref(false), true)

/** Call in a component's setup. @param gone is called when the page is taken out */
export function onAway(gone: () => void): void {
  watch(useAway(), (away) => {
    if (away) gone()
  })
}
