/** Main's side of the catalogue worker: started with the first call, and again with the next call after a crash. */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/ipc/error.ts'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import type { CatalogueIntake, CatalogueStorage } from '../../core/ports/index.ts'
import type { CallMessage, CatalogueFile, CloseMessage, MethodName, Methods, WorkerMessage } from './messages.ts'

/** How long main waits for the worker to close a file. The worker answers between two slices of its work. */
const CLOSE_TIMEOUT_MS = 3000

export type CatalogueWorker = ReturnType<typeof createCatalogueWorker>

interface PendingCall {
  worker: Worker
  resolve(value: unknown): void
  reject(error: unknown): void
}

export function createCatalogueWorker(start: () => Worker) {
  const pending = new Map<number, PendingCall>()
  const listeners = new Map<number, (products: number) => void>()
  let worker: Worker | null = null
  let last = 0

  const receive = (message: WorkerMessage): void => {
    if ('intake' in message) return listeners.get(message.intake)?.(message.products)
    const call = pending.get(message.id)
    settle(message.id)
    if ('error' in message) {
      const { code, ...more } = message.error
      call?.reject(new AppError(code, more))
    } else if ('stack' in message) call?.reject(new Error(message.stack))
    else call?.resolve(message.value)
  }
  /** The worker keeps the process running only while a call is pending. */
  const settle = (id: number): void => {
    pending.delete(id)
    if (pending.size === 0) worker?.unref()
  }

  const running = (): Worker => {
    if (worker) return worker
    const started = start()
    const over = (): void => {
      if (worker === started) worker = null
      for (const [id, one] of [...pending]) {
        if (one.worker !== started) continue
        settle(id)
        one.reject(new AppError('STORAGE'))
      }
    }
    started.on('message', receive)
    // Out of memory, for example, or ended by us. The next call starts a new worker.
    started.on('error', over)
    started.on('exit', over)
    started.unref()
    worker = started
    return started
  }

  const close = (file: string | null): void => {
    if (!worker) return
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const message: CloseMessage = { close: file, gate }
    worker.postMessage(message)
    if (Atomics.wait(gate, 0, 0, CLOSE_TIMEOUT_MS) !== 'timed-out') return
    // Its running and queued calls must not open the file again.
    void worker.terminate()
    worker = null
  }

  return {
    call: (file: string, method: MethodName, args: unknown[], transfer: ArrayBuffer[] = []): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const current = running()
        const message: CallMessage = { id: ++last, file, method, args }
        pending.set(message.id, { worker: current, resolve, reject })
        current.ref()
        current.postMessage(message, transfer)
      }),
    /** Sets the listener for an intake's progress; null removes it. */
    onProgress(intake: number, listener: ((products: number) => void) | null): void {
      if (listener) listeners.set(intake, listener)
      else listeners.delete(intake)
    },
    /** Closes a file, or all (null), and waits for it. Pending calls fail with STORAGE or CANCELLED. */
    close,
    end(): void {
      close(null)
      void worker?.terminate()
      worker = null
    }
  }
}

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
