import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { nextTick } from 'vue'
import InvoicePane from '../../../src/renderer/src/features/invoices/pane/InvoicePane.vue'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import { makeRouter } from '../../../src/renderer/src/router.ts'
import { useInvoice } from '../../../src/renderer/src/features/invoices/stores/invoice.ts'
import type { LinkState, PdfState } from '../../../src/renderer/src/features/invoices/stores/invoice.ts'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Invoice, InvoiceView } from '../../../src/shared/models/invoice.ts'
import '../../../src/renderer/src/ui/styles/base.css'
import { account, layBridge, line, opened } from '../ui/shell/bridge.ts'
import { view } from './page-of.ts'

setRegionalFormat('en-GB')

let store: ReturnType<typeof useInvoice>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 13, 9) })
  layBridge()
  setActivePinia(createPinia())
  store = useInvoice()
  vi.spyOn(store, 'openLink').mockResolvedValue()
  vi.spyOn(store, 'performPdfAction').mockResolvedValue()
  await useSession().load()
})
afterEach(() => vi.useRealTimers())

const NO_STEPS = { previous: null, next: null }
const show = (given: Partial<Invoice>, more: Partial<InvoiceView> = {}) =>
  mount(InvoicePane, {
    props: { view: view(given, more), narrow: false, steps: NO_STEPS },
    global: { plugins: [makeRouter()] }
  })
const named = (pane: ReturnType<typeof show>, name: string) =>
  pane.findAll('button').find((button) => button.text() === name)
const asSample = (): void => {
  useSession().state = opened([line({ kind: 'sample' }, 'sample')])
}
/** What came of the latest actions. */
const set = async (state: { link?: LinkState; pdf?: PdfState }): Promise<void> => {
  Object.assign(store, state)
  await nextTick()
}
const statuses = (pane: ReturnType<typeof show>): string =>
  pane
    .findAll('[role=status]')
    .map((status) => status.text())
    .join('')

