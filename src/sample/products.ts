/** 60 records of the documented 21 fields. In the difficult ones, each field is missing somewhere, and each nullable one is null. */
import {
  factsOf,
  HOSTILE_DESCRIPTION,
  LONG_NAME,
  LOOKS,
  nameOf,
  NEWCOMERS,
  OFFERS,
  placeOf,
  richDescription,
  textsOf,
  type Offer
} from './offers.ts'
import { DATA_ICONS } from './pictures.ts'
import { createRandom, type Random } from './random.ts'
import { ENGLISH, type Texts } from './texts.ts'
import { productFields } from '../shared/models/fields.ts'
import { DOCUMENTED_FIELDS, type Product, type ProductField } from '../shared/models/product.ts'

export type SampleProduct = Partial<Record<keyof Product, string | number | boolean | null>>

const isNeverNull = (field: ProductField): boolean => ['id', 'requiredFlag'].includes(productFields[field].type)

/** The first records are visible first, so they are complete. */
const WHOLE = 8

/** One record has null where the documentation forbids it, as real providers sometimes send. */
const OFF_DOCUMENT = 56

/** Records that only their tagline, or only their description, identifies. */
const NAMED_BY_TAGLINE = 54
const NAMED_BY_DESCRIPTION = 58

const DAY = 86_400_000
const startOfDay = (now: Date): number => Math.floor(now.getTime() / DAY) * DAY

export function goodProducts(now: Date, texts = ENGLISH): SampleProduct[] {
  const random = createRandom(4_006)
  return OFFERS.map((offer, index) => goodRecord(offer, { index, day: startOfDay(now), random, texts }))
}

