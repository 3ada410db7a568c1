/** Two years of a customer who pays: one currency, numbers, due dates, nothing odd. */
import type { SampleInvoice } from './invoices.ts'
import { nameOf, OFFERS, priceOf, type Family, type Offer } from './offers.ts'
import { SAMPLE_COMPANY } from './credentials.ts'
import { goodHome, INVOICE_HOST } from './people.ts'
import { createRandom } from './random.ts'
import { ENGLISH, type Texts } from './texts.ts'

const DAY = 86_400_000
const TERM_DAYS = 14
const VAT = 0.19

/** Days since the issue of the open invoices: one is 26 days overdue, one due in 2 days, one in 13. */
const OPEN = [40, 12, 1]
const PAID = Array.from({ length: 33 }, (_, index) => Math.round(19 + index * 22.1))

function offerOf(family: Family, country: string, isWanted: (offer: Offer) => boolean = () => true): Offer {
  const found = OFFERS.find((one) => one.family === family && one.country === country && isWanted(one))
  if (!found) throw new Error(`No offer: ${family} ${country}`)
  return found
}
const MAIN_OFFER = offerOf('mobile4g', 'DE')
const MORE_OFFERS = [
  offerOf('mobile5g', 'DE'),
  offerOf('residential', '', ({ figure }) => figure[1] === 25),
  offerOf('isp', 'DE'),
  offerOf('service', '', ({ service }) => service === 'bandwidth')
] as const

const major = (cents: number): number => cents / 100
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface Making {
  /** Of all invoices of the account, from the oldest on. */
  index: number
  isPaid: boolean
  texts: Texts
}

function invoice(at: number, { index, isPaid, texts }: Making): SampleInvoice {
  const random = createRandom(61_000 + index)
  const id = random.uuid()
  const line = (offer: Offer, quantity: number) => ({
    description: nameOf(texts, offer),
    quantity,
    cents: priceOf(offer)
  })
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
    billingDetails: { fullName: 'Robin Keller', companyName: SAMPLE_COMPANY, ...goodHome(texts) },
    hostedInvoiceUrl: `https://${INVOICE_HOST}/${id}`,
    hostedInvoicePdfUrl: `https://${INVOICE_HOST}/${id}.pdf`
  }
}

export function goodInvoices(now: Date, texts = ENGLISH): SampleInvoice[] {
  const day = Math.floor(now.getTime() / DAY) * DAY
  const random = createRandom(20_232)
  return [...OPEN, ...PAID]
    .sort((a, b) => b - a)
    .map((daysAgo, index) => {
      const at = day - daysAgo * DAY + random.between(7 * 60, 19 * 60) * 60_000
      return invoice(at, { index, isPaid: !OPEN.includes(daysAgo), texts })
    })
    .reverse()
}

export const newGoodInvoice = (at: number, step: number, texts: Texts): SampleInvoice =>
  invoice(at, { index: OPEN.length + PAID.length + step, isPaid: false, texts })

/** What the one public provider sends: no number, currency, due date, payment date, lines and page. */
export function withoutExtras(full: SampleInvoice): SampleInvoice {
  const { number: _1, currency: _2, dueDate: _3, paidAt: _4, items: _5, hostedInvoiceUrl: _6, ...bare } = full
  return { ...bare, discountAmount: 0, couponId: null }
}
