/** Exports of all accounts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { InvoiceRecord } from '../../../../src/main/ports/index.ts'
import {
  EVERY_INVOICE,
  NEWEST_FIRST,
  type ExportKind,
  type InvoiceChoice
} from '../../../../src/shared/models/invoice.ts'
import { parseCsv } from '../../../support/csv.ts'
import { failing, settle } from '../../../support/ports.ts'
import type { Account } from '../../../../src/main/accounts/account.ts'
import { connection, signIn } from '../../app/launch.ts'
import { error, record, startInvoices, type Started } from '../invoices.ts'

let started: Started

async function fill(id: string, ...records: InvoiceRecord[]): Promise<void> {
  const storage = started.storageOf(id)
  await storage.saveInvoices(records, { fetchedAt: '2026-11-20T11:59:59.000Z', notes: [], validators: null })
  storage.close()
}
const issued = (key: string, day: string): InvoiceRecord => record(key, {}, { issuedAt: day, issuedDay: day })

/** Ada, Bob and Cy, whose account is shown; Cy's has nothing yet. */
beforeEach(async () => {
  started = await startInvoices()
  for (const name of ['bob', 'cy']) await signIn(started.accounts, `${name}@example.com`)
  started.accounts.rename('id-1', 'Ada')
  started.accounts.rename('id-2', 'B/ob')
  await fill('id-1', issued('x', '2026-11-03'), issued('y', '2026-11-01'))
  await fill('id-2', issued('x', '2026-11-02'))
  started.files.name = 'chosen'
})

const save = (
  kind: ExportKind,
  choice: Partial<InvoiceChoice> = {},
  keys: string[] | null = null,
  account: Account | null = null
) => started.invoices.export.save(account, { kind, choice: { ...EVERY_INVOICE, ...choice }, order: NEWEST_FIRST, keys })
const rows = (text: string): string[][] => parseCsv(text.slice(1)).slice(1)
const table = (name: string): string[][] =>
  rows(String(started.files.entries.find((entry) => entry.name === name)?.content))
const pdfNames = (): string[] => started.files.entries.map(({ name }) => name).filter((name) => name.startsWith('pdf/'))

describe('CSV', () => {
  test('names the accounts, in the order of the list', async () => {
    expect(await save('csv')).toMatchObject({ invoices: 3 })
    expect(started.files.text).toMatch(/^\uFEFFAccount,Number,Key,/)
    expect(rows(started.files.text).map((row) => [row[0], row[2]])).toEqual([
      ['Ada', 'x'],
      ['B/ob', 'x'],
      ['Ada', 'y']
    ])
  })

  test('has the filter’s account, or what was selected in several', async () => {
    expect(await save('csv', { account: 'id-2' })).toMatchObject({ invoices: 1 })
    expect(await save('csv', {}, ['id-1/y', 'id-2/x', 'id-2/y', 'x'])).toMatchObject({ invoices: 2 })
    expect(rows(started.files.text).map((row) => row[0])).toEqual(['B/ob', 'Ada'])
  })

  test('goes on when the user opens another account', async () => {
    started.files.beforePiece = async (written) => {
      if (written === '') started.accounts.show('id-1')
    }
    expect(await save('csv')).toMatchObject({ name: 'chosen', invoices: 3 })
  })
})

test('a calendar’s ids are those that each account has by itself', async () => {
  const due = (key: string) => record(key, {}, { dueAt: '2026-12-01', dueDay: '2026-12-01' })
  await fill('id-1', due('x'))
  await fill('id-2', due('x'))
  const uids = (): string[] => (started.files.text.match(/^UID:.*$/gm) ?? []).sort()
  expect(await save('ics')).toMatchObject({ invoices: 2 })
  const all = uids()
  expect(new Set(all).size).toBe(2)
  const alone: string[] = []
  for (const id of ['id-1', 'id-2']) {
    await save('ics', {}, null, started.accounts.get(id))
    alone.push(...uids())
  }
  expect(alone.sort()).toEqual(all)
})

