/** The export for the accountant: of a period and of chosen accounts, with what is missing. */
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { InvoiceRecord, StoredInfo } from '../../../../src/main/ports/index.ts'
import {
  MOST_NUMBERS,
  MOST_REASONS,
  type AccountantExport,
  type Invoice
} from '../../../../src/shared/models/invoice.ts'
import { parseCsv } from '../../../support/csv.ts'
import { inUtc } from '../../../support/utc.ts'
import { endCall, signIn } from '../../app/launch.ts'
import { error, record, startInvoices, type Started } from '../invoices.ts'

inUtc()

const THIRD_QUARTER = { from: '2026-07-01', to: '2026-09-30' }

let started: Started

async function fill(id: string, records: InvoiceRecord[], more: Partial<StoredInfo> = {}): Promise<void> {
  const storage = started.storageOf(id)
  const info = { fetchedAt: '2026-11-20T11:59:59.000Z', notes: [], validators: null, ...more }
  await storage.saveInvoices(records, info)
  storage.close()
}
const issued = (key: string, day: string | null, facts: Partial<Invoice> = {}): InvoiceRecord =>
  record(key, {}, { issuedAt: day, issuedDay: day, ...facts })

/** Ada, Bob and Cy, whose account is shown; Cy's has nothing yet. */
beforeEach(async () => {
  started = await startInvoices()
  for (const name of ['bob', 'cy']) await signIn(started.accounts, `${name}@example.com`)
  started.accounts.rename('id-1', 'Ada')
  started.accounts.rename('id-2', 'B/ob')
  started.files.name = 'chosen'
})

const save = (more: Partial<AccountantExport> = {}) =>
  started.invoices.export.saveForAccountant({
    accounts: ['id-1', 'id-2'],
    ...THIRD_QUARTER,
    table: true,
    pdfs: true,
    ...more
  })
const names = (): string[] => started.files.entries.map(({ name }) => name)
const table = (name: string): string[][] => {
  const content = started.files.entries.find((entry) => entry.name === name)?.content
  return parseCsv(String(content).slice(1)).slice(1)
}
const numbers = (): string[] => table('accounting.csv').map((row) => row[1] ?? '')

describe('what is in it', () => {
  test('the invoices of the period in the order of their days, its limits included, and no void ones', async () => {
    await fill('id-1', [
      issued('late', '2026-10-01'),
      issued('last', '2026-09-30'),
      issued('void', '2026-08-01', { state: 'void' }),
      issued('draft', '2026-08-02', { state: 'unknown' })
    ])
    await fill('id-2', [issued('first', '2026-07-01'), issued('early', '2026-06-30')])
    expect(await save()).toEqual({
      name: 'chosen',
      invoices: 3,
      pdfs: 3,
      missing: 0,
      reasons: [],
      moreReasons: 0
    })
    expect(started.files.suggested).toBe('portside-accounting-from-2026-07-01-to-2026-09-30.zip')
    expect(numbers()).toEqual(['first', 'draft', 'last'])
    expect(names()).toEqual([
      'pdf/B-ob/2026-07-01_first.pdf',
      'pdf/Ada/2026-08-02_draft.pdf',
      'pdf/Ada/2026-09-30_last.pdf',
      'accounting.csv',
      'missing.csv'
    ])
    expect(table('missing.csv')).toEqual([])
  })

  test.each([
    [{ from: null, to: '2026-09-30' }, ['a', 'b']],
    [{ from: '2026-09-30', to: null }, ['b', 'c']],
    [{ from: null, to: null }, ['a', 'b', 'c', 'undated']]
  ])('of %j', async (period, found) => {
    const days = { a: '2025-01-01', b: '2026-09-30', c: '2026-11-01', undated: null }
    await fill(
      'id-1',
      Object.entries(days).map(([key, day]) => issued(key, day))
    )
    await save(period)
    expect(numbers()).toEqual(found)
  })

  test('only the accounts that were chosen, and one by itself has a folder, too', async () => {
    await fill('id-1', [issued('a', '2026-08-01')])
    await fill('id-2', [issued('b', '2026-08-01')])
    expect(await save({ accounts: ['id-2'] })).toMatchObject({ invoices: 1 })
    expect(names()[0]).toBe('pdf/B-ob/2026-08-01_b.pdf')
  })

  test('without PDFs nothing but the lists is fetched, and the table names none', async () => {
    await fill('id-1', [issued('a', '2026-08-01'), record('b', { pdfUrl: null }, { issuedDay: '2026-08-02' })])
    expect(await save({ accounts: ['id-1'], pdfs: false })).toMatchObject({
      invoices: 2,
      pdfs: 0,
      missing: 0,
      reasons: []
    })
    expect(names()).toEqual(['accounting.csv', 'missing.csv'])
    expect(table('accounting.csv').map((row) => row[10])).toEqual(['', ''])
    expect(started.heard.asked).toEqual([])
  })

  test('without the table', async () => {
    await fill('id-1', [issued('a', '2026-08-01')])
    await save({ table: false })
    expect(names()).toEqual(['pdf/Ada/2026-08-01_a.pdf', 'missing.csv'])
  })
})

