/** Main's side of the catalogue worker: started with the first call, and again with the next call after a crash. */
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/ipc/error.ts'
import type { CallMessage, CloseMessage, MethodName, WorkerReply } from './serve-catalogues.ts'

/** How long main waits for the worker to close a file. The worker answers between two slices of its work. */
const CLOSE_TIMEOUT_MS = 3000

type PendingCall = { worker: Worker } & PromiseWithResolvers<unknown>

export class WorkerClient {
  readonly #createWorker: () => Worker
  readonly #pending = new Map<number, PendingCall>()
  #worker: Worker | null = null
  #lastCall = 0

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker
  }

  get isRunning(): boolean {
    return this.#worker !== null
  }

  /** Before the first call: starting it takes as long as a sign-in. */
  start(): void {
    this.#running()
  }

  /** @throws STORAGE if the worker crashes; what the method throws */
  call(file: string, method: MethodName, args: unknown[]): Promise<unknown> {
    const worker = this.#running()
    const call = { worker, ...Promise.withResolvers<unknown>() }
    const message: CallMessage = { id: ++this.#lastCall, file, method, args }
    this.#pending.set(message.id, call)
    worker.ref()
    const bytes = args.filter((arg) => arg instanceof Uint8Array)
    worker.postMessage(
      message,
      bytes.map(({ buffer }) => buffer as ArrayBuffer)
    )
    return call.promise
  }

  /** Closes a file, or all (null), and waits for it. Pending calls fail with STORAGE or CANCELLED. */
  close(file: string | null): void {
    if (!this.#worker) return
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const message: CloseMessage = { close: file, gate }
    this.#worker.postMessage(message)
    if (Atomics.wait(gate, 0, 0, CLOSE_TIMEOUT_MS) !== 'timed-out') return
    // Its running and queued calls must not open the file again.
    this.#terminate()
  }

  end(): void {
    this.close(null)
    this.#terminate()
  }

  #terminate(): void {
    void this.#worker?.terminate()
    this.#worker = null
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = this.#createWorker()
    const fail = (): void => this.#failCallsOf(worker)
    worker.on('message', (reply: WorkerReply) => this.#receive(reply))
    worker.on('error', fail)
    worker.on('exit', fail)
    worker.unref()
    this.#worker = worker
    return worker
  }

  #failCallsOf(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null
    for (const [id, call] of [...this.#pending]) {
      if (call.worker === worker) this.#settle(id)?.reject(new AppError('STORAGE'))
    }
  }

  #receive(reply: WorkerReply): void {
    const call = this.#settle(reply.id)
    if ('error' in reply) {
      const { code, ...more } = reply.error
      call?.reject(new AppError(code, more))
    } else if ('stack' in reply) call?.reject(new Error(reply.stack))
    else call?.resolve(reply.value)
  }

  /** The worker keeps the process running only while a call is pending. */
  #settle(id: number): PendingCall | undefined {
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker?.unref()
    return call
  }
}
