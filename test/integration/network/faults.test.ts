/** Every fault against the calls that meet it, over Electron's own network: a typed error by the deadline, or a tolerated answer. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { outcomeOnElectron } from '../../support/faults/fault.ts'
import { FAMILIES, meetings, type Family } from '../../support/faults/index.ts'
import { deadlineFor, expectError } from '../../support/faults/outcomes.ts'
import { certificates, startFault, type FaultServer } from '../../support/faults/server.ts'
import { NOW } from '../../support/faults/statuses.ts'
import { keyHashOf } from '../../support/tls-front.ts'
import { startNetworkApp, type NetworkApp } from './start-network-app.ts'

// Most of the time is waiting for deadlines.
vi.setConfig({ maxConcurrency: 16, testTimeout: 60_000 })

let app: NetworkApp
let elsewhere: FaultServer

beforeAll(async () => {
  app = await startNetworkApp([`--ignore-certificate-errors-spki-list=${keyHashOf(certificates.good)}`])
  elsewhere = await startFault({ name: 'elsewhere', outcome: 'read' })
}, 60_000)
afterAll(async () => {
  await app.stop()
  expect(elsewhere.connections(), 'no redirect is followed').toBe(0)
  await elsewhere.stop()
})

const families = (Object.keys(FAMILIES) as Family[]).filter((family) => family !== 'bomb')

describe.for(families)('%s', (family) => {
  test.concurrent.for(meetings(family).map((met) => ({ name: met.fault.name, ...met })))(
    '$kind, answered by $name',
    async ({ fault, kind }) => {
      const outcome = outcomeOnElectron(fault, kind)
      const server = await startFault(fault, elsewhere.baseUrl)
      const connection: Connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' }
      const deadlineMs = deadlineFor(outcome)
      const ended = await app.call('callApi', { kind, connection, now: NOW.getTime(), deadlineMs })
      // Chromium goes on with a handshake for 30 s, for a request to come.
      if (family !== 'handshake') await server.abandoned()
      await server.stop()
      const error = 'value' in ended ? ended.value.error : ended
      if (outcome === 'read') expect(error, JSON.stringify(ended)).toBeNull()
      else expectError(error as ErrorInfo, outcome, server)
    }
  )
})
