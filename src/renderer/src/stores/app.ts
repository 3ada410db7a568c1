import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { AppInfo, Desktop, Settings, Status } from '../../../shared/models/settings.ts'
import { call } from '../bridge.ts'
import { whenStale } from './stale.ts'

export const useApp = defineStore('app', () => {
  const info = shallowRef<AppInfo | null>(null)
  const settings = shallowRef<Settings | null>(null)
  const status = shallowRef<Status | null>(null)
  const desktop = shallowRef<Desktop | null>(null)
  const refreshRequested = ref(false)

  const loadInfo = async (): Promise<void> => {
    info.value = await call('app', 'info')
  }
  const loadSettings = async (): Promise<void> => {
    settings.value = await call('app', 'settings')
  }
  const loadStatus = async (): Promise<void> => {
    status.value = await call('app', 'status')
  }
  const loadDesktop = async (): Promise<void> => {
    desktop.value = await call('app', 'desktop')
  }
  const changeSettings = async (change: Partial<Settings>): Promise<void> => {
    settings.value = await call('app', 'changeSettings', change)
  }
  /** Fetches one topic, or all; the outcome arrives as the topic's freshness. */
  const refresh = async (topic: Topic | null = null): Promise<void> => {
    if (refreshRequested.value) return
    refreshRequested.value = true
    try {
      status.value = await call('app', 'refresh', { topic })
    } finally {
      refreshRequested.value = false
    }
  }

  whenStale('settingsChanged', () => void loadSettings())
  whenStale('desktopChanged', () => void loadDesktop())

  return {
    ...{ info, settings, status, desktop, refreshRequested },
    ...{ loadInfo, loadSettings, loadStatus, loadDesktop, changeSettings, refresh }
  }
})
