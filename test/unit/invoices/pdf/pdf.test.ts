import { beforeEach, describe, expect, test, vi } from 'vitest'
import { failing } from '../../../support/ports.ts'
import { error, pdfAt, record, recordById, ref, startInvoices, type Started } from '../invoices.ts'

let started: Started

beforeEach(async () => {
  started = await startInvoices()
  started.files.name = 'chosen.pdf'
})

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const keep = (key: string): Promise<boolean> =>
  started.file.savePdf(key, new TextEncoder().encode('%PDF-kept'), '2026-11-20T11:00:00.000Z', 'make')

describe('saving a PDF', () => {
  test('refreshes the link, stores a copy and suggests a telling name', async () => {
    await started.fill(record('a', {}, { number: 'R/2026:7', issuedDay: '2026-11-01' }))
    started.heard.now = [
      record('a', { pdfUrl: 'https://new.example/a' }, { number: 'R/2026:7', issuedDay: '2026-11-01' })
    ]
    started.file.full = true
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: true })
    expect(started.files.suggested).toBe('2026-11-01_R-2026-7.pdf')
    expect(started.files.text).toBe(text(pdfAt('https://new.example/a')))
    expect(await started.file.keptPdfInfo('a')).toEqual({
      at: started.clock.now().toISOString(),
      bytes: started.files.text.length
    })
    expect(started.heard.fetches).toBe(1)
  })

  test('asks by the id where the PDF is behind the credential: no link has to be fresh', async () => {
    await started.fill(recordById('a'))
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: true })
    expect(started.heard.asked).toEqual(['a with token-1'])
    expect(started.heard.fetches).toBe(0)
    expect(started.files.text).toBe(text(pdfAt('a')))
    await started.invoices.pdfs.open(ref('a'))
    expect(started.files.opened).toEqual([{ name: '2026-11-01_a.pdf', bytes: pdfAt('a') }])
  })

  test('a rejected credential is checked by a round; the stored copy is saved', async () => {
    const revalidate = vi.spyOn(started.account.rounds, 'revalidate')
    await started.fill(recordById('a'))
    started.platform.invoicePdf = failing('UNAUTHORIZED')
    expect(await error(started.invoices.pdfs.save(ref('a')))).toMatchObject({ code: 'UNAUTHORIZED' })
    await keep('a')
    expect(await started.invoices.pdfs.save(ref('a'))).toMatchObject({ name: 'chosen.pdf' })
    expect(started.files.text).toBe('%PDF-kept')
    expect(revalidate).toHaveBeenCalledTimes(2)
  })

  test('a PDF behind the credential isn’t asked for after a sign-out', async () => {
    await started.fill(recordById('a'))
    const { invoice } = started.file
    started.file.invoice = async (key) => {
      await started.leave()
      return invoice(key)
    }
    expect(await error(started.invoices.pdfs.save(ref('a')))).toEqual({ code: 'CANCELLED' })
    expect(started.heard.asked).toEqual([])
  })

  test('uses the stored link when the refresh fails', async () => {
    await started.fill(record('a'))
    started.heard.error = { code: 'UNREACHABLE' }
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: true })
    expect(started.heard.asked).toEqual(['https://pay.example/a.pdf'])
  })

  test('saves the stored copy when the PDF can’t be fetched', async () => {
    await started.fill(record('a'))
    await keep('a')
    started.heard.error = { code: 'OFFLINE' }
    started.platform.pdf = failing('OFFLINE')
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: true })
    expect(started.files.text).toBe('%PDF-kept')
    await started.invoices.pdfs.drop(ref('a'))
    expect(await error(started.invoices.pdfs.save(ref('a')))).toMatchObject({ code: 'OFFLINE' })
  })

  test('works for an invoice that the refresh dropped', async () => {
    await started.fill(record('a'))
    started.heard.now = []
    expect(await started.invoices.pdfs.save(ref('a'))).toMatchObject({ name: 'chosen.pdf' })
    expect(started.files.suggested).toBe('2026-11-01_a.pdf')
  })

  test('is NOT_FOUND without a link or an invoice', async () => {
    await started.fill(record('a', { pdfUrl: null }))
    expect(await error(started.invoices.pdfs.save(ref('a')))).toEqual({ code: 'NOT_FOUND' })
    expect(await error(started.invoices.pdfs.save(ref('b')))).toEqual({ code: 'NOT_FOUND' })
    expect(started.files.suggested).toBeNull()
  })

  test('saves the file also when no copy can be stored', async () => {
    await started.fill(record('a'))
    started.file.keeps = false
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: false })
    started.file.savePdf = failing('STORAGE')
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: false })
    expect(started.heard.reported).toEqual([])
    started.file.savePdf = () => Promise.reject(new TypeError('boom'))
    expect(await started.invoices.pdfs.save(ref('a'))).toEqual({ name: 'chosen.pdf', kept: false })
    expect(started.heard.reported).toEqual([new TypeError('boom')])
  })

  test('writes nothing when the app was locked during the dialog', async () => {
    await started.fill(record('a'))
    started.files.beforePiece = () => {
      started.heard.locked = true
    }
    expect(await error(started.invoices.pdfs.save(ref('a')))).toEqual({ code: 'CANCELLED' })
    expect(started.files.text).toBe('')
  })

  test('is cancelled when the account is signed out while it is fetched', async () => {
    await started.fill(record('a'))
    started.platform.pdf = async () => {
      await started.leave()
      throw new TypeError('boom')
    }
    expect(await error(started.invoices.pdfs.save(ref('a')))).toEqual({ code: 'CANCELLED' })
    expect(started.files.suggested).toBeNull()
  })

  test('runs one at a time: another PDF is busy, the same one joins', async () => {
    const keys = Array.from({ length: 50 }, (_none, n) => `k${n}`)
    await started.fillNow(...keys.map((key) => record(key)))
    const { pdf } = started.platform
    const go = Promise.withResolvers<void>()
    started.platform.pdf = async (...args) => {
      await go.promise
      return pdf(...args)
    }
    const saving = keys.map((key) => error(started.invoices.pdfs.save(ref(key))))
    const joined = started.invoices.pdfs.save(ref('k0'))
    go.resolve()
    const [first, ...others] = await Promise.all(saving)
    expect(first).toBe('it worked')
    expect(others).toEqual(others.map(() => ({ code: 'BAD_REQUEST', found: 'busy' })))
    expect(await joined).toEqual({ name: 'chosen.pdf', kept: true })
    expect(started.heard.asked).toEqual(['https://pay.example/k0.pdf'])
    expect(await error(started.invoices.pdfs.save(ref('k1')))).toBe('it worked')
  })
})

