/** Base addresses and credentials of the sample. None of this is secret. */
import type { SampleData } from '../shared/models/account.ts'

/** Names that no resolver knows (RFC 2606), so a request that misses the in-process fetch reaches nobody. */
export const SAMPLE_ADDRESSES: Record<SampleData, string> = {
  good: 'https://sample.portside.invalid',
  difficult: 'https://difficult.portside.invalid'
}
export const SAMPLE_EMAIL = 'robin.keller@example.com'
/** Both accounts are called by their company. */
export const SAMPLE_COMPANY = 'Keller Market Research GmbH'
export const SAMPLE_PASSWORD = 'sample-password'

/** This user also needs a one-time code. */
export const SAMPLE_CODE_EMAIL = 'two.steps@example.com'
export const SAMPLE_CODE_COMPANY = 'Stepanek & Daughters Data Services Ltd'
export const SAMPLE_CODE = '246810'
