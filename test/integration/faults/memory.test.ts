/** Replies that are meant to fill the memory: the app's process grows by at most 50 MB, and stored data stays. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  freshText,
  JSON_TYPE,
  KINDS,
  MB,
  outcomeOf,
  whole,
  type Ending,
  type Kind,
  type NamedFault
} from '../../support/faults/fault.ts'
import { meetings } from '../../support/faults/index.ts'
import { startFault } from '../../support/faults/server.ts'
import type { Job, Measured } from './memory-child.ts'

const MOST_GROWTH = 50 * MB

/** What may be left of earlier calls (the system takes memory back when it likes) before a new process is taken. */
const MOST_LEFT = 15 * MB

/** Calls whose memory is counted from a process that has met nothing bad; of the others, what each adds to the ones before. */
const FRESHLY: readonly Kind[] = ['list', 'invoices']

/** Time is no matter here. */
const DEADLINE_MS = 60_000
// A test that is given up would leave its answer to the next one.
vi.setConfig({ testTimeout: 2 * DEADLINE_MS })

interface App {
  child: ChildProcess
  /** Its resident bytes when everything had run once. */
  warm: number
}

let app: App | null = null
/** Made ready while the other one is at work. */
let spare: Promise<App> | null = null

async function ask(child: ChildProcess, fault: NamedFault, kind: Kind): Promise<Measured> {
  const server = await startFault(fault)
  try {
    const job: Job = {
      connection: { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' },
      kind,
      deadlineMs: DEADLINE_MS
    }
    child.send(job)
    const [measured] = (await once(child, 'message')) as [Measured]
    await server.abandoned()
    return measured
  } finally {
    await server.stop()
  }
}

async function start(): Promise<App> {
  const path = fileURLToPath(new URL('memory-child.ts', import.meta.url))
  const child = fork(path, [], { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  let warm = 0
  for (const kind of [...KINDS, ...KINDS]) warm = (await ask(child, good, kind)).after
  return { child, warm }
}

async function next(): Promise<App> {
  const ready = await (spare ?? start())
  spare = start()
  return ready
}

async function stop(): Promise<void> {
  const leaving = app
  app = null
  if (leaving) await end(leaving)
}

async function end({ child }: App): Promise<void> {
  if (child.exitCode !== null) return
  child.disconnect()
  await once(child, 'exit')
}

const good: NamedFault = {
  name: 'a good answer',
  outcome: 'read',
  answer: (exchange) => void exchange.socket.end(whole('200 OK', freshText(exchange), JSON_TYPE))
}

const inMB = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`

afterAll(async () => {
  await stop()
  if (spare) await end(await spare)
})

const BOMBS = Map.groupBy(meetings('bomb'), ({ kind }) => kind)

describe.for([...BOMBS])('%s', ([kind, bombs]) => {
  const isFresh = FRESHLY.includes(kind)
  beforeAll(stop)
  test.for(bombs.map(({ fault }) => ({ name: fault.name, fault })))('$name', async ({ fault }) => {
    app ??= await next()
    const { child, warm } = app
    const { error, stayed, before, peak, after, unforeseen } = await ask(child, fault, kind)
    const from = isFresh ? warm : before
    const numbers = `${inMB(peak - from)} above ${inMB(from)} at the most, ${inMB(after - warm)} after it`
    if (process.env['PORTSIDE_SHOW_MEMORY']) console.log(`${kind} | ${fault.name} | ${error?.code} | ${numbers}`)
    if (isFresh && after - warm > MOST_LEFT) await stop()
    expect({ ...error }, numbers).toMatchObject(outcomeOf(fault, kind) as Ending)
    expect(stayed, 'cached data stayed').toBe(true)
    expect(unforeseen).toEqual([])
    expect(peak - from, numbers).toBeLessThanOrEqual(MOST_GROWTH)
  })
})
