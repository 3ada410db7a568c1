/** Tells whether this process and its worker take compiled code from NODE_COMPILE_CACHE. */
import { getCompileCacheDir } from 'node:module'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { clearVariables } from '../../../src/main/cli/launch/command-line.ts'

const isUsed = getCompileCacheDir() !== undefined
if (isMainThread) {
  if (process.argv.includes('clear')) clearVariables(process.env)
  const worker = new Worker(import.meta.filename)
  worker.once('message', (inWorker: boolean) => console.log(JSON.stringify({ main: isUsed, worker: inWorker })))
} else parentPort?.postMessage(isUsed)
