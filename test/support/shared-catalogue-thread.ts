/** The catalogue's thread for tests that open hundreds of caches: to start one for each would take longer than the tests. */
import { MessageChannel, Worker } from 'node:worker_threads'
import { NODE_COMPILE_CACHE } from './catalogue-thread.ts'

export interface SharedThread {
  /** In place of a worker of its own. */
  start(): Worker
  end(): void
}

export function shareCatalogueThread(): SharedThread {
  const worker = new Worker(new URL('catalogue-host.ts', import.meta.url), {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE }
  })
  worker.unref()
  return {
    start() {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage(port2, [port2])
      // It closes, too, when the thread breaks.
      port1.on('close', () => port1.emit('exit', 1))
      const terminate = (): Promise<number> => {
        port1.close()
        return Promise.resolve(0)
      }
      // A port does all else that is asked of a worker.
      return Object.assign(port1, { terminate }) as unknown as Worker
    },
    end: () => void worker.terminate()
  }
}
