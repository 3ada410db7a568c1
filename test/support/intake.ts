/** Reads a product list in the same thread, without the catalogue's worker and file. */
import type {
  Access,
  Answer,
  ArrivedProduct,
  Ask,
  ListIntake,
  ListReader,
  Api,
  ProductRecord,
  Reading
} from '../../src/main/core/ports/index.ts'
import { createListReaders } from '../../src/main/readers/list-readers.ts'
import type { ProviderSort } from '../../src/shared/models/product.ts'

export interface DirectIntake extends ListIntake {
  reading(): Reading<ProductRecord[]>
}

export function directIntake(): DirectIntake {
  const readers = createListReaders()
  let products: ArrivedProduct[] = []
  let reader: ListReader | null = null
  let ended: ReturnType<ListReader['end']> | null = null
  const begun = (): ListReader => {
    if (!reader) throw new Error('nothing has begun')
    return reader
  }
  return {
    begin(reading) {
      const restart = (): void => void (products = [])
      restart()
      ended = null
      reader = readers.open(reading, { restart, known: () => false, add: (product) => void products.push(product) })
    },
    // Transfers the piece as to another thread, so it needs a buffer of its own.
    async take(piece) {
      if (piece.byteLength !== piece.buffer.byteLength) throw new Error('the piece is part of something larger')
      begun().take(structuredClone(piece, { transfer: [piece.buffer as ArrayBuffer] }))
    },
    async end() {
      const { notes: _, ...arrival } = (ended = begun().end())
      return arrival
    },
    reading() {
      if (!ended) throw new Error('it has not come to its end')
      const { keys, notes } = readers.keys(
        products.map(({ product, raw }) => ({ id: product.id ?? null, record: () => raw }))
      )
      return {
        value: products.map(({ hash: _, ...one }, index) => ({ ...one, key: keys[index] ?? '' })),
        notes: readers.sum([ended.notes, ...products.map((one) => one.notes), notes])
      }
    }
  }
}

/** The product list with its products, as other lists are answered. */
export async function productsOf(
  api: Api,
  access: Access,
  query: Partial<ProviderSort> = {},
  ask: Ask = {}
): Promise<Answer<ProductRecord[]> | null> {
  const intake = directIntake()
  const answer = await api.products(access, query, ask, intake)
  return answer && { ...answer, ...intake.reading() }
}
