/** Main's side of one import: sends the chunks of a list to the worker, which parses and stages them, and has it stored. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { PartialList } from '../../../shared/models/freshness.ts'
import { untilAborted } from '../../concurrency.ts'
import type {
  ImportOptions,
  ListWriter,
  ParsedList,
  ProductReading,
  StagedList,
  Validators
} from '../../ports/index.ts'
import type { CallCatalogue } from './serve-catalogues.ts'

/** Chunks of a list that wait in the worker, each of at most LONGEST_CHUNK (transport.ts): with fewer, it waits for main in between. */
export const MOST_PENDING = 4

interface ListAnswer {
  validators: Validators | null
  partial?: PartialList | null | undefined
}

const cancelled = (): AppError => new AppError('CANCELLED')
const ignore = (): void => undefined
let lastId = 0

export class ListImport {
  readonly #id = ++lastId
  readonly #call: CallCatalogue
  readonly #reading: ProductReading
  readonly #signal: AbortSignal
  readonly #onProgress: ImportOptions['onProgress']
  /** Calls to the worker, in their order. */
  #pending: Promise<unknown>[] = []
  #bytes = 0
  /** On all pages. */
  #products = 0

  constructor(call: CallCatalogue, reading: ProductReading, { signal, onProgress }: ImportOptions) {
    const { secrets, settings, listAt } = reading
    this.#call = call
    this.#reading = { secrets, settings, listAt }
    this.#signal = signal
    this.#onProgress = onProgress
    signal.addEventListener('abort', this.#discardAtOnce, { once: true })
  }

  /** Starts again: what an earlier attempt sent is void. */
  start(): ListWriter {
    this.#pending = []
    this.#bytes = 0
    this.#products = 0
    this.#onProgress({ phase: 'asking', bytes: 0, products: 0 })
    // The import was discarded at the abort, so nothing would end it.
    if (!this.#signal.aborted) this.#send(this.#call('startImport', this.#id, this.#reading))
    return { write: (chunk) => this.#write(chunk), end: () => this.#end() }
  }

  staged({ validators, partial = null }: ListAnswer): StagedList {
    this.#onProgress({ phase: 'storing' })
    return {
      partial,
      commit: (fetchedAt) => this.#finish(() => this.#call('commit', this.#id, { fetchedAt, validators, partial })),
      commitSortOrder: ({ key, reverse }, fetchedAt) =>
        this.#finish(() => this.#call('commitSortOrder', this.#id, { key, reverse, fetchedAt })),
      discard: () => this.discard()
    }
  }

  discard(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#discardAtOnce)
    return this.#call('discardImport', this.#id)
  }

  readonly #discardAtOnce = (): void => void this.discard().catch(ignore)

  async #write(chunk: Uint8Array): Promise<void> {
    if (this.#signal.aborted) throw cancelled()
    this.#bytes += chunk.byteLength
    this.#onProgress({ phase: 'arriving', bytes: this.#bytes })
    // A copy, because a chunk is often a view of a larger buffer with another owner, and the worker gets the buffer.
    const parsed = this.#call('parseChunk', this.#id, new Uint8Array(chunk))
    this.#send(parsed.then((products) => this.#onProgress({ products })))
    const first = this.#pending.length > MOST_PENDING ? this.#pending.shift() : undefined
    if (first) await untilAborted(first, this.#signal, cancelled)
  }

  async #end(): Promise<ParsedList> {
    await untilAborted(Promise.all(this.#pending.splice(0)), this.#signal, cancelled)
    const list = await untilAborted(this.#call('endPage', this.#id), this.#signal, cancelled)
    this.#products += list.products - list.repeated
    this.#onProgress({ products: this.#products })
    return list
  }

  #send(work: Promise<unknown>): void {
    work.catch(ignore)
    this.#pending.push(work)
  }

  async #finish<T>(store: () => Promise<T>): Promise<T> {
    if (this.#signal.aborted) throw cancelled()
    try {
      return await store()
    } finally {
      this.#signal.removeEventListener('abort', this.#discardAtOnce)
    }
  }
}
