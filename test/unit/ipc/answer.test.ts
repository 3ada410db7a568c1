import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer } from '../../../src/main/ipc/answers.ts'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import { calls } from '../../../src/shared/ipc/contract.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { EVERY_INVOICE, MOST_SELECTED, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import { runs } from '../../support/depth.ts'

const every = Object.entries(calls).flatMap(([domain, methods]) =>
  Object.keys(methods).map((method) => [`${domain}.${method}`, inputOf(domain, method)] as const)
)
const key = inputOf('catalogue', 'product')

test('returns the data of a valid call', async () => {
  const reply = await answer(
    key,
    (input) => ({ got: input }),
    [{ of: 'id-1', key: 'p1' }],
    () => {}
  )
  expect(reply).toEqual({ ok: true, data: { got: { of: 'id-1', key: 'p1' } } })
})

test('rejects more than one argument', async () => {
  expect(
    await answer(
      key,
      () => 1,
      [{ key: 'p1' }, 2],
      () => {}
    )
  ).toEqual({
    ok: false,
    error: { code: 'BAD_REQUEST', found: 'input' }
  })
})

test('turns an error of the schema into an error reply', async () => {
  const input = z.string().refine(() => {
    throw new RangeError('too deep')
  })
  const reported: unknown[] = []
  const reply = await answer(
    input,
    () => 1,
    ['x'],
    (error) => reported.push(error)
  )
  expect(reply).toEqual({ ok: false, error: { code: 'INTERNAL' } })
  expect(reported).toHaveLength(1)
})

test.each(every)('%s survives any input and never throws', async (_name, inputSchema) => {
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const hostile = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), fc.constant(cyclic))
  await fc.assert(
    fc.asyncProperty(hostile, async (input) => {
      const reply = await answer(
        inputSchema,
        () => 'handled',
        [input],
        () => {}
      )
      expect(reply.ok ? reply.data : reply.error.code).toMatch(/^(handled|BAD_REQUEST)$/)
    }),
    { numRuns: runs(100) }
  )
})

test('returns an AppError as it is, and any other error as INTERNAL without its message', async () => {
  const reported: unknown[] = []
  const fault = new AppError('TIMEOUT', { host: 'host.example' })
  const failing = (error: Error) =>
    answer(
      key,
      () => {
        throw error
      },
      [{ of: 'id-1', key: 'p1' }],
      (seen) => reported.push(seen)
    )
  expect(await failing(fault)).toEqual({ ok: false, error: { code: 'TIMEOUT', host: 'host.example' } })
  const boom = new Error('token abc leaked in a message')
  expect(await failing(boom)).toEqual({ ok: false, error: { code: 'INTERNAL' } })
  expect(reported).toEqual([boom])
})

test('no paged list gives more than 200 rows at once', async () => {
  const query = { offset: 0, limit: 201, text: '', available: false, featured: false, sort: 'default', reverse: false }
  const reply = await answer(
    inputOf('catalogue', 'page'),
    () => 1,
    [query],
    () => {}
  )
  expect(reply).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
})

test('a selection gets no more keys than it holds invoices', async () => {
  const keys = (limit: number) =>
    answer(
      inputOf('invoices', 'keys'),
      () => 1,
      [{ of: null, ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit }],
      () => {}
    )
  expect(await keys(MOST_SELECTED)).toMatchObject({ ok: true })
  expect(await keys(MOST_SELECTED + 1)).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
})