describe('the pane of an invoice', () => {
  it('stays honest when nothing is known', () => {
    const pane = show({})
    expect(pane.get('h2').text()).toBe('Invoice')
    expect(pane.find('dl').exists()).toBe(false)
    expect(pane.find('table').exists()).toBe(false)
    expect(pane.findAll('button').map((button) => button.text())).toEqual(['', '', '', ''])
    expect(pane.text()).not.toMatch(/null|undefined|NaN/)
  })

  it('has all fields of the record, as they came', async () => {
    const bridge = layBridge()
    bridge.answer('app.copyText', null)
    const raw = { nr: 7, buyer: { city: 'Köln' } }
    const notes = [{ kind: 'credentialDropped', count: 1, field: 'hash' }] as const
    const pane = show({}, { raw: JSON.stringify(raw), notes: [...notes] })
    await pane.get('button[aria-label=Actions]').trigger('click')
    await browser.getByRole('menuitemcheckbox', { name: 'All fields' }).click()
    const rows = () => pane.findAll('[role=treeitem]').map((row) => row.text())
    await expect.poll(rows).toEqual(['nr7', '▸buyer1 entry', 'hashdropped'])
    await named(pane, 'Copy as JSON')!.trigger('click')
    expect(bridge.asked('app.copyText')).toEqual([{ text: JSON.stringify(raw, null, 2) }])
  })

  it('has the beginning of a record that is too long', async () => {
    const pane = show({}, { raw: '{"nr":7,"text":"end…' })
    await pane.get('button[aria-label=Actions]').trigger('click')
    await browser.getByRole('menuitemcheckbox', { name: 'All fields' }).click()
    await expect.poll(() => pane.find('pre').exists()).toBe(true)
    expect(pane.get('pre').text()).toBe('{"nr":7,"text":"end…')
  })

  it('says that the currency is not known instead of guessing one', () => {
    expect(show({ total: '10.00' }).text()).toContain('Currency not specified')
    expect(show({ total: '10.00', currency: 'EUR' }).text()).not.toContain('Currency not')
  })

  it('says of a foreign state once that its meaning is not documented, and where to say what it means', () => {
    const fact = (given: Partial<Invoice>): string =>
      show({ state: 'unknown', ...given })
        .get('dl')
        .text()
    expect(fact({ providerStatus: 'Draft' })).toBe('Status at providerDraft (meaning not documented)')
    expect(fact({ providerStatus: '2', statusIsNumber: true })).toContain('2 (meaning not documented)')
    expect(fact({ state: 'settled', providerStatus: 'Paid' })).toBe('Status at providerPaid')
    expect(fact({ state: 'void', kind: 'quote' })).toBe('Kind of paperQuote')
    expect(fact({ providerStatus: 'sent', otherWords: 'is_draft: true' })).toContain('sent · is_draft: true')

    const pane = show({ state: 'unknown', providerStatus: '2', statusIsNumber: true })
    const link = pane.get('a')
    expect([link.text(), link.attributes('href')]).toEqual(['Define this status', '#/settings/connection?to=statuses'])
    expect(show({ state: 'settled', providerStatus: 'Paid' }).find('a').exists()).toBe(false)
    asSample()
    expect(show({ state: 'unknown', providerStatus: '2' }).find('a').exists()).toBe(false)
  })

  it('leads to what a missing status means, until that is said', () => {
    const link = show({ state: 'unknown' }).get('a')
    expect([link.text(), link.attributes('href')]).toEqual([
      'Define what a missing status means',
      '#/settings/connection?to=statuses'
    ])
    useSession().state = opened([line({ connection: { ...account.connection, missingStatus: 'unknown' } })])
    expect(show({ state: 'unknown' }).find('a').exists()).toBe(false)
  })

  it('shows a word of the provider that isn’t recognised, also of an invoice that its amounts show as paid', () => {
    expect(show({ state: 'settled', providerStatus: 'Cleared-7' }).get('dl').text()).toBe('Status at providerCleared-7')
  })

  it.each<[Partial<Invoice>, string]>([
    [{ state: 'open', total: '300', remaining: '50' }, '€50.00 of €300.00 remaining'],
    [{ state: 'open', total: '300', remaining: '300.00' }, '€300.00'],
    [{ state: 'open', total: null, remaining: '50' }, '€50.00 remaining'],
    [{ state: 'open', total: '40', remaining: '50' }, '€50.00 remaining'],
    [{ state: 'open', total: '300' }, '€300.00'],
    [{ state: 'open', total: null }, 'Amount unknown'],
    [{ state: 'settled', total: '300' }, '€300.00'],
    [{ state: 'credit', total: '50' }, '€50.00 credit'],
    [{ state: 'credit', total: '-150' }, '€150.00 credit'],
    [{ state: 'credit', total: '50', remaining: '30' }, '€30.00 of €50.00 unused'],
    [{ state: 'credit', total: '50', remaining: '0' }, '€0.00 of €50.00 unused'],
    [{ state: 'credit', total: '-50', remaining: '50' }, '€50.00 unused'],
    [{ state: 'credit', total: null, remaining: '50' }, '€50.00 unused']
  ])('heads %j with “%s”', (given, words) => {
    expect(
      show({ currency: 'EUR', ...given })
        .get('.headline')
        .text()
    ).toBe(words)
  })

  it('has what was paid so far and what remains among its facts, and nothing that only repeats the total', () => {
    const facts = (given: Partial<Invoice>): string => {
      const list = show({ currency: 'EUR', total: '300', ...given }).get('dl')
      return list
        .findAll('dt, dd')
        .map((part) => part.text())
        .join(' ')
    }
    expect(facts({ state: 'open', paidAmount: '250', remaining: '50' })).toBe(
      'Total €300.00 Paid so far €250.00 Remaining €50.00 Currency EUR'
    )
    expect(facts({ state: 'settled', paidAmount: '300.0' })).toBe('Total €300.00 Currency EUR')
    expect(facts({ state: 'credit', remaining: '30' })).toBe('Total €300.00 Unused €30.00 Currency EUR')
  })

  it('says that a total came and couldn’t be read, also below lines', () => {
    const facts = (field: string, lines: InvoiceView['lines'] = []): string => {
      const list = show({ state: 'open' }, { notes: [{ kind: 'wrongType', count: 1, field }], lines }).find('dl')
      return list.exists() ? list.text() : ''
    }
    const lines = [{ text: 'one', quantity: null, unitAmount: null, amount: null }]
    for (const field of ['total', 'grand_total', 'amountDue', 'details.totals.total'])
      expect(facts(field)).toBe('TotalCouldn’t be read')
    expect(facts('total', lines)).toBe('TotalCouldn’t be read')
    for (const field of ['subtotal', 'tax_amount', 'amountPaid', 'discount_total', 'due_date'])
      expect(facts(field)).toBe('')
    expect(show({ state: 'open' }).text()).not.toContain('Currency not specified')
  })

  it('is never overdue or due as a credit', () => {
    const state = show({ state: 'credit', total: '50', dueAt: '2026-11-01', dueDay: '2026-11-01' }).get('.state')
    expect(state.text()).toBe('Credit')
  })

  it('says that a due date came and couldn’t be read', () => {
    const due = (dueAt: string | null): string =>
      show({ state: 'open', dueAt, dueDay: null, dueUnread: true }).get('dl').text()
    expect(due('on receipt')).toBe('Dueon receipt (couldn’t be read)')
    expect(due(null)).toBe('DueCouldn’t be read')
  })

  it('shows when a record that the latest reply lacked was received', () => {
    const receivedAt = new Date(2026, 10, 10, 9).toISOString()
    expect(show({}, { receivedAt }).text()).toContain('Not in the latest reply. Received 3 days ago.')
    expect(show({}).text()).not.toContain('latest reply')
  })

  it('says how it was paid in plain words, and a way that nobody published as it came', () => {
    const method = (paymentMethod: string): string => show({ paymentMethod }).get('dl').text()
    const said = ['CreditCard', 'Cryptocurrency', 'Alipay', 'WebMoney', 'PayPal', 'credit_card', 'Giro-7'].map(method)
    expect(said.map((text) => text.replace('Payment method', ''))).toEqual([
      ...['Credit card', 'Cryptocurrency', 'Alipay', 'WebMoney', 'PayPal', 'Credit card', 'Giro-7']
    ])
  })

  it('says whose day it is that makes an invoice overdue', () => {
    const due = { state: 'open', issuedAt: '2026-10-25', issuedDay: '2026-10-25', dueDay: '2026-11-08' } as const
    useSession().state = opened([line({ connection: { ...account.connection, paymentTermDays: 14 } })])
    const pane = show({ ...due, dueBy: 'term' })
    expect(pane.get('.state').text()).toContain('5 days overdue (by your payment term of 14 days)')
    expect(pane.get('dl').text()).toContain('Due by your payment term8 Nov 2026')
    const published = show({ ...due, dueAt: '2026-11-08', dueBy: 'provider' })
    expect(published.get('.state').text()).not.toContain('payment term')
    expect(published.get('dl').text()).toContain('Due8 Nov 2026')
    expect(
      show({ ...due, dueDay: null, dueBy: null })
        .get('.state')
        .text()
    ).toContain('for 19 days')
  })
})

