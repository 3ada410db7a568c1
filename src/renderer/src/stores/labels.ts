/** The labels in the catalogue, for the label filter. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LabelCount } from '../../../shared/models/product.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useLabels = defineStore('labels', () => {
  /** Most frequent first; null: not loaded. */
  const labels = shallowRef<readonly LabelCount[] | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  let latestRequest = 0

  async function load(): Promise<void> {
    const request = ++latestRequest
    try {
      const answer = await call('catalogue', 'labels')
      if (request !== latestRequest) return
      labels.value = answer.labels
      error.value = null
    } catch (thrown) {
      if (request === latestRequest) error.value = errorFrom(thrown)
    }
  }

  onOtherAccount(() => {
    latestRequest += 1
    labels.value = null
    error.value = null
  })
  whenStale('catalogueChanged', () => void (labels.value !== null && load()))

  return { labels, error, load }
})
