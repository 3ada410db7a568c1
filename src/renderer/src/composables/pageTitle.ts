/** The window title: the most recently mounted part names it, such as a dialog over the sign-in. */
import { onBeforeUnmount, shallowReactive, watchEffect } from 'vue'

const titles = shallowReactive<(() => string)[]>([])
watchEffect(() => {
  const title = titles.at(-1)
  if (title) document.title = title()
})

/** Call in a component's setup. */
export function usePageTitle(title: () => string): void {
  titles.push(title)
  onBeforeUnmount(() => titles.splice(titles.indexOf(title), 1))
}
