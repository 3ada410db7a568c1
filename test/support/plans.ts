import type { Plan } from '../../src/shared/models/plan.ts'

/** An active plan of which nothing else is known. */
export const plan = (more: Partial<Plan> = {}): Plan => ({
  ...{ key: 'p', name: null, state: 'active', providerState: 'active', price: null, interval: null },
  ...{ started: null, renews: null, ends: null, periodEnds: null },
  ...{ quantity: null, traffic: null, failedPayments: null, renewsAutomatically: null },
  ...more
})
