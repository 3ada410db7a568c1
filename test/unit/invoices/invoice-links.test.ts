import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { endCall } from '../app/launch.ts'
import { error, pdfAt, record, ref, startInvoices, type Started } from './invoices.ts'

let started: Started

beforeEach(async () => {
  started = await startInvoices()
})

const open = (which: 'page' | 'pdf' = 'pdf', link: 'fresh' | 'stored' = 'fresh', key = 'a') =>
  started.invoices.links.open(ref(key), { which, link })

describe('a fresh link', () => {
  test('is the provider’s latest one', async () => {
    await started.fill(record('a'))
    started.heard.now = [record('a', { pdfUrl: 'https://pay.example/a?signed=1', pageUrl: 'https://pay.example/' })]
    expect(await open()).toEqual({ host: 'pay.example' })
    expect(await open('page')).toEqual({ host: 'pay.example' })
    expect(started.opener.opened).toEqual(['https://pay.example/a?signed=1', 'https://pay.example/'])
  })

  test.each(['pdf', 'page'] as const)(
    'to another host than the page named opens at the next click (%s)',
    async (which) => {
      await started.fill(record('a'))
      started.heard.now = [record('a', { pdfUrl: 'https://other.example/a.pdf', pageUrl: 'https://other.example/pay' })]
      expect(await error(open(which))).toEqual({ code: 'BAD_REQUEST', found: 'otherHost', host: 'other.example' })
      expect(started.opener.opened).toEqual([])
      expect(await started.invoices.invoice(ref('a'))).toMatchObject({
        view: { pageHost: 'other.example' }
      })
      expect(await open(which)).toEqual({ host: 'other.example' })
    }
  )

  test('where there was none before opens', async () => {
    await started.fill(record('a', { pageUrl: null }))
    started.heard.now = [record('a', { pageUrl: 'https://page.example/' })]
    expect(await open('page')).toEqual({ host: 'page.example' })
  })

  test('to a page to pay is told, and no other', async () => {
    await started.fillNow(
      record('a'),
      record('paid', {}, { state: 'settled' }),
      record('credit', {}, { state: 'credit' }),
      record('unknown', {}, { state: 'unknown' })
    )
    await open('pdf')
    for (const key of ['paid', 'credit', 'unknown']) await open('page', 'stored', key)
    expect(started.heard.paymentPages).toEqual([])
    await open('page')
    await open('page', 'stored')
    expect(started.heard.paymentPages).toEqual(['id-1', 'id-1'])
  })

  test('is requested once a minute, whichever way the clock was set', async () => {
    await started.fillNow(record('a'))
    await open()
    expect(started.heard.fetches).toBe(0)
    await started.clock.advance(59_999)
    await open()
    expect(started.heard.fetches).toBe(0)
    await started.clock.advance(1)
    await open()
    expect(started.heard.fetches).toBe(1)
    await started.file.confirm('invoices', '2027-11-20T12:00:00.000Z')
    await open()
    expect(started.heard.fetches).toBe(2)
  })

  test('throws the error of a failed refresh; the stored link opens', async () => {
    await started.fill(record('a'))
    started.heard.error = { code: 'UNREACHABLE', host: 'host.example' }
    expect(await error(open())).toEqual({ code: 'UNREACHABLE', host: 'host.example' })
    expect(started.opener.opened).toEqual([])
    expect(await open('pdf', 'stored')).toEqual({ host: 'pay.example' })
    expect(started.heard.fetches).toBe(1)
  })

  test('is requested again a minute after an error', async () => {
    await started.fill(record('a'))
    started.heard.error = { code: 'UNREACHABLE', host: 'host.example' }
    for (let time = 0; time < 50; time += 1) expect(await error(open())).toEqual(started.heard.error)
    expect(await error(started.invoices.pdfs.save(ref('a')))).toBe('it worked')
    expect(started.heard.fetches).toBe(1)
    started.heard.error = null
    await started.clock.advance(60_000)
    expect(await open()).toEqual({ host: 'pay.example' })
    expect(started.heard.fetches).toBe(2)
  })

  test('is not requested before Retry-After', async () => {
    await started.fill(record('a'))
    const retryAt = new Date(started.clock.now().getTime() + 600_000).toISOString()
    // Found by a refresh.
    await endCall(started.account, 'invoices', { code: 'RATE_LIMITED', retryAt })
    await started.clock.advance(599_999)
    expect(await error(open())).toEqual({ code: 'RATE_LIMITED', retryAt })
    expect(started.heard.fetches).toBe(0)
    await started.clock.advance(1)
    expect(await open()).toEqual({ host: 'pay.example' })
    expect(started.heard.fetches).toBe(1)
  })

  test('ignores a Retry-After of more than a day: the clock was set back', async () => {
    await started.fill(record('a'))
    const retryAt = new Date(started.clock.now().getTime() + 25 * 3_600_000).toISOString()
    await endCall(started.account, 'invoices', { code: 'RATE_LIMITED', retryAt })
    await started.clock.advance(60_000)
    expect(await open()).toEqual({ host: 'pay.example' })
  })

  test('is requested at once after OFFLINE, and by another connection', async () => {
    await started.fill(record('a'))
    started.heard.error = { code: 'OFFLINE' }
    await error(open())
    started.heard.error = { code: 'UNREACHABLE' }
    await error(open())
    expect(started.heard.fetches).toBe(2)
    await started.accounts.changeConnection('id-1', { ...started.account.record.connection, timeoutSeconds: 60 })
    await error(open())
    expect(started.heard.fetches).toBe(3)
  })

  test('is UNAUTHORIZED when the sign-in was refused before', async () => {
    await started.fill(record('a'))
    started.file.saveInvoices = async () => undefined
    expect(await error(open())).toEqual({ code: 'UNAUTHORIZED' })
    expect(started.opener.opened).toEqual([])
  })

  test('is NOT_FOUND when the invoice or its link is gone', async () => {
    await started.fill(record('a'))
    started.heard.now = []
    expect(await error(open())).toEqual({ code: 'NOT_FOUND' })
    started.heard.now = [record('a', { pageUrl: null })]
    await started.clock.advance(60_000)
    expect(await error(open('page'))).toEqual({ code: 'NOT_FOUND' })
    expect(await open('pdf')).toEqual({ host: 'pay.example' })
  })

  test.each(['signed out', 'locked'] as const)('opens nothing when the account was %s meanwhile', async (what) => {
    await started.fill(record('a'))
    started.heard.meanwhile = async () => {
      if (what === 'signed out') await started.leave()
      else started.heard.locked = true
    }
    expect(await error(open())).toEqual({ code: 'CANCELLED' })
    expect(started.opener.opened).toEqual([])
  })
})

