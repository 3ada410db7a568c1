/** The profile of the account shown, as stored by main. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProfileView } from '../../../shared/models/profile.ts'
import { call } from '../bridge.ts'
import { useApp } from './app.ts'
import { latestRequest, loadOf } from './load.ts'
import type { Load } from './load.ts'
import { retryKeychainFor } from './notices.ts'
import { onAccountChange, useSession } from './session.ts'

export const useProfile = defineStore('profile', () => {
  const app = useApp()
  const loadState = shallowRef<Load<ProfileView>>({ state: 'idle' })
  const request = latestRequest()

  async function read(): Promise<void> {
    if (loadState.value.state === 'idle') loadState.value = { state: 'loading' }
    await request.send(
      () => call('profile', 'read', { of: useSession().of }),
      ({ profile, freshness }) => (loadState.value = loadOf(profile, freshness)),
      (error) => {
        if (loadState.value.state !== 'ready') loadState.value = { state: 'error', error, freshness: null }
      }
    )
  }
  /** Fetches from the provider; the outcome arrives as the profile's freshness. */
  const refresh = async (): Promise<void> => {
    if (await retryKeychainFor(loadState.value)) await read()
    await app.refresh('profile')
  }
  onAccountChange((signedIn) => {
    const wasLoaded = loadState.value.state !== 'idle'
    request.drop()
    loadState.value = { state: 'idle' }
    if (wasLoaded && signedIn) void read()
  })

  return { loadState, read, refresh }
})
