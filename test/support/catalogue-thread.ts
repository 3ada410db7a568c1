/** The catalogue's thread as the app has it, from its source. */
import { Worker } from 'node:worker_threads'
import { COMPILE_CACHE as NODE_COMPILE_CACHE } from '../../scripts/setup/paths.mjs'

/** Tests start hundreds of threads and spend most of that time compiling. */
export { NODE_COMPILE_CACHE }

const start = (entry: string): Worker =>
  new Worker(new URL(entry, import.meta.url), { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE } })

export const startCatalogueWorker = (): Worker => start('../../src/main/catalogue-worker.ts')

/** One that stands still once it is told 'stall'. */
export const startStallingThread = (): Worker => start('./stalling-catalogue-thread.ts')
