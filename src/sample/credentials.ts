/** Base addresses and credentials of the sample. None of this is secret. */
import type { SampleData } from '../shared/models/account.ts'
import type { ProviderDefinition } from '../shared/models/provider.ts'

/** Names that no resolver knows (RFC 2606), so a request that misses the in-process fetch reaches nobody. */
export const SAMPLE_ADDRESSES: Record<SampleData, string> = {
  good: 'https://sample.portside.invalid',
  difficult: 'https://difficult.portside.invalid'
}
/** The published API has no plans, so the sample has a call of its own. */
export const SAMPLE_DEFINITION: Partial<Omit<ProviderDefinition, 'baseUrl'>> = {
  plans: { path: '/sample/plans', listAt: 'plans', paging: { by: 'none' } },
  planFields: {
    id: 'id',
    name: 'name',
    state: 'status',
    price: 'price',
    currency: 'currency',
    interval: 'interval',
    started: 'startedAt',
    renews: 'renewsAt',
    ends: 'endsAt',
    quantity: 'proxies',
    trafficLimit: 'traffic.limit',
    trafficUsed: 'traffic.used',
    failedPayments: 'failedPayments',
    renewsAutomatically: 'autoRenew'
  },
  planStates: { active: 'active', cancelled: 'cancelled' },
  planIntervals: { monthly: 'month', yearly: 'year' },
  quantityUnit: 'proxies',
  trafficUnit: 'GB'
}
export const SAMPLE_EMAIL = 'robin.keller@example.com'
/** Both accounts are called by their company. */
export const SAMPLE_COMPANY = 'Keller Market Research GmbH'
export const SAMPLE_PASSWORD = 'sample-password'

/** This user also needs a one-time code. */
export const SAMPLE_CODE_EMAIL = 'two.steps@example.com'
export const SAMPLE_CODE_COMPANY = 'Stepanek & Daughters Data Services Ltd'
export const SAMPLE_CODE = '246810'
