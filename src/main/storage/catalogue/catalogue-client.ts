/** Main's side of the catalogue worker: started with the first call, and again with the next call after a crash. */
import type { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/ipc/error.ts'
import { untilAborted } from '../../concurrency.ts'
import type { CatalogueIntake, CatalogueStorage } from '../../core/ports/index.ts'
import { readBeforeOpening } from '../database.ts'
import { changePage, unseen } from './change-log.ts'
import { CATALOGUE_VERSION, listSize } from './list-info.ts'
import type { CallMessage, CloseMessage, MethodName, Methods, Reply } from './serve-catalogues.ts'

/** How long main waits for the worker to close a file. The worker answers between two slices of its work. */
const CLOSE_TIMEOUT_MS = 3000

export type CatalogueWorker = ReturnType<typeof createCatalogueWorker>

type PendingCall = { worker: Worker } & PromiseWithResolvers<unknown>

export function createCatalogueWorker(start: () => Worker) {
  const pending = new Map<number, PendingCall>()
  let worker: Worker | null = null
  let last = 0

  /** The worker keeps the process running only while a call is pending. */
  const settle = (id: number): PendingCall | undefined => {
    const call = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker?.unref()
    return call
  }
  const receive = (reply: Reply): void => {
    const call = settle(reply.id)
    if ('error' in reply) {
      const { code, ...more } = reply.error
      call?.reject(new AppError(code, more))
    } else if ('stack' in reply) call?.reject(new Error(reply.stack))
    else call?.resolve(reply.value)
  }

  const running = (): Worker => {
    if (worker) return worker
    const started = start()
    const fail = (): void => {
      if (worker === started) worker = null
      for (const [id, call] of [...pending]) if (call.worker === started) settle(id)?.reject(new AppError('STORAGE'))
    }
    started.on('message', receive)
    started.on('error', fail)
    started.on('exit', fail)
    started.unref()
    worker = started
    return started
  }

  /** Closes a file, or all (null), and waits for it. Pending calls fail with STORAGE or CANCELLED. */
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
    call(file: string, method: MethodName, args: unknown[]): Promise<unknown> {
      const current = running()
      const call = { worker: current, ...Promise.withResolvers<unknown>() }
      const message: CallMessage = { id: ++last, file, method, args }
      pending.set(message.id, call)
      current.ref()
      const bytes = args.filter((arg) => arg instanceof Uint8Array)
      current.postMessage(
        message,
        bytes.map(({ buffer }) => buffer as ArrayBuffer)
      )
      return call.promise
    },
    start: (): void => void running(),
    isRunning: (): boolean => worker !== null,
    close,
    end(): void {
      close(null)
      void worker?.terminate()
      worker = null
    }
  }
}

type Call = <M extends MethodName>(
  method: M,
  ...args: Parameters<Methods[M]>
) => Promise<Awaited<ReturnType<Methods[M]>>>

export type CatalogueClient = ReturnType<typeof createCatalogueClient>

export function createCatalogueClient(worker: Pick<CatalogueWorker, 'call' | 'isRunning'>, file: string) {
  let ended = false
  const call = (async (method: MethodName, ...args: never[]) => {
    if (ended) throw new AppError('STORAGE')
    return worker.call(file, method, args)
  }) as Call
  /**
   * The few rows that a start shows. Before the worker runs, main reads them by itself, because starting a worker takes longer
   * than all the rest of a start. The worker is started for a file that can't be read.
   */
  const readEarly = <T>(work: (db: DatabaseSync) => T): T | null =>
    ended || worker.isRunning() ? null : readBeforeOpening(file, CATALOGUE_VERSION, work)

  return {
    /** Until the worker runs: whether the file can be read. */
    condition: async () => readEarly(() => 'fine' as const) ?? call('condition'),
    info: () => call('info'),
    confirm: (fetchedAt: string) => call('confirm', fetchedAt),
    page: (query) => call('page', query),
    seek: (seek) => call('seek', seek),
    product: (key) => call('product', key),
    save: (record) => call('save', record),
    labels: () => call('labels'),
    records: (query) => call('records', query),
    ensureIndexed: () => call('ensureIndexed'),
    sortOrders: () => call('sortOrders'),
    dropSortOrder: (sort) => call('dropSortOrder', sort),
    changes: async (span) => readEarly((db) => changePage(db, span)) ?? call('changes', span),
    markSeen: (upTo) => call('markSeen', upTo),
    unseen: async () => readEarly(unseen) ?? call('unseen'),
    size: async () => readEarly(listSize) ?? call('size'),
    intake: (options) => createIntake(call, options),
    /** Closes the file, unless it has data that couldn't be written. Doesn't wait. */
    leave: () => void call('leave').catch(ignore),
    /** From now on every call fails with STORAGE: a late call must not create an erased file again. */
    end() {
      ended = true
    }
  } satisfies CatalogueStorage & Record<string, unknown>
}

/** Pieces of a list that wait in the worker, each of at most LONGEST_CHUNK (transport.ts): with fewer, it waits for main in between. */
export const MOST_PENDING = 4

const ignore = (): void => undefined
const cancelled = (): AppError => new AppError('CANCELLED')
let intakes = 0

function createIntake(call: Call, { signal, onProgress }: Parameters<CatalogueStorage['intake']>[0]): CatalogueIntake {
  const id = ++intakes
  /** In the order of the calls. */
  const pending: Promise<unknown>[] = []

  const discard = (): Promise<void> => {
    signal.removeEventListener('abort', stop)
    return call('discard', id)
  }
  const stop = (): void => void discard().catch(ignore)
  const send = (work: Promise<unknown>): void => {
    work.catch(ignore)
    pending.push(work)
  }
  const finish = async <T>(work: () => Promise<T>): Promise<T> => {
    if (signal.aborted) throw cancelled()
    try {
      return await work()
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  signal.addEventListener('abort', stop, { once: true })

  return {
    begin(reading) {
      // What an earlier attempt sent is void.
      pending.length = 0
      // The intake was discarded at the abort, so nothing would end it.
      if (!signal.aborted) send(call('begin', id, reading))
    },
    async take(piece) {
      if (signal.aborted) throw cancelled()
      send(call('take', id, piece).then(onProgress))
      const first = pending.length > MOST_PENDING ? pending.shift() : undefined
      if (first) await untilAborted(first, signal, cancelled)
    },
    async end() {
      await untilAborted(Promise.all(pending.splice(0)), signal, cancelled)
      const arrival = await untilAborted(call('end', id), signal, cancelled)
      onProgress(arrival.products)
      return arrival
    },
    commit: (info) => finish(() => call('commit', id, info)),
    commitSortOrder: (order) => finish(() => call('commitSortOrder', id, order)),
    discard
  }
}
