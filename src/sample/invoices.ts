/** The difficult invoices. Most have the v3 shape, some the v2 shape with status numbers, a few those of other billing APIs. */
import { SAMPLE_COMPANY } from './credentials.ts'
import { HOME, INVOICE_HOST, PEOPLE } from './people.ts'
import { createRandom, type Random } from './random.ts'

const DAY = 86_400_000

export type SampleInvoice = Record<string, unknown>

/** Ages in days, by status. */
const V3 = {
  Created: [1],
  Issued: [12],
  NotPaid: [40],
  Draft: [55],
  Canceled: [110, 260],
  Refunded: [79, 188],
  Paid: [6, 18, 33, 48, 63, 70, 92, 97, 122, 131, 150, 153, 167, 181, 212, 226, 243, 273, 288, 304, 319]
}
const V2 = { 0: [380], 1: [330, 352, 410], 2: [341], 3: [366], 4: [395] }

const byAge = (ages: Record<string, number[]>): { daysAgo: number; status: string }[] =>
  Object.entries(ages)
    .flatMap(([status, days]) => days.map((daysAgo) => ({ daysAgo, status })))
    .sort((a, b) => a.daysAgo - b.daysAgo)

const V3_TERM = 14
const OTHER = [
  { daysAgo: 9, state: 'open', currency: 'EUR', termDays: 11 },
  { daysAgo: 27, state: 'paid', currency: 'EUR', termDays: 14 },
  { daysAgo: 84, state: 'paid', currency: 'USD', termDays: 14 },
  { daysAgo: 199, state: 'void', currency: 'EUR', termDays: 14 }
]

/** What few providers send, and what is easily counted wrong. Older than the five that the tray shows. */
const RARE: { daysAgo: number; fields: SampleInvoice }[] = [
  {
    daysAgo: 25,
    fields: { number: 'HB-PART', status: 'partially_paid', currency: 'USD', total: 300, amount_paid: 250, balance: 50 }
  },
  { daysAgo: 29, fields: { status: 'NotPaid', totalAmount: 21.5, dueDate: 'end of the month' } },
  {
    daysAgo: 44,
    fields: { number: 'HB-CREDIT', type: 'credit_note', status: 'issued', currency: 'EUR', total: 50 }
  },
  // Beyond the whole numbers that JavaScript can count.
  { daysAgo: 60, fields: { id: 732_822_797_798_539_264n, status: 'open', totalAmount: 0 } },
  { daysAgo: 75, fields: { currency: 'EUR', totalAmount: 12 } }
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

export function difficultInvoices(now: Date): SampleInvoice[] {
  const random = createRandom(20_231)
  const day = Math.floor(now.getTime() / DAY) * DAY
  const moment = (daysAgo: number): number => day - daysAgo * DAY + random.between(7 * 60, 19 * 60) * 60_000
  const made = <T extends { daysAgo: number }>(list: T[], make: (at: number, one: T) => SampleInvoice) =>
    list.map((one) => {
      const at = moment(one.daysAgo)
      return { at, invoice: make(at, one) }
    })
  return [
    ...made(byAge(V3), (at, { status }) => v3(random, at, status)),
    ...made(byAge(V2), (at, { status }) => v2(random, at, Number(status))),
    ...made(OTHER, (at, one) => other(random, at, one)),
    ...made(RARE, (at, { fields }) => ({ id: random.uuid(), createdAt: new Date(at).toISOString(), ...fields }))
  ]
    .sort((a, b) => b.at - a.at)
    .map(({ invoice }) => invoice)
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const major = (cents: number): number => cents / 100

function v3(random: Random, at: number, status: string): SampleInvoice {
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
    ...(status === 'NotPaid' && { dueDate: dateOf(at + V3_TERM * DAY) }),
    billingDetails: { fullName: 'Robin Keller', companyName: SAMPLE_COMPANY, ...HOME },
    hostedInvoicePdfUrl: status === 'Draft' ? null : `https://${INVOICE_HOST}/${id}.pdf`
  }
}

function v2(random: Random, at: number, status: number): SampleInvoice {
  const unit = random.pick([2900, 5900, 8900])
  const amount = unit * random.between(1, 4)
  const id = random.uuid()
  return {
    id,
    owner: PEOPLE[0]?.userId,
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

function other(random: Random, at: number, { state, currency, termDays }: (typeof OTHER)[number]): SampleInvoice {
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
    issue_date: dateOf(at),
    due_date: dateOf(at + termDays * DAY),
    line_items: [
      { name: goodsOf(unit), quantity, unit_amount_cents: unit, amount_cents: unit * quantity },
      { name: 'Set-up', quantity: 1, unit_amount_cents: 0, amount_cents: 0 }
    ],
    hosted_invoice_url: `https://${INVOICE_HOST}/${id}`,
    invoice_pdf: `https://${INVOICE_HOST}/${id}.pdf`
  }
}

export const STEP_MS = 15 * 60_000
const MOST_STEPS = 200

export const newDifficultInvoice = (at: number, step: number): SampleInvoice =>
  v3(createRandom(90_000 + step), at, 'Created')

/** Alternately a new invoice arrives, and the oldest open one is paid. @param origin time of step 0 */
export function driftedInvoices(
  invoices: readonly SampleInvoice[],
  steps: number,
  origin: number,
  newInvoice: (at: number, step: number) => SampleInvoice
): SampleInvoice[] {
  const list = [...invoices]
  for (let step = 1; step <= Math.min(steps, MOST_STEPS); step++) {
    const at = origin + step * STEP_MS
    if (step % 2 === 1) {
      list.unshift(newInvoice(at, step))
      continue
    }
    const oldest = list.findLastIndex(({ status }) => status === 'Created' || status === 'Issued')
    if (oldest < 0) continue
    const updatedAt = new Date(at).toISOString()
    const paidAt = list[oldest]?.['paidAt'] === null ? { paidAt: updatedAt } : {}
    list[oldest] = { ...list[oldest], status: 'Paid', paymentMethod: 'CreditCard', updatedAt, ...paidAt }
  }
  return list
}
