/** What the sample provider sells: the facts, names and texts behind its product records. */

export type Family = 'mobile4g' | 'mobile5g' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'

export interface Offer {
  family: Family
  name: string
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
  'Carrier-grade fingerprint passthrough': 'per proxy'
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

export const LOOKS: Record<Family, { icon: string; picture: string; short: string }> = {
  mobile4g: { icon: 'smartphone', picture: 'mobile', short: '4G' },
  mobile5g: { icon: 'signal', picture: 'mobile', short: '5G' },
  residential: { icon: 'house', picture: 'residential', short: 'Resi' },
  isp: { icon: 'router', picture: 'isp', short: 'ISP' },
  datacenter: { icon: 'server', picture: 'datacenter', short: 'DC' },
  ipv6: { icon: 'network', picture: 'ipv6', short: 'IPv6' },
  service: { icon: 'wrench', picture: 'service', short: 'Add-on' }
}

/** Cents a month, by family or else by size. */
const PRICES: Record<string, number> = {
  ...{ mobile4g: 5900, mobile5g: 8900 },
  ...{ '5 GB': 2500, '10 GB': 4500, '25 GB': 9900, '50 GB': 17_900, '100 GB': 31_900 },
  ...{ '1 address': 700, '5 addresses': 3250, '25 addresses': 14_900 },
  ...{ '/24': 32_000, '/25': 17_000, '/26': 9200, '/27': 4900, '1,000 threads': 12_900 },
  ...{ '/48': 9900, '/56': 4900, '/64': 1900, '1 modem': 3900 }
}

export const priceOf = ({ family, figure }: Offer): number => PRICES[family] ?? PRICES[figure] ?? 900

const where = (offer: Offer): string => (offer.country ? `in ${offer.country}` : 'worldwide')

export const TAGLINES: Record<Family, (offer: Offer) => string> = {
  mobile4g: (offer) => `A real SIM on ${offer.network}, rotated when you say so`,
  mobile5g: (offer) => `5G standalone on ${offer.network}, up to 150 Mbit/s`,
  residential: (offer) => `${offer.figure} of household addresses ${where(offer)}`,
  isp: (offer) => `Registered to ${offer.network}, yours for the whole month`,
  datacenter: (offer) => `${offer.figure} from ${offer.network}, flat rate`,
  ipv6: (offer) => `A ${offer.figure} ${where(offer)}, billions of addresses on one port`,
  service: (offer) => `Adds to a proxy you already have: ${offer.figure}`
}

export const PARAGRAPHS: Record<Family, (offer: Offer) => string> = {
  mobile4g: (offer) =>
    `A dedicated 4G modem ${where(offer)} with a SIM of ${offer.network}. Rotate by link, by API or every 2 to 120 minutes; ` +
    `HTTP and SOCKS5 on the same port. ${offer.figure === 'Unlimited' ? 'Unlimited traffic' : `${offer.figure} of traffic a month`}.`,
  mobile5g: (offer) =>
    `Shared 5G cell of ${offer.network} with your own public address at any time. Median latency 38 ms, rotation in ` +
    'about 6 seconds, and automatic fall-back to 4G when the cell is full.',
  residential: (offer) =>
    `Pay-as-you-go residential traffic ${where(offer)}. ${offer.network}. Sticky sessions of up to 30 minutes, or a new ` +
    'exit for each request. Unused bandwidth stays on the account for 12 months.',
  isp: (offer) =>
    `${offer.figure} announced by ${offer.network} and hosted in a datacenter: the reputation of a household line, the ` +
    'uptime of a rack. Static for as long as you keep it, replaced once a month on request.',
  datacenter: (offer) =>
    `IPv4 space ${where(offer)}, ${offer.figure}, on 10 Gbit/s. Unmetered; username and password or an allow list of ` +
    'addresses; one free refresh of the whole range every 30 days.',
  ipv6: (offer) =>
    `Routed ${offer.figure} ${where(offer)} with its own back-connect gateway. Choose an exit by port, by session name or ` +
    'at random. For targets that answer over IPv6.',
  service: (offer) => `Billed ${offer.figure}. Takes effect within a few minutes on every proxy it is attached to.`
}

export const richDescription = (offer: Offer): string =>
  `<h2>${escape(offer.name)}</h2><p>${escape(PARAGRAPHS[offer.family](offer))}</p>${factsOf(offer)}`

export function factsOf(offer: Offer): string {
  return (
    '<h3>What you get</h3><ul><li>HTTP, HTTPS and <strong>SOCKS5</strong> on one port</li>' +
    '<li>Rotation by link, by API or on a timer</li><li>Allow list of up to <em>10</em> addresses</li></ul>' +
    '<table><thead><tr><th>Item</th><th>Value</th></tr></thead><tbody>' +
    `<tr><td>Country</td><td>${escape(offer.country || 'Worldwide')}</td></tr>` +
    `<tr><td>Network</td><td>${escape(offer.network || 'Any')}</td></tr>` +
    `<tr><td>Size</td><td>${escape(offer.figure)}</td></tr>` +
    `<tr><td>Price</td><td>€${(priceOf(offer) / 100).toFixed(2)} plus VAT</td></tr><tr><td>Concurrent connections</td><td>500</td></tr>` +
    '</tbody></table><blockquote>Fair use applies: no mail, no attacks, no resale without a contract.</blockquote>' +
    '<p>Read the <a href="https://docs.portside.invalid/rotation">rotation guide</a> before you start.</p>'
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
