/**
 * A day in the tray: main's rules, storage and HTTP client as app.ts connects them, two accounts at an API on loopback whose data
 * changes, and 96 refresh rounds on a fake clock.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import { reportUnexpected, type CoreParts } from '../../../../src/main/core-parts.ts'
import { Lock } from '../../../../src/main/accounts/lock/lock.ts'
import { invoiceNewsSource } from '../../../../src/main/app/notifications/invoice-news.ts'
import { Notifications } from '../../../../src/main/app/notifications/notifications.ts'
import { Refresh } from '../../../../src/main/accounts/rounds/refresh.ts'
import { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { AccountSummaries } from '../../../../src/main/accounts/summary/account-summaries.ts'
import { trayContent } from '../../../../src/main/desktop/tray/tray-menu.ts'
import { FileStorage } from '../../../../src/main/storage/file-storage.ts'
import { SampleApi, issueToken, SAMPLE_EMAIL } from '../../../../src/sample/index.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import { startApiServer, type ApiServer } from '../../../support/api-server.ts'
import { PLAIN_CSV } from '../../../support/csv.ts'
import { shareCatalogueWorker } from '../../../support/shared-catalogue-worker.ts'
import {
  FakeBrowser,
  FakeClock,
  FakeFiles,
  FakePresence,
  FakePrompt,
  LoggedEvents,
  MemoryKeychain,
  PlainPins
} from '../../../support/ports.ts'

const MINUTE = 60_000
const ROUNDS = 96
/** By then caches are full and most code is compiled. */
const SETTLED = 36
/** Rounds at the beginning and the end; the least heap among them counts. */
const COMPARED = 12
/** About 20 kB a round. */
const MOST_GROWTH = 1024 * 1024
const IDS = ['0b7c1d52-6a4e-4f0e-9d3b-2f1f4c7a9e10', '1c7c1d52-6a4e-4f0e-9d3b-2f1f4c7a9e10']
const PIN = '2468'
const LIST = '/v2/Products'

