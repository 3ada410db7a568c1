/** What this desktop environment supports, for the settings view. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Desktop } from '../../../shared/models/settings.ts'
import { call } from '../bridge.ts'
import { whenStale } from './stale.ts'

export const useDesktop = defineStore('desktop', () => {
  const desktop = shallowRef<Desktop | null>(null)
  const load = async (): Promise<void> => {
    desktop.value = await call('app', 'desktop')
  }
  whenStale('desktopChanged', () => void load())
  return { desktop, load }
})
