/** What every part of the catalogue's bench starts from: a temporary folder with lists and profiles of each size. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductQuery } from '../../../src/shared/models/product.ts'
import { sampleProducts, seedProfile } from '../seed.ts'
import type { Sheet } from './sheet.ts'

export interface Bench {
  sizes: readonly number[]
  sheet: Sheet
  /** The list of that many products as an API sends it: a file of JSON. */
  body(products: number): string
  /** Folder of a profile as an earlier launch would have left it. Used in turns: what is changed in it stays. */
  profile(products: number): string
  /** The catalogue's file in such a profile. */
  catalogue(products: number): string
  /** For whatever a part needs for itself. */
  folder: string
}

export async function prepare(folder: string, sizes: readonly number[], sheet: Sheet): Promise<Bench> {
  const body = (products: number): string => join(folder, `list-${products}.json`)
  const profile = (products: number): string => join(folder, `profile-${products}`)
  for (const size of sizes) {
    writeFileSync(body(size), JSON.stringify((await sampleProducts(size)).map(({ raw }) => raw)))
    await seedProfile(profile(size), size)
  }
  const catalogue = (products: number): string => {
    const accounts = join(profile(products), 'accounts')
    const [account] = readdirSync(accounts)
    if (account === undefined) throw new Error('the profile has no account')
    return join(accounts, account, 'catalogue.db')
  }
  return { sizes, sheet, body, profile, catalogue, folder }
}

export const listIn = (file: string): Record<string, unknown>[] =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]

/** Every product, in the order of the server. */
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
  grouped: false,
  offset: 0
}
