/** Exports the filtered catalogue as a file. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day.ts'
import { PRODUCT_FIELDS, type Product } from '../../../shared/models/product.ts'
import { BYTE_ORDER_MARK, csvRow } from '../csv.ts'
import type { ProductRecord } from '../ports/index.ts'
import type { CatalogueParts } from './parts.ts'

/** Products per read; storage returns fewer if they are large. */
const SPAN = 200

export interface Export {
  /**
   * CSV (csv.ts), or JSON: an array of the records as received, without credentials.
   * @throws CANCELLED when another account is opened, the app is locked or the list replaced in the meantime; STORAGE
   */
  exportFile(wanted: Input<'catalogue', 'exportFile'>): Promise<Output<'catalogue', 'exportFile'>>
}

export function createExport({ store, files, clock, locked }: CatalogueParts): Export {
  return {
    async exportFile({ choice, format }) {
      const storage = store.current()
      let products = 0
      const check = (): void => {
        if (locked() || store.orNull() !== storage) throw new AppError('CANCELLED')
      }
      const read = async (): Promise<{ records: ProductRecord[]; list: string }> => {
        check()
        const work = storage.catalogue.records({ ...choice, offset: products, limit: SPAN })
        const [outcome] = await Promise.allSettled([work])
        // The account is gone, so its storage error doesn't matter.
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

export const csvHeader = (): string => csvRow(PRODUCT_FIELDS)

export const csvLine = (product: Product): string => csvRow(PRODUCT_FIELDS.map((field) => product[field]))

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
