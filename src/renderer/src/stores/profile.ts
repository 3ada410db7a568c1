/** The profile of the account, as main's cache has it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ProfileView } from '../../../shared/models/profile.ts'
import { call, errorFrom } from '../bridge.ts'
import { askKeychainFirst } from '../composables/keychain.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'

export const useProfile = defineStore('profile', () => {
  const app = useApp()
  const load = shallowRef<Load<ProfileView>>({ state: 'idle' })
  let asked = 0

  /** Reads what is stored; an answer that a later one overtook is dropped. */
  const read = async (): Promise<void> => {
    const turn = (asked += 1)
    if (load.value.state === 'idle') load.value = { state: 'loading' }
    try {
      const { profile, freshness } = await call('profile', 'read')
      if (turn === asked) load.value = loadOf(profile, freshness)
    } catch (thrown) {
      if (turn === asked && load.value.state !== 'ready')
        load.value = { state: 'error', error: errorFrom(thrown), freshness: null }
    }
  }
  /** Asks the platform anew; the outcome comes as the profile's freshness. */
  const refresh = async (): Promise<void> => {
    if (await askKeychainFirst(load.value)) await read()
    await app.refresh('profile')
  }
  onOtherAccount((signedIn) => {
    const wanted = load.value.state !== 'idle'
    asked += 1
    load.value = { state: 'idle' }
    if (wanted && signedIn) void read()
  })

  return { load, read, refresh }
})
