import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Input } from '../../../../src/shared/ipc/contract.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { EVERY_INVOICE, invoiceKey, NEWEST_FIRST, type ExportKind } from '../../../../src/shared/models/invoice.ts'
import type { ArchiveEntry } from '../../../../src/main/ports/index.ts'
import { THROTTLE_MS } from '../../../../src/main/concurrency.ts'
import { searchTexts } from '../../../../src/main/invoices/search-texts.ts'
import { failing, settle } from '../../../support/ports.ts'
import { error, pdfAt, record, recordById, ref, startInvoices, type Started } from '../invoices.ts'
import { inUtc } from '../../../support/utc.ts'

inUtc()

type Wanted = Omit<Input<'invoices', 'exportFile'>, 'of'>
const wanted = (kind: ExportKind, choice: Partial<Wanted['choice']> = {}): Wanted => ({
  kind,
  choice: { ...EVERY_INVOICE, ...choice },
  order: NEWEST_FIRST,
  keys: null
})

let started: Started

beforeEach(async () => {
  started = await startInvoices()
  started.files.name = 'chosen'
})

const save = (kind: ExportKind) => started.invoices.export.save(started.account, wanted(kind))
const many = (count: number) => Array.from({ length: count }, (_none, place) => record(`i${place}`))
const entry = (name: string): ArchiveEntry | undefined => started.files.entries.find((one) => one.name === name)
const lines = (name: string): string[] => String(entry(name)?.content).split('\r\n').slice(1, -1)
const pdfNames = (): string[] => started.files.entries.map(({ name }) => name).filter((name) => name.startsWith('pdf/'))

describe('CSV', () => {
  test.each([0, 1, 99, 100, 101, 250])('%i invoices are all in the file, in their order', async (count) => {
    await started.fill(...many(count))
    const exporting = save('csv')
    // Others get their turn in between, and this clock stands still.
    while (started.files.text === '' && (await settle(), started.clock.planned().includes(0)))
      await started.clock.advance(0)
    expect(await exporting).toEqual({
      name: 'chosen',
      invoices: count,
      pdfs: 0,
      missing: 0,
      reasons: [],
      moreReasons: 0
    })
    const rows = started.files.text.split('\r\n')
    expect(rows).toHaveLength(count + 2)
    expect(rows[0]).toMatch(/^\uFEFFNumber,.*,Payment method$/)
    if (count > 0) expect(rows[count]).toMatch(new RegExp(`^"i${count - 1}","i${count - 1}",Open,`))
    expect(started.heard.fetches).toBe(0)
    expect(started.heard.asked).toEqual([])
  })

  test('uses the filter and the order of the list', async () => {
    await started.fill(record('i0'))
    const list = await started.file.invoices()
    const sorted = vi.spyOn(list, 'sorted')
    await started.invoices.export.save(
      started.account,
      wanted('csv', { text: 'card', state: 'overdue', from: '2026-01-01' })
    )
    const { choice, order } = wanted('csv', { text: 'card', state: 'overdue', from: '2026-01-01' })
    expect(sorted.mock.calls).toEqual([[{ ...choice, ...order }, '2026-11-20', searchTexts('en')]])
  })

  test('has only the invoices that were named', async () => {
    await started.fill(...many(4))
    const saved = await started.invoices.export.save(started.account, {
      ...wanted('csv'),
      keys: ['i3', 'i1', 'gone'].map((key) => invoiceKey(ref(key)))
    })
    expect(saved).toMatchObject({ invoices: 2 })
    expect(started.files.text.split('\r\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^"i1",/),
      expect.stringMatching(/^"i3",/)
    ])
  })
})

