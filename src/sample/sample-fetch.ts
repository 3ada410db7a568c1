/** Answers requests to the sample's addresses, in process. The first of them loads the sample, so that a start doesn't. */
import { SAMPLE_DATA, type SampleData } from '../shared/models/account.ts'
import { SAMPLE_ADDRESSES } from './credentials.ts'
import type { SampleApi, SampleApiOptions } from './index.ts'

/** Fetches from the sample that has this base address; null: none has. */
export function createSampleFetch(
  options: Required<Pick<SampleApiOptions, 'drift' | 'language'>>
): (baseUrl: string) => typeof fetch | null {
  const apis = new Map<SampleData, SampleApi>()
  return (baseUrl) => {
    const data = SAMPLE_DATA.find((one) => SAMPLE_ADDRESSES[one] === baseUrl)
    if (data === undefined) return null
    return async (input, init) => {
      const sample = await import('./index.ts')
      const api = apis.get(data) ?? new sample.SampleApi({ ...options, data })
      apis.set(data, api)
      return api.fetch(new Request(input, init))
    }
  }
}
