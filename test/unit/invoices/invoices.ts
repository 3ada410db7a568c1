/** Core's invoices over in-memory stand-ins, of an account that is signed in. */
import { hash } from 'node:crypto'
import { vi } from 'vitest'
import { Invoices } from '../../../src/main/invoices/invoices.ts'
import type { InvoiceRecord } from '../../../src/main/ports/index.ts'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Invoice, InvoiceRef } from '../../../src/shared/models/invoice.ts'
import { PLAIN_CSV } from '../../support/csv.ts'
import { invoice } from '../../support/ports.ts'
import { connection, endCall, errorOf, launchCore } from '../app/launch.ts'

/** An invoice with both links, on a host that is not the provider's. */
export function record(key: string, more: Partial<InvoiceRecord> = {}, facts: Partial<Invoice> = {}): InvoiceRecord {
  const links = { pageUrl: `https://pay.example/${key}`, pdfUrl: `https://pay.example/${key}.pdf`, ...more }
  return {
    invoice: invoice(key, { hasPage: links.pageUrl !== null, hasPdf: links.pdfUrl !== null, ...facts }),
    raw: { id: key },
    ...links
  }
}

/** An invoice of the account that is signed in. */
export const ref = (key: string): InvoiceRef => ({ account: 'id-1', key })

/** An invoice whose PDF is behind the credential. */
export const recordById = (key: string): InvoiceRecord => record(key, { pageUrl: null, pdfUrl: null }, { hasPdf: true })

/** A definition with a call for the PDF of an invoice. */
const WITH_PDFS = { ...connection, invoicePdf: { path: '/v3/invoices/{id}/pdf' } }

/** The bytes that stand for the PDF at an address. */
export const pdfAt = (address: string): Uint8Array => new TextEncoder().encode(`%PDF-1.7 ${address}`)

export async function startInvoices(csvFormat = PLAIN_CSV) {
  const core = launchCore()
  const { platform, clock, accounts } = core
  await accounts.signIn({
    kind: 'password',
    connection: WITH_PDFS,
    email: 'ada@example.com',
    password: 'canary-password',
    again: null
  })
  /** The storage of the account that was signed in first. */
  const file = core.storageOf('id-1')
  const asked: string[] = []
  platform.pdf = async (_connection, address) => {
    asked.push(address)
    return pdfAt(address)
  }
  platform.invoicePdf = async ({ token }, id) => {
    asked.push(`${id} with ${token}`)
    return pdfAt(id)
  }
  const heard = Object.assign(core.heard, {
    /** Times that the provider was asked for its invoices. */
    fetches: 0,
    /** What the next of these fails with. */
    error: null as ErrorInfo | null,
    /** What the provider has now. */
    now: null as InvoiceRecord[] | null,
    /** While the provider is asked. */
    meanwhile: (): void | Promise<void> => undefined,
    asked
  })
  const save = (records: InvoiceRecord[], fetchedAt: string): Promise<void> =>
    file.saveInvoices(records, { fetchedAt, notes: [], validators: null })
  /** As if they had been fetched just now. */
  const fillNow = (...records: InvoiceRecord[]): Promise<void> => save(records, clock.now().toISOString())
  const { account } = core
  vi.spyOn(account.rounds, 'fetchInvoices').mockImplementation(async () => {
    heard.fetches += 1
    await heard.meanwhile()
    await endCall(account, 'invoices', heard.error)
    if (!heard.error) await fillNow(...(heard.now ?? file.records))
  })
  return {
    ...core,
    invoices: new Invoices({
      ...core.parts,
      csvFormat: () => csvFormat,
      refresh: core.refresh,
      locale: () => 'en',
      sha256: (text) => hash('sha256', text),
      combineInvoices: core.cache.combineInvoices
    }),
    file,
    heard,
    /** Stored long ago. */
    fill: (...records: InvoiceRecord[]): Promise<void> => save(records, '2026-11-20T10:00:00.000Z'),
    fillNow,
    /** The account that is shown first. */
    account,
    leave: (): Promise<void> => accounts.signOut('id-1', false)
  }
}

export type Started = Awaited<ReturnType<typeof startInvoices>>
export const error = errorOf
