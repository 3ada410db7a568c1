/**
 * Changes the sample's invoices over time, for notifications: alternately a new invoice arrives, and the oldest open
 * one is paid. The same step gives the same invoices.
 */
import { sampleV3, type SampleInvoice } from './invoices.ts'
import { createRandom } from './random.ts'

/** Milliseconds per step. */
export const STEP_MS = 15 * 60_000

/** Upper limit of steps. */
const MOST_STEPS = 200

/**
 * @param invoices newest first
 * @param origin time of step 0; step 1 is at `origin + STEP_MS`
 */
export function driftedInvoices(invoices: readonly SampleInvoice[], steps: number, origin: number): SampleInvoice[] {
  let list = [...invoices]
  for (let step = 1; step <= Math.min(steps, MOST_STEPS); step++) {
    const at = origin + step * STEP_MS
    if (step % 2 === 1) list.unshift(sampleV3(createRandom(90_000 + step), at, 'Created'))
    else list = withOldestPaid(list, at)
  }
  return list
}

const OPEN: readonly unknown[] = ['Created', 'Issued']

function withOldestPaid(list: readonly SampleInvoice[], at: number): SampleInvoice[] {
  const oldest = list.findLastIndex(({ status }) => OPEN.includes(status))
  const paid = { status: 'Paid', paymentMethod: 'CreditCard', updatedAt: new Date(at).toISOString() }
  return list.map((invoice, index) => (index === oldest ? { ...invoice, ...paid } : invoice))
}
