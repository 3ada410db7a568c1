/** One way of searching, in a process of its own (`--expose-gc`), so that its memory is only its own. */
import { readFileSync } from 'node:fs'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'
import { CatalogueStore } from '../../src/main/catalogue/storage/catalogue-store.ts'
import { wordsOf } from '../../src/main/catalogue/storage/products.ts'
import { percentile } from './statistics.ts'
import { answer } from './child.ts'
import { PLAIN } from './profiles.ts'

/** Names, places, kinds, a number, words from the long texts, a slip without its accent, and one that nothing has. */
const PHRASES = [
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
const KEYSTROKES = [...new Set(PHRASES.flatMap((phrase) => Array.from(phrase, (_, at) => phrase.slice(0, at + 1))))]

/** Rows that are wanted of each answer. */
const TOP = 50

const FIELDS = ['name', 'shortName', 'tagline', 'label', 'description', 'longHtmlDescription'] as const
type Texts = Record<(typeof FIELDS)[number], string> & { id: number }

/** @returns how many match */
type Search = (text: string) => number | Promise<number>

export interface Source {
  /** The catalogue's file. */
  database: string
  /** The list as the API sends it. */
  list: string
}

/** Each gets ready, and returns how it searches. */
const WAYS = {
  /** The app's: what the catalogue's thread does, here without the thread, on the file as it is. */
  portside({ database }: Source): Search {
    const store = new CatalogueStore(database, () => undefined)
    return async (text) => store.page({ ...PLAIN, text, limit: TOP }).matched
  },

  /** An inverted index in memory. Words by their beginnings, all of them, as in the app. */
  minisearch({ list }: Source): Search {
    const index = new MiniSearch<Texts>({
      fields: [...FIELDS],
      processTerm: (term) => folded(term),
      searchOptions: { prefix: true, combineWith: 'AND' }
    })
    index.addAll(textsIn(list))
    return (text) => {
      const found = index.search(text)
      found.slice(0, TOP)
      return found.length
    }
  },

  /** Looks at every text; `ignoreLocation`, because the words may stand anywhere, `threshold` low, so that it is a search. */
  fuse({ list }: Source): Search {
    const fuse = new Fuse(textsIn(list), {
      keys: [...FIELDS],
      ignoreLocation: true,
      ignoreDiacritics: true,
      threshold: 0.1
    })
    return (text) => fuse.search(text, { limit: TOP }).length
  },

  /** What is written first: the texts folded once, and a filter over all of them. */
  scan({ list }: Source): Search {
    const rows = textsIn(list).map((texts) => ({
      texts,
      folded: folded(FIELDS.map((field) => texts[field]).join('\n'))
    }))
    return (text) => {
      const words = folded(text).split(/\s+/).filter(Boolean)
      const found = rows.filter((row) => words.every((word) => row.folded.includes(word)))
      found.slice(0, TOP)
      return found.length
    }
  }
} satisfies Record<string, (source: Source) => Search>
export type Way = keyof typeof WAYS

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function textsIn(list: string): Texts[] {
  const products = JSON.parse(readFileSync(list, 'utf8')) as Record<string, unknown>[]
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return products.map((product, id) => {
    const long = wordsOf(text(product['longHtmlDescription']))
    const [name, shortName, tagline, label, description] = FIELDS.map((field) => text(product[field]))
    return {
      ...{ id, name: name ?? '', shortName: shortName ?? '', tagline: tagline ?? '', label: label ?? '' },
      ...{ description: description ?? '', longHtmlDescription: long }
    }
  })
}

export interface SearchCost {
  /** From nothing until the first search can be made. */
  readyMs: number
  /** What being ready holds: in JavaScript's memory, or, where it is none of that, of the process. */
  heldMb: number
  median: number
  p95: number
  /** How many there was time for. */
  searches: number
}

/** Who takes longer for one search is asked for the whole phrases only, and not longer than that. */
const SLOW_MS = 250
const MOST_MS = 8000
const MB = 1024 * 1024

answer<{ way: Way } & Source, SearchCost>(async ({ way, ...source }) => {
  const collect = (globalThis as { gc?: () => void }).gc
  const held = (): number => {
    collect?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    return way === 'portside' ? rss : heapUsed + external
  }
  const before = held()
  const begun = performance.now()
  const search = WAYS[way](source)
  const readyMs = performance.now() - begun
  // The first one makes whatever is made only once, and tells whether there is time for all of them.
  const tried = performance.now()
  await search('warm')
  const isSlow = performance.now() - tried > SLOW_MS
  const times = await timed(search, isSlow ? PHRASES : KEYSTROKES)
  const heldMb = (held() - before) / MB
  return { readyMs, heldMb, median: percentile(times, 0.5), p95: percentile(times, 0.95), searches: times.length }
})

async function timed(search: Search, texts: readonly string[]): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + MOST_MS
  for (const text of texts) {
    const begun = performance.now()
    if (begun > end) break
    await search(text)
    times.push(performance.now() - begun)
  }
  return times
}
