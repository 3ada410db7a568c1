/** The profile of the account shown, as stored by main. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProfileView } from '../../../../../shared/models/profile.ts'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { latestRequest, loadOf } from '../../../ui/data/load.ts'
import type { Load } from '../../../ui/data/load.ts'
import { retryKeychainFor } from '../../../ui/shell/notices.ts'
import { withRefresh } from '../../../ui/data/topicRefresh.ts'
import { onAccountChange, useSession } from '../session.ts'

export const useProfile = defineStore('profile', () => {
  const app = useApp()
  const stored = shallowRef<Load<ProfileView>>({ state: 'idle' })
  const request = latestRequest()

  async function read(): Promise<void> {
    if (stored.value.state === 'idle') stored.value = { state: 'loading' }
    await request.send(
      () => call('profile', 'read', { of: useSession().of }),
      ({ profile, freshness }) => (stored.value = loadOf(profile, freshness)),
      (error) => {
        if (stored.value.state !== 'ready') stored.value = { state: 'error', error, freshness: null }
      }
    )
  }
  const loadState = withRefresh('profile', stored, () => void read())
  /** Fetches from the provider; the outcome arrives as the profile's freshness. */
  const refresh = async (): Promise<void> => {
    if (await retryKeychainFor(loadState.value)) await read()
    await app.refresh('profile')
  }
  onAccountChange((signedIn) => {
    const wasLoaded = stored.value.state !== 'idle'
    request.drop()
    stored.value = { state: 'idle' }
    if (wasLoaded && signedIn) void read()
  })

  return { loadState, read, refresh }
})
