/** The profile as stored, with its age. */
import type { Output } from '../../shared/ipc/contract.ts'
import type { FreshnessBook } from './refresh/freshness.ts'
import type { OpenStore } from './open-account-storage.ts'

/** @throws UNAUTHORIZED when signed out, KEYCHAIN_* (found 'sealed') while what is saved can't be opened */
export function readProfile(store: OpenStore, freshness: FreshnessBook): Promise<Output<'profile', 'read'>> {
  return store.read(async (cache) => {
    const stored = await cache.profile()
    return { profile: stored?.value ?? null, freshness: freshness.of('profile', stored) }
  })
}
