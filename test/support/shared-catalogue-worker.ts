/** One catalogue worker for tests that open storage hundreds of times: starting one each time takes longer than the tests. */
import { MessageChannel, Worker } from 'node:worker_threads'
import { NODE_COMPILE_CACHE } from './catalogue-worker.ts'

export interface SharedCatalogueWorker {
  start(): Worker
  end(): void
}

export function shareCatalogueWorker(): SharedCatalogueWorker {
  const worker = new Worker(new URL('catalogue-host.ts', import.meta.url), {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE }
  })
  worker.unref()
  return {
    start() {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage(port2, [port2])
      // The port also closes when the worker crashes.
      port1.on('close', () => port1.emit('exit', 1))
      const terminate = (): Promise<number> => {
        port1.close()
        return Promise.resolve(0)
      }
      // The app uses no other method of a worker that a port lacks.
      return Object.assign(port1, { terminate }) as unknown as Worker
    },
    end: () => void worker.terminate()
  }
}
