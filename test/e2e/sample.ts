/** The sample's dates count back from now, so specs ask for its data here. */
import { difficultInvoices } from '../../src/sample/invoices.ts'

/** The number of the sample's open invoice over €378.00, the only one of that amount. It names the year it is of. */
export function openInvoiceNumber(): string {
  const [found, ...others] = difficultInvoices(new Date()).filter(
    ({ state, amount_cents: cents }) => state === 'open' && cents === 37_800
  )
  if (typeof found?.['number'] !== 'string' || others.length > 0) throw new Error('the sample has other invoices now')
  return found['number']
}
