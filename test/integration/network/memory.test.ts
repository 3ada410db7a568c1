/** Replies that are meant to fill the memory: main and the network's process grow by at most 50 MB together. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import {
  fault,
  freshText,
  KINDS,
  MB,
  outcomeOnElectron,
  says,
  type Ending,
  type Kind,
  type NamedFault
} from '../../support/faults/fault.ts'
import { meetings } from '../../support/faults/index.ts'
import { startFault } from '../../support/faults/server.ts'
import { NOW } from '../../support/faults/statuses.ts'
import { startNetworkApp, type NetworkApp } from './start-network-app.ts'

const MOST_GROWTH = 50 * MB
/** Time is no matter here, but for a reply that only the deadline ends. */
const DEADLINE_MS = { TIMEOUT: 1000, other: 60_000 }
vi.setConfig({ testTimeout: 2 * DEADLINE_MS.other })

const good = fault('a good answer', 'read', says('200 OK', freshText))

let app: NetworkApp
/** Main and the network's. */
let processes: number[]

beforeAll(async () => {
  app = await startNetworkApp()
  // Everything has run once before anything is measured.
  for (const kind of [...KINDS, ...KINDS]) await call(good, kind)
  const found = await app.call('processes')
  processes = 'value' in found ? found.value : []
  expect(processes).toHaveLength(2)
}, 60_000)
afterAll(() => app.stop())

async function call(meant: NamedFault, kind: Kind): Promise<ErrorInfo | null> {
  const server = await startFault(meant)
  const connection: Connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' }
  const outcome = outcomeOnElectron(meant, kind)
  const deadlineMs = DEADLINE_MS[outcome !== 'read' && outcome.code === 'TIMEOUT' ? 'TIMEOUT' : 'other']
  const ended = await app.call('callApi', { kind, connection, now: NOW.getTime(), deadlineMs })
  await server.stop()
  if (!('value' in ended)) throw new Error(JSON.stringify(ended))
  return ended.value.error
}

/** Of both processes, in bytes: resident now, or at the most since it was reset. */
function memory(which: 'VmRSS' | 'VmHWM'): number {
  const sizes = processes.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

// Elsewhere the peak of a process can't be reset.
describe.runIf(process.platform === 'linux')('a bomb', () => {
  test.for(meetings('bomb').map((met) => ({ name: met.fault.name, ...met })))(
    '$kind, answered by $name',
    async ({ fault: meant, kind }) => {
      const before = memory('VmRSS')
      for (const pid of processes) writeFileSync(`/proc/${pid}/clear_refs`, '5')
      const error = await call(meant, kind)
      const growth = memory('VmHWM') - before
      expect({ ...error }).toMatchObject(outcomeOnElectron(meant, kind) as Ending)
      expect(growth, `${(growth / MB).toFixed(1)} MB above ${(before / MB).toFixed(1)} MB`).toBeLessThanOrEqual(
        MOST_GROWTH
      )
    }
  )
})