describe('the stored copy', () => {
  test('is opened under a safe name, without a request', async () => {
    await started.fill(record('a', {}, { number: 'CON', issuedDay: null }))
    await keep('a')
    await started.invoices.pdfs.open(ref('a'))
    expect(started.files.opened).toEqual([{ name: '_CON.pdf', bytes: new TextEncoder().encode('%PDF-kept') }])
    expect(started.heard.fetches).toBe(0)
    expect(started.heard.asked).toEqual([])
  })

  test('is NOT_FOUND when there is none', async () => {
    await started.fill(record('a'))
    expect(await error(started.invoices.pdfs.open(ref('a')))).toEqual({ code: 'NOT_FOUND' })
    await keep('a')
    await started.invoices.pdfs.drop(ref('a'))
    expect(await error(started.invoices.pdfs.open(ref('a')))).toEqual({ code: 'NOT_FOUND' })
    expect(started.files.opened).toEqual([])
  })

  test.each(['signed out', 'locked'] as const)(
    'is not opened when the account was %s while it was copied',
    async (what) => {
      await started.fill(record('a'))
      await keep('a')
      started.files.beforeOpening = async () => {
        if (what === 'signed out') await started.leave()
        else started.heard.locked = true
      }
      expect(await error(started.invoices.pdfs.open(ref('a')))).toEqual({ code: 'CANCELLED' })
      expect(started.files.opened).toEqual([])
    }
  )

  test('is opened once for several calls at once', async () => {
    await started.fill(record('a'), record('b'))
    await keep('a')
    await keep('b')
    const keys = [...Array.from({ length: 50 }, () => 'a'), 'b']
    const came = await Promise.all(keys.map((key) => error(started.invoices.pdfs.open(ref(key)))))
    expect(came.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'it worked'))
    expect(came.at(-1)).toEqual({ code: 'BAD_REQUEST', found: 'busy' })
    expect(started.files.opened).toHaveLength(1)
    await started.invoices.pdfs.open(ref('b'))
    expect(started.files.opened).toHaveLength(2)
  })

  test('notifies the page when it is stored and removed', async () => {
    await started.fillNow(record('a'))
    const told = () => started.publisher.topics.filter((name) => name === 'invoices').length
    const before = told()
    await started.invoices.pdfs.save(ref('a'))
    expect(told()).toBe(before + 1)
    await started.invoices.pdfs.drop(ref('a'))
    expect(told()).toBe(before + 2)
  })
})