test('every CSV has the separator and the decimal sign of the settings', async () => {
  started = await startInvoices({ separator: ';', decimalSign: ',', identifiersAsFormulas: true })
  started.files.name = 'chosen'
  await started.fill(record('a', { pdfUrl: null }, { number: '007' }))
  const written = /"=""007""";.*;10,00;/
  await save('csv')
  expect(started.files.text).toMatch(written)
  await save('zip')
  for (const name of ['accounting.csv', 'missing.csv']) expect(lines(name)).toEqual([expect.stringMatching(written)])
})

test('a calendar has the open invoices with a due day, and says how many', async () => {
  await started.fill(
    record('a', {}, { number: 'HB-1', state: 'open', dueAt: '2026-12-01', dueDay: '2026-12-01' }),
    record('b', {}, { number: 'HB-2', state: 'open' }),
    record('c', {}, { number: 'HB-3', state: 'settled', dueAt: '2026-12-01', dueDay: '2026-12-01' })
  )
  expect(await started.invoices.export.save(started.account, wanted('ics'))).toMatchObject({
    name: 'chosen',
    invoices: 1,
    pdfs: 0
  })
  expect(started.files.text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(started.files.text.match(/^SUMMARY:.*$/gm)).toEqual([expect.stringContaining('HB-1')])
})

test('a calendar is written in batches, so that other work gets its turn between them', async () => {
  await started.fill(...many(250).map((one) => ({ ...one, invoice: { ...one.invoice, dueDay: '2026-12-01' } })))
  const events: number[] = []
  started.files.beforePiece = (written) => void events.push(written.split('BEGIN:VEVENT').length - 1)
  expect(await save('ics')).toMatchObject({ invoices: 250 })
  const growth = events.slice(1).map((count, place) => count - (events[place] ?? 0))
  expect(Math.max(...growth)).toBeLessThanOrEqual(100)
  expect(events.at(-1)).toBe(250)
})

test.each([
  [{}, 'portside-invoices-2026-11-20.zip'],
  [{ from: '2026-01-01', to: '2026-03-31' }, 'portside-invoices-from-2026-01-01-to-2026-03-31.zip'],
  [{ from: '2026-01-01' }, 'portside-invoices-from-2026-01-01.zip'],
  [{ to: '2026-03-31' }, 'portside-invoices-to-2026-03-31.zip']
])('the file name has the days of %j', async (choice, name) => {
  await started.invoices.export.save(started.account, wanted('zip', choice))
  expect(started.files.suggested).toBe(name)
})

test('nothing is read or requested when the user cancels the dialog', async () => {
  started.files.name = null
  started.file.invoices = failing('STORAGE')
  expect(await save('zip')).toMatchObject({ name: null, invoices: 0, pdfs: 0, missing: 0, reasons: [] })
  expect(started.heard.fetches).toBe(0)
})

describe('an archive', () => {
  test('has the PDFs, the table for accounting, and the missing PDFs with reasons, which the page gets, too', async () => {
    await started.fill(
      record('a', {}, { number: 'R 1', issuedDay: '2026-11-05' }),
      record('b', { pdfUrl: null }),
      record('c', {}, { number: 'r 1', issuedDay: '2026-11-05' }),
      record('d'),
      record('e'),
      { ...record('f', { pdfUrl: null }), notes: [{ kind: 'unusableLink', count: 1, field: 'pdf' }] }
    )
    const pdf = started.platform.pdf
    started.platform.pdf = (connection, address, signal) => {
      if (address.includes('/d')) throw new AppError('BAD_REPLY', { host: 'login.example', found: 'notPdf' })
      if (address.includes('/e')) throw new AppError('NOT_FOUND', { host: 'pay.example', status: 404 })
      return pdf(connection, address, signal)
    }
    const { reasons, ...saved } = await save('zip')
    expect(saved).toEqual({ name: 'chosen', invoices: 6, pdfs: 2, missing: 4, moreReasons: 0 })
    expect(started.files.entries.map(({ name }) => name)).toEqual([
      'pdf/ada@example.com/2026-11-05_R 1.pdf',
      'pdf/ada@example.com/2026-11-05_r 1 (2).pdf',
      'accounting.csv',
      'missing.csv'
    ])
    expect(entry('pdf/ada@example.com/2026-11-05_R 1.pdf')?.content).toEqual(pdfAt('https://pay.example/a.pdf'))
    expect(entry('pdf/ada@example.com/2026-11-05_R 1.pdf')?.modified).toEqual(new Date(2026, 10, 5, 12))
    expect(entry('accounting.csv')?.modified).toEqual(started.clock.now())
    expect(lines('accounting.csv').map((line) => line.split(',').at(-4))).toEqual([
      'ada@example.com/2026-11-05_R 1.pdf',
      '',
      'ada@example.com/2026-11-05_r 1 (2).pdf',
      '',
      '',
      ''
    ])
    expect(lines('missing.csv')).toEqual([
      'ada@example.com,"b","b",2026-11-01,10.00,,The provider sent no PDF link.',
      'ada@example.com,"d","d",2026-11-01,10.00,,login.example sent something other than a PDF. It may be a page that asks you to sign in.',
      'ada@example.com,"e","e",2026-11-01,10.00,,pay.example couldn’t find this.',
      'ada@example.com,"f","f",2026-11-01,10.00,,The provider’s PDF link isn’t a full https:// link. Get the PDF on your provider’s website.'
    ])
    expect(reasons).toHaveLength(4)
    expect(reasons[0]).toEqual({
      account: 'ada@example.com',
      why: 'The provider sent no PDF link.',
      invoices: { count: 1, numbers: ['b'] }
    })
  })

  test('prefers stored PDFs, and stores those it fetches', async () => {
    await started.fill(record('a'), record('b'))
    await started.file.savePdf('a', new Uint8Array([1]), '2026-11-01T00:00:00.000Z', 'make')
    await save('zip')
    expect(started.heard.asked).toEqual(['https://pay.example/b.pdf'])
    expect(entry('pdf/ada@example.com/2026-11-01_a.pdf')?.content).toEqual(new Uint8Array([1]))
    expect(await started.file.pdf('b')).toEqual(pdfAt('https://pay.example/b.pdf'))
  })

  test('has PDFs that can’t be stored, too, and never replaces stored ones', async () => {
    await started.fill(record('a'), record('b'))
    await started.file.savePdf('a', new Uint8Array([1]), '2026-11-01T00:00:00.000Z', 'make')
    started.file.full = true
    expect(await save('zip')).toMatchObject({ pdfs: 2 })
    expect([...started.file.pdfs.keys()]).toEqual(['a'])
  })

  test('uses fresh links, or else the stored ones', async () => {
    await started.fill(record('a'))
    started.heard.now = [record('a', { pdfUrl: 'https://new.example/a' })]
    await save('zip')
    expect(started.heard.fetches).toBe(1)
    started.file.pdfs.clear()
    await started.clock.advance(3_600_000)
    started.heard.error = { code: 'SERVER' }
    expect(await save('zip')).toMatchObject({ pdfs: 1 })
    expect(started.heard.asked).toEqual(['https://new.example/a', 'https://new.example/a'])
  })

  test.each([
    ['OFFLINE', 'Skipped, because earlier PDFs at pay.example couldn’t be reached.'],
    ['UNREACHABLE', 'Skipped, because earlier PDFs at pay.example couldn’t be reached.'],
    ['TIMEOUT', 'Skipped, because earlier PDFs at pay.example couldn’t be reached.'],
    ['RATE_LIMITED', 'Skipped, because pay.example received too many requests. Export again later.']
  ] as const)('gives a host up after a few errors (%s), and has the stored PDFs', async (code, why) => {
    await started.fill(...many(30))
    await started.file.savePdf('i20', new Uint8Array([1]), '2026-11-01T00:00:00.000Z', 'make')
    let tried = 0
    started.platform.pdf = () => {
      tried += 1
      return failing(code)()
    }
    expect(await save('zip')).toMatchObject({ name: 'chosen', invoices: 30, pdfs: 1, missing: 29 })
    expect(tried).toBeLessThanOrEqual(5)
    expect(lines('missing.csv').filter((line) => line.endsWith(`,"${why}"`))).toHaveLength(29 - tried)
    expect(pdfNames()).toEqual(['pdf/ada@example.com/2026-11-01_i20.pdf'])
  })

  test('gives an account up whose PDFs are each on another host that can’t be reached', async () => {
    const elsewhere = Array.from({ length: 40 }, (_, at) =>
      record(`e${String(at).padStart(2, '0')}`, { pdfUrl: `https://host-${at}.example/a.pdf` })
    )
    await started.fill(...elsewhere)
    let tried = 0
    started.platform.pdf = () => {
      tried += 1
      return failing('TIMEOUT')()
    }
    expect(await save('zip')).toMatchObject({ pdfs: 0, missing: 40 })
    expect(tried).toBeLessThanOrEqual(12)
    const why = 'Skipped, because earlier PDFs at the provider couldn’t be reached.'
    expect(lines('missing.csv').filter((line) => line.endsWith(`,"${why}"`))).toHaveLength(40 - tried)
  })

  test('has PDFs behind the credential, too', async () => {
    await started.fill(record('a'), recordById('b'), record('c', { pdfUrl: null }))
    expect(await save('zip')).toMatchObject({ pdfs: 2, missing: 1 })
    expect(started.heard.asked).toEqual(['https://pay.example/a.pdf', 'b with token-1'])
    expect(entry('pdf/ada@example.com/2026-11-01_b.pdf')?.content).toEqual(pdfAt('b'))
  })

  test('gives up after a few PDFs for which the credential was rejected, and says so', async () => {
    await started.fill(...many(20).map(({ invoice }) => recordById(invoice.key)), record('z'))
    let tried = 0
    started.platform.invoicePdf = () => {
      tried += 1
      return failing('UNAUTHORIZED')()
    }
    expect(await save('zip')).toMatchObject({ pdfs: 1, missing: 20 })
    expect(tried).toBeLessThanOrEqual(5)
    const skipped = /Skipped, because \S+ didn’t accept your sign-in for earlier PDFs\./
    expect(lines('missing.csv').filter((line) => skipped.test(line))).toHaveLength(20 - tried)
  })

  test('one unreachable host doesn’t affect another', async () => {
    const at = (host: string, key: string) => record(key, { pdfUrl: `https://${host}/${key}.pdf` })
    const keys = Array.from({ length: 10 }, (_none, place) => String(place))
    await started.fill(...keys.flatMap((key) => [at('gone.example', `g${key}`), at('pay.example', `p${key}`)]))
    const { pdf } = started.platform
    const asked: string[] = []
    started.platform.pdf = (connection, address, signal) => {
      asked.push(new URL(address).host)
      return address.includes('gone') ? failing('UNREACHABLE')() : pdf(connection, address, signal)
    }
    expect(await save('zip')).toMatchObject({ pdfs: 10, missing: 10 })
    // What works elsewhere is no word of that one either.
    expect(asked.filter((host) => host === 'gone.example').length).toBeLessThanOrEqual(5)
  })

  test('goes on when single PDFs fail', async () => {
    await started.fill(...many(20))
    const { pdf } = started.platform
    started.platform.pdf = (connection, address, signal) => {
      const place = Number(/\d+/.exec(address)?.[0])
      if (place < 8) throw new AppError(place % 2 === 0 ? 'NOT_FOUND' : 'SERVER')
      // Two in a row that can't be reached, and one that can.
      return place % 3 === 0 ? pdf(connection, address, signal) : failing('TIMEOUT')()
    }
    expect(await save('zip')).toMatchObject({ pdfs: 4, missing: 16 })
    expect(lines('missing.csv').join()).not.toContain('Not tried')
  })

  test('an unexpected error costs one PDF and is reported', async () => {
    await started.fill(record('a'), record('b'))
    const { pdf } = started.platform
    started.platform.pdf = (connection, address, signal) =>
      address.includes('/a') ? Promise.reject(new TypeError('boom')) : pdf(connection, address, signal)
    expect(await save('zip')).toMatchObject({ pdfs: 1, missing: 1 })
    expect(started.heard.reported).toEqual([new TypeError('boom')])
  })

  test('a stored PDF that can’t be read is fetched', async () => {
    await started.fill(record('a'))
    started.file.pdf = failing('STORAGE')
    expect(await save('zip')).toMatchObject({ pdfs: 1 })
  })

  test('has at most three unwritten PDFs in memory', async () => {
    await started.fill(...many(12))
    let fetched = 0
    let most = 0
    const { pdf } = started.platform
    started.platform.pdf = async (...asked) => {
      fetched += 1
      return pdf(...asked)
    }
    let written = 0
    started.files.beforePiece = async (name) => {
      // Whoever writes takes long.
      for (let turn = 0; turn < 5; turn += 1) await settle()
      most = Math.max(most, fetched - written)
      if (name.startsWith('pdf/')) written += 1
    }
    await save('zip')
    expect(written).toBe(12)
    expect(most).toBe(3)
  })
})

describe('ending', () => {
  /** Fetches that stand still until told. */
  function held(): { waiting: () => number } {
    const signals: AbortSignal[] = []
    started.platform.pdf = (_connection, _address, signal) => {
      signals.push(signal!)
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(new AppError('CANCELLED')))
      )
    }
    return { waiting: () => signals.filter(({ aborted }) => !aborted).length }
  }
  const WAYS = {
    'by the user': () => started.invoices.export.cancel(),
    'because the account is signed out': () => started.leave(),
    'because the app ends': () => started.accounts.stop()
  }
  const lock = (): void => {
    started.heard.locked = true
    started.invoices.export.cancelUnlessStarted()
  }
  const ways = Object.entries(WAYS)

  test.each(ways)(
    'while PDFs are fetched, %s: nothing is written, and nothing is fetched any more',
    async (_how, end) => {
      await started.fill(...many(5))
      const { waiting } = held()
      const exporting = error(save('zip'))
      await expect.poll(waiting).toBe(2)
      await end()
      expect(await exporting).toEqual({ code: 'CANCELLED' })
      expect(waiting()).toBe(0)
      expect(started.files.entries).toEqual([])
      expect(started.invoices.export.progress()).toBeNull()
    }
  )

  test.each(ways)('while the invoices are refreshed, %s: ends at once', async (_how, end) => {
    await started.fill(...many(5))
    started.heard.meanwhile = () => new Promise(() => undefined)
    const exporting = error(save('zip'))
    await settle()
    await end()
    expect(await exporting).toEqual({ code: 'CANCELLED' })
  })

  test.each(ways)('during the file dialog, %s', async (_how, end) => {
    await started.fill(...many(5))
    for (const kind of ['csv', 'zip'] as const) {
      started.heard.locked = false
      started.files.beforePiece = end
      expect(await error(save(kind))).toEqual({ code: 'CANCELLED' })
    }
    expect(started.heard.fetches).toBe(0)
  })

  test.each(ways)('while a piece is written, %s', async (_how, end) => {
    const kinds = ['zip', 'csv', 'ics'] as const
    const asked: string[] = []
    for (const kind of kinds) {
      started = await startInvoices()
      await started.fillNow(...many(150).map((one) => ({ ...one, invoice: { ...one.invoice, dueDay: '2026-12-01' } })))
      started.files.beforePiece = async (written) => {
        if (written === '' || asked.includes(kind)) return
        asked.push(kind)
        await end()
      }
      expect(await error(save(kind))).toEqual({ code: 'CANCELLED' })
    }
    expect(asked).toEqual(kinds)
  })

  test('during the file dialog, because the app is locked', async () => {
    await started.fill(...many(5))
    for (const kind of ['csv', 'zip'] as const) {
      started.heard.locked = false
      started.files.beforePiece = lock
      expect(await error(save(kind))).toEqual({ code: 'CANCELLED' })
    }
    expect(started.heard.fetches).toBe(0)
  })

  test.each(['csv', 'ics'] as const)('a lock while a piece of %s is written ends nothing', async (kind) => {
    await started.fillNow(...many(150).map((one) => ({ ...one, invoice: { ...one.invoice, dueDay: '2026-12-01' } })))
    started.files.beforePiece = (written) => {
      if (written !== '') lock()
    }
    expect(await save(kind)).toMatchObject({ invoices: 150 })
    expect(started.heard.locked).toBe(true)
  })

  test('a lock while PDFs are fetched leaves none out', async () => {
    await started.fillNow(...many(5))
    const { pdf } = started.platform
    started.platform.pdf = (...asked) => {
      lock()
      return pdf(...asked)
    }
    expect(await save('zip')).toMatchObject({ invoices: 5, pdfs: 5, missing: 0 })
  })

  test('an account that was left reports no errors', async () => {
    await started.fill(...many(5))
    started.platform.pdf = async () => {
      await started.leave()
      throw new TypeError('boom')
    }
    expect(await error(save('zip'))).toEqual({ code: 'CANCELLED' })
    expect(started.heard.reported).toEqual([])
  })

  test('a write error aborts the PDFs that are fetched ahead', async () => {
    await started.fill(...many(5))
    const { pdf } = started.platform
    const { waiting } = held()
    const hold = started.platform.pdf
    started.platform.pdf = (connection, address, signal) =>
      address.includes('i0') ? pdf(connection, address, signal) : hold(connection, address, signal)
    started.files.beforePiece = (name) => {
      if (name !== '') throw new AppError('STORAGE')
    }
    expect(await error(save('zip'))).toEqual({ code: 'STORAGE' })
    expect(waiting()).toBe(0)
  })
})