describe('its links', () => {
  const hosts = { pageHost: 'pay.example.com', pdfHost: 'files.example.com' }

  it('say where they lead before they are opened, and what came of it', async () => {
    const pane = show({ hasPdf: true }, hosts)
    const told = named(pane, 'Open PDF')?.attributes('aria-describedby')
    expect(pane.get(`[id="${told}"]`).text()).toBe('Opens files.example.com')
    await named(pane, 'Open PDF')?.trigger('click')
    expect(vi.mocked(store.openLink).mock.calls).toEqual([['pdf']])
    await set({ link: { state: 'opened', which: 'pdf', host: 'files.example.org' } })
    expect(pane.find('[role=alert]').exists()).toBe(false)
    expect(statuses(pane)).toContain('files.example.org')
  })

  it('lead with paying an open invoice, and name the host once', () => {
    const pane = show({ state: 'open', hasPage: true, hasPdf: true }, { ...hosts, keptPdf: null })
    const primary = (): string[] => pane.findAll('button.primary').map((button) => button.text())
    expect(primary()).toEqual(['Pay at pay.example.com'])
    const told = pane.get('button.primary').attributes('aria-describedby')
    expect(pane.get(`[id="${told}"]`).text()).toBe('PDF: files.example.com')
    const row = pane.get('.acts').findAll('button')
    expect(row.map((button) => button.text())).toEqual(['Pay at pay.example.com', 'Open PDF', 'Save PDF…'])
    expect(pane.text().match(/pay\.example\.com/g)).toHaveLength(1)
    expect(pane.text()).not.toContain('payments')
  })

  it('name a long host whole', () => {
    const pageHost = `pay.example.com.${'a'.repeat(60)}.example`
    const pane = mount(InvoicePane, {
      props: { view: view({ state: 'open', hasPage: true }, { pageHost }), narrow: false, steps: NO_STEPS },
      global: { plugins: [makeRouter()] },
      attachTo: Object.assign(document.body.appendChild(document.createElement('div')), { style: 'inline-size: 320px' })
    })
    const { element } = pane.get('button.primary')
    expect(pane.get('button.primary').text()).toBe(`Pay at ${pageHost}`)
    const label = element.querySelector('.label') as HTMLElement
    expect([label.scrollWidth - label.clientWidth, label.scrollHeight - label.clientHeight]).toEqual([0, 0])
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(320)
    pane.unmount()
  })

  it('of an open invoice without a page are the provider’s own', async () => {
    const asAt = (connection: Connection): ReturnType<typeof show> => {
      useSession().state = opened([line({ connection })])
      return show({ state: 'open' })
    }
    const primary = (pane: ReturnType<typeof show>): string | undefined => pane.find('button.primary').text()
    const own = { provider: null, name: 'My host', baseUrl: 'https://api.example.com' } as const
    const built = asAt({ provider: 'webshare', baseUrl: 'https://proxy.webshare.io' })
    expect(primary(built)).toBe('Open Webshare’s website')
    expect(built.text()).toContain('Opens www.webshare.io')
    const billing = asAt({ ...own, website: 'https://example.com', billing: 'https://example.com/billing' })
    expect(primary(billing)).toBe('Open My host’s billing page')
    await billing.get('button.primary').trigger('click')
    expect(vi.mocked(store.openLink).mock.calls).toEqual([['billing', 'stored']])
    expect(asAt(own).find('button.primary').exists()).toBe(false)
    useSession().state = opened([line({ connection: { provider: 'webshare', baseUrl: 'https://proxy.webshare.io' } })])
    expect(show({ state: 'settled' }).find('button.primary').exists()).toBe(false)
  })

  it('to another host of one’s own definition are confirmed first', async () => {
    const connection = { provider: null, name: 'My host', baseUrl: 'https://api.example.com' } as const
    useSession().state = opened([line({ connection: { ...connection, billing: 'https://pay.example.org/x' } })])
    const pane = show({ state: 'open' })
    const dialog = () => document.querySelector('[role=dialog]')
    const press = async (name: string): Promise<void> => {
      ;[...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.trim() === name)?.click()
      await expect.poll(dialog).toBe(null)
    }
    const openDialog = async (): Promise<void> => {
      await pane.get('button.primary').trigger('click')
      await expect.poll(() => dialog()?.textContent).toContain('The definition of My host leads to pay.example.org.')
    }
    await openDialog()
    await press('Cancel')
    expect(vi.mocked(store.openLink)).not.toHaveBeenCalled()
    await openDialog()
    await press('Open in browser')
    expect(vi.mocked(store.openLink).mock.calls).toEqual([['billing', 'stored']])
  })

  it('of the sample name no host, and say what became of them', async () => {
    asSample()
    const pane = show({ state: 'open', hasPage: true, hasPdf: true }, hosts)
    expect(pane.text()).not.toMatch(/example\.com|browser/)
    expect(pane.get('button.primary').attributes('aria-describedby')).toBeUndefined()
    await set({ link: { state: 'opened', which: 'page', host: null } })
    expect(statuses(pane)).toBe('This is sample data: there is no page to open.')
    await set({ link: { state: 'opened', which: 'pdf', host: null } })
    expect(statuses(pane)).toBe('Opened in your PDF viewer.')
    await set({ link: { state: 'failed', which: 'pdf', link: 'fresh', error: { code: 'NOT_FOUND' } } })
    expect(named(pane, 'Open the saved link')).toBeUndefined()
  })

  it('are equals where nothing is known to be open', () => {
    for (const state of ['settled', 'void', 'unknown'] as const) {
      const pane = show({ state, hasPage: true, hasPdf: true }, { ...hosts, keptPdf: { at: '2026-11-01', bytes: 1 } })
      expect(pane.find('button.primary').exists()).toBe(false)
      const row = pane.get('.acts').findAll('button')
      expect(row.map((button) => button.text())).toEqual([
        'Open invoice page',
        'Open PDF',
        'Open saved PDF',
        'Save PDF…',
        'Remove saved copy'
      ])
      expect(pane.text()).toContain('Page: pay.example.com · PDF: files.example.com')
      expect(pane.text()).not.toContain('payments')
    }
    expect(show({ state: 'open', hasPdf: true }, hosts).find('button.primary').exists()).toBe(false)
  })

  it('name a place that both lead to once', () => {
    const pane = show({ state: 'settled', hasPage: true, hasPdf: true }, { ...hosts, pageHost: hosts.pdfHost })
    expect(pane.text().split('files.example.com')).toHaveLength(2)
  })

  it('that could not be asked for anew can be opened as they are known', async () => {
    const pane = show({ hasPage: true }, hosts)
    await set({ link: { state: 'failed', which: 'page', link: 'fresh', error: { code: 'TIMEOUT' } } })
    expect(pane.get('[role=alert]').text()).toContain('api.example.com took too long')
    await named(pane, 'Open the saved link')?.trigger('click')
    await named(pane, 'Try again')?.trigger('click')
    expect(vi.mocked(store.openLink).mock.calls).toEqual([
      ['page', 'stored'],
      ['page', 'fresh']
    ])
    await set({ link: { state: 'failed', which: 'page', link: 'stored', error: { code: 'INTERNAL' } } })
    expect(named(pane, 'Open the saved link')).toBeUndefined()
  })

  it('without a usable address say so, and offer no other try', async () => {
    const pane = show({ hasPage: true }, hosts)
    const error = { code: 'BAD_REQUEST', found: 'pageAddress' } as const
    await set({ link: { state: 'failed', which: 'page', link: 'fresh', error } })
    expect(pane.get('[role=alert]').text()).toContain('That invoice’s page has no usable address. Find the invoice on')
    for (const name of ['Try again', 'Open the saved link']) expect(named(pane, name)).toBeUndefined()
  })
})

