/** The open account's profile, as stored by main. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProfileView } from '../../../shared/models/profile.ts'
import { call, errorFrom } from '../bridge.ts'
import { retryKeychainFor } from './notices.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'

export const useProfile = defineStore('profile', () => {
  const app = useApp()
  const load = shallowRef<Load<ProfileView>>({ state: 'idle' })
  let latestRequest = 0

  /** Reads the stored profile; drops an answer that a later read overtook. */
  const read = async (): Promise<void> => {
    const request = (latestRequest += 1)
    if (load.value.state === 'idle') load.value = { state: 'loading' }
    try {
      const { profile, freshness } = await call('profile', 'read')
      if (request === latestRequest) load.value = loadOf(profile, freshness)
    } catch (thrown) {
      if (request === latestRequest && load.value.state !== 'ready')
        load.value = { state: 'error', error: errorFrom(thrown), freshness: null }
    }
  }
  /** Fetches from the provider; the outcome arrives as the profile's freshness. */
  const refresh = async (): Promise<void> => {
    if (await retryKeychainFor(load.value)) await read()
    await app.refresh('profile')
  }
  onOtherAccount((signedIn) => {
    const wasLoaded = load.value.state !== 'idle'
    latestRequest += 1
    load.value = { state: 'idle' }
    if (wasLoaded && signedIn) void read()
  })

  return { load, read, refresh }
})
