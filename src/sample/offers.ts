/** What the sample provider sells: the facts behind its product records, and their texts. */
import { ENGLISH, type Texts } from './texts.ts'

export type Family = 'mobile4g' | 'mobile5g' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'

type Unit =
  | 'unlimited'
  | 'gigabytes'
  | 'addresses'
  /** IPv4 or IPv6, by the length of its prefix. */
  | 'range'
  | 'threads'
  | 'ips'
  | 'modem'
  | 'perPort'
  | 'perProxy'
  | 'perRange'
  | 'hours'
type Figure = readonly [unit: Unit, count: number]

export interface Offer {
  family: Family
  /** ISO 3166; empty: worldwide. */
  country: string
  /** A proper name, or a name in `sample.network`; empty: any. */
  network: string
  figure: Figure
  /** Of the family `service`: its name in `sample.service`. */
  service: string
}

type ByCountry = Record<string, readonly string[]>

const MOBILE_4G: ByCountry = {
  FR: ['Orange', 'Bouygues Telecom', 'SFR'],
  DE: ['Telekom', 'O2'],
  GB: ['EE', 'Three'],
  ES: ['Movistar'],
  IT: ['TIM', 'WindTre'],
  NL: ['KPN'],
  PL: ['Play, Łódź'],
  PT: ['MEO'],
  CH: ['Sunrise, Zürich'],
  RO: ['Digi'],
  US: ['T-Mobile'],
  CA: ['Bell']
}
const MOBILE_5G: ByCountry = {
  FR: ['Free'],
  DE: ['Vodafone'],
  GB: ['EE'],
  ES: ['Orange'],
  AT: ['A1'],
  US: ['Verizon'],
  JP: ['SoftBank']
}
const ISP: ByCountry = {
  US: ['Comcast', 'AT&T'],
  GB: ['BT'],
  DE: ['Deutsche Telekom'],
  FR: ['Free'],
  NL: ['Ziggo'],
  AU: ['Telstra']
}

type Row = readonly [country: string, network: string, figure: Figure]

const UNLIMITED: Figure = ['unlimited', 1]

const rowsOf = (networks: ByCountry, ...figures: [Figure, ...Figure[]]): Row[] =>
  Object.entries(networks)
    .flatMap(([country, names]) => names.map((network) => [country, network] as const))
    .map(([country, network], index) => [country, network, figures[index % figures.length] ?? figures[0]])

const RESIDENTIAL: readonly Row[] = [
  ['', 'worldwidePool', ['gigabytes', 5]],
  ['', 'worldwidePool', ['gigabytes', 25]],
  ['', 'worldwidePool', ['gigabytes', 100]],
  ['DE', 'countryPool', ['gigabytes', 10]],
  ['US', 'targeting', ['gigabytes', 25]],
  ['BR', 'São Paulo, Brasília', ['gigabytes', 10]],
  ['IN', 'countryPool', ['gigabytes', 10]],
  ['', 'europePool', ['gigabytes', 50]]
]
const DATACENTER: readonly Row[] = [
  ['NL', 'Amsterdam', ['range', 24]],
  ['DE', 'Frankfurt', ['range', 24]],
  ['US', 'Ashburn', ['range', 24]],
  ['US', 'Los Angeles', ['range', 25]],
  ['SG', 'Singapore', ['range', 26]],
  ['FI', 'Helsinki', ['range', 26]],
  ['', 'sharedRotating', ['threads', 1000]],
  ['FR', 'Paris', ['range', 27]]
]
const IPV6: readonly Row[] = [
  ['DE', 'routedSubnet', ['range', 48]],
  ['FR', 'routedSubnet', ['range', 48]],
  ['US', 'routedSubnet', ['range', 48]],
  ['NL', 'routedSubnet', ['range', 56]],
  ['GB', 'routedSubnet', ['range', 64]]
]
const SERVICES: Record<string, Figure> = {
  bandwidth: ['gigabytes', 10],
  addresses: ['ips', 10],
  modem: ['modem', 1],
  protocols: ['perPort', 1],
  openVpn: ['perProxy', 1],
  reverseDns: ['perRange', 1],
  replacement: ['hours', 4],
  fingerprint: ['perProxy', 1]
}

