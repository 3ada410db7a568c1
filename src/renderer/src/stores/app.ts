/** The app itself: what it is, what the person chose, how the connection is. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { AppInfo, Settings, Status } from '../../../shared/models/settings.ts'
import { call } from '../bridge.ts'
import { whenStale } from './stale.ts'

export const useApp = defineStore('app', () => {
  const info = shallowRef<AppInfo | null>(null)
  const settings = shallowRef<Settings | null>(null)
  const status = shallowRef<Status | null>(null)
  /** A refresh that the person asked for in this window is under way. */
  const asked = ref(false)

  const loadInfo = async (): Promise<void> => {
    info.value = await call('app', 'info')
  }
  const loadSettings = async (): Promise<void> => {
    settings.value = await call('app', 'settings')
  }
  const loadStatus = async (): Promise<void> => {
    status.value = await call('app', 'status')
  }
  const changeSettings = async (change: Partial<Settings>): Promise<void> => {
    settings.value = await call('app', 'changeSettings', change)
  }
  /** Fetches one topic, or all; how the try went is in the topic's freshness. */
  const refresh = async (topic: Topic | null = null): Promise<void> => {
    if (asked.value) return
    asked.value = true
    try {
      status.value = await call('app', 'refresh', { topic })
    } finally {
      asked.value = false
    }
  }

  whenStale('settingsChanged', () => void loadSettings())

  return { info, settings, status, asked, loadInfo, loadSettings, loadStatus, changeSettings, refresh }
})
