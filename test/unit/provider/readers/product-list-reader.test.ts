/** What the catalogue's thread has of the provider: a list read record by record, each with its own notes and hash. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PRODUCT_LIMITS } from '../../../../src/main/provider/readers/json/json-limits.ts'
import {
  MOST_ID_CHARACTERS,
  productKeys,
  ProductListReader,
  type ParsedProduct
} from '../../../../src/main/provider/readers/product-list-reader.ts'
import { sumOfNotes } from '../../../../src/main/provider/readers/records.ts'
import type { ReadingNote } from '../../../../src/shared/models/freshness.ts'

const TOKEN = 'canary-token-91c2d8e6'

interface Read extends ReturnType<ProductListReader['end']> {
  list: ParsedProduct[]
  /** Prints that were asked about. */
  asked: string[]
}

const hex = (hash: string): string => Buffer.from(hash, 'latin1').toString('hex')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function read(body: string, { known = [] as string[], length = 7, mostNotes = Infinity } = {}): Read {
  let list: ParsedProduct[] = []
  const asked: string[] = []
  const sink = {
    restart: () => void (list = []),
    addStored(hash: string) {
      asked.push(hex(hash))
      return known.includes(hex(hash)) ? { id: 'stored' } : null
    },
    add: (product: ParsedProduct) => void list.push(product),
    marks: () => []
  }
  const reader = new ProductListReader({ secrets: [TOKEN] }, sink, { mostNotes })
  const bytes = new TextEncoder().encode(body)
  for (let at = 0; at < bytes.length; at += length) reader.write(bytes.slice(at, at + length))
  return { ...reader.end(), list, asked }
}

describe('hashes', () => {
  const records = ['{"id":"a", "name":"é"}', '{ "id" : "b" }', '{"id":"c"}']

  test.each([1, 2, 7, 1000])('are of a record’s bytes, without the space around it, cut every %i', (length) => {
    const { list, asked } = read(` [\r\n ${records.join(' \t,\n  ')} \n] `, { length })
    expect(asked).toEqual(records.map(hashOf))
    expect(list.map(({ hash }) => hex(hash))).toEqual(asked)
  })

  test('what is known counts as a product and is not read again', () => {
    const { list, found, products } = read(`[${records.join()},7]`, { known: [hashOf(records[1] ?? '')] })
    expect(list.map(({ product }) => product.id)).toEqual(['a', 'c'])
    expect({ found, products }).toEqual({ found: 4, products: 3 })
  })

  test('a better list makes void what another one had', () => {
    const { list, found, products, notes } = read(`{"products":[1,${records[1]},${records[2]}],"data":[${records[0]}]}`)
    expect(list.map(({ product }) => product.id)).toEqual(['a'])
    expect({ found, products, notes }).toEqual({ found: 1, products: 1, notes: [] })
  })
})

describe('notes', () => {
  test('are each record’s own; the list’s are of what is no record', () => {
    const { list, notes } = read(
      JSON.stringify([{ id: 'a', weight: '5', token: 'x' }, { id: 'b' }, null, { id: 'c', name: {} }, 'stray'])
    )
    expect(list.map((one) => one.notes)).toEqual([
      [
        { kind: 'credentialDropped', count: 1, field: 'token' },
        { kind: 'wrongType', count: 1, field: 'weight' }
      ],
      [],
      [{ kind: 'wrongType', count: 1, field: 'name' }]
    ])
    expect(notes).toEqual([{ kind: 'notAnObject', count: 2 }])
  })

  test('of many are as those of one', () => {
    const wrong = (field: string, count: number): ReadingNote => ({ kind: 'wrongType', count, field })
    expect(sumOfNotes([])).toEqual([])
    expect(sumOfNotes([[wrong('a', 2), { kind: 'noId', count: 1 }], [], [wrong('a', 3), wrong('b', 1)]])).toEqual([
      wrong('a', 5),
      { kind: 'noId', count: 1 },
      wrong('b', 1)
    ])
    // A provider with a thousand wrong fields is told of by its first, and a number.
    const many = sumOfNotes(Array.from({ length: 1000 }, (_none, at) => [wrong(`field${at}`, 2)]))
    expect(many).toHaveLength(51)
    expect(many.at(-1)).toEqual({ kind: 'wrongType', count: 1900 })
  })
})

describe('keys', () => {
  test('come from ids, else from names, and a record is only asked for then', () => {
    const asked: string[] = []
    const product = (id: string | null, name: string) => ({
      id,
      record: () => {
        asked.push(name)
        return { name }
      }
    })
    const { keys, notes } = productKeys([product('a', 'A'), product(null, 'B'), product('a', 'C'), product('a~2', 'D')])
    expect(keys).toEqual(['a', expect.stringMatching(/^~[0-9a-f]{20}$/), 'a~3', 'a~2'])
    expect(asked).toEqual(['B'])
    expect(notes).toEqual([
      { kind: 'noId', count: 1 },
      { kind: 'sameId', count: 1 }
    ])
  })
})

