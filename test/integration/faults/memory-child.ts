/** The app's part of a fault in a process of its own, to measure its memory. memory.test.ts sends it calls. */
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

async function collect(): Promise<void> {
  if (!globalThis.gc) throw new Error('run with --expose-gc')
  globalThis.gc()
  await setImmediate()
  globalThis.gc()
}

/** In bytes. Unlike `maxRSS`, the status doesn't include the process that this one was forked from. */
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
    // Elsewhere than on Linux the peak can't be reset, so too much is measured.
    if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
    const error = await world.call(kind)
    const most = peak()
    const stayed = JSON.stringify(await world.stored()) === stored
    await collect()
    const after = process.memoryUsage.rss()
    const reported = [...unforeseen.splice(0), ...world.reported.map((one) => inspect(one))]
    return { error, stayed, before, peak: most, after, unforeseen: reported }
  } finally {
    world.close()
  }
}

process.on('message', (job: Job) => void run(job).then((measured) => process.send?.(measured)))
process.on('disconnect', () => {
  places.end()
  process.exit()
})
process.send?.('ready')
