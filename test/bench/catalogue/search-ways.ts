/** Ways of searching the catalogue, each as its library's own documentation shows it, over the same six fields. */
import { readFileSync } from 'node:fs'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'
import { openCatalogueStore } from '../../../src/main/storage/catalogue/catalogue-store.ts'
import { wordsOf } from '../../../src/main/storage/catalogue/products.ts'
import { createListReaders } from '../../../src/main/api/readers/list-readers.ts'
import type { ProductQuery } from '../../../src/shared/models/product.ts'

/** Rows that are wanted of each answer. */
const TOP = 50

const FIELDS = ['name', 'shortName', 'tagline', 'label', 'description', 'longHtmlDescription'] as const
type Texts = Record<(typeof FIELDS)[number], string> & { id: number }

/** @returns how many match */
export type Search = (text: string) => number | Promise<number>

export interface Source {
  /** The catalogue's file. */
  database: string
  /** The list as the API sends it. */
  list: string
}

export const PLAIN: Omit<ProductQuery, 'limit'> = {
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'server',
  providerSort: '',
  reverse: false,
  offset: 0
}

/** Each gets ready, and returns how it searches. */
export const WAYS = {
  /** The app's: what the catalogue's thread does, here without the thread, on the file as it is. */
  portside({ database }: Source): Search {
    const book = openCatalogueStore(database, createListReaders(), () => undefined)
    return async (text) => book.page({ ...PLAIN, text, limit: TOP }).matched
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