describe('what a list costs in memory', () => {
  const listOf = (ids: number, characters: number): string =>
    JSON.stringify(Array.from({ length: ids }, (_, at) => ({ id: String(at).padEnd(characters, 'x') })))

  test('all ids together have as many characters as fit into the thread', () => {
    expect(read(listOf(5, MOST_ID_CHARACTERS / 5), { length: 65_536 }).products).toBe(5)
  })

  test('a list with longer ids is refused', () => {
    const tooLarge = (): unknown => read(listOf(5, MOST_ID_CHARACTERS / 5 + 1), { length: 65_536 })
    expect(tooLarge).toThrow(expect.objectContaining({ info: { code: 'TOO_LARGE' } }) as Error)
  })

  test('a list whose records have too many notes is refused', () => {
    const listWith = (notes: number): string => JSON.stringify(Array.from({ length: notes }, () => ({ token: 'x' })))
    expect(read(listWith(100), { mostNotes: 100 }).products).toBe(100)
    const tooMany = (): unknown => read(listWith(101), { mostNotes: 100 })
    expect(tooMany).toThrow(expect.objectContaining({ info: { code: 'TOO_LARGE' } }) as Error)
  })
})

describe('a list in pages', () => {
  /** Reads one page after another into one list. */
  function readPages(
    pages: readonly string[],
    { known = {}, listAt }: { known?: Record<string, string | null>; listAt?: string | undefined } = {}
  ) {
    const log: string[] = []
    const marks: string[] = []
    const sink = {
      restart: () => undefined,
      addStored(hash: string) {
        const id = known[hex(hash)]
        if (id === undefined) return null
        log.push(`stored ${id}`)
        marks.push(id ?? hash)
        return { id }
      },
      add({ product, hash }: ParsedProduct) {
        log.push(String(product.id ?? product.name))
        marks.push(product.id ?? hash)
      },
      marks: () => marks
    }
    const reader = new ProductListReader({ secrets: [TOKEN], listAt }, sink)
    const ends = pages.map((page) => {
      reader.write(new TextEncoder().encode(page))
      const { products, repeated, lastId, found } = reader.end()
      return { found, products, repeated, lastId }
    })
    return { log, ends, reader }
  }

  test('has each product once, and each page its last id', () => {
    const { log, ends } = readPages([
      '[{"id":"a"},{"id":"b"}]',
      '{"data":[{"id":"b","n":1},{"id":"c"},{"id":"a"}]}',
      '[{"id":"c"},{"name":"N"}]'
    ])
    expect(log).toEqual(['a', 'b', 'c', 'N'])
    expect(ends).toEqual([
      { found: 2, products: 2, repeated: 0, lastId: 'b' },
      { found: 3, products: 3, repeated: 2, lastId: 'a' },
      { found: 2, products: 2, repeated: 1, lastId: null }
    ])
  })

  test('has a stored product with its id', () => {
    const stored = { [hashOf('{"id":"a"}')]: 'a', [hashOf('{"id":"c"}')]: 'c' }
    const { log, ends } = readPages(['[{"id":"b"},{"id":"a"}]', '[{"id":"a","n":1},{"id":"c"}]'], { known: stored })
    expect(log).toEqual(['b', 'stored a', 'stored c'])
    expect(ends.map(({ lastId }) => lastId)).toEqual(['a', 'c'])
  })

  test('has nothing of a page before its end', () => {
    const { log, reader } = readPages(['[{"id":"a"}]'])
    reader.write(new TextEncoder().encode('[{"id":"b"},{"id":"c"}'))
    expect(log).toEqual(['a'])
    const broken = (): void => reader.write(new TextEncoder().encode(',{"id":}]'))
    expect(broken).toThrow(expect.objectContaining({ info: { code: 'BAD_REPLY', found: 'malformed' } }) as Error)
    expect(log).toEqual(['a'])
  })

  test('has only the best list of each page', () => {
    const { log } = readPages([
      '{"data":[{"id":"a"}]}',
      '{"products":[{"id":"x"}],"data":[{"id":"b"}],"items":[{"id":"y"}]}'
    ])
    expect(log).toEqual(['a', 'b'])
  })

  test('is where the definition has it on each page', () => {
    const { log } = readPages(
      ['{"data":[{"id":"x"}],"my":{"list":[{"id":"a"}]}}', '{"my":{"list":{"7":{"name":"b"}}}}'],
      { listAt: 'my.list' }
    )
    expect(log).toEqual(['a', '7'])
  })

  test('has as many brief products as one list', () => {
    const page = (from: number, count: number): string =>
      JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: `${from + at}` })))
    const { records } = PRODUCT_LIMITS.brief
    expect(readPages([page(0, records - 5), page(records, 5)]).log).toHaveLength(records)
    expect(() => readPages([page(0, records - 5), page(records, 6)])).toThrow(TOO_LARGE)
  })
})

const TOO_LARGE = expect.objectContaining({ info: { code: 'TOO_LARGE' } }) as Error
