/** The labels that occur in the catalogue, for those who filter by them. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LabelCount } from '../../../shared/models/product.ts'
import type { Failure } from '../../../shared/ipc/error.ts'
import { call, failureFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useLabels = defineStore('labels', () => {
  /** Most frequent first; null: not asked for yet. */
  const labels = shallowRef<readonly LabelCount[] | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const answer = await call('catalogue', 'labels')
      if (mine !== turn) return
      labels.value = answer.labels
      failure.value = null
    } catch (thrown) {
      if (mine === turn) failure.value = failureFrom(thrown)
    }
  }

  onOtherAccount(() => {
    turn += 1
    labels.value = null
    failure.value = null
  })
  whenStale('catalogueChanged', () => void (labels.value !== null && load()))

  return { labels, failure, load }
})