test('a link into a private network is rejected', async () => {
  await started.fillNow(record('a', { pdfUrl: 'https://192.168.0.1/reboot' }))
  for (const link of ['fresh', 'stored'] as const) {
    expect(await error(open('pdf', link))).toEqual({ code: 'BAD_REQUEST', found: 'privateAddress' })
  }
  expect(started.opener.opened).toEqual([])
})

test.each(['page', 'pdf'] as const)('a link to a %s whose name leads to this computer is rejected', async (which) => {
  await started.fillNow(record('a'))
  started.platform.lookUp = async (host) => [host === 'pay.example' ? '127.0.0.1' : '192.0.2.1']
  for (const link of ['fresh', 'stored'] as const) {
    expect(await error(open(which, link))).toEqual({ code: 'BAD_REQUEST', found: 'privateAddress' })
  }
  expect(started.opener.opened).toEqual([])
})

test.each(['page', 'pdf'] as const)('a %s that no browser is given an address of is said as that', async (which) => {
  await started.fillNow(record('a'))
  started.opener.open = () => Promise.reject(new AppError('BAD_REQUEST', { found: 'address' }))
  expect(await error(open(which, 'stored'))).toEqual({ code: 'BAD_REQUEST', found: `${which}Address` })
})

test('a link whose name can’t be resolved opens', async () => {
  await started.fillNow(record('a'))
  started.platform.lookUp = (host) => Promise.reject(new AppError('UNREACHABLE', { host }))
  expect(await open()).toEqual({ host: 'pay.example' })
})