describe('its PDF', () => {
  const keptPdf = { at: '2026-11-01T10:00:00Z', bytes: 1_234_567 }

  it('is saved, and says where and whether a copy is kept', async () => {
    const pane = show({ hasPdf: true })
    await named(pane, 'Save PDF…')?.trigger('click')
    expect(vi.mocked(store.performPdfAction).mock.calls).toEqual([['save']])
    const said = (): string => statuses(pane)
    await set({ pdf: { state: 'busy', act: 'save' } })
    expect(said()).toBe('Saving the PDF…')
    expect(named(pane, 'Save PDF…')?.attributes('aria-busy')).toBe('true')
    await set({ pdf: { state: 'saved', name: 'INV-7.pdf', kept: true } })
    expect(said()).toBe('Saved as INV-7.pdf. A copy is kept here, encrypted, and opens offline.')
    await set({ pdf: { state: 'saved', name: 'INV-7.pdf', kept: false } })
    expect(said()).toBe('Saved as INV-7.pdf. No copy is kept here.')
    await set({ pdf: { state: 'failed', act: 'save', error: { code: 'OFFLINE' } } })
    await pane.get('[role=alert] button').trigger('click')
    expect(vi.mocked(store.performPdfAction).mock.calls).toEqual([['save'], ['save']])
  })

  it.each(['opensInBrowser', 'notPdf'] as const)(
    'offers the browser for a PDF that only a browser can open: %s',
    async (found) => {
      const pane = show({ hasPdf: true }, { pdfHost: 'files.example.org' })
      for (const host of ['api.example.com', 'files.example.org']) {
        await set({ pdf: { state: 'failed', act: 'save', error: { code: 'BAD_REPLY', found, host } } })
        const isRedirected = found === 'opensInBrowser'
        expect(pane.get('[role=alert]').text().includes(`${host} redirects this PDF.`)).toBe(isRedirected)
        expect(pane.get('[role=alert]').text().includes('Open it in your browser.')).toBe(isRedirected)
        expect(named(pane, 'Try again') === undefined).toBe(isRedirected)
      }
      await named(pane, 'Open in your browser')?.trigger('click')
      expect(vi.mocked(store.openLink).mock.calls).toEqual([['pdf']])
    }
  )

  it('behind the credential is saved, and never offered to a browser', async () => {
    const pane = show({ hasPdf: true }, { pdfHost: null, keptPdf })
    expect(pane.findAll('.acts button').map((button) => button.text())).toEqual([
      'Open saved PDF',
      'Save PDF…',
      'Remove saved copy'
    ])
    const errors: [ErrorInfo, string][] = [
      [{ code: 'BAD_REPLY', found: 'notPdf' }, 'Portside can’t read the reply'],
      [{ code: 'FORBIDDEN' }, 'doesn’t allow this'],
      [{ code: 'NOT_FOUND', found: 'noPdf' }, 'api.example.com has no PDF of this invoice. Get it on your provider’s'],
      [{ code: 'BAD_REPLY', found: 'redirects' }, 'redirects this PDF, and Portside doesn’t send your credential']
    ]
    for (const [error, words] of errors) {
      await set({ pdf: { state: 'failed', act: 'save', error: { ...error, host: 'api.example.com' } } })
      expect(pane.get('[role=alert]').text()).toContain(words)
      expect(named(pane, 'Open in your browser')).toBeUndefined()
    }
  })

  it('whose link can’t be opened is said to be that', () => {
    const notes = [{ kind: 'unusableLink', count: 1, field: 'pdf' }] as const
    expect(show({ hasPdf: false }, { notes: [...notes] }).text()).toContain(
      'The provider’s PDF link isn’t a full https:// link, so Portside can’t open it. Get the PDF on your provider’s website.'
    )
    expect(show({ hasPdf: false }, { notes: [] }).text()).not.toContain('PDF link')
  })

  it('that another host refuses sends nobody to the provider URL', async () => {
    const pane = show({ hasPdf: true })
    const fails = async (error: ErrorInfo): Promise<string> => {
      await set({ pdf: { state: 'failed', act: 'save', error } })
      return pane.get('[role=alert]').text()
    }
    const elsewhere = 'The PDF isn’t on api.example.com itself. Try again, or open it in the browser.'
    const there = await fails({ code: 'UNREACHABLE', host: 'files.example.org' })
    expect(there).toContain(`Couldn’t reach files.example.org. ${elsewhere}`)
    expect(there).not.toMatch(/provider URL|check the connection/i)
    const soon = new Date(Date.now() + 60_000).toISOString()
    expect(await fails({ code: 'RATE_LIMITED', host: 'files.example.org', retryAt: soon })).not.toContain(elsewhere)
    expect(await fails({ code: 'UNREACHABLE', host: 'api.example.com' })).toMatch(
      /provider URL.*check the connection/is
    )
    expect(await fails({ code: 'UNREACHABLE' })).toContain('provider URL')
  })

  it('that is kept is opened and removed, also when the provider has none any more', async () => {
    const pane = show({}, { keptPdf })
    expect(pane.text()).toMatch(/Kept here since 1 Nov 2026.*1\.2 MB/)
    expect(named(pane, 'Save PDF…')).toBeUndefined()
    await named(pane, 'Open saved PDF')?.trigger('click')
    await named(pane, 'Remove saved copy')?.trigger('click')
    expect(vi.mocked(store.performPdfAction).mock.calls).toEqual([['open'], ['drop']])
  })
})

