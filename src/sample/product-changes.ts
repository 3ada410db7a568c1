/**
 * Changes the sample catalogue step by step, for the list of changes. The same step gives the same catalogue. The first
 * KEPT products and the featured ones stay unchanged.
 */
import type { Offer } from './offers.ts'
import { sampleProduct, type SampleProduct } from './products.ts'
import { createRandom, type Random } from './random.ts'

/** Changes are dated from this day: dates relative to today would change every product every day. */
export const DRIFT_FROM = new Date('2026-11-01T00:00:00Z')

const KEPT = 12
const HOUR = 3_600_000
/** Later than all dates of the original products. */
const UPDATED_FROM = DRIFT_FROM.getTime() + 24 * HOUR

const NEWCOMERS: readonly [Offer, ...Offer[]] = [
  {
    family: 'mobile4g',
    name: '4G mobile proxy, Czechia (Vodafone, Plzeň)',
    country: 'Czechia',
    network: 'Vodafone, Plzeň',
    figure: '60 GB'
  },
  {
    family: 'datacenter',
    name: 'Datacenter /27, Kraków',
    country: 'Poland',
    network: 'Kraków',
    figure: '/27'
  },
  {
    family: 'mobile5g',
    name: '5G mobile proxy, Sweden (Telia, Malmö)',
    country: 'Sweden',
    network: 'Telia, Malmö',
    figure: 'Unlimited'
  },
  {
    family: 'isp',
    name: 'Static ISP proxy, Brazil (Vivo, Goiânia)',
    country: 'Brazil',
    network: 'Vivo',
    figure: '5 addresses'
  },
  { family: 'ipv6', name: 'IPv6 /56 subnet, Türkiye', country: 'Türkiye', network: 'Routed subnet', figure: '/56' }
]

const REMARKS = ['now with SOCKS5', 'back in stock', 'two weeks free', 'new carrier', 'faster rotation'] as const
const NEWS = [
  'Maintenance on the first Tuesday of the month, 02:00 to 04:00 UTC.',
  'Sticky sessions now last up to 60 minutes.',
  'Billed by the day from the second month on.'
] as const

/** The catalogue after that many steps; step 0 is the original. */
export function drifted(products: readonly SampleProduct[], steps: number): SampleProduct[] {
  const list = products.map((one) => ({ ...one }))
  for (let step = 1; step <= steps; step++) change(list, step)
  return list
}

function change(list: SampleProduct[], step: number): void {
  const random = createRandom(7_000 + step)
  const touched = (): SampleProduct => {
    const product = list[random.between(KEPT, list.length - 1)] ?? {}
    product.lastUpdateDateTime = new Date(UPDATED_FROM + step * HOUR).toISOString()
    return product
  }
  remark(touched(), random)
  news(touched(), random)
  const weighed = touched()
  weighed.weight = Number(weighed.weight ?? 0) + random.between(1, 40)
  const switched = touched()
  switched.isAvailable = switched.isAvailable !== true

  const leaving = list.findIndex((one, at) => at > KEPT + (step % 30) && one.isFeatured !== true)
  if (leaving >= 0) list.splice(leaving, 1)
  const offer = NEWCOMERS[(step - 1) % NEWCOMERS.length] ?? NEWCOMERS[0]
  const came = sampleProduct(offer, 60 + step, DRIFT_FROM, random)
  list.splice(random.between(KEPT, list.length), 0, { ...came, isFeatured: false, isAvailable: true, label: 'New' })
}

/** Replaces the earlier remark after the tagline. */
function remark(product: SampleProduct, random: Random): void {
  const [line] = String(product.tagline ?? 'From stock').split(' · ')
  product.tagline = `${line} · ${random.pick(REMARKS)}`
}

/** Replaces the earlier news at the end of the paragraph. */
function news(product: SampleProduct, random: Random): void {
  const before = NEWS.reduce((text, one) => text.replace(one, ''), String(product.description ?? ''))
  product.description = `${before.trim()} ${random.pick(NEWS)}`.trim()
}