describe('progress', () => {
  const told = (): number => started.publisher.topics.filter((name) => name === 'export').length

  test('is shown from the dialog’s answer to the end, with throttled events', async () => {
    await started.fillNow(...many(40))
    const seen: unknown[] = []
    started.files.beforePiece = async (name) => {
      seen.push(started.invoices.export.progress())
      if (name !== '') await started.clock.advance(10)
    }
    const exporting = save('zip')
    expect(started.invoices.export.progress()).toBeNull()
    await exporting
    expect(seen[0]).toBeNull()
    expect(seen[1]).toEqual({ done: 1, total: 40, pdfs: 1, missing: 0 })
    expect(seen.at(-1)).toEqual({ done: 40, total: 40, pdfs: 40, missing: 0 })
    expect(started.invoices.export.progress()).toBeNull()
    // The beginning and the end at once; in between by the time that went by.
    expect(told()).toBeGreaterThan(2)
    expect(told()).toBeLessThanOrEqual(2 + Math.ceil((42 * 10) / THROTTLE_MS))
  })

  test('a second export is rejected until the first has ended', async () => {
    await started.fillNow(...many(3))
    started.files.beforePiece = async (name) => {
      if (name === '') expect(await error(save('csv'))).toEqual({ code: 'BAD_REQUEST' })
    }
    expect(await save('zip')).toMatchObject({ invoices: 3 })
    started.files.beforePiece = null
    expect(await save('csv')).toMatchObject({ invoices: 3 })
  })

  test('the page is notified of PDFs that are stored now', async () => {
    await started.fillNow(record('a'))
    const before = started.account.freshness('invoices', null).revision
    await save('zip')
    expect(started.account.freshness('invoices', null).revision).toBeGreaterThan(before)
  })
})
