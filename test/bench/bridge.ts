/** P7: cloning a reply of 200 rows, the most of a paged list. */
import { basename, dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { FileStorage } from '../../src/main/storage/file-storage.ts'
import { startCatalogueWorker } from '../support/catalogue-worker.ts'
import { PLAIN, type Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const QUERY = { ...PLAIN, limit: 200 }
const TIMES = 500

export async function benchBridge({ quick, add, catalogue, profile }: Bench): Promise<void> {
  const products = quick ? 10_000 : 100_000
  const file = await catalogue(products)
  const storage = new FileStorage(await profile(products), startCatalogueWorker)
  const account = storage.open(basename(dirname(file)), () => Promise.resolve(null))
  try {
    const page = await account.catalogue.page(QUERY)
    const cloned = await timed(() => deserialize(serialize(page)))
    add({ bar: 'P7', what: 'reply of 200 rows, cloned, p95', unit: 'ms', ours: cloned, most: 0.5 })
    const asked = await timed(() => account.catalogue.page(QUERY))
    add({ bar: 'P7', what: '200 rows from the catalogue worker, p95', unit: 'ms', ours: asked })
  } finally {
    account.close()
    storage.close()
  }
}

/** The first half only warms up. */
async function timed(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = -TIMES; run < TIMES; run += 1) {
    const begun = performance.now()
    await work()
    if (run >= 0) times.push(performance.now() - begun)
  }
  return percentile(times, 0.95)
}
