/** Entry point of the catalogue's worker thread. No Electron. */
import { parentPort } from 'node:worker_threads'
import { serveCatalogues } from './serve-catalogues.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
serveCatalogues(parentPort)
