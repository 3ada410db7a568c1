/** Row height of lists by density, px. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Settings } from '../../../shared/models/settings.ts'
import { useApp } from '../stores/app.ts'

export const ROW_HEIGHTS: Record<Settings['density'], number> = { compact: 36, comfortable: 44 }

export function useRowHeight(): ComputedRef<number> {
  const app = useApp()
  return computed(() => ROW_HEIGHTS[app.settings?.density ?? 'compact'])
}
