/** Main's side of the catalogue worker: started with the first call, and again with the next call after a crash. */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/ipc/error.ts'
import type { CallMessage, CloseMessage, MethodName, WorkerMessage } from './messages.ts'

/** How long main waits for the worker to close a file. The worker answers between two slices of its work. */
const CLOSE_TIMEOUT_MS = 3000

export interface CatalogueWorker {
  /** @throws AppError, STORAGE if the worker crashes meanwhile */
  call(file: string, method: MethodName, args: unknown[], transfer?: ArrayBuffer[]): Promise<unknown>
  /** Sets the listener for an intake's progress; null removes it. */
  onProgress(intake: number, listener: ((products: number) => void) | null): void
  /** Closes a file, so that it can be deleted, and waits for it. Pending calls fail with STORAGE or CANCELLED. */
  close(file: string): void
  /** Closes every file and ends the worker. Pending calls fail with STORAGE. */
  end(): void
}

interface PendingCall {
  worker: Worker
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** @param start starts the worker that runs `serveCatalogues` */
export function createCatalogueWorker(start: () => Worker): CatalogueWorker {
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
    call: (file, method, args, transfer = []) =>
      new Promise((resolve, reject) => {
        const current = running()
        const message: CallMessage = { id: ++last, file, method, args }
        pending.set(message.id, { worker: current, resolve, reject })
        current.ref()
        current.postMessage(message, transfer)
      }),
    onProgress(intake, listener) {
      if (listener) listeners.set(intake, listener)
      else listeners.delete(intake)
    },
    close,
    end() {
      close(null)
      void worker?.terminate()
      worker = null
    }
  }
}
