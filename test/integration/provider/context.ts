/** A provider client over Node's fetch, and a provider on a loopback socket to speak to. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access, Api } from '../../../src/main/ports/index.ts'
import { issueToken, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../../src/sample/index.ts'
import { AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'

export const credentials = { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD }

export interface Context {
  server: ApiServer
  api: Api
  connection: Connection
  access: Access
}

/** Starts the server for a test file; each test begins with the provider's own answers and no recorded request. */
export function withPlatform(): Context {
  const context = {} as Context
  beforeAll(async () => {
    const server = await startApiServer()
    const connection: Connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' }
    // Nobody waits for another try; what is waited for is shown by retries.test.ts.
    const api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
    Object.assign(context, { server, api, connection })
    context.access = { connection, token: issueToken(SAMPLE_EMAIL, new Date()) }
  })
  afterEach(() => {
    context.server.respondNormally()
    context.server.requests.length = 0
  })
  afterAll(() => context.server.stop())
  return context
}

/** The answer of a call that was not asked whether anything has changed. */
export async function answerOf<T>(work: Promise<T | null>): Promise<T> {
  const answer = await work
  if (answer === null) throw new Error('nothing has changed')
  return answer
}

/** The AppError that the work ends with; anything else fails the test. */
export async function errorFrom(work: Promise<unknown>): Promise<ErrorInfo> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error.info
    throw error
  }
  throw new Error('it worked')
}
