/**
 * The sample catalogue: 60 records of the documented 21 fields. The first ones are complete; after them each field is
 * missing in at least one record, and each nullable field is null in at least one.
 */
import { DATA_ICONS } from './pictures.ts'
import { HOSTILE_DESCRIPTION, LONG_NAME, PARAGRAPHS, richDescription, TAGLINES } from './descriptions.ts'
import { OFFERS, type Family, type Offer } from './offers.ts'
import { createRandom, type Random } from './random.ts'

/** A record as sent: any field may be missing or null. */
export type SampleProduct = Partial<Record<SampleField, string | number | boolean | null>>

/** In the documentation's order. */
export const SAMPLE_FIELDS = [
  'id',
  'owner',
  'creationDateTime',
  'lastUpdateDateTime',
  'isFeatured',
  'isAllowed',
  'weight',
  'contextData',
  'customData',
  'name',
  'shortName',
  'tagline',
  'label',
  'description',
  'longHtmlDescription',
  'icon',
  'imagePath',
  'isAvailable',
  'isInMarketplace',
  'preHook',
  'postHook'
] as const
export type SampleField = (typeof SAMPLE_FIELDS)[number]

/** Fields that are never null, by the documentation. */
const NEVER_NULL: readonly SampleField[] = ['id', 'isAvailable', 'isInMarketplace']

/** The first records are visible first, so they are complete. */
const WHOLE = 8

/** One record has null where the documentation forbids it, as real providers sometimes send. */
const OFF_DOCUMENT = 56

/** Records that only their tagline, or only their description, identifies. */
const NAMED_BY_TAGLINE = 54
const NAMED_BY_DESCRIPTION = 58

const DAY = 86_400_000

const ICONS: Record<Family, string> = {
  mobile4g: 'smartphone',
  mobile5g: 'signal',
  residential: 'house',
  isp: 'router',
  datacenter: 'server',
  ipv6: 'network',
  service: 'wrench'
}

const PICTURES: Record<Family, string> = {
  mobile4g: 'mobile',
  mobile5g: 'mobile',
  residential: 'residential',
  isp: 'isp',
  datacenter: 'datacenter',
  ipv6: 'ipv6',
  service: 'service'
}

/** Builds the catalogue. The returned function writes it for the origin that serves it. */
export function sampleProducts(now: Date): (origin: string) => SampleProduct[] {
  const day = Math.floor(now.getTime() / DAY) * DAY
  const random = createRandom(4_005)
  const records = OFFERS.map((offer, index) => record(offer, index, day, random))
  SAMPLE_FIELDS.forEach((field, at) => {
    delete records[WHOLE + 2 * at]?.[field]
    const holder = records[NEVER_NULL.includes(field) ? OFF_DOCUMENT : WHOLE + 2 * at + 1]
    if (holder) holder[field] = null
  })
  for (const field of ['name', 'shortName'] as const) delete records[NAMED_BY_TAGLINE]?.[field]
  for (const field of ['name', 'shortName', 'tagline'] as const) delete records[NAMED_BY_DESCRIPTION]?.[field]
  return (origin) =>
    records.map((one) => ({ ...one, ...(one.icon === ABSOLUTE ? { icon: `${origin}${PICTURE_OF_ABSOLUTE}` } : {}) }))
}

/** Placeholder for an absolute icon URL, which depends on the serving origin. */
const ABSOLUTE = 'absolute'
const PICTURE_OF_ABSOLUTE = '/images/products/service-absolute.png'

/** One complete record of an offer. @param index decides which optional data it has */
export const sampleProduct = (offer: Offer, index: number, now: Date, random: Random): SampleProduct =>
  record(offer, index, Math.floor(now.getTime() / DAY) * DAY, random)

function record(offer: Offer, index: number, day: number, random: Random): SampleProduct {
  const { family } = offer
  const created = day - random.between(60, 900) * DAY + random.between(0, 1439) * 60_000
  return {
    id: random.uuid(),
    owner: '7f3c1d90-5b5e-4f0c-8f8a-0d2f3b6a4e01',
    creationDateTime: new Date(created).toISOString(),
    lastUpdateDateTime: new Date(day - random.between(0, 50) * DAY + random.between(0, 1439) * 60_000).toISOString(),
    isFeatured: index % 11 === 0,
    isAllowed: index % 13 !== 12,
    weight: index * 10,
    contextData: JSON.stringify({ family, country: offer.country || null, network: offer.network || null }),
    customData: JSON.stringify({ sku: `${family.toUpperCase()}-${String(index + 1).padStart(3, '0')}` }),
    name: index === 37 ? LONG_NAME : offer.name,
    shortName: shortName(offer),
    tagline: TAGLINES[family](offer),
    label: index >= WHOLE && random.chance(0.5) ? null : random.pick(['New', 'Best seller', 'Low stock', 'Beta']),
    description: PARAGRAPHS[family](offer),
    longHtmlDescription: offer.name.startsWith('Reverse DNS')
      ? HOSTILE_DESCRIPTION
      : index % 2 === 0
        ? richDescription(offer)
        : '<p>Ask support for the terms of this offer.</p>',
    icon: iconOf(offer, index),
    imagePath: imageOf(offer, index),
    isAvailable: index % 7 !== 6,
    isInMarketplace: index % 5 !== 4,
    preHook: `stock.reserve:${family}`,
    postHook: `provision.${family}.activate`
  }
}

function shortName(offer: Offer): string {
  const names: Record<Family, string> = {
    mobile4g: '4G',
    mobile5g: '5G',
    residential: 'Resi',
    isp: 'ISP',
    datacenter: 'DC',
    ipv6: 'IPv6',
    service: 'Add-on'
  }
  return [names[offer.family], offer.country || offer.figure].join(' ')
}

/** Mostly icon names; some are picture URLs, in each form that a URL can take. */
function iconOf(offer: Offer, index: number): string {
  if (index === 34) return DATA_ICONS[0]
  if (index === 45) return DATA_ICONS[1]
  if (index === 52) return ABSOLUTE
  if (index === 53) return '/images/products/service-relative.png'
  return ICONS[offer.family]
}

/** Picture paths with and without the leading slash; one file is missing, and products with an icon have none. */
function imageOf(offer: Offer, index: number): string | null {
  if (index === 51) return '/images/products/gone.png'
  if ([34, 45, 52, 53].includes(index)) return null
  const words = (offer.country || offer.network || 'any').toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const path = `images/products/${PICTURES[offer.family]}-${words}.png`
  return index % 4 === 3 ? path : `/${path}`
}
