/** Theme, density and width of the window. */
import { useMediaQuery } from '@vueuse/core'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Settings } from '../../../shared/models/settings.ts'
import { useApp } from '../stores/app.ts'

/** localStorage key. Its copy of the look lets the next start paint the right colours before main answers. */
const MEMORY = 'portside.look'

export function applyLook({ theme, density }: Settings): void {
  show(theme, density)
  localStorage.setItem(MEMORY, `${theme} ${density}`)
}

export function recallLook(): void {
  const [theme, density] = (localStorage.getItem(MEMORY) ?? '').split(' ')
  if (theme && density) show(theme, density)
}

function show(theme: string, density: string): void {
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  root.dataset['density'] = density
}

export const ROW_HEIGHTS: Record<Settings['density'], number> = { compact: 36, comfortable: 44 }

export function useRowHeight(): ComputedRef<number> {
  const app = useApp()
  return computed(() => ROW_HEIGHTS[app.settings?.density ?? 'compact'])
}

/** Too narrow for a list beside its detail pane. */
export const useNarrow = (): ComputedRef<boolean> => useMediaQuery('(max-width: 899.5px)')

/** The rail shows icons only: by choice, and in a small window. */
export function useRailCollapsed(): ComputedRef<boolean> {
  const app = useApp()
  const narrow = useNarrow()
  return computed(() => narrow.value || (app.settings?.railCollapsed ?? false))
}
