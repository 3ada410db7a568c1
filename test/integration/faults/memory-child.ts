/**
 * The app's part of a fault in a process of its own, so that its memory can be measured: started by memory.test.ts with
 * --expose-gc, told over IPC what to call, and answering with what came of it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Kind } from '../../support/faults/fault.ts'
import { NOW } from '../../support/faults/statuses.ts'
import { preparePlaces } from './world.ts'

export interface Job {
  connection: Connection
  kind: Kind
  deadlineMs: number
}

export interface Measured {
  error: ErrorInfo | null
  /** Whether what was stored before is what is stored now. */
  stayed: boolean
  /** Resident bytes of the whole process: before the call, at the most while it ran, and after a collection. */
  before: number
  peak: number
  after: number
  /** What went wrong that no error tells. */
  unforeseen: string[]
}

/** Twice, and a turn of the event loop between: what a finished call still holds is let go in that. */
async function collect(): Promise<void> {
  if (!globalThis.gc) throw new Error('run with --expose-gc')
  globalThis.gc()
  await setImmediate()
  globalThis.gc()
}

/** Forgets the peak so far. Elsewhere than on Linux it can't be: what is measured is then more than what was. */
function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

/** The most resident memory, in bytes. What the kernel counts for a process includes the one it was forked from, the status doesn't. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const unforeseen: string[] = []
process.on('unhandledRejection', (reason) => unforeseen.push(inspect(reason)))

const places = await preparePlaces()

async function run({ connection, kind, deadlineMs }: Job): Promise<Measured> {
  const world = places.worldAt(connection, NOW, deadlineMs)
  try {
    const stored = JSON.stringify(await world.stored())
    await collect()
    const before = process.memoryUsage.rss()
    forgetPeak()
    const error = await world.call(kind)
    const most = peak()
    const stayed = JSON.stringify(await world.stored()) === stored
    await collect()
    const after = process.memoryUsage.rss()
    return {
      error,
      stayed,
      before,
      peak: most,
      after,
      unforeseen: [...unforeseen.splice(0), ...world.reported.map((error) => inspect(error))]
    }
  } finally {
    world.close()
  }
}

process.on('message', (job: Job) => {
  run(job).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      throw error
    }
  )
})
process.on('disconnect', () => {
  places.end()
  process.exit()
})
process.send?.('ready')
