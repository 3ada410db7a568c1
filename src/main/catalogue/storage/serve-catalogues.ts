/**
 * The worker's side: opens catalogue files on demand, answers calls, closes files on request. `page` of a catalogue client in main
 * calls `CatalogueStore.page` here, and so does each other method: the message carries the method's name.
 */
import type { MessagePort } from 'node:worker_threads'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProductQuery, ProductSeek } from '../../../shared/models/product.ts'
import { CatalogueStore } from './catalogue-store.ts'

export type Methods = Omit<CatalogueStore, 'close'>
export type MethodName = keyof Methods

/** The methods of a catalogue as main calls them. */
export type CatalogueCalls = {
  [M in keyof Methods]: (...args: Parameters<Methods[M]>) => Promise<Awaited<ReturnType<Methods[M]>>>
}

/** Calls one catalogue's method in the worker. */
export type CallCatalogue = <M extends MethodName>(
  method: M,
  ...args: Parameters<CatalogueCalls[M]>
) => ReturnType<CatalogueCalls[M]>

export interface CallMessage {
  id: number
  file: string
  method: MethodName
  args: unknown[]
}

/** Closes one file, or all (null), and cancels their calls. Main waits until `gate` is set. */
export interface CloseMessage {
  close: string | null
  gate: Int32Array
}

export type WorkerReply =
  { id: number; value: unknown } | { id: number; error: ErrorInfo } | { id: number; stack: string }

function isSearch(method: MethodName, [query]: unknown[]): boolean {
  if (method === 'seek') return (query as ProductSeek).choice.text.trim() !== ''
  return (method === 'page' || method === 'records') && (query as ProductQuery).text.trim() !== ''
}

export function serveCatalogues(port: Pick<MessagePort, 'on' | 'postMessage'>): void {
  const stores = new Map<string, CatalogueStore>()

  const storeOf = (file: string): CatalogueStore => {
    const open = stores.get(file)
    if (open) return open
    const store = new CatalogueStore(file, () => stores.delete(file))
    stores.set(file, store)
    return store
  }
  const answer = async ({ id, file, method, args }: CallMessage): Promise<WorkerReply> => {
    try {
      const store = storeOf(file)
      if (isSearch(method, args)) await store.ensureIndexed()
      const work = store[method] as (...given: unknown[]) => unknown
      return { id, value: await work.apply(store, args) }
    } catch (error) {
      if (error instanceof AppError) return { id, error: toErrorInfo(error) }
      return { id, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  const close = ({ close: file, gate }: CloseMessage): void => {
    try {
      for (const [name, store] of [...stores]) if (file === null || file === name) store.close()
    } finally {
      // A list that is being stored closes its own connection in its next turn, which comes before this one.
      setImmediate(() => {
        Atomics.store(gate, 0, 1)
        Atomics.notify(gate, 0)
      })
    }
  }

  port.on('message', (message: CallMessage | CloseMessage) => {
    if ('gate' in message) close(message)
    else void answer(message).then((reply) => port.postMessage(reply))
  })
}
