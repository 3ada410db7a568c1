/** The catalogue's thread: the cache's part and the platform's readers, put together. Has no Electron in it. */
import { parentPort } from 'node:worker_threads'
import { serveCatalogues } from './cache/catalogue/serve.ts'
import { createListReaders } from './platform/list-readers.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
serveCatalogues(parentPort, createListReaders())
