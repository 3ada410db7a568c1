/** What happened, and where errors occurred: to standard error and to a file. Never their content. */
import type { Log, LogEvents } from '../ports/index.ts'
import { describeError } from '../../shared/models/error-description.ts'
import { LogFile } from './log-file.ts'

/** In bytes. A loop that fails again and again must not push the rest out of the file. */
const MOST_A_MINUTE = 16 * 1024
/** The page must not silence main. */
const MOST_OF_PAGE_A_MINUTE = 4 * 1024
/** What the page's bridge calls cause, as often as it makes them. It must not silence the rest either. */
const OF_CALLS: ReadonlySet<keyof LogEvents> = new Set([
  'accountsChanged',
  'checkStepEnded',
  'graphicsProcessorSet',
  'keychainFailed',
  'lockChanged',
  'settingChanged',
  'topicFetched',
  'updateChecked',
  'updateDownloaded'
])
const MINUTE_MS = 60_000

/** Allows a number of bytes a minute, and the rest of what began within them. */
class MinuteLimit {
  readonly #most: number
  /** By `performance.now()`. */
  #began = -Infinity
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @returns false: not now, and it doesn't count */
  allows(text: string): boolean {
    const now = performance.now()
    if (now - this.#began >= MINUTE_MS) {
      this.#began = now
      this.#bytes = 0
    }
    if (this.#bytes >= this.#most) return false
    this.#bytes += text.length
    return true
  }
}

/** The app's log. Until `openIn` it has no file, and commands never have one: a running app writes there. */
export class AppLog implements Log {
  #file: LogFile | null = null
  readonly #limit = new MinuteLimit(MOST_A_MINUTE)
  readonly #callLimit = new MinuteLimit(MOST_A_MINUTE)
  readonly #pageLimit = new MinuteLimit(MOST_OF_PAGE_A_MINUTE)
  #dropped = 0
  /** By `performance.now()`; null: every line could be written. */
  #failedAt: number | null = null

  openIn(folder: string): void {
    this.#file = new LogFile(folder)
  }

  event<Name extends keyof LogEvents>(name: Name, facts: LogEvents[Name]): void {
    this.#append(
      [name, ...Object.entries(facts).map(([fact, value]) => `${fact}=${wordOf(value)}`)].join(' '),
      OF_CALLS.has(name) ? this.#callLimit : this.#limit
    )
  }

  /** Also to standard error, which a desktop session may keep in a file. */
  error(error: unknown): void {
    const text = describeError(error)
    if (this.#append(`error ${text}`, this.#limit)) process.stderr.write(`portside: ${text}\n`)
  }

  /** @param description by isErrorDescription */
  pageError(description: string): void {
    this.#append(`pageError ${description}`, this.#pageLimit)
  }

  /** Deletes what was logged. @throws as Node */
  erase(): void {
    this.#file?.erase()
  }

  /** @returns false: it was one too many */
  #append(text: string, limit: MinuteLimit): boolean {
    if (this.#file === null) return true
    const line = `${timeOf(new Date())} ${text}`
    if (!limit.allows(line)) {
      this.#dropped += 1
      return false
    }
    if (this.#isFull()) return true
    try {
      if (this.#dropped > 0) this.#file.append(`${timeOf(new Date())} linesDropped count=${this.#dropped}`)
      this.#dropped = 0
      this.#file.append(line)
    } catch (error) {
      // Once: a folder that is read-only stays so.
      if (this.#failedAt === null) process.stderr.write(`portside: the log can’t be written: ${describeError(error)}\n`)
      this.#failedAt = performance.now()
    }
    return true
  }

  /** A full disk isn't tried at each line, but the app may run for weeks after it. */
  #isFull(): boolean {
    return this.#failedAt !== null && performance.now() - this.#failedAt < MINUTE_MS
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
