/** P5: a search in the stored catalogue, beside searching it in memory. */
import { ask } from './child.ts'
import type { Bench } from './place.ts'
import type { SearchCost, Source, Way } from './search-child.ts'

const NAMES: readonly (readonly [way: Way, name: string])[] = [
  ['portside', 'Portside'],
  ['minisearch', 'MiniSearch'],
  ['fuse', 'Fuse.js'],
  ['scan', 'array filter']
]

export async function benchSearch({ sizes, sheet, catalogue, body }: Bench): Promise<void> {
  for (const products of sizes) {
    for (const [way, by] of NAMES) {
      const question: { way: Way } & Source = { way, database: catalogue(products), list: body(products) }
      const file = new URL('./search-child.ts', import.meta.url)
      const cost = await ask<typeof question, SearchCost>(file, question, ['--expose-gc'])
      const add = (what: string, unit: string, value: number, goal?: string): void =>
        sheet.add({ bar: 'P5', what, by, unit, products, value, ...(way === 'portside' && { goal }) })
      add('search, first 50 and how many, p95', 'ms', cost.p95, '≤ 2 ms')
      add('search, first 50 and how many, median', 'ms', cost.median)
      add('searches that there was time for', 'in all', cost.searches)
      add('from nothing to the first search', 'ms', cost.readyMs)
      add('memory that searching holds', 'MB', cost.heldMb)
    }
  }
}
