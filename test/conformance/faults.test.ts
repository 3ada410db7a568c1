/** What a runtime's network makes of each fault, and what the API client makes of that. Bombs: test/integration/faults. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Connection } from '../../src/shared/models/connection.ts'
import { outcomeOf, type NamedFault } from '../support/faults/fault.ts'
import { FAMILIES, type Family } from '../support/faults/index.ts'
import { certificates, startFault, type FaultServer } from '../support/faults/server.ts'
import { NOW } from '../support/faults/statuses.ts'
import { keyHashOf } from '../support/tls-front.ts'
import { Answers } from './answers.ts'
import { startSeam, type Seam } from './app.ts'
import type { Ended, Outcome } from './seam-app.ts'

// Most of the time is waiting for deadlines.
vi.setConfig({ maxConcurrency: 16, testTimeout: 60_000 })

/** Short for replies that never end. */
const DEADLINE_MS = { short: 300, long: 15_000 }

/** A POST, too, for what ends a request before its body. */
const POSTED: readonly Family[] = ['connection', 'redirect']

const answers = new Answers('fault')
let seam: Seam
let elsewhere: FaultServer

beforeAll(async () => {
  seam = await startSeam([`--ignore-certificate-errors-spki-list=${keyHashOf(certificates.good)}`])
  elsewhere = await startFault({ name: 'elsewhere', outcome: 'read' })
}, 60_000)
afterAll(async () => {
  await seam.stop()
  await elsewhere.stop()
})

const families = (Object.keys(FAMILIES) as Family[]).filter((family) => family !== 'bomb')

type Call = 'sign-in' | 'invoices'

const table = families.flatMap((family) =>
  FAMILIES[family].flatMap((fault: NamedFault) => {
    const calls: Call[] = POSTED.includes(family) ? ['invoices', 'sign-in'] : ['invoices']
    return calls.map((call) => ({ id: `${family}/${call}/${fault.name.replaceAll(' ', '-')}`, call, fault }))
  })
)

/** Only the deadline ends it; a time-out that the provider tells has a status. */
function isEndless(fault: NamedFault, call: Call): boolean {
  const outcome = outcomeOf(fault, call)
  return outcome !== 'read' && outcome.code === 'TIMEOUT' && outcome.status === undefined
}

/** @param isLate what the network gave before a short deadline depends on the machine */
function describeEnd(ended: Outcome<Ended>, isLate: boolean): unknown {
  if (!('value' in ended)) return { unexpected: ended }
  const { error, answers } = ended.value
  const ends = error ? [error.code, error.found, error.status].filter((part) => part !== undefined).join(' ') : 'read'
  return isLate ? { ends } : { ends, network: answers[0] ?? null, requests: answers.length }
}

describe('a call answered by', () => {
  test.concurrent.for(table)('$fault.name ($call)', async ({ id, call, fault }) => {
    const server = await startFault(fault, elsewhere.baseUrl)
    const connection: Connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' }
    const isLate = isEndless(fault, call)
    const deadlineMs = DEADLINE_MS[isLate ? 'short' : 'long']
    const ended = await seam.call('callApi', call, connection, NOW.getTime(), deadlineMs)
    await server.stop()
    answers.compare({ [id]: [`How ends ${call}, answered by ${fault.name}?`, describeEnd(ended, isLate)] })
  })
})

test('no redirect is followed', () => {
  expect(elsewhere.connections()).toBe(0)
})

test('every question of the table is asked', () => answers.complete())
