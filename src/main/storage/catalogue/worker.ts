/** Main's side of the catalogue's thread: started with the first call, started anew with the next one after it broke. */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Closing, MethodName, Methods, Question, Told } from './messages.ts'

/** How long main waits for the thread to let go of a file. It answers between two slices of its work. */
const LONGEST_WAIT_MS = 3000

export interface Thread {
  /** @throws AppError; STORAGE when the thread broke meanwhile */
  call<M extends MethodName>(
    file: string,
    method: M,
    args: Parameters<Methods[M]>,
    transfer?: ArrayBuffer[]
  ): Promise<ReturnType<Methods[M]>>
  /** Told of the progress of an intake, until it is taken off by null. */
  follow(intake: number, onProgress: ((products: number) => void) | null): void
  /** Closes a file; it may be deleted then. What was asked about it is answered by STORAGE or CANCELLED. Waits for that. */
  close(file: string): void
  /** Closes every file and ends the thread. What it has not answered by then is STORAGE. */
  end(): void
}

interface Waiting {
  on: Worker
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** @param start makes the worker that runs `serveCatalogues` */
export function createCatalogueWorker(start: () => Worker): Thread {
  const waiting = new Map<number, Waiting>()
  const followers = new Map<number, (products: number) => void>()
  let worker: Worker | null = null
  let last = 0

  const hear = (told: Told): void => {
    if ('intake' in told) return followers.get(told.intake)?.(told.products)
    const asked = waiting.get(told.id)
    settle(told.id)
    if ('error' in told) {
      const { code, ...more } = told.error
      asked?.reject(new AppError(code, more))
    } else if ('stack' in told) asked?.reject(new Error(told.stack))
    else asked?.resolve(told.value)
  }
  /** The thread keeps the program running only while somebody waits for it. */
  const settle = (id: number): void => {
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
  }

  const running = (): Worker => {
    if (worker) return worker
    const started = start()
    const over = (): void => {
      if (worker === started) worker = null
      for (const [id, one] of [...waiting]) {
        if (one.on !== started) continue
        settle(id)
        one.reject(new AppError('STORAGE'))
      }
    }
    started.on('message', hear)
    // Out of memory, for one, or ended by us. Who asks next gets a new thread.
    started.on('error', over)
    started.on('exit', over)
    started.unref()
    worker = started
    return started
  }

  const close = (file: string | null): void => {
    if (!worker) return
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const message: Closing = { close: file, gate }
    worker.postMessage(message)
    if (Atomics.wait(gate, 0, 0, LONGEST_WAIT_MS) !== 'timed-out') return
    // Whatever it is busy with, and whatever waits in its queue, must not open the file again.
    void worker.terminate()
    worker = null
  }

  return {
    call: <M extends MethodName>(file: string, method: M, args: Parameters<Methods[M]>, transfer: ArrayBuffer[] = []) =>
      new Promise<ReturnType<Methods[M]>>((resolve, reject) => {
        const asked = running()
        const question: Question = { id: ++last, file, method, args }
        waiting.set(question.id, { on: asked, resolve, reject })
        asked.ref()
        asked.postMessage(question, transfer)
      }),
    follow(intake, onProgress) {
      if (onProgress) followers.set(intake, onProgress)
      else followers.delete(intake)
    },
    close,
    end() {
      close(null)
      void worker?.terminate()
      worker = null
    }
  }
}
