/** The settings as the settings page shows them: a change shows at once, and is undone if main refuses it. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Desktop } from '../../../shared/models/desktop.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/models/settings.ts'
import { useAttempt } from '../composables/useAttempt.ts'
import { useApp } from './app.ts'
import { unansweredChanges } from './unansweredChanges.ts'

export const useSettings = defineStore('settings', () => {
  const app = useApp()
  /** Of the latest change that failed. */
  const { error, attempt } = useAttempt()
  const { all: unanswered, showWhile } = unansweredChanges<Settings>()

  const shown = computed<Settings>(() => ({ ...(app.settings ?? DEFAULT_SETTINGS), ...unanswered.value }))
  const desktop = computed<Desktop | null>(() => {
    const { startWithSystem } = unanswered.value
    return app.desktop && startWithSystem !== undefined
      ? { ...app.desktop, startsWithSystem: startWithSystem }
      : app.desktop
  })
  const change = (part: Partial<Settings>): Promise<void> =>
    attempt(() => showWhile(part, () => app.changeSettings(part)))

  return { shown, desktop, error, attempt, change }
})
