/** The notice about settings that went back to their defaults, because the stored ones were damaged. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { call } from '../../bridge.ts'
import type { LostSettingsNotice } from './lostSettingsNotice.ts'
import { useApp } from '../../ui/data/app.ts'
import { useNotices } from '../../ui/shell/notices.ts'

export const useLostSettings = defineStore('lostSettings', () => {
  const app = useApp()
  const notices = useNotices()
  const notice = shallowRef<LostSettingsNotice | null>(null)

  watch(
    () => app.status?.lostSettings,
    async (lost) => {
      if (!lost || lost.length === 0) notice.value = null
      else notice.value = (await import('./lostSettingsNotice.ts')).lostSettingsNotice(lost)
    },
    { immediate: true }
  )

  function dismiss(): void {
    void notices.attempt(async () => {
      await call('app', 'acceptLostSettings')
      await app.loadStatus()
    })
  }

  return { notice, dismiss }
})
