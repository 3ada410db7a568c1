/** The title of the window: its latest part that is still there names it, such as a check that stands over the sign-in. */
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
