/** The catalogue's thread as the app has it, from its source. */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Tests start hundreds of them, and to make JavaScript of the source takes far longer than all else. */
export const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/portside-tests', import.meta.url))

const start = (entry: string): Worker =>
  new Worker(new URL(entry, import.meta.url), { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE } })

export const startCatalogueThread = (): Worker => start('../../src/main/catalogue-thread.ts')

/** One that stands still once it is told 'stall'. */
export const startStallingThread = (): Worker => start('./stalling-catalogue-thread.ts')