const offersOf = (family: Family, rows: readonly Row[]): Offer[] =>
  rows.map(([country, network, figure]) => ({ family, country, network, figure, service: '' }))

export const OFFERS: readonly Offer[] = [
  ...offersOf('mobile4g', rowsOf(MOBILE_4G, UNLIMITED, ['gigabytes', 60], ['gigabytes', 100])),
  ...offersOf('mobile5g', rowsOf(MOBILE_5G, UNLIMITED)),
  ...offersOf('residential', RESIDENTIAL),
  ...offersOf('isp', rowsOf(ISP, ['addresses', 1], ['addresses', 5], ['addresses', 25])),
  ...offersOf('datacenter', DATACENTER),
  ...offersOf('ipv6', IPV6),
  ...Object.entries(SERVICES).map(([service, figure]): Offer => ({
    family: 'service',
    country: '',
    network: '',
    figure,
    service
  }))
]

/** Offers that come later, one with each step of the changes. */
export const NEWCOMERS: readonly Offer[] = [
  ...offersOf('mobile4g', [['CZ', 'Vodafone, Plzeň', ['gigabytes', 60]]]),
  ...offersOf('datacenter', [['PL', 'Kraków', ['range', 27]]]),
  ...offersOf('mobile5g', [['SE', 'Telia, Malmö', UNLIMITED]]),
  ...offersOf('isp', [['BR', 'Vivo, Goiânia', ['addresses', 5]]]),
  ...offersOf('ipv6', [['TR', 'routedSubnet', ['range', 56]]])
]

export const LOOKS: Record<Family, { icon: string; picture: string }> = {
  mobile4g: { icon: 'smartphone', picture: 'mobile' },
  mobile5g: { icon: 'signal', picture: 'mobile' },
  residential: { icon: 'house', picture: 'residential' },
  isp: { icon: 'router', picture: 'isp' },
  datacenter: { icon: 'server', picture: 'datacenter' },
  ipv6: { icon: 'network', picture: 'ipv6' },
  service: { icon: 'wrench', picture: 'service' }
}

/** Cents a month, by family or else by size. */
const PRICES: Record<string, number> = {
  ...{ mobile4g: 5900, mobile5g: 8900 },
  ...{ 'gigabytes 5': 2500, 'gigabytes 10': 4500, 'gigabytes 25': 9900, 'gigabytes 50': 17_900 },
  ...{ 'gigabytes 100': 31_900, 'addresses 1': 700, 'addresses 5': 3250, 'addresses 25': 14_900 },
  ...{ 'range 24': 32_000, 'range 25': 17_000, 'range 26': 9200, 'range 27': 4900, 'threads 1000': 12_900 },
  ...{ 'range 48': 9900, 'range 56': 4900, 'range 64': 1900, 'modem 1': 3900 }
}

export const priceOf = ({ family, figure }: Offer): number => PRICES[family] ?? PRICES[figure.join(' ')] ?? 900

function figureText({ t, number }: Texts, [unit, count]: Figure): string {
  return unit === 'range' ? `/${count}` : t(`sample.figure.${unit}`, { n: number(count) }, count)
}
const networkText = ({ find }: Texts, { network }: Offer): string =>
  network === '' ? '' : (find(`sample.network.${network}`) ?? network)
const countryText = ({ country }: Texts, offer: Offer): string => (offer.country ? country(offer.country) : '')

/** The values that fill messages about an offer. */
function factsIn(texts: Texts, offer: Offer) {
  const { t } = texts
  const [network, country, figure] = [
    networkText(texts, offer),
    countryText(texts, offer),
    figureText(texts, offer.figure)
  ]
  return {
    ...{ network, country, figure },
    place: country || network,
    where: country ? t('sample.where.country', { country }) : t('sample.where.worldwide'),
    traffic: t(offer.figure[0] === 'unlimited' ? 'sample.traffic.unlimited' : 'sample.traffic.limited', { figure })
  }
}

