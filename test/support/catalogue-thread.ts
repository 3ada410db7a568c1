/** The catalogue's thread as the app has it, from its source. */
import { Worker } from 'node:worker_threads'

export const startCatalogueThread = (): Worker =>
  new Worker(new URL('../../src/main/catalogue-thread.ts', import.meta.url), { execArgv: [] })
