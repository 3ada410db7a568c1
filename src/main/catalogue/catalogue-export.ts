import type { Input, Output } from '../../shared/ipc/contract.ts'
import { AppError } from '../../shared/ipc/error.ts'
import { today } from '../../shared/models/day.ts'
import type { CsvFormat } from '../../shared/models/csv-format.ts'
import { PRODUCT_FIELDS, type Product } from '../../shared/models/product.ts'
import { csvTable, exact, type CsvTable } from '../csv.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import type { CoreParts } from '../core-parts.ts'
import type { ProductRecord } from '../ports/index.ts'

/** Which products, in which format. */
export type WantedExport = Omit<Input<'catalogue', 'exportFile'>, 'of'>

/** Products per read; storage returns fewer if they are large. */
const SPAN = 200

/**
 * CSV (csv.ts), or JSON: an array of the records as received, without credentials.
 * @throws CANCELLED when the account is signed out, the list is replaced, or the app is locked before the user has chosen a file; STORAGE
 */
export const exportCatalogue = (
  parts: CoreParts,
  account: Account,
  wanted: WantedExport
): Promise<Output<'catalogue', 'exportFile'>> => account.work((work) => exportIn(work, parts, wanted))

async function exportIn(
  { storage, wait, check, outliveLock }: AccountWork,
  parts: CoreParts,
  { choice, format }: WantedExport
): Promise<Output<'catalogue', 'exportFile'>> {
  let products = 0
  const spans = async function* (): AsyncGenerator<ProductRecord[]> {
    let first: string | null = null
    for (;;) {
      check()
      const { records, list } = await wait(storage.catalogue.records({ ...choice, offset: products, limit: SPAN }))
      first ??= list
      if (list !== first) throw new AppError('CANCELLED')
      if (records.length === 0) return
      products += records.length
      yield records
    }
  }
  const pieces = async function* (): AsyncGenerator<string> {
    check()
    outliveLock()
    yield* format === 'csv' ? csvOf(spans(), parts.csvFormat()) : jsonOf(spans())
  }
  const name = await parts.files.saveStream(
    `portside-catalogue-${today(parts.clock.now())}.${format}`,
    format,
    pieces()
  )
  return { name, products }
}

export const productTable = (format: CsvFormat): CsvTable<Product> =>
  csvTable<Product>(
    PRODUCT_FIELDS.map((field) => [
      field,
      (product) => (field === 'price' ? exact(product.price ?? null) : product[field])
    ]),
    format
  )

async function* csvOf(spans: AsyncIterable<ProductRecord[]>, format: CsvFormat): AsyncGenerator<string> {
  const { header, row } = productTable(format)
  yield header
  for await (const records of spans) yield records.map(({ product }) => row(product)).join('')
}

async function* jsonOf(spans: AsyncIterable<ProductRecord[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const records of spans) {
    yield before + records.map(({ raw }) => JSON.stringify(raw)).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]\n' : '[]\n'
}
