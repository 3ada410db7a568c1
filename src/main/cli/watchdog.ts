import { Worker } from 'node:worker_threads'

/** Its thread runs while main is stuck in a native call. SIGKILL ends a process whose threads don't return. */
const THREAD = `
const { writeSync } = require('node:fs')
const { parentPort } = require('node:worker_threads')
let timer
parentPort.on('message', ({ ms, text }) => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    try {
      writeSync(1, text)
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }, ms)
})`

/** Ends this process if it doesn't come back from a call that blocks it. */
export class Watchdog {
  readonly #thread = new Worker(THREAD, { eval: true, name: 'watchdog', execArgv: [] })

  constructor(report: (error: unknown) => void) {
    this.#thread.on('error', report)
    this.#thread.unref()
  }

  /** Writes the text to standard output and ends the process, unless the next call comes within the time. */
  endAfter(ms: number, text: string): void {
    this.#thread.postMessage({ ms, text })
  }
}
