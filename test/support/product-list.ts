/** Reads a product list in the same thread, without the catalogue's worker and file. */
import type {
  Access,
  Answer,
  Api,
  Ask,
  ListDownload,
  ListWriter,
  Parsed,
  ProductReading,
  ProductRecord
} from '../../src/main/ports/index.ts'
import {
  productKeys,
  ProductListReader,
  type ParsedProduct
} from '../../src/main/provider/readers/product-list-reader.ts'
import { sumOfNotes } from '../../src/main/provider/readers/records.ts'
import type { ReadingNote } from '../../src/shared/models/freshness.ts'
import type { ProviderSort } from '../../src/shared/models/product.ts'

/** A list that was written to its end. */
class WrittenList {
  readonly #reading: ProductReading
  #products: ParsedProduct[] = []
  #notes: ReadingNote[] | null = null

  constructor({ secrets, settings, listAt }: ProductReading = { secrets: [] }) {
    this.#reading = { secrets, settings, listAt }
  }

  start(): ListWriter {
    const restart = (): void => void (this.#products = [])
    restart()
    this.#notes = null
    const reader = new ProductListReader(this.#reading, {
      restart,
      addStored: () => null,
      add: (product) => void this.#products.push(product),
      marks: () => this.#products.map(({ product, hash }) => product.id ?? hash)
    })
    return {
      write: async (chunk) => reader.write(chunk),
      end: async () => {
        const { notes, ...list } = reader.end()
        this.#notes = notes
        return list
      }
    }
  }

  parsed(): Parsed<ProductRecord[]> {
    if (!this.#notes) throw new Error('it has not come to its end')
    const { keys, notes } = productKeys(
      this.#products.map(({ product, raw }) => ({ id: product.id ?? null, record: () => raw })),
      this.#reading.settings
    )
    return {
      value: this.#products.map(({ hash: _, ...one }, index) => ({ ...one, key: keys[index] ?? '' })),
      notes: sumOfNotes([this.#notes, ...this.#products.map((one) => one.notes), notes])
    }
  }
}

/** Reads the body of a list. */
export async function readList(body: string): Promise<Parsed<ProductRecord[]>> {
  const list = new WrittenList()
  await downloadOf([new TextEncoder().encode(body)]).receive(() => list.start())
  return list.parsed()
}

/** A list without a request. */
export function downloadOf(chunks: Iterable<Uint8Array>, more: Partial<ListDownload> = {}): ListDownload {
  return {
    secrets: [],
    async receive(start) {
      const writer = start()
      for (const chunk of chunks) await writer.write(chunk)
      await writer.end()
      return { validators: null }
    },
    ...more
  }
}

/** The product list with its products, as other lists are answered. */
export async function productsOf(
  api: Api,
  access: Access,
  query: Partial<ProviderSort> = {},
  ask: Ask = {}
): Promise<Answer<ProductRecord[]> | null> {
  const download = api.productList(access, query, ask)
  const list = new WrittenList(download)
  const answer = await download.receive(() => list.start())
  return answer && { ...answer, ...list.parsed() }
}
