/** What is chosen of the catalogue, as a file. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { Fault } from '../../../shared/ipc/failure.ts'
import type { AccountCache, ProductRecord } from '../ports.ts'
import { BYTE_ORDER_MARK, csvHeader, csvLine } from './csv.ts'
import type { CatalogueParts } from './index.ts'

/** Products that are read at once. */
const SPAN = 200

export interface Export {
  /**
   * CSV (csv.ts), or JSON: an array of the records as they came, credentials left out.
   * @throws CANCELLED when the account is left meanwhile, or its list replaced: half of each would be neither. CACHE
   */
  exportFile(wanted: Input<'catalogue', 'exportFile'>): Promise<Output<'catalogue', 'exportFile'>>
}

export function createExport({ store, files, clock }: CatalogueParts): Export {
  return {
    async exportFile({ choice, format }) {
      const cache = store.current()
      let products = 0
      /** Whatever comes of reading what was left, it says nothing. */
      const unlessLeft = async <T>(read: () => Promise<T>): Promise<T> => {
        const [outcome] = await Promise.allSettled([read()])
        if (store.orNull() !== cache) throw new Fault('CANCELLED')
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      const listNow = (): Promise<string> => unlessLeft(() => listOf(cache))
      const spans = async function* (): AsyncGenerator<ProductRecord[]> {
        const before = await listNow()
        for (;;) {
          const records = await unlessLeft(() => cache.catalogue.records({ ...choice, offset: products, limit: SPAN }))
          if ((await listNow()) !== before) throw new Fault('CANCELLED')
          products += records.length
          if (records.length > 0) yield records
          if (records.length < SPAN) return
        }
      }
      const name = await files.saveStream(
        `portside-catalogue-${day(clock.now())}.${format}`,
        format,
        format === 'csv' ? csvOf(spans()) : jsonOf(spans())
      )
      return { name, products }
    }
  }
}

async function* csvOf(spans: AsyncIterable<ProductRecord[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvHeader()
  for await (const records of spans) yield records.map(({ product }) => csvLine(product)).join('')
}

async function* jsonOf(spans: AsyncIterable<ProductRecord[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const records of spans) {
    yield before + records.map(({ raw }) => JSON.stringify(raw)).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]\n' : '[]\n'
}

/** Tells one list from the next. One that was found to be unchanged has another age, but the same validators. */
async function listOf(cache: AccountCache): Promise<string> {
  const info = await cache.info('catalogue')
  return JSON.stringify(info?.validators ?? info?.fetchedAt ?? null)
}

/** Where the person is. */
function day(now: Date): string {
  const two = (count: number): string => String(count).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