describe('what is missing', () => {
  const WHY_UNDATED = 'Left out, because it has no date. Check whether it belongs to this period.'

  test('an invoice without a date is named, and isn’t counted as a missing PDF', async () => {
    await fill('id-1', [
      issued('a', '2026-08-01'),
      issued('u', null, { number: '=U' }),
      issued('v', null, { state: 'void' })
    ])
    expect(await save({ accounts: ['id-1'] })).toMatchObject({
      invoices: 1,
      missing: 0,
      reasons: [{ account: 'Ada', why: WHY_UNDATED, invoices: { count: 1, numbers: ['=U'] } }]
    })
    expect(table('missing.csv')).toEqual([['Ada', `'=U`, 'u', '', '10.00', '', WHY_UNDATED]])
    expect(numbers()).toEqual(['a'])
  })

  test('accounts without invoices, with old ones, and with a part of them are named', async () => {
    await fill('id-1', [issued('a', '2026-08-01')], { partial: { received: 1, total: 9 } })
    await fill('id-2', [issued('b', '2026-08-01')])
    await endCall(started.accounts.get('id-2'), 'invoices', { code: 'SERVER' })
    const { reasons } = await save({ accounts: ['id-1', 'id-2', 'id-3'] })
    const said = [
      [
        'Ada',
        'Invoices of this account may be missing. First 1 of 9 received. Your provider’s website has the whole list.'
      ],
      ['B/ob', 'New invoices of this account may be missing: the latest fetch failed. Export again later.'],
      ['cy@example.com', 'None of this account’s invoices are here: they haven’t been fetched yet. Export again later.']
    ]
    expect(table('missing.csv').map((row) => [row[0], row.at(-1)])).toEqual(said)
    expect(reasons.map(({ account, why }) => [account, why])).toEqual(said)
    expect(reasons.every(({ invoices }) => invoices === null)).toBe(true)
  })

  test('the account that is shown is named, too, if its list is old', async () => {
    await fill('id-3', [issued('c', '2026-08-01')])
    await endCall(started.accounts.get('id-3'), 'invoices', { code: 'SERVER' })
    const { reasons } = await save({ accounts: ['id-3'] })
    expect(reasons).toEqual([expect.objectContaining({ account: 'cy@example.com', invoices: null })])
  })

  test('reasons are grouped and bounded, and missing.csv has each', async () => {
    const days = Array.from({ length: MOST_REASONS + 20 }, (_none, at) => issued(`h${at}`, '2026-08-01'))
    const unlinked = Array.from({ length: MOST_NUMBERS + 5 }, (_none, at) =>
      record(
        `n${at}`,
        { pdfUrl: null },
        { issuedAt: '2026-07-01', issuedDay: '2026-07-01', number: at === 0 ? null : `N-${at}` }
      )
    )
    await fill('id-1', [...unlinked, ...days])
    started.platform.pdf = async (_connection, address) => {
      throw new AppError('NOT_FOUND', { host: `${new URL(address).pathname.slice(1)}.example` })
    }
    const { reasons, moreReasons, missing } = await save({ accounts: ['id-1'] })
    expect(missing).toBe(unlinked.length + days.length)
    expect(table('missing.csv')).toHaveLength(missing)
    expect(reasons).toHaveLength(MOST_REASONS)
    expect(reasons[0]?.invoices?.count).toBe(unlinked.length)
    expect(reasons[0]?.invoices?.numbers).toHaveLength(MOST_NUMBERS)
    const listed = reasons.reduce((sum, { invoices }) => sum + (invoices?.count ?? 0), 0)
    expect(listed + moreReasons).toBe(missing)
  })
})