describe('an archive', () => {
  test('has a folder for each account, which the table names', async () => {
    expect(await save('zip')).toMatchObject({ name: 'chosen', invoices: 3, pdfs: 3, missing: 0 })
    expect(pdfNames()).toEqual(['pdf/Ada/2026-11-03_x.pdf', 'pdf/B-ob/2026-11-02_x.pdf', 'pdf/Ada/2026-11-01_y.pdf'])
    expect(table('accounting.csv').map((row) => [row[2], row[10], row[12]])).toEqual([
      ['host.example', 'Ada/2026-11-03_x.pdf', 'Ada'],
      ['host.example', 'B-ob/2026-11-02_x.pdf', 'B/ob'],
      ['host.example', 'Ada/2026-11-01_y.pdf', 'Ada']
    ])
    expect(await started.cache.accounts.get('id-2')?.pdf('x')).not.toBeNull()
  })

  test('folders of accounts with names that differ in case only are apart', async () => {
    started.accounts.rename('id-2', 'ADA')
    await save('zip')
    expect(pdfNames()[1]).toBe('pdf/ADA (2)/2026-11-02_x.pdf')
  })

  test('an account that is signed out meanwhile lacks its PDFs, and the export goes on', async () => {
    started.files.beforePiece = async (name) => {
      if (name.startsWith('pdf/Ada')) await started.accounts.signOut('id-1', false)
    }
    await fill('id-1', ...Array.from({ length: 8 }, (_none, at) => issued(`a${at}`, '2026-11-09')))
    const { pdfs, missing, invoices } = await save('zip')
    expect(pdfs + missing).toBe(9)
    expect(invoices).toBe(9)
    expect(pdfNames()).toContain('pdf/B-ob/2026-11-02_x.pdf')
    const why = 'Skipped, because you signed out of this account. Sign in and export again.'
    expect(table('missing.csv').filter((row) => row[0] === 'Ada' && row.at(-1) === why)).toHaveLength(missing)
    expect(missing).toBeGreaterThanOrEqual(5)
  })

  test('a connection that changes during a PDF’s fetch costs that PDF alone', async () => {
    const { pdf } = started.platform
    let isMoved = false
    started.platform.pdf = async (...asked) => {
      if (isMoved) return pdf(...asked)
      isMoved = true
      await started.accounts.changeConnection('id-2', { ...connection, timeoutSeconds: 60 })
      return pdf(...asked)
    }
    expect(await save('zip')).toMatchObject({ pdfs: 2, missing: 1 })
  })

  test('one account’s host that can’t be reached leaves the other account’s', async () => {
    const many = Array.from({ length: 9 }, (_none, at) => issued(`b${at}`, '2026-11-09'))
    await fill('id-2', ...many)
    const { pdf } = started.platform
    started.platform.pdf = (connection, address, signal) =>
      address.includes('/b') ? failing('UNREACHABLE')() : pdf(connection, address, signal)
    expect(await save('zip')).toMatchObject({ pdfs: 2, missing: 9 })
  })

  test('a lock ends nothing, and leaves no PDF out', async () => {
    const { pdf } = started.platform
    started.platform.pdf = (...asked) => {
      started.heard.locked = true
      started.invoices.export.cancelUnlessStarted()
      started.accounts.releaseOthers()
      return pdf(...asked)
    }
    expect(await save('zip')).toMatchObject({ pdfs: 3, missing: 0 })
  })

  test('ends by the user', async () => {
    started.platform.pdf = (_connection, _address, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new AppError('CANCELLED'))))
    const exporting = error(save('zip'))
    await settle()
    started.invoices.export.cancel()
    expect(await exporting).toEqual({ code: 'CANCELLED' })
    expect(started.files.entries).toEqual([])
  })
})

test('an export of one account has no column for it', async () => {
  expect(await save('csv', {}, null, started.accounts.get('id-1'))).toMatchObject({ invoices: 2 })
  expect(started.files.text).toMatch(/^\uFEFFNumber,/)
})

test('an export of all needs an account that is signed in', async () => {
  for (const id of ['id-1', 'id-2', 'id-3']) await started.accounts.signOut(id, false)
  expect(await error(save('csv'))).toEqual({ code: 'UNAUTHORIZED' })
})