test.each(['signed out', 'locked'] as const)(
  'opens nothing when the account was %s during the look-up',
  async (what) => {
    await started.fillNow(record('a'))
    started.platform.lookUp = async () => {
      if (what === 'signed out') await started.leave()
      else started.heard.locked = true
      return ['192.0.2.1']
    }
    expect(await error(open())).toEqual({ code: 'CANCELLED' })
    expect(started.opener.opened).toEqual([])
  }
)

test('a stored link without an invoice is NOT_FOUND', async () => {
  expect(await error(open('pdf', 'stored'))).toEqual({ code: 'NOT_FOUND' })
  expect(started.heard.fetches).toBe(0)
})

test('an invoice’s view has the hosts of its links, its lines and its stored PDF', async () => {
  await started.fillNow(record('a', { pageUrl: null }))
  started.platform.invoiceLines = (connection, { raw }) => ({
    lines: [{ text: `${connection.baseUrl} ${String(raw['id'])}`, quantity: '1', unitAmount: null, amount: '10.00' }],
    more: 2
  })
  await started.file.savePdf('a', new Uint8Array(3), '2026-11-20T11:00:00.000Z', 'make')
  const { view } = await started.invoices.invoice(ref('a'))
  expect(view).toMatchObject({
    lines: [{ text: 'https://host.example a', amount: '10.00' }],
    moreLines: 2,
    pageHost: null,
    pdfHost: 'pay.example',
    keptPdf: { at: '2026-11-20T11:00:00.000Z', bytes: 3 }
  })
  expect((await started.invoices.invoice(ref('b'))).view).toBeNull()
})

