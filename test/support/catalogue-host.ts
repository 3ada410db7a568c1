/** Entry point of the worker of shareCatalogueWorker. Each storage has its own port. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { serveCatalogues } from '../../src/main/catalogue/storage/serve-catalogues.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
parentPort.on('message', (port: MessagePort) => serveCatalogues(port))