export function nameOf(texts: Texts, offer: Offer): string {
  const { family, service } = offer
  if (family === 'service') return texts.find(`sample.service.${service}`) ?? service
  return texts.t(`sample.name.${family}`, factsIn(texts, offer))
}

/** A name, a line and a paragraph about an offer. */
export function textsOf(texts: Texts, offer: Offer): Record<'name' | 'shortName' | 'tagline' | 'description', string> {
  const facts = factsIn(texts, offer)
  return {
    name: nameOf(texts, offer),
    shortName: `${texts.t(`sample.short.${offer.family}`)} ${facts.country || facts.figure}`,
    tagline: texts.t(`sample.tagline.${offer.family}`, facts),
    description: texts.t(`sample.paragraph.${offer.family}`, facts)
  }
}

/** Country and network as a provider's own data names them, which isn't translated. */
export const placeOf = (offer: Offer): { country: string; network: string } => ({
  country: countryText(ENGLISH, offer),
  network: networkText(ENGLISH, offer)
})

export function richDescription(texts: Texts, offer: Offer): string {
  const { name, description } = textsOf(texts, offer)
  return `<h2>${escape(name)}</h2><p>${escape(description)}</p>${factsOf(texts, offer)}`
}

export function factsOf(texts: Texts, offer: Offer): string {
  const { t, price } = texts
  const { country, network, figure } = factsIn(texts, offer)
  const rows = [
    [t('sample.facts.country'), country || t('sample.worldwide')],
    [t('sample.facts.network'), network || t('sample.anyNetwork')],
    [t('sample.facts.size'), figure],
    [t('sample.facts.price'), t('sample.facts.plusVat', { amount: price(priceOf(offer)) })],
    [t('sample.facts.parallel'), '500']
  ] as const
  const guide = `<a href="https://docs.portside.invalid/rotation">${t('sample.facts.guide')}</a>`
  return (
    `<h3>${t('sample.facts.title')}</h3><ul>` +
    `<li>${t('sample.facts.protocols', { socks: '<strong>SOCKS5</strong>' })}</li>` +
    `<li>${t('sample.facts.rotation')}</li><li>${t('sample.facts.allowList', { most: '<em>10</em>' })}</li></ul>` +
    `<table><thead><tr><th>${t('sample.facts.item')}</th><th>${t('sample.facts.value')}</th></tr></thead><tbody>` +
    rows.map(([name, value]) => `<tr><td>${name}</td><td>${escape(value)}</td></tr>`).join('') +
    `</tbody></table><blockquote>${t('sample.facts.fairUse')}</blockquote>` +
    `<p>${t('sample.facts.read', { guide })}</p>`
  )
}

/** Hostile HTML: none of it may run or load. */
export const HOSTILE_DESCRIPTION =
  '<h2>Reverse DNS</h2><script>document.title = "ran"</script><img src="x" onerror="document.title = \'ran\'">' +
  '<iframe src="https://frames.portside.invalid/"></iframe><a href="javascript:document.title=\'ran\'">Set it up</a>' +
  '<svg onload="document.title=\'ran\'"><circle r="4"/></svg><form action="https://forms.portside.invalid/"><input name="password">' +
  '<button>Sign in again</button></form><style>body{display:none}</style><p style="position:fixed;inset:0">One record per address.</p>' +
  '<img src="https://pixels.portside.invalid/seen.gif" width="1" height="1"><p>Changes are live <b>within an hour.'

export const LONG_NAME =
  'Static ISP proxy bundle for market research teams, United States (nationwide, mixed carriers, 25 addresses, one ' +
  'replacement a month, SOCKS5 and HTTPS, allow list, quarterly invoicing, renewal on the first)'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
