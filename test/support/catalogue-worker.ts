/** Starts the app's catalogue worker from its source. */
import { Worker } from 'node:worker_threads'
import { COMPILE_CACHE as NODE_COMPILE_CACHE } from '../../scripts/setup/paths.mjs'

/** Tests start hundreds of workers. A compile cache saves most of that time. */
export { NODE_COMPILE_CACHE }

const start = (entry: string): Worker =>
  new Worker(new URL(entry, import.meta.url), { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE } })

export const startCatalogueWorker = (): Worker => start('../../src/main/catalogue/storage/worker.ts')

/** A worker that hangs after the message 'stall'. */
export const startStallingWorker = (): Worker => start('./stalling-catalogue-worker.ts')
