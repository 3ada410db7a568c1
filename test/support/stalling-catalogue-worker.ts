/**
 * The app's catalogue worker, which hangs after the message 'stall', between two slices of its work. It never answers the
 * pending calls, like a worker that is about to crash.
 */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { serveCatalogues } from '../../src/main/catalogue/storage/serve-catalogues.ts'

const port = parentPort
if (!port) throw new Error('This runs as a worker thread.')
const stallingPort: Pick<MessagePort, 'on' | 'postMessage'> = {
  postMessage: (value) => port.postMessage(value),
  on: (_event, listener) =>
    port.on('message', (message) => {
      if (message === 'stall') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      else listener(message)
    })
}
serveCatalogues(stallingPort)
