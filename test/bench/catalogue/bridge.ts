/** P7: what one reply costs on its way, from the thread to main and from main to the page; 200 rows are the most that go. */
import { basename, dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { openStorage } from '../../../src/main/storage/index.ts'
import { startCatalogueWorker } from '../../support/catalogue-worker.ts'
import { percentile } from '../table.ts'
import { PLAIN, type Bench } from './place.ts'

/** The most that the bridge carries. */
const QUERY = { ...PLAIN, limit: 200 }
const TIMES = 500

export async function benchBridge({ sizes, sheet, catalogue, profile }: Bench): Promise<void> {
  for (const products of sizes) {
    const cache = openStorage(profile(products), startCatalogueWorker)
    const account = cache.open(basename(dirname(catalogue(products))), () => Promise.resolve(null))
    try {
      const page = await account.catalogue.page(QUERY)
      const add = (what: string, by: string, unit: string, value: number, goal?: string): void =>
        sheet.add({ bar: 'P7', what, by, unit, products, value, goal })
      const cloned = await timed(() => deserialize(serialize(page)))
      add('a reply of 200 rows cloned, p95', 'v8.serialize and back', 'ms', cloned, '≤ 0.5 ms')
      add('a reply of 200 rows cloned, p95', 'structuredClone', 'ms', await timed(() => structuredClone(page)))
      add('a reply of 200 rows', 'v8.serialize', 'kB', serialize(page).byteLength / 1000)
      const asked = await timed(() => account.catalogue.page(QUERY))
      add('the first 200 rows asked of the thread, p95', 'Portside', 'ms', asked)
      const atEnd = { ...QUERY, offset: Math.max(0, products - QUERY.limit) }
      const last = await timed(() => account.catalogue.page(atEnd))
      add('the last 200 rows asked of the thread, p95', 'Portside', 'ms', last)
    } finally {
      account.close()
      cache.close()
    }
  }
}

async function timed(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = -TIMES; run < TIMES; run += 1) {
    const begun = performance.now()
    await work()
    // Before that it only gets warm.
    if (run >= 0) times.push(performance.now() - begun)
  }
  return percentile(times, 0.95)
}
