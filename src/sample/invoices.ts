/**
 * Sample invoices, newest first. Most have the published v3 shape, some the v2 shape with undocumented status numbers,
 * and a few the field names of other billing APIs, with due date and currency. Lines and an overdue due date are
 * additions that real providers make.
 */
import { INVOICE_HOST } from './people.ts'
import { createRandom, type Random } from './random.ts'

const DAY = 86_400_000

export type SampleInvoice = Record<string, unknown>

/** v3 statuses by age in days. The four open ones add up to the amount to pay. */
const V3: readonly [daysAgo: number, status: string][] = [
  [1, 'Created'],
  [6, 'Paid'],
  [12, 'Issued'],
  [18, 'Paid'],
  [33, 'Paid'],
  [40, 'NotPaid'],
  [48, 'Paid'],
  [55, 'Draft'],
  [63, 'Paid'],
  [70, 'Paid'],
  [79, 'Refunded'],
  [92, 'Paid'],
  [97, 'Paid'],
  [110, 'Canceled'],
  [122, 'Paid'],
  [131, 'Paid'],
  [150, 'Paid'],
  [153, 'Paid'],
  [167, 'Paid'],
  [181, 'Paid'],
  [188, 'Refunded'],
  [212, 'Paid'],
  [226, 'Paid'],
  [243, 'Paid'],
  [260, 'Canceled'],
  [273, 'Paid'],
  [288, 'Paid'],
  [304, 'Paid'],
  [319, 'Paid']
]

const V2: readonly [daysAgo: number, status: number][] = [
  [330, 1],
  [341, 2],
  [352, 1],
  [366, 3],
  [380, 0],
  [395, 4],
  [410, 1]
]

/** The unpaid one was due long ago, the open one is due in two days. */
const V3_TERM = { status: 'NotPaid', days: 14 }
const OTHER: readonly [daysAgo: number, status: string, currency: string, termDays: number][] = [
  [9, 'open', 'EUR', 11],
  [27, 'paid', 'EUR', 14],
  [84, 'paid', 'USD', 14],
  [199, 'void', 'EUR', 14]
]

/** Texts of lines, chosen by price, so that no random number is used. */
const GOODS = [
  '4G mobile proxy, 1 month',
  'Residential bandwidth, 25 GB',
  'ISP proxies, 10 addresses',
  'Datacenter /27, 1 month',
  'IPv6 /48 subnet, 1 month'
]
const goodsOf = (cents: number): string => GOODS[(cents / 100) % GOODS.length] ?? 'Proxies'

/** 40 invoices over the 14 months before `now`. */
export function sampleInvoices(now: Date): SampleInvoice[] {
  const random = createRandom(20_231)
  const made: { at: number; invoice: SampleInvoice }[] = []
  const day = Math.floor(now.getTime() / DAY) * DAY
  const moment = (daysAgo: number): number => day - daysAgo * DAY + random.between(7 * 60, 19 * 60) * 60_000
  for (const [daysAgo, status] of V3) {
    const at = moment(daysAgo)
    made.push({ at, invoice: sampleV3(random, at, status) })
  }
  for (const [daysAgo, status] of V2) {
    const at = moment(daysAgo)
    made.push({ at, invoice: v2(random, at, status) })
  }
  for (const [daysAgo, ...what] of OTHER) {
    const at = moment(daysAgo)
    made.push({ at, invoice: other(random, at, ...what) })
  }
  return made.sort((a, b) => b.at - a.at).map(({ invoice }) => invoice)
}

/** Cents as a decimal number. */
const major = (cents: number): number => cents / 100

/** One invoice in the published v3 shape, with its lines. */
export function sampleV3(random: Random, at: number, status: string): SampleInvoice {
  const unit = random.pick([2900, 4900, 5900, 8900, 14900, 24900, 39900])
  const quantity = random.between(1, 3)
  const subtotal = unit * quantity
  const discount = random.chance(0.25) ? Math.round(subtotal * 0.1) : 0
  const taxes = Math.round((subtotal - discount) * 0.077)
  const id = random.uuid()
  const settled = status === 'Paid' || status === 'Refunded'
  return {
    id,
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at + (settled ? random.between(2, 600) * 60_000 : 0)).toISOString(),
    status,
    paymentMethod: settled ? random.pick(['CreditCard', 'CreditCard', 'Cryptocurrency', 'PayPal']) : null,
    taxesAmount: major(taxes),
    discountAmount: major(discount),
    subtotalAmount: major(subtotal),
    totalAmount: major(subtotal - discount + taxes),
    couponId: discount > 0 ? random.uuid() : null,
    purchaseId: random.uuid(),
    items: [{ description: goodsOf(unit), quantity, unitPrice: major(unit), amount: major(subtotal) }],
    ...(status === V3_TERM.status && { dueDate: new Date(at + V3_TERM.days * DAY).toISOString().slice(0, 10) }),
    billingDetails: {
      fullName: 'Robin Keller',
      companyName: 'Keller Market Research GmbH',
      address: 'Seefeldstrasse 12',
      zipCode: '8008',
      city: 'Zürich',
      country: 'Switzerland'
    },
    hostedInvoicePdfUrl: status === 'Draft' ? null : `https://${INVOICE_HOST}/${id}.pdf`
  }
}

function v2(random: Random, at: number, status: number): SampleInvoice {
  const unit = random.pick([2900, 5900, 8900])
  const amount = unit * random.between(1, 4)
  const id = random.uuid()
  return {
    id,
    owner: '0c9b5a52-6a0e-4d7c-9f39-2f0a8a1d7b11',
    creationDateTime: new Date(at).toISOString(),
    lastUpdateDateTime: new Date(at + 3_600_000).toISOString(),
    isFeatured: null,
    isAllowed: true,
    weight: 0,
    contextData: null,
    customData: null,
    relatedPurchase: random.uuid(),
    couponId: null,
    thirdPartyInvoiceId: `in_SAMPLE${random.between(100_000, 999_999)}`,
    unitPrice: major(unit),
    amount: major(amount),
    finalAmount: major(amount),
    status,
    hostedInvoiceUrl: `https://${INVOICE_HOST}/${id}`,
    hostedInvoicePdf: `https://${INVOICE_HOST}/${id}.pdf`,
    details: random.pick(['4G mobile proxy, 1 month', 'ISP proxies, 10 addresses', 'Residential bandwidth, 25 GB'])
  }
}

function other(random: Random, at: number, state: string, currency: string, termDays: number): SampleInvoice {
  const id = random.uuid()
  const number = `HB-${new Date(at).getUTCFullYear()}-${random.between(1000, 9999)}`
  const unit = random.pick([4900, 11900, 18900])
  const quantity = random.between(1, 2)
  return {
    id,
    number,
    state,
    currency,
    amount_cents: unit * quantity,
    issue_date: new Date(at).toISOString().slice(0, 10),
    due_date: new Date(at + termDays * DAY).toISOString().slice(0, 10),
    line_items: [
      { name: goodsOf(unit), quantity, unit_amount_cents: unit, amount_cents: unit * quantity },
      { name: 'Set-up', quantity: 1, unit_amount_cents: 0, amount_cents: 0 }
    ],
    hosted_invoice_url: `https://${INVOICE_HOST}/${id}`,
    invoice_pdf: `https://${INVOICE_HOST}/${id}.pdf`
  }
}
