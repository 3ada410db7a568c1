/** Changes of settings that main hasn't answered: the settings page shows them at once, and undoes what main refuses. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Desktop } from '../../../../shared/models/desktop.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/models/settings.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import { useApp } from '../../ui/data/app.ts'

export const usePendingSettings = defineStore('pendingSettings', () => {
  const app = useApp()
  /** Of the latest change that failed. */
  const { error, attempt } = useAttempt()
  /** Main has not answered them yet. */
  const changes = shallowRef<readonly Partial<Settings>[]>([])

  /** The later changes over the earlier ones. */
  const shown = computed<Settings>(
    () => Object.assign({}, app.settings ?? DEFAULT_SETTINGS, ...changes.value) as Settings
  )
  const desktop = computed<Desktop | null>(() => {
    const startsWithSystem = changes.value.findLast((one) => one.startWithSystem !== undefined)?.startWithSystem
    return app.desktop && startsWithSystem !== undefined ? { ...app.desktop, startsWithSystem } : app.desktop
  })

  /** @param act asks main, and holds its answer */
  async function showWhile(change: Partial<Settings>, act: () => Promise<void>): Promise<void> {
    changes.value = [...changes.value, change]
    try {
      await act()
    } finally {
      changes.value = changes.value.filter((one) => one !== change)
    }
  }
  const change = (part: Partial<Settings>): Promise<void> =>
    attempt(() => showWhile(part, () => app.changeSettings(part)))

  return { shown, desktop, error, attempt, showWhile, change }
})