describe('its end', () => {
  test('one account that is signed out meanwhile ends it, and no file is left', async () => {
    await fill('id-1', [issued('a', '2026-08-01'), issued('b', '2026-08-02'), issued('c', '2026-08-03')])
    started.files.beforePiece = async (name) => {
      if (name.startsWith('pdf/')) await started.accounts.signOut('id-1', false)
    }
    expect(await error(save({ accounts: ['id-1'] }))).toEqual({ code: 'CANCELLED' })
    expect(started.files.entries).toEqual([])
  })

  test('one of several that is signed out meanwhile lacks its PDFs', async () => {
    await fill(
      'id-1',
      Array.from({ length: 8 }, (_none, at) => issued(`a${at}`, '2026-08-01'))
    )
    await fill('id-2', [issued('b', '2026-09-01')])
    started.files.beforePiece = async (name) => {
      if (name.startsWith('pdf/Ada')) await started.accounts.signOut('id-1', false)
    }
    const { pdfs, missing, reasons } = await save()
    expect(pdfs + missing).toBe(9)
    expect(reasons).toEqual([expect.objectContaining({ account: 'Ada' })])
    expect(names()).toContain('pdf/B-ob/2026-09-01_b.pdf')
  })

  test('a lock before a file is chosen ends it, a later one doesn’t, also while the lists are fetched', async () => {
    await fill('id-1', [issued('a', '2026-08-01')], { fetchedAt: '2026-11-20T10:00:00.000Z' })
    await fill('id-2', [issued('b', '2026-08-01')])
    const lock = (): void => {
      started.heard.locked = true
      started.invoices.export.cancelUnlessStarted()
    }
    started.files.beforePiece = lock
    expect(await error(save())).toEqual({ code: 'CANCELLED' })
    started.heard.locked = false
    started.files.beforePiece = null
    started.heard.meanwhile = lock
    started.heard.now = [issued('a', '2026-08-01')]
    expect(await save()).toMatchObject({ invoices: 2, pdfs: 2 })
    expect(started.heard.fetches).toBe(1)
    expect(started.heard.locked).toBe(true)
  })

  test('an account that was removed is none to export', async () => {
    expect(await error(save({ accounts: ['gone'] }))).toEqual({ code: 'NOT_FOUND' })
  })
})

test('the preview counts what is saved of each account, and says what isn’t known, without a request', async () => {
  await fill('id-1', [
    issued('a', '2026-08-01'),
    issued('b', '2026-08-02'),
    issued('old', '2026-01-01'),
    issued('u', null),
    issued('v', '2026-08-01', { state: 'void' })
  ])
  await fill('id-2', [issued('b', '2026-08-01')], { partial: { received: 1, total: null } })
  const preview = (accounts: string[]) => started.invoices.previewForAccountant({ accounts, ...THIRD_QUARTER })
  expect(await preview(['id-3', 'id-2', 'id-1', 'gone'])).toEqual([
    { id: 'id-1', invoices: 2, undated: 1, missing: null, partial: null },
    { id: 'id-2', invoices: 1, undated: 0, missing: null, partial: { received: 1, total: null } },
    { id: 'id-3', invoices: 0, undated: 0, missing: { id: 'id-3', why: 'notFetched', error: null }, partial: null }
  ])
  await started.accounts.signOut('id-2', false)
  expect(await preview(['id-2'])).toEqual([
    { id: 'id-2', invoices: 0, undated: 0, missing: { id: 'id-2', why: 'signedOut', error: null }, partial: null }
  ])
  expect(started.heard.fetches).toBe(0)
})
