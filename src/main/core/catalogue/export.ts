/** What is chosen of the catalogue, as a file. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day-rules.ts'
import { BYTE_ORDER_MARK } from '../csv.ts'
import type { ProductRecord } from '../ports/index.ts'
import { csvHeader, csvLine } from './csv.ts'
import type { CatalogueParts } from './index.ts'

/** Products that are asked for at once; the cache gives fewer when they are large. */
const SPAN = 200

export interface Export {
  /**
   * CSV (csv.ts), or JSON: an array of the records as they came, credentials left out.
   * @throws CANCELLED when the account is left meanwhile, the app locked, or the list replaced: half of each would be neither.
   * STORAGE
   */
  exportFile(wanted: Input<'catalogue', 'exportFile'>): Promise<Output<'catalogue', 'exportFile'>>
}

export function createExport({ store, files, clock, locked }: CatalogueParts): Export {
  return {
    async exportFile({ choice, format }) {
      const cache = store.current()
      let products = 0
      const check = (): void => {
        if (locked() || store.orNull() !== cache) throw new AppError('CANCELLED')
      }
      const read = async (): Promise<{ records: ProductRecord[]; list: string }> => {
        check()
        const work = cache.catalogue.records({ ...choice, offset: products, limit: SPAN })
        const [outcome] = await Promise.allSettled([work])
        // Whatever comes of reading what was left, it says nothing.
        check()
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      const spans = async function* (): AsyncGenerator<ProductRecord[]> {
        let first: string | null = null
        for (;;) {
          const { records, list } = await read()
          first ??= list
          if (list !== first) throw new AppError('CANCELLED')
          if (records.length === 0) return
          products += records.length
          yield records
        }
      }
      const name = await files.saveStream(
        `portside-catalogue-${today(clock.now())}.${format}`,
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
