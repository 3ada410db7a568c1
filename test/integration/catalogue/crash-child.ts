/** Refreshes one catalogue in a loop, each time with the next edition, until it is killed: `node crash-child.ts <folder>`. */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogueStore } from '../../../src/main/catalogue/storage/catalogue-store.ts'
import { listOf } from './crash-lists.ts'

/** What it is about to do. `idle`: what it did last is stored. */
export type Phase = 'opening' | 'arriving' | 'storing' | 'idle'

/** At once: who is killed has no later. */
const say = (line: string): void => void writeSync(1, `${line}\n`)

/** Of some bytes each, so that there are many moments inside of an arrival. */
const CHUNK_BYTES = 16 * 1024

say('opening')
const catalogue = new CatalogueStore(join(process.argv[2] ?? '', 'catalogue.db'), () => undefined)
const condition = catalogue.condition()
if (condition !== 'fine') say(`condition ${condition}`)

for (let edition = Number(catalogue.info()?.fetchedAt ?? -1) + 1; ; edition += 1) {
  const body = Buffer.from(JSON.stringify(listOf(edition)))
  say('arriving')
  catalogue.startImport(edition, { secrets: [] })
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    catalogue.parseChunk(edition, body.subarray(at, at + CHUNK_BYTES))
  }
  catalogue.endPage(edition)
  say('storing')
  await catalogue.commit(edition, { fetchedAt: String(edition), validators: null })
  // After every other list, the next one comes before the search's index.
  if (edition % 2 === 0) await catalogue.ensureIndexed()
  say('idle')
}
