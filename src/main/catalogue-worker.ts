/** The catalogue's thread: the cache's part and the platform's readers, put together. Has no Electron in it. */
import { parentPort } from 'node:worker_threads'
import { serveCatalogues } from './storage/catalogue/worker-side.ts'
import { createListReaders } from './api/readers/list-readers.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
serveCatalogues(parentPort, createListReaders())
