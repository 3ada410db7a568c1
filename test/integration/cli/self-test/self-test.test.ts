/** The checks of `--self-test` that need no Electron, over real files, threads and sockets. test/e2e/self-test.spec.ts runs all of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networkChecks, withServer } from '../../../../src/main/cli/check-network.ts'
import { StorageChecks } from '../../../../src/main/cli/check-storage.ts'
import { selfTest, Skipped, type Check } from '../../../../src/main/cli/self-test/self-test.ts'
import { startCatalogueWorker } from '../../../support/catalogue-worker.ts'
import { folder } from '../../storage/fixtures.ts'

const LONG_MS = 60_000

/** What the watchdog would print, in the order of the checks. */
let stuck: unknown[] = []

async function run(checks: Record<string, Check>, limitMs = LONG_MS): Promise<Record<string, unknown>> {
  stuck = []
  const watchdog = { endAfter: (_ms: number, text: string) => void stuck.push(JSON.parse(text)) }
  const { exitCode, text } = await selfTest({ checks, limitMs, watchdog, facts: () => ({ platform: 'here' }) })
  expect(text.indexOf('\n'), 'one line').toBe(text.length - 1)
  return { exitCode, ...(JSON.parse(text) as object) }
}

describe('the report', () => {
  test('has each check in its order, and facts', async () => {
    const checks = { first: () => Promise.resolve('any value'), second: () => undefined }
    expect(await run(checks)).toEqual({
      exitCode: 0,
      ok: true,
      checks: { first: 'ok', second: 'ok' },
      platform: 'here'
    })
  })

  test('names what failed and what was skipped, and goes on', async () => {
    const checks = {
      thrown: () => {
        throw new TypeError('It is empty.')
      },
      rejected: () => Promise.reject(new Error('libsecret-1.so.0 is missing')),
      skipped: () => {
        throw new Skipped('There is none here.')
      },
      last: () => undefined
    }
    expect(await run(checks)).toMatchObject({
      exitCode: 1,
      ok: false,
      checks: {
        thrown: 'TypeError: It is empty.',
        rejected: 'Error: libsecret-1.so.0 is missing',
        skipped: 'skipped: There is none here.',
        last: 'ok'
      }
    })
  })

  test('is good although a check was skipped', async () => {
    const skipped = (): never => {
      throw new Skipped('There is none here.')
    }
    expect(await run({ skipped })).toMatchObject({ exitCode: 0, ok: true })
  })

  test('names a server that never replies, and lets go of its connection', async () => {
    const closed = Promise.withResolvers<void>()
    const hangs: Check = (signal) =>
      withServer(null, async (address) => {
        await fetch(address, { signal }).finally(() => closed.resolve())
      })
    expect(await run({ hangs, next: () => undefined }, 200)).toMatchObject({
      exitCode: 1,
      ok: false,
      checks: { hangs: 'Error: No result within 0.2 seconds.', next: 'ok' }
    })
    await closed.promise
  })

  test('is with the watchdog before each check, for one that never gives the process back', async () => {
    await run({ first: () => undefined, second: () => undefined })
    expect(stuck).toMatchObject([
      { ok: false, checks: { first: 'The app was stuck.' } },
      { ok: false, checks: { first: 'ok', second: 'The app was stuck.' } }
    ])
  })
})

test('the watchdog prints the report and ends a process that is stuck', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('stuck-child.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [printed, [exitCode, signal]] = await Promise.all([readAll(child.stdout), once(child, 'close')])
  expect(printed).toBe('{"ok":false}\n')
  // Windows has no signals: there the code is 1.
  expect([exitCode, signal]).toEqual(process.platform === 'win32' ? [1, null] : [null, 'SIGKILL'])
})

describe('storage and catalogue', () => {
  async function check(startWorker: () => Worker): Promise<unknown> {
    const checks = new StorageChecks(folder(), startWorker)
    onTestFinished(() => checks.close())
    return run(checks.checks)
  }

  test('work with worker and FTS5', async () => {
    expect(await check(startCatalogueWorker)).toMatchObject({ exitCode: 0, checks: { storage: 'ok', catalogue: 'ok' } })
  })

  test('fail when the worker thread does not start', async () => {
    expect(await check(() => new Worker(join(import.meta.dirname, 'no-such-file.js')))).toMatchObject({
      exitCode: 1,
      checks: { storage: 'ok', catalogue: expect.stringContaining('STORAGE') }
    })
  })

  test('stay in the folder that they are given', async () => {
    const own = folder()
    const checks = new StorageChecks(own, startCatalogueWorker)
    await run(checks.checks)
    checks.close()
    expect(readdirSync(own).filter((name) => !name.startsWith('portside.db'))).toEqual(['accounts'])
  })
})

test('the network’s checks find that Node’s fetch isn’t the app’s', async () => {
  // It takes the status, and follows the redirect until there were too many.
  expect(await run(networkChecks(fetch))).toMatchObject({
    exitCode: 1,
    checks: {
      networkHeader: 'ok',
      networkStatus: expect.stringContaining('net::ERR_INVALID_HTTP_RESPONSE was expected, not '),
      networkRedirect: 'TypeError: fetch failed'
    }
  })
})
