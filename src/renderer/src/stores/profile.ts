/** The open account's profile, as stored by main. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProfileView } from '../../../shared/models/account.ts'
import { call } from '../bridge.ts'
import { useApp } from './app.ts'
import { latestRequest, loadOf } from './load.ts'
import type { Load } from './load.ts'
import { retryKeychainFor } from './notices.ts'
import { onAccountChange } from './session.ts'

export const useProfile = defineStore('profile', () => {
  const app = useApp()
  const load = shallowRef<Load<ProfileView>>({ state: 'idle' })
  const request = latestRequest()

  async function read(): Promise<void> {
    if (load.value.state === 'idle') load.value = { state: 'loading' }
    await request.send(
      () => call('profile', 'read'),
      ({ profile, freshness }) => (load.value = loadOf(profile, freshness)),
      (error) => {
        if (load.value.state !== 'ready') load.value = { state: 'error', error, freshness: null }
      }
    )
  }
  /** Fetches from the provider; the outcome arrives as the profile's freshness. */
  const refresh = async (): Promise<void> => {
    if (await retryKeychainFor(load.value)) await read()
    await app.refresh('profile')
  }
  onAccountChange((signedIn) => {
    const wasLoaded = load.value.state !== 'idle'
    request.drop()
    load.value = { state: 'idle' }
    if (wasLoaded && signedIn) void read()
  })

  return { load, read, refresh }
})