describe('its discount', () => {
  const shown = (given: Partial<Invoice>): string | undefined => {
    const facts = show({ currency: 'EUR', ...given })
    return facts
      .findAll('dt')
      .find((label) => label.text() === 'Discount')
      ?.element.nextElementSibling?.textContent.trim()
  }

  it.each([
    ['subtotal less discount, and taxes', '142.40', '14.24', '9.87', '138.03', '-€14.24'],
    ['taxes within the prices', '142.4', '14.24', '9.20', '128.16', '-€14.24'],
    ['no taxes known', '10', '0.1', null, '9.9', '-€0.10'],
    ['a subtotal that it is taken off already', '128.16', '14.24', '9.87', '138.03', '€14.24'],
    ['amounts that don’t add up', '142.40', '14.24', '9.87', '140.00', '€14.24'],
    ['a sign of the provider’s', '142.40', '-14.24', '9.87', '138.03', '-€14.24'],
    ['nothing taken off', '142.40', '0.00', '0', '142.40', '€0.00'],
    ['no subtotal', null, '14.24', '9.87', '138.03', '€14.24'],
    ['no total', '142.40', '14.24', '9.87', null, '€14.24']
  ] as const)('has a minus where it lowers the total: %s', (_, subtotal, discount, taxes, total, words) => {
    expect(shown({ subtotal, discount, taxes, total })).toBe(words)
  })
})

