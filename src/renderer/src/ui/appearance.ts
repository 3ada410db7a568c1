/** Theme, row heights and width of the window. */
import { useMediaQuery } from '@vueuse/core'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Settings } from '../../../shared/models/settings.ts'
import { useApp } from './data/app.ts'

/** Main also sets Chromium's theme (desktop/system.ts), before it answers the page's first calls, so the page needs no copy of the theme. */
export function applyTheme(theme: Settings['theme']): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

/** px, by the lines of text in a row. */
const ROW_HEIGHTS = { compact: { 1: 32, 2: 44 }, comfortable: { 1: 40, 2: 52 } } as const

/** A high window gives its rows more room. */
export function useRowHeight(lines: 1 | 2): ComputedRef<number> {
  const high = useMediaQuery('(height >= 900px)')
  return computed(() => ROW_HEIGHTS[high.value ? 'comfortable' : 'compact'][lines])
}

/** Too narrow for a list beside its detail pane. */
export const useNarrow = (): ComputedRef<boolean> => useMediaQuery('(max-width: 899.5px)')

/** The rail shows icons only: by choice, and in a small window. */
export function useRailCollapsed(): ComputedRef<boolean> {
  const app = useApp()
  const narrow = useNarrow()
  return computed(() => narrow.value || (app.settings?.railCollapsed ?? false))
}
