/** What a call made of a fault, compared with the fault's outcome. */
import { expect } from 'vitest'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { mismatches, modelType } from '../reply-types.ts'
import type { Ending, Outcome } from './fault.ts'
import { NOW } from './statuses.ts'

/** Short for replies that never end. Long enough for all others on a busy machine: whatever takes longer is a TIMEOUT. */
const DEADLINE_MS = { short: 300, long: 15_000 }

export const deadlineFor = (outcome: Outcome): number => DEADLINE_MS[isEndless(outcome) ? 'short' : 'long']

/** Only the deadline ends it; a time-out that the provider tells has a status. */
const isEndless = (outcome: Outcome): boolean =>
  outcome !== 'read' && outcome.code === 'TIMEOUT' && outcome.status === undefined

/** The error, field by field. */
export function expectError(
  error: ErrorInfo,
  { code, found, status, retryAfter, says }: Ending,
  server: { baseUrl: string }
): void {
  expect(mismatches(error, modelType('ipc/error.ts', 'ErrorInfo'))).toEqual([])
  expect({ code: error.code, found: error.found }, JSON.stringify(error)).toEqual({ code, found })
  expect(error.host).toBe(new URL(server.baseUrl).host)
  expect(error.retryAt).toBe(
    retryAfter === undefined ? undefined : new Date(NOW.getTime() + retryAfter * 1000).toISOString()
  )
  if (status !== undefined) expect(error.status).toBe(status)
  if (says !== undefined) expect(error.providerMessage).toBe(says)
}
