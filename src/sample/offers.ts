/** What the sample provider sells: the facts behind its product records. */

export type Family = 'mobile4g' | 'mobile5g' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'

export interface Offer {
  family: Family
  name: string
  /** Empty for worldwide. */
  country: string
  /** Mobile carrier, network or pool. */
  network: string
  /** Main figure of the offer: rotation, bandwidth or size. */
  figure: string
}

type Place = readonly [country: string, network: string]

const MOBILE_4G: readonly Place[] = [
  ['France', 'Orange'],
  ['France', 'Bouygues Telecom'],
  ['France', 'SFR'],
  ['Germany', 'Telekom'],
  ['Germany', 'O2'],
  ['United Kingdom', 'EE'],
  ['United Kingdom', 'Three'],
  ['Spain', 'Movistar'],
  ['Italy', 'TIM'],
  ['Italy', 'WindTre'],
  ['Netherlands', 'KPN'],
  ['Poland', 'Play, Łódź'],
  ['Portugal', 'MEO'],
  ['Switzerland', 'Sunrise, Zürich'],
  ['Romania', 'Digi'],
  ['United States', 'T-Mobile'],
  ['Canada', 'Bell']
]

const MOBILE_5G: readonly Place[] = [
  ['France', 'Free'],
  ['Germany', 'Vodafone'],
  ['United Kingdom', 'EE'],
  ['Spain', 'Orange'],
  ['Austria', 'A1'],
  ['United States', 'Verizon'],
  ['Japan', 'SoftBank']
]

const RESIDENTIAL: readonly (readonly [country: string, pool: string, gigabytes: string])[] = [
  ['', 'Worldwide pool', '5 GB'],
  ['', 'Worldwide pool', '25 GB'],
  ['', 'Worldwide pool', '100 GB'],
  ['Germany', 'Country pool', '10 GB'],
  ['United States', 'State and city targeting', '25 GB'],
  ['Brazil', 'São Paulo and Brasília', '10 GB'],
  ['India', 'Country pool', '10 GB'],
  ['', 'Europe pool, sticky sessions', '50 GB']
]

const ISP: readonly Place[] = [
  ['United States', 'Comcast'],
  ['United States', 'AT&T'],
  ['United Kingdom', 'BT'],
  ['Germany', 'Deutsche Telekom'],
  ['France', 'Free'],
  ['Netherlands', 'Ziggo'],
  ['Australia', 'Telstra']
]

const DATACENTER: readonly (readonly [country: string, range: string, size: string])[] = [
  ['Netherlands', 'Amsterdam', '/24'],
  ['Germany', 'Frankfurt', '/24'],
  ['United States', 'Ashburn', '/24'],
  ['United States', 'Los Angeles', '/25'],
  ['Singapore', 'Singapore', '/26'],
  ['Finland', 'Helsinki', '/26'],
  ['', 'Shared rotating', '1,000 threads'],
  ['France', 'Paris', '/27']
]

const IPV6: readonly (readonly [country: string, size: string])[] = [
  ['Germany', '/48'],
  ['France', '/48'],
  ['United States', '/48'],
  ['Netherlands', '/56'],
  ['United Kingdom', '/64']
]

const SERVICES: readonly (readonly [name: string, figure: string])[] = [
  ['Bandwidth top-up', '10 GB'],
  ['Extra authorised addresses', '10 IPs'],
  ['Dedicated modem', '1 modem'],
  ['SOCKS5 and UDP add-on', 'per port'],
  ['OpenVPN configuration', 'per proxy'],
  ['Reverse DNS for a subnet', 'per /24'],
  ['Priority replacement', '4 h'],
  ['Carrier-grade fingerprint passthrough (passive OS fingerprint, MTU and TTL match the handset)', 'per proxy']
]

/** 60 offers, in the provider's own order. */
export const OFFERS: readonly Offer[] = [
  ...MOBILE_4G.map(([country, network], index): Offer => {
    const figure = ['Unlimited', '60 GB', '100 GB'][index % 3] ?? 'Unlimited'
    return { family: 'mobile4g', name: `4G mobile proxy, ${country} (${network})`, country, network, figure }
  }),
  ...MOBILE_5G.map(([country, network]): Offer => {
    return {
      family: 'mobile5g',
      name: `5G mobile proxy, ${country} (${network})`,
      country,
      network,
      figure: 'Unlimited'
    }
  }),
  ...RESIDENTIAL.map(([country, network, figure]): Offer => {
    return { family: 'residential', name: `Residential ${figure}, ${country || network}`, country, network, figure }
  }),
  ...ISP.map(([country, network], index): Offer => {
    const figure = ['1 address', '5 addresses', '25 addresses'][index % 3] ?? '1 address'
    return { family: 'isp', name: `Static ISP proxy, ${country} (${network})`, country, network, figure }
  }),
  ...DATACENTER.map(([country, network, figure]): Offer => {
    return { family: 'datacenter', name: `Datacenter ${figure}, ${network}`, country, network, figure }
  }),
  ...IPV6.map(([country, figure]): Offer => {
    return { family: 'ipv6', name: `IPv6 ${figure} subnet, ${country}`, country, network: 'Routed subnet', figure }
  }),
  ...SERVICES.map(([name, figure]): Offer => ({ family: 'service', name, country: '', network: '', figure }))
]
