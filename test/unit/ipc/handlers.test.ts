/** The calls about connections and the connectionCheck. */
import { beforeEach, expect, test } from 'vitest'
import { settle } from '../../support/ports.ts'
import { connection } from '../core/launch.ts'
import { startAsking, type Asking } from './asking.ts'

let ask: Asking['ask']

beforeEach(() => {
  ;({ ask } = startAsking())
})

const signIn = () => ask('session', 'signIn', { connection, email: 'ada@example.com', password: 'pw', again: null })

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
  expect(await ask('connectionCheck', 'report')).toEqual({ ok: true, data: { report: null } })
  expect(await ask('connectionCheck', 'run', { connection: null })).toMatchObject({
    ok: false,
    error: { code: 'UNAUTHORIZED' }
  })
  expect(await ask('connectionCheck', 'run', { connection })).toMatchObject({ ok: true, data: { id: 1 } })
  await settle()
  expect(await ask('connectionCheck', 'report')).toMatchObject({
    ok: true,
    data: { report: { id: 1, running: false } }
  })
  expect(await ask('connectionCheck', 'run', { connection })).toMatchObject({ ok: true, data: { id: 2 } })
  expect(await ask('connectionCheck', 'cancel')).toEqual({ ok: true, data: null })
  expect(await ask('connectionCheck', 'report')).toMatchObject({ data: { report: { id: 2, running: false } } })
})
