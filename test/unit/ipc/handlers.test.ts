/** The calls about connections and the doctor, answered as the page gets them: parsed, handled, of the contract's shape. */
import { beforeEach, expect, test } from 'vitest'
import { createConnections } from '../../../src/main/core/connections.ts'
import { createDoctor } from '../../../src/main/core/doctor.ts'
import { createFreshnessBook } from '../../../src/main/core/freshness.ts'
import { createSession } from '../../../src/main/core/session/index.ts'
import { createOpenStore } from '../../../src/main/core/store.ts'
import { answer, type AnyHandler } from '../../../src/main/ipc/answer.ts'
import { createHandlers, type HandlerParts } from '../../../src/main/ipc/handlers.ts'
import { calls, type Call, type Envelope } from '../../../src/shared/ipc/contract.ts'
import {
  FakeClock,
  FakeFiles,
  FakePlatform,
  FakeProbe,
  MemoryCache,
  MemoryVault,
  Pushes,
  settle
} from '../../support/ports.ts'

const connection = { baseAddress: 'https://host.example', preset: 'v2' as const }

let files: FakeFiles
let ask: (domain: 'session' | 'connection' | 'doctor', method: string, ...sent: unknown[]) => Promise<Envelope<unknown>>

beforeEach(() => {
  const platform = new FakePlatform()
  const publisher = new Pushes()
  const clock = new FakeClock()
  const cache = new MemoryCache()
  files = new FakeFiles()
  const session = createSession({
    platform,
    vault: new MemoryVault(),
    registry: cache.registry,
    clock,
    publisher,
    sample: { baseAddress: 'https://sample.invalid', email: 's', password: 's' },
    erase: (id) => cache.erase(id),
    newId: () => 'id-1'
  })
  const store = createOpenStore(cache, session)
  const freshness = createFreshnessBook(publisher)
  const report = (error: unknown): void => {
    throw error
  }
  const parts: Pick<HandlerParts, 'session' | 'connections' | 'doctor'> = {
    session,
    connections: createConnections({ platform, session, store, freshness, files }),
    doctor: createDoctor({ platform, session, probe: new FakeProbe(), clock, publisher, reached: () => {}, report })
  }
  // The other calls are not made here.
  const handlers = createHandlers(parts as HandlerParts)
  ask = async (domain, method, ...sent) => {
    const shape = (calls[domain] as Record<string, Call>)[method]
    const handle = (handlers[domain] as unknown as Record<string, AnyHandler>)[method]
    if (!shape || !handle) throw new Error(`no call ${domain}.${method}`)
    const reply = await answer(shape, handle, sent, report)
    if (reply.ok) expect(shape.output.safeParse(reply.data).error).toBeUndefined()
    return reply
  }
})

const signIn = () => ask('session', 'signIn', { connection, email: 'ada@example.com', password: 'pw' })

test('a changed connection is answered by the session as it then is', async () => {
  await signIn()
  expect(await ask('connection', 'change', { ...connection, timeoutSeconds: 60 })).toMatchObject({
    ok: true,
    data: { status: 'signedIn', account: { connection: { timeoutSeconds: 60 } } }
  })
  expect(await ask('connection', 'change', { ...connection, timeoutSeconds: 0 })).toEqual({
    ok: false,
    error: { code: 'BAD_REQUEST', found: 'input' }
  })
})

test('a connection goes to a file and comes back, signed out too', async () => {
  expect(await ask('connection', 'importFile')).toEqual({ ok: false, error: { code: 'BAD_REQUEST', found: 'file' } })
  expect(await ask('connection', 'exportFile', connection)).toEqual({ ok: true, data: { name: 'chosen.json' } })
  expect(await ask('connection', 'importFile')).toEqual({ ok: true, data: { connection } })
})

test('statuses are the open account’s', async () => {
  expect(await ask('connection', 'statuses')).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } })
  await signIn()
  expect(await ask('connection', 'statuses')).toEqual({ ok: true, data: { statuses: [] } })
})

test('a check is started, looked at and cancelled', async () => {
  expect(await ask('doctor', 'report')).toEqual({ ok: true, data: { report: null } })
  expect(await ask('doctor', 'run', { connection: null })).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } })
  expect(await ask('doctor', 'run', { connection })).toMatchObject({ ok: true, data: { id: 1 } })
  await settle()
  expect(await ask('doctor', 'report')).toMatchObject({ ok: true, data: { report: { id: 1, running: false } } })
  expect(await ask('doctor', 'run', { connection })).toMatchObject({ ok: true, data: { id: 2 } })
  expect(await ask('doctor', 'cancel')).toEqual({ ok: true, data: null })
  expect(await ask('doctor', 'report')).toMatchObject({ data: { report: { id: 2, running: false } } })
})
