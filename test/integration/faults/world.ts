/**
 * A signed-in account with good data in real files. Core, storage and API client are the real ones; the keychain is in memory
 * and the clock stands still.
 */
import { hash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { FileStorage } from '../../../src/main/storage/file-storage.ts'
import type { Account } from '../../../src/main/accounts/account.ts'
import { Catalogue } from '../../../src/main/catalogue/catalogue.ts'
import { reportUnexpected } from '../../../src/main/core-parts.ts'
import { Invoices } from '../../../src/main/invoices/invoices.ts'
import type { Api } from '../../../src/main/ports/index.ts'
import { readStoredProfile } from '../../../src/main/accounts/summary/status.ts'
import { Accounts } from '../../../src/main/accounts/accounts.ts'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import { SampleApi, issueToken, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Freshness } from '../../../src/shared/models/freshness.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type InvoiceQuery } from '../../../src/shared/models/invoice.ts'
import type { ProductQuery } from '../../../src/shared/models/product.ts'
import { PLAIN_CSV } from '../../support/csv.ts'
import { FakeClock, FakeFiles, LoggedEvents, MemoryKeychain, PublishedEvents } from '../../support/ports.ts'
import { shareCatalogueWorker } from '../../support/shared-catalogue-worker.ts'
import type { Kind } from '../../support/faults/fault.ts'

const DATA_KEY = Buffer.alloc(32, 7).toString('base64')
const ID = '0b7c1d52-6a4e-4f0e-9d3b-2f1f4c7a9e10'

const PASSWORD = 'canaryPassword7f3a/+ "&'
const TOKEN = 'canaryToken91c2d8e6.f00d'
const CODE = 'canaryCode5b1e'
export const SECRETS: readonly string[] = [PASSWORD, TOKEN, CODE]

const ALL: ProductQuery = {
  offset: 0,
  limit: 200,
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'default',
  providerSort: '',
  reverse: false,
  grouped: false
}

const ALL_INVOICES: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 200 }

export type World = ReturnType<typeof open>
export type Places = Awaited<ReturnType<typeof preparePlaces>>

