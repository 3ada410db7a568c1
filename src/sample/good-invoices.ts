/** Two years of a customer who pays: one currency, numbers, due dates, nothing odd. */
import type { SampleInvoice } from './invoices.ts'
import { OFFERS, priceOf } from './offers.ts'
import { SAMPLE_COMPANY } from './credentials.ts'
import { GOOD_HOME, INVOICE_HOST } from './people.ts'
import { createRandom } from './random.ts'

const DAY = 86_400_000
const TERM_DAYS = 14
const VAT = 0.19

/** Days since the issue of the open invoices: one is 26 days overdue, one due in 2 days, one in 13. */
const OPEN = [40, 12, 1]
const PAID = Array.from({ length: 33 }, (_, index) => Math.round(19 + index * 22.1))

const MAIN_OFFER = '4G mobile proxy, Germany (Telekom)'
const MORE_OFFERS = [
  '5G mobile proxy, Germany (Vodafone)',
  'Residential 25 GB, Worldwide pool',
  'Static ISP proxy, Germany (Deutsche Telekom)',
  'Bandwidth top-up'
] as const

const major = (cents: number): number => cents / 100
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

function line(name: string, quantity: number): { description: string; quantity: number; cents: number } {
  const offer = OFFERS.find((one) => one.name === name)
  return { description: name, quantity, cents: offer ? priceOf(offer) : 0 }
}

/** @param index of all invoices of the account, from the oldest on */
function invoice(at: number, index: number, isPaid: boolean): SampleInvoice {
  const random = createRandom(61_000 + index)
  const id = random.uuid()
  const lines = [line(MAIN_OFFER, random.between(2, 5))]
  if (random.chance(0.7)) lines.push(line(random.pick(MORE_OFFERS), random.between(1, 2)))
  const subtotal = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  const taxes = Math.round(subtotal * VAT)
  const paidAt = isPaid ? new Date(at + random.between(1, 9 * 24) * 3_600_000).toISOString() : null
  return {
    id,
    number: `HB-${new Date(at).getUTCFullYear()}-${1200 + index * 42 + random.between(0, 30)}`,
    createdAt: new Date(at).toISOString(),
    updatedAt: paidAt ?? new Date(at).toISOString(),
    dueDate: dateOf(at + TERM_DAYS * DAY),
    paidAt,
    status: isPaid ? 'Paid' : 'Created',
    currency: 'EUR',
    paymentMethod: isPaid ? random.pick(['CreditCard', 'CreditCard', 'PayPal']) : null,
    subtotalAmount: major(subtotal),
    taxesAmount: major(taxes),
    totalAmount: major(subtotal + taxes),
    items: lines.map(({ description, quantity, cents }) => ({
      description,
      quantity,
      unitPrice: major(cents),
      amount: major(quantity * cents)
    })),
    billingDetails: { fullName: 'Robin Keller', companyName: SAMPLE_COMPANY, ...GOOD_HOME },
    hostedInvoiceUrl: `https://${INVOICE_HOST}/${id}`,
    hostedInvoicePdfUrl: `https://${INVOICE_HOST}/${id}.pdf`
  }
}

export function goodInvoices(now: Date): SampleInvoice[] {
  const day = Math.floor(now.getTime() / DAY) * DAY
  const random = createRandom(20_232)
  return [...OPEN, ...PAID]
    .sort((a, b) => b - a)
    .map((daysAgo, index) => {
      const at = day - daysAgo * DAY + random.between(7 * 60, 19 * 60) * 60_000
      return invoice(at, index, !OPEN.includes(daysAgo))
    })
    .reverse()
}

export const newGoodInvoice = (at: number, step: number): SampleInvoice =>
  invoice(at, OPEN.length + PAID.length + step, false)

/** What the one public provider sends: no number, currency, due date, payment date, lines and page. */
export function withoutExtras(full: SampleInvoice): SampleInvoice {
  const { number: _1, currency: _2, dueDate: _3, paidAt: _4, items: _5, hostedInvoiceUrl: _6, ...bare } = full
  return { ...bare, discountAmount: 0, couponId: null }
}