/** Builds the difficult catalogue. The returned function writes it for the origin that serves it. */
export function difficultProducts(now: Date): (origin: string) => SampleProduct[] {
  const random = createRandom(4_005)
  const records = OFFERS.map((offer, index) => record(offer, { index, day: startOfDay(now), random, texts: ENGLISH }))
  DOCUMENTED_FIELDS.forEach((field, at) => {
    delete records[WHOLE + 2 * at]?.[field]
    const holder = records[isNeverNull(field) ? OFF_DOCUMENT : WHOLE + 2 * at + 1]
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

interface Making {
  /** Of the list, from 0. */
  index: number
  /** Milliseconds since 1970. */
  day: number
  random: Random
  texts: Texts
}

function record(offer: Offer, { index, day, random, texts }: Making): SampleProduct {
  const { family, service } = offer
  const { country, network } = placeOf(offer)
  const own = textsOf(texts, offer)
  const created = day - random.between(60, 900) * DAY + random.between(0, 1439) * 60_000
  return {
    id: random.uuid(),
    owner: '7f3c1d90-5b5e-4f0c-8f8a-0d2f3b6a4e01',
    creationDateTime: new Date(created).toISOString(),
    lastUpdateDateTime: new Date(day - random.between(0, 50) * DAY + random.between(0, 1439) * 60_000).toISOString(),
    isFeatured: index % 11 === 0,
    isAllowed: index % 13 !== 12,
    weight: index * 10,
    contextData: JSON.stringify({ family, country: country || null, network: network || null }),
    customData: JSON.stringify({ sku: `${family.toUpperCase()}-${String(index + 1).padStart(3, '0')}` }),
    name: index === 37 ? LONG_NAME : own.name,
    shortName: own.shortName,
    tagline: own.tagline,
    label: index >= WHOLE && random.chance(0.5) ? null : random.pick(['New', 'Best seller', 'Low stock', 'Beta']),
    description: own.description,
    longHtmlDescription:
      service === 'reverseDns'
        ? HOSTILE_DESCRIPTION
        : index % 2 === 0
          ? richDescription(texts, offer)
          : '<p>Ask support for the terms of this offer.</p>',
    icon: iconOf(offer, index),
    imagePath: imageOf(offer, index),
    isAvailable: index % 7 !== 6,
    isInMarketplace: index % 5 !== 4,
    preHook: `stock.reserve:${family}`,
    postHook: `provision.${family}.activate`
  }
}

function goodRecord(offer: Offer, making: Making): SampleProduct {
  const { index, random, texts } = making
  return {
    ...record(offer, making),
    ...{ isAllowed: true, isInMarketplace: true, isAvailable: index % 15 !== 14 },
    ...{ contextData: null, customData: null, preHook: null, postHook: null },
    name: nameOf(texts, offer),
    label: index % 5 === 1 ? random.pick([texts.t('sample.label.new'), texts.t('sample.label.bestSeller')]) : null,
    longHtmlDescription: factsOf(texts, offer),
    icon: LOOKS[offer.family].icon,
    imagePath: `/${picturePath(offer)}`
  }
}

function iconOf(offer: Offer, index: number): string {
  if (index === 34) return DATA_ICONS[0]
  if (index === 45) return DATA_ICONS[1]
  if (index === 52) return ABSOLUTE
  if (index === 53) return '/images/products/service-relative.png'
  return LOOKS[offer.family].icon
}

function imageOf(offer: Offer, index: number): string | null {
  if (index === 51) return '/images/products/gone.png'
  if ([34, 45, 52, 53].includes(index)) return null
  return index % 4 === 3 ? picturePath(offer) : `/${picturePath(offer)}`
}

function picturePath(offer: Offer): string {
  const { country, network } = placeOf(offer)
  const words = (country || network || 'any').toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `images/products/${LOOKS[offer.family].picture}-${words}.png`
}

/** Changes are dated from this day: dates relative to today would change every product every day. */
export const DRIFT_FROM = new Date('2026-11-01T00:00:00Z')

const KEPT = 12
const UPDATED_FROM = DRIFT_FROM.getTime() + DAY

const REMARKS = ['socks', 'back', 'free', 'carrier', 'faster'] as const
const NEWS = ['maintenance', 'sticky', 'byDay'] as const

/** How new products of each kind of data are made. */
export const newRecords = { good: goodRecord, difficult: record }

/** How a list changes. */
interface Drift {
  steps: number
  newRecord: typeof record
  texts: Texts
}

export function driftedProducts(products: readonly SampleProduct[], { steps, ...drift }: Drift): SampleProduct[] {
  const list = products.map((one) => ({ ...one }))
  for (let step = 1; step <= steps; step++) change(list, step, drift)
  return list
}

function change(list: SampleProduct[], step: number, { newRecord, texts }: Omit<Drift, 'steps'>): void {
  const random = createRandom(7_000 + step)
  const touched = (): SampleProduct => {
    const product = list[random.between(KEPT, list.length - 1)] ?? {}
    product.lastUpdateDateTime = new Date(UPDATED_FROM + step * 3_600_000).toISOString()
    return product
  }
  remark(touched(), random, texts)
  news(touched(), random, texts)
  const weighed = touched()
  weighed.weight = Number(weighed.weight ?? 0) + random.between(1, 40)
  const switched = touched()
  switched.isAvailable = switched.isAvailable !== true

  const leaving = list.findIndex((one, at) => at > KEPT + (step % 30) && one.isFeatured !== true)
  if (leaving >= 0) list.splice(leaving, 1)
  const offer = NEWCOMERS[(step - 1) % NEWCOMERS.length] as Offer
  const came = newRecord(offer, { index: 60 + step, day: DRIFT_FROM.getTime(), random, texts })
  const fresh = { isFeatured: false, isAvailable: true, label: texts.t('sample.label.new') }
  list.splice(random.between(KEPT, list.length), 0, { ...came, ...fresh })
}

function remark(product: SampleProduct, random: Random, { t }: Texts): void {
  const [line] = String(product.tagline ?? 'From stock').split(' · ')
  product.tagline = `${line} · ${t(`sample.remark.${random.pick(REMARKS)}`)}`
}

function news(product: SampleProduct, random: Random, { t }: Texts): void {
  const text = (name: (typeof NEWS)[number]): string => t(`sample.news.${name}`)
  const before = NEWS.reduce((rest, name) => rest.replace(text(name), ''), String(product.description ?? ''))
  product.description = `${before.trim()} ${text(random.pick(NEWS))}`.trim()
}
