/** What happened, and where errors occurred: to standard error and to a file. Never their content. */
import type { Log, LogEvents } from '../core/ports/index.ts'
import { describeError } from '../../shared/models/error-description.ts'
import { LogFile } from './log-file.ts'

/** A loop that fails again and again must not push the rest out of the file. */
const MOST_LINES_A_MINUTE = 200
const MINUTE_MS = 60_000

/** The app's log. Until `openIn` it has no file, and commands never have one: a running app writes there. */
export class AppLog implements Log {
  #file: LogFile | null = null
  /** By `performance.now()`. */
  #minuteBegan = -Infinity
  #linesInMinute = 0
  #dropped = 0

  openIn(folder: string): void {
    this.#file = new LogFile(folder)
  }

  event<Name extends keyof LogEvents>(name: Name, facts: LogEvents[Name]): void {
    this.#append([name, ...Object.entries(facts).map(([fact, value]) => `${fact}=${wordOf(value)}`)].join(' '))
  }

  /** Also to standard error. */
  error(error: unknown): void {
    const text = describeError(error)
    process.stderr.write(`portside: ${text}\n`)
    this.#append(`error ${text}`)
  }

  /** @param description by isErrorDescription */
  pageError(description: string): void {
    this.#append(`pageError ${description}`)
  }

  /** Deletes what was logged. @throws as Node */
  erase(): void {
    this.#file?.erase()
  }

  #append(text: string): void {
    if (this.#file === null || !this.#mayAppend()) return
    try {
      const dropped = this.#dropped
      this.#dropped = 0
      if (dropped > 0) this.#file.append(`${timeOf(new Date())} linesDropped count=${dropped}`)
      this.#file.append(`${timeOf(new Date())} ${text}`)
    } catch (error) {
      // Once: the disk is full, or the folder is read-only.
      this.#file = null
      process.stderr.write(`portside: the log can’t be written: ${describeError(error)}\n`)
    }
  }

  #mayAppend(): boolean {
    const now = performance.now()
    if (now - this.#minuteBegan >= MINUTE_MS) {
      this.#minuteBegan = now
      this.#linesInMinute = 0
    }
    this.#linesInMinute += 1
    const mayAppend = this.#linesInMinute <= MOST_LINES_A_MINUTE
    if (!mayAppend) this.#dropped += 1
    return mayAppend
  }
}

export const log = new AppLog()

export const report = (error: unknown): void => log.error(error)

const timeOf = (date: Date): string => date.toISOString()

/** Facts are numbers, flags and names by their types. What still isn't one isn't written. */
function wordOf(value: unknown): string {
  const text = String(value)
  return /^[\w.+-]{1,40}$/.test(text) ? text : '?'
}

/** @param handle called with each error that nothing caught. A rejected promise is only reported: no code was cut off by it. */
export function reportUncaughtErrors(handle: (error: unknown) => void): void {
  // After the reader has gone, such as a closed terminal, each write emits an error event. Without a listener that is an
  // uncaught error, which is written again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', report)
}
