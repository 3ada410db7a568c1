/**
 * The catalogue's thread as the app has it, but for one word more: told 'stall', it stands still for good, between two
 * slices of its work, as a thread that is about to break does. So what it hadn't answered by then it never answers.
 */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { serveCatalogues } from '../../src/main/storage/catalogue/worker-side.ts'
import { createListReaders } from '../../src/main/api/readers/list-readers.ts'

const own = parentPort
if (!own) throw new Error('This runs as a worker thread.')
const heard: Pick<MessagePort, 'on' | 'postMessage'> = {
  postMessage: (value) => own.postMessage(value),
  on: (_event, listener) =>
    own.on('message', (message) => {
      if (message === 'stall') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      else listener(message)
    })
}
serveCatalogues(heard, createListReaders())
