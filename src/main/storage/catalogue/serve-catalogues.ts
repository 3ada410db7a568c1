/** The worker's side: opens catalogue files on demand, answers calls, closes files on request. */
import type { MessagePort } from 'node:worker_threads'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { ListReaders } from '../../core/ports/index.ts'
import { openCatalogueStore, type CatalogueStore } from './catalogue-store.ts'
import type { CallMessage, CloseMessage, WorkerMessage } from './messages.ts'

export function serveCatalogues(port: Pick<MessagePort, 'on' | 'postMessage'>, readers: ListReaders): void {
  const stores = new Map<string, CatalogueStore>()
  const send = (message: WorkerMessage): void => port.postMessage(message)

  const storeOf = (file: string): CatalogueStore => {
    const open = stores.get(file)
    if (open) return open
    const store = openCatalogueStore({ file, readers, send, closed: () => stores.delete(file) })
    stores.set(file, store)
    return store
  }

  const answer = async ({ id, file, method, args }: CallMessage): Promise<WorkerMessage> => {
    try {
      const work = storeOf(file)[method] as (...given: unknown[]) => unknown
      return { id, value: await work(...args) }
    } catch (error) {
      if (error instanceof AppError) return { id, error: toErrorInfo(error) }
      return { id, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }

  port.on('message', (message: CallMessage | CloseMessage) => {
    if ('gate' in message) {
      try {
        for (const [file, store] of [...stores]) if (message.close === null || message.close === file) store.close()
      } finally {
        const { gate } = message
        // A list that is being stored closes its own connection in its next turn, which comes before this one.
        setImmediate(() => {
          Atomics.store(gate, 0, 1)
          Atomics.notify(gate, 0)
        })
      }
      return
    }
    void answer(message).then(send)
  })
}
