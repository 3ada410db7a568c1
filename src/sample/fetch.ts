/** Answers requests to the sample's addresses, in process. The sample is loaded with the first of them: most people never open it. */
import { SAMPLE_DATA, type SampleData } from '../shared/models/account.ts'
import { SAMPLE_ADDRESSES } from './access.ts'
import type { SampleApi, SampleApiOptions } from './index.ts'

/** Fetches from the sample that has this base address; null: none has. */
export function createSampleFetch(
  options: Omit<SampleApiOptions, 'data'>
): (baseAddress: string) => typeof fetch | null {
  const apis = new Map<SampleData, Promise<SampleApi>>()
  const open = async (data: SampleData): Promise<SampleApi> =>
    (await import('./index.ts')).createSampleApi({ ...options, data })
  return (baseAddress) => {
    const data = SAMPLE_DATA.find((one) => SAMPLE_ADDRESSES[one] === baseAddress)
    if (data === undefined) return null
    return async (input, init) => {
      const api = apis.get(data) ?? open(data)
      apis.set(data, api)
      // The next request tries again.
      api.catch(() => apis.delete(data))
      return (await api)(new Request(input, init))
    }
  }
}
