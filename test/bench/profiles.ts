/** Lists and profiles of any size in the bench's temporary folder, made when a part first needs them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductQuery } from '../../src/shared/models/product.ts'
import type { Measured } from './bars.ts'
import { sampleProducts, seedProfile } from './seed.ts'

export interface Bench {
  /** Fewer runs and smaller lists: to see that the bench works, or for a first impression. */
  quick: boolean
  add(measured: Measured): void
  /** The list of that many products as an API sends it: a JSON file. */
  body(products: number): Promise<string>
  /** Folder of a profile as an earlier launch left it. Parts share it: what one changes stays. */
  profile(products: number): Promise<string>
  /** The catalogue's file in such a profile. */
  catalogue(products: number): Promise<string>
  folder: string
}

export function createBench(given: Pick<Bench, 'quick' | 'add' | 'folder'>): Bench {
  const { folder } = given
  const made = new Map<string, Promise<string>>()
  const once = (path: string, make: () => Promise<void>): Promise<string> => {
    const known = made.get(path) ?? make().then(() => path)
    made.set(path, known)
    return known
  }
  const profile = (products: number): Promise<string> => {
    const path = join(folder, `profile-${products}`)
    return once(path, () => seedProfile(path, products))
  }
  return {
    ...given,
    profile,
    body(products) {
      const path = join(folder, `list-${products}.json`)
      return once(path, async () =>
        writeFileSync(path, JSON.stringify((await sampleProducts(products)).map(({ raw }) => raw)))
      )
    },
    async catalogue(products) {
      const accounts = join(await profile(products), 'accounts')
      const [account] = readdirSync(accounts)
      if (account === undefined) throw new Error('the profile has no account')
      return join(accounts, account, 'catalogue.db')
    }
  }
}

export const listIn = (file: string): Record<string, unknown>[] =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]

/** Every product, in the provider's order. */
export const PLAIN: Omit<ProductQuery, 'limit'> = {
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'default',
  providerSort: '',
  reverse: false,
  grouped: false,
  offset: 0
}