/** Fills storage once, from the sample API. Each world has a copy of it. */
export async function preparePlaces() {
  const root = mkdtempSync(join(tmpdir(), 'portside-faults-'))
  const sandbox = new SampleApi({ data: 'difficult' }).fetch
  const thread = shareCatalogueWorker()
  const seed = open(
    join(root, 'seed'),
    thread.start,
    { baseUrl: 'http://127.0.0.1:9', provider: 'hypeproxy-v2' },
    new Date(),
    {
      token: issueToken(SAMPLE_EMAIL, new Date()),
      deadlineMs: 20_000,
      fetch: async (input, init) => {
        const reply = await sandbox(new Request(input, init))
        // Without them no later request asks whether anything has changed, so that a 304 has no excuse.
        const headers = new Headers(reply.headers)
        headers.delete('etag')
        headers.delete('last-modified')
        return new Response(reply.body, { status: reply.status, headers })
      }
    }
  )
  for (const kind of ['profile', 'list', 'invoices'] as const) {
    const error = await seed.call(kind)
    if (error) throw new Error(`the cache was not filled: ${error.code}`)
  }
  seed.close()
  let worlds = 0
  return {
    worldAt(connection: Connection, now: Date, deadlineMs: number) {
      const folder = join(root, String(++worlds))
      cpSync(join(root, 'seed'), folder, { recursive: true })
      return open(folder, thread.start, connection, now, { token: TOKEN, deadlineMs, fetch })
    },
    end(): void {
      thread.end()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

function open(
  folder: string,
  startWorker: () => Worker,
  connection: Connection,
  now: Date,
  { token, deadlineMs, fetch }: { token: string; deadlineMs: number; fetch: typeof globalThis.fetch }
) {
  const cache = new FileStorage(folder, startWorker)
  cache.registry.saveAccount({
    id: ID,
    label: SAMPLE_EMAIL,
    named: false,
    kind: 'password',
    connection,
    email: SAMPLE_EMAIL,
    tokenStored: true,
    keyStored: true,
    signedOut: false,
    tokenExpiresAt: null,
    addedAt: '2026-11-01T00:00:00.000Z'
  })
  cache.registry.saveShownAccountId(ID)
  const keychain = new MemoryKeychain()
  keychain.entries.set(ID, { token, origin: new URL(connection.baseUrl).origin, dataKey: DATA_KEY })
  const clock = new FakeClock(now.toISOString())
  const publisher = new PublishedEvents()
  const thrown: unknown[] = []
  const reported: unknown[] = []
  const report = reportUnexpected((error) => reported.push(error))
  const platform = overheard(
    new ProviderApi({ fetchFor: () => fetch, deadlineMs, now: () => now, random: () => 0.1 }),
    thrown
  )
  const [log, locked] = [new LoggedEvents(), (): boolean => false]
  const nothing = (): void => undefined
  const accounts = new Accounts({
    ...{ api: platform, storage: cache, clock, publisher, locked, log, report },
    keychain,
    registry: cache.registry,
    erase: (id) => cache.erase(id),
    eraseAll: () => cache.eraseAll(),
    storedIds: () => cache.accountIds(),
    sample: {
      baseUrls: { good: 'https://sample.invalid', difficult: 'https://difficult.invalid' },
      email: SAMPLE_EMAIL,
      password: PASSWORD
    },
    newId: () => ID.replace('0b', '1c'),
    newKey: () => DATA_KEY,
    everyMs: () => 0,
    isBalanceWatched: () => false,
    // What a sign-in or a refused call leads to is core's own test; here one call is looked at.
    ended: () => !isAsking,
    events: {
      ...{ changed: nothing, callBegan: nothing, stateChanged: nothing, roundEnded: nothing },
      ...{ invoicesFetched: nothing, plansFetched: nothing, profileFetched: nothing, storageClosed: nothing }
    }
  })
  let isAsking = false
  const shown = (): Account => accounts.get(accounts.shown?.id ?? '')
  const opener = { open: () => Promise.reject(new Error('no browser')) }
  const parts = {
    ...{ api: platform, accounts, clock, publisher, opener, locked, log, report },
    files: new FakeFiles(),
    csvFormat: () => PLAIN_CSV
  }
  const catalogue = new Catalogue(parts)
  const invoices = new Invoices({
    ...parts,
    refresh: { paymentPageOpened: nothing },
    locale: () => 'en',
    sha256: (text) => hash('sha256', text),
    combineInvoices: (...of) => cache.combineInvoices(...of)
  })
  const page = () => catalogue.page(shown(), ALL)
  const invoicePage = () => invoices.page(shown(), ALL_INVOICES)
  let productKey = ''
  let lastDetail: Freshness | null = null

  const freshness = async (kind: Exclude<Kind, 'sign-in'>): Promise<Freshness> => {
    if (kind === 'profile') return (await readStoredProfile(shown())).freshness
    if (kind === 'invoices') return (await invoicePage()).freshness
    return kind === 'detail' && lastDetail ? lastDetail : (await page()).freshness
  }
  const refresh = async (kind: 'list' | 'invoices' | 'profile'): Promise<ErrorInfo | null> => {
    isAsking = true
    await shown().rounds.pollTopic(kind === 'list' ? 'catalogue' : kind)
    isAsking = false
    return (await freshness(kind)).error
  }

  return {
    /** Errors as the API client threw them. */
    thrown,
    /** Errors that core couldn't map. */
    reported,
    freshness,
    async call(kind: Kind): Promise<ErrorInfo | null> {
      if (kind === 'detail') {
        lastDetail = (await catalogue.refreshProduct(shown(), productKey || (await firstKey()))).freshness
        return lastDetail.error
      }
      if (kind !== 'sign-in') return refresh(kind)
      try {
        await accounts.signIn({
          kind: 'password',
          connection,
          email: SAMPLE_EMAIL,
          password: PASSWORD,
          code: CODE,
          again: null
        })
        return null
      } catch (error) {
        return toErrorInfo(error)
      }
    },
    /** What the pages would show. */
    async stored() {
      const { rows, total, matched } = await page()
      const { view } = await catalogue.product(shown(), productKey || (await firstKey()))
      const { rows: bills, summary } = await invoicePage()
      const { profile } = await readStoredProfile(shown())
      return { products: { rows, total, matched }, product: view, invoices: { bills, summary }, profile }
    },
    signedIn: (): unknown =>
      structuredClone({
        accounts: cache.registry.accounts(),
        active: cache.registry.shownAccountId(),
        tokens: [...keychain.entries]
      }),
    /** Every byte on the disk, one character each. */
    disk: (): string =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n'),
    close(): void {
      accounts.closeStorages()
      cache.close()
    }
  }

  async function firstKey(): Promise<string> {
    productKey = (await page()).rows.find(({ key }) => !key.includes('~'))?.key ?? ''
    return productKey
  }
}

/** Keeps what the client throws. */
function overheard(platform: Api, thrown: unknown[]): Api {
  return new Proxy(platform, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args)
        return result instanceof Promise
          ? result.catch((error: unknown) => {
              thrown.push(error)
              throw error
            })
          : result
      }
    }
  })
}
