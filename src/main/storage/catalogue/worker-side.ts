/** The thread's side: opens files as they are asked about, answers calls, closes when told. */
import type { MessagePort } from 'node:worker_threads'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { ListReaders } from '../../core/ports/index.ts'
import { openBook, type Book } from './catalogue-store.ts'
import type { Message, Question, Reply, Told } from './messages.ts'

export function serveCatalogues(port: Pick<MessagePort, 'on' | 'postMessage'>, readers: ListReaders): void {
  const books = new Map<string, Book>()
  const tell = (told: Told): void => port.postMessage(told)

  const bookOf = (file: string): Book => {
    const known = books.get(file)
    if (known) return known
    const book = openBook({
      file,
      readers,
      tell,
      closed: () => books.delete(file)
    })
    books.set(file, book)
    return book
  }

  const answer = async ({ id, file, method, args }: Question): Promise<Reply> => {
    try {
      // The names and their arguments are typed at both ends; in between they are data.
      const work = bookOf(file)[method] as (...given: unknown[]) => unknown
      return { id, value: await work(...args) }
    } catch (error) {
      if (error instanceof AppError) return { id, error: toErrorInfo(error) }
      return { id, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }

  port.on('message', (message: Message) => {
    if ('gate' in message) {
      try {
        for (const [file, book] of [...books]) if (message.close === null || message.close === file) book.close()
      } finally {
        const { gate } = message
        // Who was storing a list closes a connection of his own in his next turn, which comes before this one.
        setImmediate(() => {
          Atomics.store(gate, 0, 1)
          Atomics.notify(gate, 0)
        })
      }
      return
    }
    void answer(message).then(tell)
  })
}
