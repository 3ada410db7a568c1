/** Core over in-memory stand-ins, connected as core.ts connects it. */
import { reportUnexpected, type CoreParts } from '../../../src/main/core/core-parts.ts'
import { OpenAccountStorage } from '../../../src/main/core/open-account-storage.ts'
import type { Clock, Api, Publisher, Keychain } from '../../../src/main/core/ports/index.ts'
import { FreshnessState } from '../../../src/main/core/refresh/freshness-state.ts'
import { Session } from '../../../src/main/core/session/session.ts'
import { AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import {
  FakeApi,
  FakeBrowser,
  FakeClock,
  FakeFiles,
  LoggedEvents,
  MemoryKeychain,
  MemoryStorage,
  PublishedEvents
} from '../../support/ports.ts'
import { PLAIN_CSV } from '../../support/csv.ts'

export interface World {
  platform: Api
  keychain: Keychain
  cache: MemoryStorage
  clock: Clock
  publisher: Publisher
}

export const world = () => ({
  platform: new FakeApi(),
  keychain: new MemoryKeychain(),
  cache: new MemoryStorage(),
  clock: new FakeClock(),
  publisher: new PublishedEvents()
})

export const connection: Connection = { baseUrl: 'https://host.example', provider: 'hypeproxy-v2' }

/** Accounts get the ids id-1, id-2 and so on, also over several launches. */
export function launchSession({ cache, platform, ...parts }: World): Session {
  return new Session({
    ...parts,
    api: platform,
    registry: cache.registry,
    sample: {
      baseUrls: { good: 'https://sample.invalid', difficult: 'https://difficult.invalid' },
      email: 's',
      password: 's'
    },
    erase: (id) => cache.erase(id),
    eraseAll: () => cache.eraseAll(),
    storedIds: () => cache.accountIds(),
    newId: () => `id-${cache.registry.list.length + 1}`,
    newKey: () => Buffer.alloc(32, cache.registry.list.length + 1).toString('base64')
  })
}

/** One launch of the app: what core's modules are given, and what they tell. Call it again with its world for another launch. */
export function launchCore(its = world()) {
  const heard = {
    locked: false,
    reported: [] as unknown[],
    /** Calls of Refresh that are not about the invoices. */
    revalidations: 0,
    retries: 0,
    /** Accounts of which a page to pay was opened. */
    paymentPages: [] as string[]
  }
  const session = launchSession(its)
  const report = reportUnexpected((error) => heard.reported.push(error))
  const parts = {
    api: its.platform,
    session,
    store: new OpenAccountStorage(its.cache, session, report),
    freshness: new FreshnessState(its.publisher),
    clock: its.clock,
    publisher: its.publisher,
    files: new FakeFiles(),
    opener: new FakeBrowser(),
    csvFormat: () => PLAIN_CSV,
    locked: () => heard.locked,
    log: new LoggedEvents(),
    report
  } satisfies CoreParts
  let open = new AbortController()
  /** As when the open account's connection changes. */
  const reopen = (): void => {
    open.abort()
    open = new AbortController()
  }
  session.onChange(reopen)
  const refresh = {
    whileUnchanged: () => open.signal,
    revalidate: () => void (heard.revalidations += 1),
    retryNow: () => void (heard.retries += 1),
    paymentPageOpened: (id: string) => void heard.paymentPages.push(id),
    fetchInvoices: async () => undefined as void,
    invoicesError: () => parts.freshness.error('invoices'),
    backgroundStatus: (_id: string): { refreshing: boolean; error: ErrorInfo | null } => ({
      refreshing: false,
      error: null
    })
  }
  return {
    ...its,
    ...parts,
    parts,
    refresh,
    heard,
    reopen,
    endAll: () => open.abort(),
    /** The storage of an account. */
    storageOf: (id: string) => its.cache.open(id, async () => null)
  }
}

export const signIn = (session: Session, email = 'ada@example.com', again: string | null = null): Promise<void> =>
  session.signIn({ connection, email, password: 'canary-password', again })

/** The error of what should fail. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof AppError ? error.info : error)
  )
