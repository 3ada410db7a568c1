/** The catalogue of one account as core uses it: each call is a message to the worker. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { CatalogueStorage, CatalogueIntake, StoredInfo } from '../../core/ports/index.ts'
import type { Condition } from '../store.ts'
import type { MethodName, Methods } from './messages.ts'
import type { CatalogueWorker } from './worker.ts'

/** Bytes in the worker's queue beyond which `take` waits. */
const MOST_QUEUED = 2 * 1024 * 1024

export interface CatalogueClient extends CatalogueStorage {
  info(): Promise<StoredInfo | null>
  confirm(fetchedAt: string): Promise<void>
  condition(): Promise<Condition>
  /** Closes the file, unless it has data that couldn't be written. Doesn't wait. */
  leave(): void
  /** From now on every call fails with STORAGE: a late call must not create an erased file again. */
  end(): void
  /** Closes the file in any case, and waits for it. */
  close(): void
}

type Call = <M extends MethodName>(
  method: M,
  args: Parameters<Methods[M]>,
  transfer?: ArrayBuffer[]
) => Promise<ReturnType<Methods[M]>>

let intakes = 0

export function createCatalogueClient(worker: CatalogueWorker, file: string): CatalogueClient {
  let ended = false
  const call: Call = async (method, args, transfer) => {
    if (ended) throw new AppError('STORAGE')
    return worker.call(file, method, args, transfer)
  }
  const runLater = (work: Promise<unknown>): void => void work.catch(() => undefined)
  // Opens the file before the page's first call.
  runLater(call('condition', []))

  return {
    condition: () => call('condition', []),
    info: () => call('info', []),
    confirm: (fetchedAt) => call('confirm', [fetchedAt]),
    page: (query) => call('page', [query]),
    seek: (seek) => call('seek', [seek]),
    product: (key) => call('product', [key]),
    save: (record) => call('save', [record]),
    labels: () => call('labels', []),
    records: (query) => call('records', [query]),
    orders: () => call('orders', []),
    dropOrder: (order) => call('dropOrder', [order]),
    changes: (span) => call('changes', [span]),
    markSeen: (upTo) => call('markSeen', [upTo]),
    unseen: () => call('unseen', []),
    intake: (options) => intake(call, worker, options),
    end: () => {
      ended = true
    },
    leave: () => runLater(call('leave', [])),
    close: () => worker.close(file)
  }
}

function intake(
  call: Call,
  worker: Pick<CatalogueWorker, 'onProgress'>,
  { signal, onProgress }: Parameters<CatalogueStorage['intake']>[0]
): CatalogueIntake {
  const id = ++intakes
  let queued = 0
  let failed: { error: unknown } | null = null
  let wake: () => void = () => undefined
  /** Number of the current attempt. Results of earlier attempts are ignored. */
  let attempt = 0

  const over = (): void => {
    signal.removeEventListener('abort', stop)
    worker.onProgress(id, null)
  }
  const discard = (): Promise<void> => {
    over()
    return call('discard', [id])
  }
  const stop = (): void => {
    wake()
    void discard().catch(() => undefined)
  }
  const ending = async <T>(work: () => Promise<T>): Promise<T> => {
    if (signal.aborted) throw new AppError('CANCELLED')
    try {
      return await work()
    } finally {
      over()
    }
  }
  const send = async (piece: Uint8Array): Promise<void> => {
    const current = attempt
    // Read now: the transfer detaches the buffer.
    const { byteLength } = piece
    queued += byteLength
    try {
      await call('take', [id, piece], [piece.buffer as ArrayBuffer])
    } catch (error) {
      if (current === attempt) failed ??= { error }
    } finally {
      if (current === attempt) queued -= byteLength
      wake()
    }
  }
  const check = (): void => {
    if (signal.aborted) throw new AppError('CANCELLED')
    if (failed) throw failed.error
  }

  signal.addEventListener('abort', stop, { once: true })
  worker.onProgress(id, onProgress)

  return {
    begin(reading) {
      // The intake was discarded at the abort, so nothing would end it.
      if (signal.aborted) return
      attempt += 1
      queued = 0
      failed = null
      const current = attempt
      call('begin', [id, reading]).catch((error: unknown) => {
        if (current === attempt) failed ??= { error }
      })
    },
    async take(piece) {
      check()
      // A failure shows in the check below, or in the next call.
      void send(piece)
      while (queued > MOST_QUEUED && !failed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      check()
    },
    async end() {
      check()
      const arrival = await call('end', [id])
      check()
      return arrival
    },
    commit: (info) => ending(() => call('commit', [id, info])),
    commitOrder: (order) => ending(() => call('commitOrder', [id, order])),
    discard
  }
}
