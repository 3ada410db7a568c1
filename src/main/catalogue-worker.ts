/** Entry point of the catalogue's worker thread: connects storage with the list readers. No Electron. */
import { parentPort } from 'node:worker_threads'
import { serveCatalogues } from './storage/catalogue/serve-catalogues.ts'
import { createListReaders } from './readers/list-readers.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
serveCatalogues(parentPort, createListReaders())
