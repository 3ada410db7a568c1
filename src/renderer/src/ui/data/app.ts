import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { hasOtherAccounts } from '../../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../../shared/models/freshness.ts'
import type { AppInfo, Desktop } from '../../../../shared/models/desktop.ts'
import type { Settings } from '../../../../shared/models/settings.ts'
import type { Status } from '../../../../shared/models/status.ts'
import { call } from '../../bridge.ts'
import { loadMessages } from '../../i18n.ts'
import { useSession } from '../../features/accounts/session.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

/** How a refresh ended that the user asked for. `partly`: some topics failed. */
export type RefreshOutcome = 'refreshed' | 'partly' | 'failed' | 'unreachable' | 'offline'

/** @param asked what was fetched */
function outcomeOf({ reach, failed }: Status, asked: readonly Topic[]): RefreshOutcome {
  if (reach === 'offline' || reach === 'unreachable') return reach
  const failures = failed.filter((topic) => asked.includes(topic))
  if (failures.length === 0) return 'refreshed'
  return failures.length < asked.length ? 'partly' : 'failed'
}

export const useApp = defineStore('app', () => {
  const session = useSession()
  const info = shallowRef<AppInfo | null>(null)
  const settings = shallowRef<Settings | null>(null)
  const status = shallowRef<Status | null>(null)
  const desktop = shallowRef<Desktop | null>(null)
  const refreshRequested = ref(false)
  const refreshOutcome = ref<RefreshOutcome>('refreshed')
  /** Lists and sums of invoices are those of all accounts. There are others than the one that is shown. */
  const allAccounts = computed(
    () => (settings.value?.allAccounts ?? false) && hasOtherAccounts(session.accounts, session.account?.id)
  )

  /** Of the accounts whose records the topic's lists have. */
  const isRefreshing = (topic: Topic): boolean => {
    const { refreshing = [], othersRefreshing = false } = status.value ?? {}
    const isOfAll = allAccounts.value && (topic === 'invoices' || topic === 'plans')
    return refreshing.includes(topic) || (isOfAll && othersRefreshing)
  }

  const loadInfo = async (): Promise<void> => {
    info.value = await call('app', 'info')
  }
  /** The setting whose messages came; undefined: those of the start. Main answers with the setting's, so a failure is asked again. */
  let spoken: string | null | undefined
  const followLanguage = async (): Promise<void> => {
    const chosen = settings.value?.language ?? null
    if (spoken !== undefined && spoken !== chosen) await loadMessages()
    spoken = chosen
  }
  const loadSettings = async (): Promise<void> => {
    settings.value = await call('app', 'settings')
    await followLanguage()
  }
  /** An account's status is nobody's once the page shows another one, and a count of one account isn't that of all. */
  const showStatus = async (ask: (of: string | null, all: boolean) => Promise<Status>): Promise<Status> => {
    const of = session.account?.id ?? null
    const all = allAccounts.value
    const answer = await ask(of, all)
    if (of === (session.account?.id ?? null) && all === allAccounts.value) status.value = answer
    return answer
  }
  const loadStatus = async (): Promise<void> => void (await showStatus((of, all) => call('app', 'status', { of, all })))
  const loadDesktop = async (): Promise<void> => {
    desktop.value = await call('app', 'desktop')
  }
  const pauseShortcut = async (paused: boolean): Promise<void> => {
    await call('app', 'pauseShortcut', { paused })
  }
  const changeSettings = async (change: Partial<Settings>): Promise<void> => {
    settings.value = await call('app', 'changeSettings', change)
    await followLanguage()
    // The system decides whether it starts the app, and who has a shortcut.
    if (change.startWithSystem !== undefined || change.globalShortcut !== undefined) await loadDesktop()
  }
  /** Fetches one topic, or all; the outcome arrives as the topic's freshness. */
  const refresh = async (topic: Topic | null = null): Promise<void> => {
    if (refreshRequested.value) return
    refreshRequested.value = true
    refreshOutcome.value = 'failed'
    try {
      const answer = await showStatus((_of, all) => call('app', 'refresh', { of: session.of, all, topic }))
      refreshOutcome.value = outcomeOf(answer, topic === null ? TOPICS.filter(session.has) : [topic])
    } finally {
      refreshRequested.value = false
    }
  }

  listenWhileVisible('settings', () => void loadSettings())
  listenWhileVisible('desktop', () => void loadDesktop())

  return {
    info,
    settings,
    status,
    desktop,
    refreshRequested,
    refreshOutcome,
    allAccounts,
    isRefreshing,
    loadInfo,
    loadSettings,
    loadStatus,
    loadDesktop,
    pauseShortcut,
    changeSettings,
    refresh
  }
})
