/** Core's invoices over in-memory stand-ins, of an account that is signed in. */
import { createFreshnessBook } from '../../../../src/main/core/refresh/freshness.ts'
import { createInvoices } from '../../../../src/main/core/invoices/index.ts'
import type { InvoiceRecord } from '../../../../src/main/core/ports/index.ts'
import { createOpenAccountStorage } from '../../../../src/main/core/open-account-storage.ts'
import { AppError, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { FakeBrowser, FakeFiles, FakeApi, invoice } from '../../../support/ports.ts'
import { launchSession, signIn, world } from '../launch.ts'

/** An invoice with both links, on a host that is not the provider's. */
export function record(key: string, more: Partial<InvoiceRecord> = {}, facts: Partial<Invoice> = {}): InvoiceRecord {
  const links = { pageUrl: `https://pay.example/${key}`, pdfUrl: `https://pay.example/${key}.pdf`, ...more }
  return {
    invoice: invoice(key, { hasPage: links.pageUrl !== null, hasPdf: links.pdfUrl !== null, ...facts }),
    raw: { id: key },
    ...links
  }
}

/** The bytes that stand for the PDF at an address. */
export const pdfAt = (address: string): Uint8Array => new TextEncoder().encode(`%PDF-1.7 ${address}`)

export async function startInvoices() {
  const platform = new FakeApi()
  const parts = { ...world(), platform, files: new FakeFiles(), opener: new FakeBrowser() }
  const session = launchSession(parts)
  await signIn(session)
  const store = createOpenAccountStorage(parts.cache, session, () => {})
  const freshness = createFreshnessBook(parts.publisher)
  /** The cache of the account that was signed in first. */
  const file = parts.cache.open('id-1', async () => null)
  const asked: string[] = []
  platform.pdf = async (_connection, address) => {
    asked.push(address)
    return pdfAt(address)
  }
  const heard = {
    /** Times that the provider was asked for its invoices. */
    fetches: 0,
    /** What the next of these fails with. */
    error: null as ErrorInfo | null,
    /** What the provider has now. */
    now: null as InvoiceRecord[] | null,
    /** While the provider is asked. */
    meanwhile: (): void | Promise<void> => undefined,
    locked: false,
    reported: [] as unknown[],
    asked
  }
  const stored = (): string => parts.clock.now().toISOString()
  let open = new AbortController()
  session.onChange(() => {
    open.abort()
    open = new AbortController()
  })
  const invoices = createInvoices({
    ...parts,
    api: parts.platform,
    session,
    store,
    freshness,
    locked: () => heard.locked,
    whileOpen: () => open.signal,
    async fetch() {
      heard.fetches += 1
      await heard.meanwhile()
      freshness.end('invoices', heard.error)
      if (heard.error) return
      await file.saveInvoices(heard.now ?? file.records, { fetchedAt: stored(), notes: [], validators: null })
    },
    report: (error) => heard.reported.push(error)
  })
  /** Stored long ago. */
  const fill = (...records: InvoiceRecord[]): Promise<void> =>
    file.saveInvoices(records, { fetchedAt: '2026-11-20T10:00:00.000Z', notes: [], validators: null })
  /** As if they had been fetched just now. */
  const fillNow = (...records: InvoiceRecord[]): Promise<void> =>
    file.saveInvoices(records, { fetchedAt: stored(), notes: [], validators: null })
  const leave = (): Promise<void> => signIn(session, 'second@example.com')
  return {
    ...parts,
    session,
    store,
    freshness,
    invoices,
    file,
    heard,
    fill,
    fillNow,
    leave,
    endAll: () => open.abort(),
    /** As when the account's connection was changed. */
    renewOpen: () => {
      open = new AbortController()
    }
  }
}

export type Started = Awaited<ReturnType<typeof startInvoices>>

/** The error of what should fail. */
export const error = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof AppError ? error.info : error)
  )
