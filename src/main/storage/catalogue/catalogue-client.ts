/** The catalogue of one account as core uses it: each call is a message to the worker. */
import { AppError } from '../../../shared/ipc/error.ts'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import type { CatalogueIntake, CatalogueStorage } from '../../core/ports/index.ts'
import type { CatalogueWorker } from './catalogue-worker.ts'
import type { CatalogueFile, MethodName, Methods } from './messages.ts'

export interface CatalogueClient extends CatalogueFile, Pick<CatalogueStorage, 'intake'> {
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
) => ReturnType<Methods[M]>

export function createCatalogueClient(worker: CatalogueWorker, file: string): CatalogueClient {
  let ended = false
  const call = (async (method: MethodName, args: never, transfer?: ArrayBuffer[]) => {
    if (ended) throw new AppError('STORAGE')
    return worker.call(file, method, args, transfer)
  }) as Call
  // Opens the file before the page's first call.
  call('condition', []).catch(ignore)

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
    intake: (options) => createIntake(call, worker, options),
    end: () => {
      ended = true
    },
    leave: () => void call('leave', []).catch(ignore),
    close: () => worker.close(file)
  }
}

const ignore = (): void => undefined
const cancelled = (): AppError => new AppError('CANCELLED')
let intakes = 0

function createIntake(
  call: Call,
  worker: Pick<CatalogueWorker, 'onProgress'>,
  { signal, onProgress }: Parameters<CatalogueStorage['intake']>[0]
): CatalogueIntake {
  const id = ++intakes
  /** The worker reads one piece while the next one arrives. */
  let pending: Promise<unknown> = Promise.resolve()

  const over = (): void => {
    signal.removeEventListener('abort', stop)
    worker.onProgress(id, null)
  }
  const discard = (): Promise<void> => {
    over()
    return call('discard', [id])
  }
  const stop = (): void => void discard().catch(ignore)
  const send = (work: Promise<unknown>): void => {
    // The next call reports the error.
    work.catch(ignore)
    pending = work
  }
  const ending = async <T>(work: () => Promise<T>): Promise<T> => {
    if (signal.aborted) throw cancelled()
    try {
      return await work()
    } finally {
      over()
    }
  }

  signal.addEventListener('abort', stop, { once: true })
  worker.onProgress(id, onProgress)

  return {
    begin(reading) {
      // The intake was discarded at the abort, so nothing would end it.
      if (!signal.aborted) send(call('begin', [id, reading]))
    },
    async take(piece) {
      if (signal.aborted) throw cancelled()
      const previous = pending
      send(call('take', [id, piece], [piece.buffer as ArrayBuffer]))
      await untilAborted(previous, signal, cancelled)
    },
    async end() {
      await untilAborted(pending, signal, cancelled)
      return untilAborted(call('end', [id]), signal, cancelled)
    },
    commit: (info) => ending(() => call('commit', [id, info])),
    commitOrder: (order) => ending(() => call('commitOrder', [id, order])),
    discard
  }
}
