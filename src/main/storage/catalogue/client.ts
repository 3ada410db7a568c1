/** The catalogue of one account, as core sees it: each call is a message to the thread that has its file. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { CatalogueStorage, CatalogueIntake, StoredInfo } from '../../core/ports/index.ts'
import type { Condition } from '../store.ts'
import type { MethodName, Methods } from './messages.ts'
import type { Thread } from './worker.ts'

/** Bytes that may wait in the thread's queue before whoever brings them has to wait. */
const MOST_QUEUED = 2 * 1024 * 1024

export interface CatalogueFile extends CatalogueStorage {
  info(): Promise<StoredInfo | null>
  confirm(fetchedAt: string): Promise<void>
  condition(): Promise<Condition>
  /** Nobody looks at it any more: the file is closed, unless there is something in memory only. Does not wait for that. */
  leave(): void
  /** From now on every call is STORAGE: a late one must not bring back a file that was left or erased. */
  end(): void
  /** Closes the file, whatever is in memory only, and waits for that. */
  close(): void
}

type Call = <M extends MethodName>(
  method: M,
  args: Parameters<Methods[M]>,
  transfer?: ArrayBuffer[]
) => Promise<ReturnType<Methods[M]>>

let intakes = 0

export function catalogueFile(thread: Thread, file: string): CatalogueFile {
  let ended = false
  const call: Call = async (method, args, transfer) => {
    if (ended) throw new AppError('STORAGE')
    return thread.call(file, method, args, transfer)
  }
  const soon = (work: Promise<unknown>): void => void work.catch(() => undefined)
  // Ready by the time that the page asks.
  soon(call('condition', []))

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
    intake: (told) => intake(call, thread, told),
    end: () => {
      ended = true
    },
    leave: () => soon(call('leave', [])),
    close: () => thread.close(file)
  }
}

function intake(
  call: Call,
  thread: Pick<Thread, 'follow'>,
  { signal, onProgress }: Parameters<CatalogueStorage['intake']>[0]
): CatalogueIntake {
  const id = ++intakes
  let queued = 0
  let failed: { error: unknown } | null = null
  let wake: () => void = () => undefined
  /** Whoever takes in after a new beginning must not be told what became of the try before. */
  let turn = 0

  const over = (): void => {
    signal.removeEventListener('abort', stop)
    thread.follow(id, null)
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
    const mine = turn
    // Once it was handed over it has no bytes here any more.
    const { byteLength } = piece
    queued += byteLength
    try {
      await call('take', [id, piece], [piece.buffer as ArrayBuffer])
    } catch (error) {
      if (mine === turn) failed ??= { error }
    } finally {
      if (mine === turn) queued -= byteLength
      wake()
    }
  }
  const check = (): void => {
    if (signal.aborted) throw new AppError('CANCELLED')
    if (failed) throw failed.error
  }

  signal.addEventListener('abort', stop, { once: true })
  thread.follow(id, onProgress)

  return {
    begin(reading) {
      // Nobody would end it: it was discarded when it was called off.
      if (signal.aborted) return
      turn += 1
      queued = 0
      failed = null
      const mine = turn
      call('begin', [id, reading]).catch((error: unknown) => {
        if (mine === turn) failed ??= { error }
      })
    },
    async take(piece) {
      check()
      // The bytes of a refused piece are gone either way.
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
