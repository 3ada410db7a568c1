/** The product list, read while it comes. */
import type { Json } from '../../shared/model/json.ts'
import { badReply } from './body.ts'
import { MOST_PARTS, MOST_RECORDS } from './json-limits.ts'
import { createListReader } from './json-list.ts'
import { createProductsReader, type ProductsReader } from './read-product.ts'
import type { Blot } from './secrets.ts'
import type { Reply } from './transport.ts'

/** Reads the reply of one try. */
export interface Reader<T> {
  take?(piece: Uint8Array): void
  /** What `take` left to be read as a whole. */
  rest?(): Uint8Array
  read(body: Json, reply: Reply): T
}

export function createProductList(blot: Blot): Reader<ReturnType<ProductsReader['end']>> {
  let reader = createProductsReader(blot)
  const list = createListReader(
    {
      begin: () => {
        reader = createProductsReader(blot)
      },
      add: (record) => reader.add(record)
    },
    { parts: MOST_PARTS.products, records: MOST_RECORDS.products }
  )
  return {
    take: (piece) => list.write(piece),
    rest: () => list.rest(),
    read(_body, reply) {
      const found = list.found()
      if (found === null) throw badReply(reply, 'notAList')
      const reading = reader.end()
      // A list of nothing but strays is no catalogue; taken for one, it would put an empty list in place of what is stored.
      if (found > 0 && reading.value.length === 0) throw badReply(reply, 'notAnObject')
      return reading
    }
  }
}
