/** What people type into the search field of a catalogue of proxies. */

/** Names, places, kinds, a number, words from the long texts, a slip without its accent, and one that nothing has. */
export const PHRASES = [
  'mobile germany',
  'residential',
  '5g vodafone',
  'datacenter /24',
  'ipv6 france',
  'static isp',
  'socks5 rotation',
  'proxy 4711',
  'sticky sessions',
  'telefonica',
  'allow list',
  'quantum toaster'
] as const

/** All that is searched for on the way to each phrase: the app asks with every key. Each once. */
export const KEYSTROKES = [
  ...new Set(PHRASES.flatMap((phrase) => Array.from(phrase, (_, at) => phrase.slice(0, at + 1))))
]