/** Remembers how far ahead each timer was set. */
class RecordingClock extends FakeClock {
  armed: number[] = []
  override after(ms: number, run: () => void): () => void {
    this.armed.push(ms)
    return super.after(ms, run)
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const folder = mkdtempSync(join(tmpdir(), 'portside-tray-'))
const thread = shareCatalogueWorker()
let server: ApiServer
let day: Awaited<ReturnType<typeof begin>>

async function begin(clock: RecordingClock) {
  const storage = new FileStorage(folder, thread.start)
  const keychain = new MemoryKeychain()
  const connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' as const }
  for (const id of IDS) {
    storage.registry.saveAccount({
      ...{ id, label: id, named: false, kind: 'password', connection, email: SAMPLE_EMAIL, tokenStored: true },
      ...{ keyStored: true, signedOut: false, tokenExpiresAt: null, addedAt: '2026-11-01T00:00:00.000Z' }
    })
    const dataKey = Buffer.alloc(32, id).toString('base64')
    const token = issueToken(SAMPLE_EMAIL, clock.now())
    keychain.entries.set(id, { token, origin: new URL(server.baseUrl).origin, dataKey })
  }
  storage.registry.saveShownAccountId(IDS[0] ?? '')
  // Quiet hours and the lock plan timers of their own.
  const settings: Settings = { ...DEFAULT_SETTINGS, lockAfterMinutes: 0, quietHours: { from: 1320, to: 420 } }
  const publisher = { publish: () => undefined }
  const reported: unknown[] = []
  const api = new ProviderApi({ fetchFor: () => fetch, now: () => clock.now(), random: () => 0.1 })
  const onScreen = (): boolean => false
  const lock = new Lock({
    ...{ registry: storage.registry, pins: new PlainPins(), presence: new FakePresence(), prompt: new FakePrompt() },
    ...{ clock, publisher, settings: () => settings, onScreen }
  })
  const report = reportUnexpected((error) => reported.push(error))
  const [log, locked] = [new LoggedEvents(), (): boolean => lock.isLocked()]
  const everyMs = (): number => settings.refreshMinutes * MINUTE
  const accounts: Accounts = new Accounts({
    ...{ api, keychain, registry: storage.registry, storage, clock, publisher, locked, log, report },
    erase: (id) => storage.erase(id),
    storedIds: storage.accountIds,
    eraseAll: () => storage.eraseAll(),
    sample: { baseUrls: { good: 'https://a.invalid', difficult: 'https://b.invalid' }, email: '', password: '' },
    newId: () => '',
    newKey: () => '',
    everyMs,
    isBalanceWatched: () => false,
    ended: () => false,
    events: {
      changed: (account) => refresh.callsChanged(account),
      callBegan: (account) => refresh.callsChanged(account),
      stateChanged: (account) => refresh.stateChanged(account),
      roundEnded: (account) => refresh.roundEnded(account),
      invoicesFetched: async (account, from) => {
        const noted = notifications.check(account, from)
        await summaries.update(account, from).finally(() => noted)
      },
      plansFetched: () => undefined,
      profileFetched: () => undefined,
      storageClosed: () => undefined
    }
  })
  const core: CoreParts = {
    ...{ api, accounts, clock, publisher, locked, log, report },
    files: new FakeFiles(),
    opener: new FakeBrowser(),
    csvFormat: () => PLAIN_CSV
  }
  let shown = 0
  const network = { online: () => true }
  const refresh = new Refresh({
    ...{ ...core, everyMs, network, onScreen }
  })
  const notifications = new Notifications(
    {
      ...{ ...core, settings: () => settings, locale: () => 'en', sha256: (text) => text, open: () => undefined },
      notifier: { supported: () => true, show: () => (shown += 1) }
    },
    invoiceNewsSource
  )
  const summaries = new AccountSummaries({ ...core, refresh })
  await lock.setPin(PIN, null)
  await refresh.start()
  summaries.start()
  return {
    ...{ clock, refresh, reported },
    notified: () => shown,
    /** As the tray does every minute. */
    drawTray: async () => trayContent(await summaries.read(), 'en', clock.now()),
    isIdle: () =>
      accounts.shown?.rounds.nextTryAt !== null &&
      accounts.all.every(({ rounds }) => rounds.calls.running.length === 0),
    end(): void {
      for (const part of [refresh, notifications, lock]) part.stop()
      accounts.stop()
      accounts.closeStorages()
      storage.close()
    }
  }
}

const isCompared = (round: number): boolean =>
  (round > SETTLED && round <= SETTLED + COMPARED) || round > ROUNDS - COMPARED
const isIdle = () => vi.waitFor(() => expect(day.isIdle()).toBe(true), { timeout: 10_000, interval: 1 })

async function heapUsed(): Promise<number> {
  for (const _ of [1, 2, 3]) {
    await setImmediate()
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  const clock = new RecordingClock()
  // The sample's data changes with each fetch, but doesn't grow: its clock repeats the first two hours.
  const start = clock.now().getTime()
  const now = (): Date => new Date(start + (clock.elapsed() % (120 * MINUTE)))
  server = await startApiServer({ fetch: new SampleApi({ data: 'difficult', drift: true, now }).fetch })
  day = await begin(clock)
})
afterAll(async () => {
  day.end()
  await server.stop()
  thread.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('a day of rounds leaves no memory behind, and no timer is shorter than a minute while nothing is due', async () => {
  const heap: number[] = []
  const quiet: number[] = []
  await isIdle()
  let rounds = 0
  let before = 0
  while (rounds < ROUNDS) {
    const armed = day.clock.armed.splice(0)
    const requests = server.requests.splice(0)
    // What a round brought may still be told of in the minute after it.
    if (requests.length + before === 0) quiet.push(...armed)
    before = requests.length
    if (requests.some(({ path }) => path === LIST)) {
      rounds += 1
      heap.push(isCompared(rounds) ? await heapUsed() : Infinity)
    }
    await day.clock.advance(MINUTE)
    await day.drawTray()
    await isIdle()
  }
  expect(day.reported).toEqual([])
  expect(day.notified()).toBeGreaterThan(0)
  expect(quiet.length).toBeGreaterThan(ROUNDS)
  expect(Math.min(...quiet)).toBeGreaterThanOrEqual(MINUTE)
  // The heap grows by optimised code, and by Node's list of its last 250 requests, which the app's own requests don't fill.
  expect(Math.min(...heap.slice(-COMPARED)) - Math.min(...heap.slice(0, SETTLED + COMPARED))).toBeLessThan(MOST_GROWTH)
})
