/** P5: the first 50 matches and their number from the stored catalogue, beside searches in memory. */
import { ask } from './child.ts'
import type { Bench } from './profiles.ts'
import type { SearchCost, Source, Way } from './search-child.ts'

const ALTERNATIVES: readonly (readonly [way: Way, name: string])[] = [
  ['minisearch', 'MiniSearch'],
  ['scan', 'array filter'],
  ['fuse', 'Fuse.js']
]

export async function benchSearch({ quick, add, catalogue, body }: Bench): Promise<void> {
  const products = quick ? 10_000 : 100_000
  const source: Source = { database: await catalogue(products), list: await body(products) }
  const cost = (way: Way): Promise<SearchCost> =>
    ask(new URL('./search-child.ts', import.meta.url), { way, ...source }, ['--expose-gc'])
  const ours = await cost('portside')
  const what = `search with the count, ${products.toLocaleString('en')} products, p95`
  for (const [way, name] of quick ? ALTERNATIVES.slice(0, 2) : ALTERNATIVES) {
    const beside = { what: name, value: (await cost(way)).p95 }
    add({ bar: 'P5', what, unit: 'ms', ours: ours.p95, beside, ...(way === 'minisearch' && { most: 4 }) })
  }
}
