/** Core over in-memory stand-ins, connected as core.ts connects it. */
import type { Account, AccountEvents } from '../../../src/main/accounts/account.ts'
import { reportUnexpected, type CoreParts } from '../../../src/main/core-parts.ts'
import type { Clock, Api, Publisher, Keychain } from '../../../src/main/ports/index.ts'
import { Accounts } from '../../../src/main/accounts/accounts.ts'
import { AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Topic } from '../../../src/shared/models/freshness.ts'
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
  publisher: new PublishedEvents(),
  /** Accounts are fetched when they are signed in or shown. Otherwise nothing is asked unasked. */
  asks: false,
  /** 0: automatic refresh is off. */
  refreshMinutes: () => 15,
  isBalanceWatched: () => false
})

export const connection: Connection = { baseUrl: 'https://host.example', provider: 'hypeproxy-v2' }

/** Of the credentials. Accounts get the ids id-1, id-2 and so on, also over several launches. */
const credentialParts = ({ cache, keychain }: World) => ({
  keychain,
  registry: cache.registry,
  sample: {
    baseUrls: { good: 'https://sample.invalid', difficult: 'https://difficult.invalid' },
    email: 's',
    password: 's'
  },
  erase: (id: string) => cache.erase(id),
  eraseAll: () => cache.eraseAll(),
  storedIds: () => cache.accountIds(),
  newId: () => `id-${cache.registry.list.length + 1}`,
  newKey: () => Buffer.alloc(32, cache.registry.list.length + 1).toString('base64')
})

const DEAF: Omit<AccountEvents, 'changed'> = {
  callBegan: () => undefined,
  stateChanged: () => undefined,
  roundEnded: () => undefined,
  invoicesFetched: () => undefined,
  plansFetched: () => undefined,
  profileFetched: () => undefined,
  storageClosed: () => undefined
}

/** One launch of the app: what core's modules are given, and what they tell. Call it again with its world for another launch. */
export function launchCore(its = world()) {
  const heard = {
    locked: false,
    reported: [] as unknown[],
    retries: 0,
    /** Accounts of which a page to pay was opened. */
    paymentPages: [] as string[]
  }
  const report = reportUnexpected((error) => heard.reported.push(error))
  const events: AccountEvents = {
    ...DEAF,
    changed: (account, topic) => {
      its.publisher.publish(topic, account.id)
    }
  }
  const locked = (): boolean => heard.locked
  const log = new LoggedEvents()
  const { platform: api, cache: storage, clock, publisher } = its
  const everyMs = (): number => its.refreshMinutes() * 60_000
  const accounts: Accounts = new Accounts({
    ...credentialParts(its),
    ...{ api, storage, clock, publisher, locked, log, report },
    everyMs,
    isBalanceWatched: () => its.isBalanceWatched(),
    ended: () => !its.asks,
    events: {
      changed: (...told) => events.changed(...told),
      callBegan: (...told) => events.callBegan(...told),
      stateChanged: (...told) => events.stateChanged(...told),
      roundEnded: (...told) => events.roundEnded(...told),
      invoicesFetched: (...told) => events.invoicesFetched(...told),
      plansFetched: (...told) => events.plansFetched(...told),
      profileFetched: (...told) => events.profileFetched(...told),
      storageClosed: (...told) => events.storageClosed(...told)
    }
  })
  const parts = {
    ...{ api, accounts, clock, publisher, locked, log, report },
    files: new FakeFiles(),
    opener: new FakeBrowser(),
    csvFormat: () => PLAIN_CSV
  } satisfies CoreParts
  const refresh = {
    retryNow: () => void (heard.retries += 1),
    paymentPageOpened: (id: string) => void heard.paymentPages.push(id)
  }
  return {
    ...its,
    ...parts,
    parts,
    events,
    refresh,
    everyMs,
    heard,
    /** The account that is shown. */
    get account(): Account {
      return shownIn(accounts)
    },
    /** The storage of an account. */
    storageOf: (id: string) => its.cache.open(id, async () => null)
  }
}

export const signIn = (accounts: Accounts, email = 'ada@example.com', again: string | null = null): Promise<void> =>
  accounts.signIn({ kind: 'password', connection, email, password: 'canary-password', again })

/** The account that is shown. @throws without one */
export function shownIn({ shown }: Pick<Accounts, 'shown'>): Account {
  if (!shown) throw new Error('nobody is signed in')
  return shown
}

/** A call of the account ends with this error, or well. */
export async function endCall({ rounds }: Account, topic: Topic, error: ErrorInfo | null): Promise<void> {
  if (error === null) return rounds.calls.forget(topic)
  const { code, ...more } = error
  await rounds.calls.fetch(topic, Promise.reject(new AppError(code, more)))
}

/** The error of what should fail. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof AppError ? error.info : error)
  )
