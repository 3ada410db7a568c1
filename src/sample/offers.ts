/** What the sample provider sells: the facts behind its product records. */

export type Family = 'mobile4g' | 'mobile5g' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'

export interface Offer {
  family: Family
  name: string
  /** Empty for worldwide. */
  country: string
  network: string
  figure: string
}

type ByCountry = Record<string, readonly string[]>

const MOBILE_4G: ByCountry = {
  France: ['Orange', 'Bouygues Telecom', 'SFR'],
  Germany: ['Telekom', 'O2'],
  'United Kingdom': ['EE', 'Three'],
  Spain: ['Movistar'],
  Italy: ['TIM', 'WindTre'],
  Netherlands: ['KPN'],
  Poland: ['Play, Łódź'],
  Portugal: ['MEO'],
  Switzerland: ['Sunrise, Zürich'],
  Romania: ['Digi'],
  'United States': ['T-Mobile'],
  Canada: ['Bell']
}
const MOBILE_5G: ByCountry = {
  France: ['Free'],
  Germany: ['Vodafone'],
  'United Kingdom': ['EE'],
  Spain: ['Orange'],
  Austria: ['A1'],
  'United States': ['Verizon'],
  Japan: ['SoftBank']
}
const ISP: ByCountry = {
  'United States': ['Comcast', 'AT&T'],
  'United Kingdom': ['BT'],
  Germany: ['Deutsche Telekom'],
  France: ['Free'],
  Netherlands: ['Ziggo'],
  Australia: ['Telstra']
}

type Row = readonly [country: string, network: string, figure: string]

const rowsOf = (networks: ByCountry, ...figures: [string, ...string[]]): Row[] =>
  Object.entries(networks)
    .flatMap(([country, names]) => names.map((network) => [country, network] as const))
    .map(([country, network], index) => [country, network, figures[index % figures.length] ?? figures[0]])

const RESIDENTIAL: readonly Row[] = [
  ['', 'Worldwide pool', '5 GB'],
  ['', 'Worldwide pool', '25 GB'],
  ['', 'Worldwide pool', '100 GB'],
  ['Germany', 'Country pool', '10 GB'],
  ['United States', 'State and city targeting', '25 GB'],
  ['Brazil', 'São Paulo and Brasília', '10 GB'],
  ['India', 'Country pool', '10 GB'],
  ['', 'Europe pool, sticky sessions', '50 GB']
]
const DATACENTER: readonly Row[] = [
  ['Netherlands', 'Amsterdam', '/24'],
  ['Germany', 'Frankfurt', '/24'],
  ['United States', 'Ashburn', '/24'],
  ['United States', 'Los Angeles', '/25'],
  ['Singapore', 'Singapore', '/26'],
  ['Finland', 'Helsinki', '/26'],
  ['', 'Shared rotating', '1,000 threads'],
  ['France', 'Paris', '/27']
]
const IPV6: readonly Row[] = [
  ['Germany', 'Routed subnet', '/48'],
  ['France', 'Routed subnet', '/48'],
  ['United States', 'Routed subnet', '/48'],
  ['Netherlands', 'Routed subnet', '/56'],
  ['United Kingdom', 'Routed subnet', '/64']
]
const SERVICES: Record<string, string> = {
  'Bandwidth top-up': '10 GB',
  'Extra authorised addresses': '10 IPs',
  'Dedicated modem': '1 modem',
  'SOCKS5 and UDP add-on': 'per port',
  'OpenVPN configuration': 'per proxy',
  'Reverse DNS for a subnet': 'per /24',
  'Priority replacement': '4 h',
  'Carrier-grade fingerprint passthrough (passive OS fingerprint, MTU and TTL match the handset)': 'per proxy'
}

const nameOf =
  (kind: string) =>
  (country: string, network: string): string =>
    `${kind}, ${country} (${network})`

const datacenterName = (...[, network, figure]: Row): string => `Datacenter ${figure}, ${network}`
const subnetName = (...[country, , figure]: Row): string => `IPv6 ${figure} subnet, ${country}`

const offersOf = (family: Family, rows: readonly Row[], nameOf: (...row: Row) => string): Offer[] =>
  rows.map((row) => {
    const [country, network, figure] = row
    return { family, name: nameOf(...row), country, network, figure }
  })

export const OFFERS: readonly Offer[] = [
  ...offersOf('mobile4g', rowsOf(MOBILE_4G, 'Unlimited', '60 GB', '100 GB'), nameOf('4G mobile proxy')),
  ...offersOf('mobile5g', rowsOf(MOBILE_5G, 'Unlimited'), nameOf('5G mobile proxy')),
  ...offersOf('residential', RESIDENTIAL, (country, network, figure) => `Residential ${figure}, ${country || network}`),
  ...offersOf('isp', rowsOf(ISP, '1 address', '5 addresses', '25 addresses'), nameOf('Static ISP proxy')),
  ...offersOf('datacenter', DATACENTER, datacenterName),
  ...offersOf('ipv6', IPV6, subnetName),
  ...Object.entries(SERVICES).flatMap(([name, figure]) => offersOf('service', [['', '', figure]], () => name))
]

/** Offers that come later, one with each step of the changes. */
export const NEWCOMERS: readonly Offer[] = [
  ...offersOf('mobile4g', [['Czechia', 'Vodafone, Plzeň', '60 GB']], nameOf('4G mobile proxy')),
  ...offersOf('datacenter', [['Poland', 'Kraków', '/27']], datacenterName),
  ...offersOf('mobile5g', [['Sweden', 'Telia, Malmö', 'Unlimited']], nameOf('5G mobile proxy')),
  ...offersOf('isp', [['Brazil', 'Vivo', '5 addresses']], () => 'Static ISP proxy, Brazil (Vivo, Goiânia)'),
  ...offersOf('ipv6', [['Türkiye', 'Routed subnet', '/56']], subnetName)
]
