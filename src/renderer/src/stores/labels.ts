/** The labels that occur in the catalogue, for those who filter by them. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LabelCount } from '../../../shared/models/product.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useLabels = defineStore('labels', () => {
  /** Most frequent first; null: not asked for yet. */
  const labels = shallowRef<readonly LabelCount[] | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const answer = await call('catalogue', 'labels')
      if (mine !== turn) return
      labels.value = answer.labels
      error.value = null
    } catch (thrown) {
      if (mine === turn) error.value = errorFrom(thrown)
    }
  }

  onOtherAccount(() => {
    turn += 1
    labels.value = null
    error.value = null
  })
  whenStale('catalogueChanged', () => void (labels.value !== null && load()))

  return { labels, error, load }
})