describe('the provider’s billing page', () => {
  const openBilling = (host: string) => started.invoices.links.openBilling(started.accounts.get('id-1'), host)
  const name = async (billing: string | null): Promise<void> => {
    const { connection } = started.accounts.get('id-1').record
    await started.accounts.changeConnection('id-1', { ...connection, billing })
  }

  test('opens at the host that was seen, and counts as a page to pay', async () => {
    await name('https://my.host.example/billing')
    expect(await openBilling('my.host.example')).toEqual({ host: 'my.host.example' })
    expect(started.opener.opened).toEqual(['https://my.host.example/billing'])
    expect(started.heard.paymentPages).toEqual(['id-1'])
  })

  test('opens at no other host', async () => {
    await name('https://other.example/billing')
    expect(await error(openBilling('my.host.example'))).toEqual({
      code: 'BAD_REQUEST',
      found: 'otherHost',
      host: 'other.example'
    })
    expect(started.opener.opened).toEqual([])
  })

  test('is none that nobody named', async () => {
    expect(await error(openBilling('host.example'))).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('for the sample', () => {
  const open = (which: 'page' | 'pdf', link: 'fresh' | 'stored' = 'fresh') =>
    started.invoices.links.open({ account: 'id-2', key: 'a' }, { which, link })
  const explore = async (): Promise<void> => {
    await started.accounts.signIn({ kind: 'sample', data: 'good' })
    const { id } = started.accounts.shown?.record ?? { id: '' }
    const info = { fetchedAt: started.clock.now().toISOString(), notes: [], validators: null }
    await started.cache.open(id, async () => null).saveInvoices([record('a')], info)
  }

  test('the PDF is opened in the viewer, and the browser opens nothing', async () => {
    await explore()
    expect(await open('pdf')).toEqual({ host: null })
    expect(started.files.opened).toEqual([
      { name: expect.stringMatching(/\.pdf$/), bytes: pdfAt('https://pay.example/a.pdf') }
    ])
    expect(await open('pdf', 'stored')).toEqual({ host: null })
    expect(started.opener.opened).toEqual([])
  })

  test('the page opens nothing', async () => {
    await explore()
    expect(await open('page')).toEqual({ host: null })
    expect([started.opener.opened, started.files.opened]).toEqual([[], []])
  })

  test('a PDF that was fetched while the app was locked is not opened', async () => {
    await explore()
    started.platform.pdf = async () => {
      started.heard.locked = true
      return pdfAt('late')
    }
    expect(await error(open('pdf'))).toEqual({ code: 'CANCELLED' })
    expect(started.files.opened).toEqual([])
  })
})

describe('the call for one invoice', () => {
  const asked: string[] = []
  beforeEach(async () => {
    asked.length = 0
    const connection = { ...started.account.record.connection, invoice: { path: '/invoices/{id}' } }
    await started.accounts.changeConnection('id-1', connection)
    started.platform.invoice = async ({ token }, known) => {
      asked.push(`${known.invoice.key} with ${token}`)
      return known
    }
  })

  test('gives a fresh link instead of the whole list, once a minute', async () => {
    await started.fill(record('a'), record('b'))
    started.platform.invoice = async (_access, known) => {
      asked.push(known.invoice.key)
      return { ...record(known.invoice.key, { pdfUrl: 'https://pay.example/new' }), raw: { id: 'a', more: true } }
    }
    expect(await open()).toEqual({ host: 'pay.example' })
    await started.invoices.pdfs.save(ref('a'))
    expect(started.opener.opened).toEqual(['https://pay.example/new'])
    expect(started.heard.asked).toEqual(['https://pay.example/new'])
    expect(asked).toEqual(['a'])
    await open('pdf', 'fresh', 'b')
    await started.clock.advance(60_000)
    await open()
    expect(asked).toEqual(['a', 'b', 'a'])
    expect(started.heard.fetches).toBe(0)
  })

  test('isn’t made while the list is fresh, but for the details', async () => {
    await started.fillNow(record('a'))
    expect(await open()).toEqual({ host: 'pay.example' })
    expect(asked).toEqual([])
    expect(await started.invoices.links.refreshInvoice(ref('a'))).toBeNull()
    expect(asked).toEqual(['a with token-1'])
  })

  test('changes the stored invoice, and says so', async () => {
    await started.fillNow(record('a'))
    started.platform.invoice = async () => ({ ...record('a', {}, { total: '7.00' }), raw: { id: 'a', total: 7 } })
    const before = started.publisher.topics.length
    await started.invoices.links.refreshInvoice(ref('a'))
    expect((await started.file.invoice('a'))?.invoice.total).toBe('7.00')
    expect(started.publisher.topics.slice(before)).toContain('invoices')
  })

  test('stores nothing when a list arrived meanwhile, which may be newer', async () => {
    await started.fill(record('a'))
    started.platform.invoice = async () => {
      await started.fillNow(record('a', {}, { total: '9.00' }))
      return { ...record('a', {}, { total: '7.00' }), raw: { id: 'a', total: 7 } }
    }
    expect(await started.invoices.links.refreshInvoice(ref('a'))).toBeNull()
    expect((await started.file.invoice('a'))?.invoice.total).toBe('9.00')
  })

  test('isn’t made for an invoice without an id of its own', async () => {
    await started.fill({ ...record('~hash'), notes: [{ kind: 'noId', count: 1 }] })
    await open('pdf', 'fresh', '~hash')
    expect(await started.invoices.links.refreshInvoice(ref('~hash'))).toBeNull()
    expect([asked, started.heard.fetches]).toEqual([[], 1])
  })

  test('leaves the stored invoice after an error; a rejected token is checked by a round', async () => {
    const revalidate = vi.spyOn(started.account.rounds, 'revalidate')
    await started.fill(record('a'))
    started.platform.invoice = () => Promise.reject(new AppError('UNAUTHORIZED'))
    expect(await started.invoices.links.refreshInvoice(ref('a'))).toEqual({ code: 'UNAUTHORIZED' })
    expect(await error(open())).toEqual({ code: 'UNAUTHORIZED' })
    expect(revalidate).toHaveBeenCalledTimes(2)
    expect(await open('pdf', 'stored')).toEqual({ host: 'pay.example' })
  })

  test.each(['signed out', 'locked'] as const)('stores nothing when the account was %s meanwhile', async (what) => {
    await started.fill(record('a'))
    started.platform.invoice = async () => {
      if (what === 'signed out') await started.leave()
      else started.heard.locked = true
      return { ...record('a', {}, { total: '7.00' }), raw: { id: 'a', total: 7 } }
    }
    expect(await error(started.invoices.links.refreshInvoice(ref('a')))).toEqual({ code: 'CANCELLED' })
    started.heard.locked = false
    expect(started.file.records[0]?.invoice.total).not.toBe('7.00')
  })
})

test('without a call for one invoice, its details ask for nothing', async () => {
  await started.fill(record('a'))
  expect(await started.invoices.links.refreshInvoice(ref('a'))).toBeNull()
  expect(started.heard.fetches).toBe(0)
})
