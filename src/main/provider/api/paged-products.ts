/**
 * The list of products, page after page. The first page goes to the writer while it arrives. Each further one follows when it is
 * complete, because it may be fetched again.
 */
import { AppError } from '../../../shared/ipc/error.ts'
import type { PartialList } from '../../../shared/models/freshness.ts'
import type { Answer, ListWriter, ParsedList } from '../../ports/index.ts'
import { limitsAfter, PRODUCT_LIMITS } from '../readers/json/json-limits.ts'
import { JsonListReader, recordsById, type RecordSink } from '../readers/json/json-list.ts'
import type { PageSequence } from '../readers/page-sequence.ts'
import type { ReplyPaging } from '../readers/paging.ts'
import { followPages } from './follow-pages.ts'
import { valueOf, type BodyReader, type JsonAnswer } from './http/json-requests.ts'
import { badReply } from './http/reply.ts'
import { BODY_CAPS } from './http/transport.ts'

interface FirstPage {
  writer: ListWriter
  list: ParsedList
  says: ReplyPaging
  bytes: number
}

interface LaterPage {
  chunks: readonly Uint8Array[]
  says: ReplyPaging
  bytes: number
  parts: number
}

interface ProductsParts {
  sequence: PageSequence
  /** For each attempt to fetch the first page. */
  start: () => ListWriter
  /** Where the definition has the list. */
  listAt: string | undefined
}

export class PagedProducts {
  readonly sequence: PageSequence
  readonly #start: () => ListWriter
  readonly #listAt: string | undefined
  /** Of the first page. */
  #writer: ListWriter | null = null
  #found = 0
  #received = 0
  #bytes = 0
  #parts = 0

  constructor({ sequence, start, listAt }: ProductsParts) {
    this.sequence = sequence
    this.#start = start
    this.#listAt = listAt
  }

  /** Bytes that the next page may have. */
  get cap(): number {
    return this.sequence.pages === 0
      ? BODY_CAPS.products
      : Math.min(BODY_CAPS.laterProducts, BODY_CAPS.products - this.#bytes)
  }

  /** For one attempt. */
  firstPage(): BodyReader<FirstPage> {
    const writer = this.#start()
    let list: ParsedList | null = null
    let bytes = 0
    return {
      found: (body, reply) => list?.found ?? (this.sequence.hasNoRecords(body, reply) ? 0 : null),
      write: (chunk) => {
        bytes += chunk.byteLength
        return writer.write(chunk)
      },
      rest: async () => {
        list = await writer.end()
        return list.rest
      },
      read: (body, reply) => {
        const isNone = list?.found === null && (bytes === 0 || this.sequence.hasNoRecords(body, reply))
        if (list === null || (list.found === null && !isNone)) throw badReply(reply, 'notAList')
        // A list without any product object is no catalogue: it would replace the stored list by an empty one.
        if ((list.found ?? 0) > 0 && list.products === 0) throw badReply(reply, 'notAnObject')
        return { writer, list, says: this.sequence.read(body, reply), bytes }
      }
    }
  }

  /** For one attempt. */
  laterPage(): BodyReader<LaterPage> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    const limits = limitsAfter(PRODUCT_LIMITS, { parts: this.#parts, records: this.#found })
    const list = new JsonListReader(NO_SINK, limits, this.#listAt)
    return {
      found: (body, reply) => list.found ?? (this.sequence.hasNoRecords(body, reply) ? 0 : null),
      write: async (chunk) => {
        bytes += chunk.byteLength
        list.write(chunk)
        chunks.push(chunk)
      },
      rest: async () => list.rest,
      read: (body, reply) => {
        const hasList =
          list.found !== null ||
          recordsById(body, limits, this.#listAt) !== null ||
          this.sequence.hasNoRecords(body, reply)
        if (!hasList && bytes > 0) throw badReply(reply, 'notAList')
        const says = this.sequence.read(body, reply)
        return { chunks, says, bytes, parts: list.parts }
      }
    }
  }

  /** @returns the URL of the page to fetch next */
  joinFirst({ writer, list, says, bytes }: FirstPage): URL | null {
    this.#writer = writer
    this.#bytes = bytes
    return this.#join(list, says, bytes)
  }

  /** @returns the URL of the page to fetch next @throws BAD_REPLY, TOO_LARGE: nothing of the page is in the list */
  async join({ chunks, says, bytes, parts }: LaterPage): Promise<URL | null> {
    const writer = this.#writer
    if (writer === null) throw new AppError('INTERNAL')
    for (const chunk of chunks) await writer.write(chunk)
    const list = await writer.end()
    if ((list.found ?? 0) > 0 && list.products === 0) throw new AppError('BAD_REPLY', { found: 'notAnObject' })
    this.#parts += parts
    return this.#join(list, says, bytes)
  }

  partial(): PartialList | null {
    return this.sequence.partial(this.#received)
  }

  #join(list: ParsedList, says: ReplyPaging, bytes: number): URL | null {
    const { products, repeated, lastId } = list
    const found = list.found ?? 0
    this.#found += found
    this.#received += products - repeated
    this.#bytes += bytes
    return this.sequence.join({ found, records: products, repeated, lastId, isEmptyBody: bytes === 0, says })
  }
}

/** Only looked for: the writer's reader reads the records. */
const NO_SINK: RecordSink = { restart: () => undefined, add: () => undefined }

type FetchPage = <T>(url: URL, createReader: () => BodyReader<T>) => Promise<JsonAnswer<T> | null>

/**
 * If a later page can't be fetched, the pages before it are the result, as a part of the list.
 * @param timeLeft begins when the first page has come; then asked before each page
 * @param fetchPage null: nothing has changed since the stored list
 * @returns validators only for a whole list of one page: of several, a 304 for the first one says nothing about the others
 */
export async function fetchProducts(
  list: PagedProducts,
  fetchPage: FetchPage,
  timeLeft: () => () => boolean
): Promise<Pick<Answer<never>, 'validators' | 'partial'> | null> {
  const { sequence } = list
  const answer = await fetchPage(sequence.first, () => list.firstPage())
  if (answer === null) return null
  const next = list.joinFirst(answer.value)
  await followPages(sequence, next, timeLeft(), async (url) =>
    list.join(valueOf(await fetchPage(url, () => list.laterPage())))
  )
  const partial = list.partial()
  return { validators: sequence.pages === 1 && partial === null ? answer.validators : null, partial }
}
