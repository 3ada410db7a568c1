import type { Output } from '../../shared/ipc/contract.ts'
import type { FreshnessBook } from './refresh/freshness.ts'
import type { OpenAccountStorage } from './open-account-storage.ts'

/** @throws UNAUTHORIZED when signed out, KEYCHAIN_* (found 'sealed') while the stored data can't be decrypted */
export function readProfile(store: OpenAccountStorage, freshness: FreshnessBook): Promise<Output<'profile', 'read'>> {
  return store.read(async (storage) => {
    const stored = await storage.profile()
    return { profile: stored?.value ?? null, freshness: freshness.of('profile', stored) }
  })
}
