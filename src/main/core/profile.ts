/** The profile as stored, with its age. */
import type { Output } from '../../shared/ipc/contract.ts'
import type { FreshnessBook } from './freshness.ts'
import type { OpenStore } from './store.ts'

export async function readProfile(store: OpenStore, freshness: FreshnessBook): Promise<Output<'profile', 'read'>> {
  const stored = await store.current().profile()
  return { profile: stored?.value ?? null, freshness: freshness.of('profile', stored) }
}