describe('its lines', () => {
  const line = { text: null, quantity: null, unitAmount: null, amount: null }
  const cells = (pane: ReturnType<typeof show>): string[][] =>
    pane.findAll('tr').map((row) => row.findAll('th, td').map((cell) => cell.text()))

  it('stand in a table, exactly as they add up, without columns that no line has', () => {
    const lines = [
      { ...line, text: '4G proxy', quantity: '2.125', unitAmount: '10', amount: '21.25' },
      { ...line, amount: '0.005' }
    ]
    expect(cells(show({ currency: 'EUR' }, { lines }))).toEqual([
      ['Item', 'Qty', 'Price', 'Amount'],
      ['4G proxy', '2.125', '€10.00', '€21.25'],
      ['', '', '', '€0.005']
    ])
    expect(cells(show({}, { lines: [{ ...line, text: 'Setup' }] }))).toEqual([['Setup']])
  })

  it('end with the total, what was paid so far and what remains', () => {
    const lines = [{ ...line, text: '4G proxy', amount: '300' }]
    const part = { state: 'open', currency: 'EUR', subtotal: '300', total: '300' } as const
    expect(cells(show({ ...part, paidAmount: '250', remaining: '50' }, { lines })).slice(2)).toEqual([
      ['Total', '€300.00'],
      ['Paid so far', '€250.00'],
      ['Remaining', '€50.00']
    ])
    expect(cells(show({ ...part, state: 'settled', paidAmount: '300.00' }, { lines })).slice(2)).toEqual([
      ['Total', '€300.00']
    ])
    expect(cells(show({ ...part, state: 'credit', remaining: '30' }, { lines })).at(-1)).toEqual(['Unused', '€30.00'])
  })

  it('have quantity and price below the text where there is no room for their columns, and no amount is cut', async () => {
    const lines = [{ text: '4G proxy', quantity: '3', unitAmount: '411522630', amount: '1234567890' }]
    const pane = show({ currency: 'IDR', total: '1234567890' }, { lines })
    const place = pane.element.parentElement!
    place.style.inlineSize = '376px'
    document.body.append(place)
    const heads = (): string[] => pane.findAll('thead th').map((head) => head.text())
    await vi.waitFor(() => expect(heads()).toEqual(['Item', 'Amount']))
    expect(pane.get('tbody td').text()).toMatch(/4G proxy\s*3 × IDR\s411,522,630.00/)
    const scroller = pane.get('.scroller').element
    expect(scroller.scrollWidth).toBe(scroller.clientWidth)
    place.style.inlineSize = '800px'
    await vi.waitFor(() => expect(heads()).toEqual(['Item', 'Qty', 'Price', 'Amount']))
    place.remove()
  })

  it('have an amount on a line of its own where it has no room beside the text', async () => {
    const amount = '123456789012345.67'
    const lines = [{ text: 'Residential proxies', quantity: '2', unitAmount: '5', amount }]
    const pane = show({ currency: 'USD', total: amount }, { lines })
    const place = pane.element.parentElement!
    place.style.inlineSize = '320px'
    document.body.append(place)
    const heads = (): string[] => pane.findAll('thead th').map((head) => head.text())
    await vi.waitFor(() => expect(heads()).toEqual(['Item']))
    expect(pane.get('tbody td').text()).toMatch(/Residential proxies\s*2 × US\$5.00\s*US\$123,456,789,012,345.67/)
    expect(pane.get('tfoot').text()).toMatch(/Total\s*US\$123,456,789,012,345.67/)
    const scroller = pane.get('.scroller').element
    expect(scroller.scrollWidth).toBe(scroller.clientWidth)
    place.style.inlineSize = '800px'
    await vi.waitFor(() => expect(heads()).toEqual(['Item', 'Qty', 'Price', 'Amount']))
    place.remove()
  })

  it('that are too many are said to be elsewhere', () => {
    const lines = [{ ...line, text: 'one' }]
    expect(show({}, { lines, moreLines: 3 }).text()).toContain('3 more lines are in the raw record.')
    expect(show({}, { lines }).text()).not.toContain('more line')
  })
})
