/** One thread that serves the catalogues of many caches, each through a port of its own: see shareCatalogueThread. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { serveCatalogues } from '../../src/main/storage/catalogue/worker-side.ts'
import { createListReaders } from '../../src/main/api/readers/list-readers.ts'

if (!parentPort) throw new Error('This runs as a worker thread.')
parentPort.on('message', (port: MessagePort) => serveCatalogues(port, createListReaders()))
