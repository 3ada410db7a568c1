import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { PartialList } from '../../../src/shared/models/freshness.ts'
import type { AccountAmounts } from '../../../src/shared/models/account.ts'
import type { Invoice, Money } from '../../../src/shared/models/invoice.ts'
import type { InvoiceSummary } from '../../../src/shared/models/invoice-sums.ts'
import { NOTHING_READ } from '../../../src/shared/models/owed.ts'
import { invoice } from '../invoices/fixtures.ts'
import { summary, type SummaryFields } from '../invoices/page-of.ts'
import { fresh, layBridge, line, online, opened, settings, type FakeBridge } from '../ui/shell/bridge.ts'
import { axeFindings, expectFine, openPage } from '../ui/shell/page.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv')
/** Days of another year are shown with their year. */
const thisYear = new Date().getFullYear()
const due: Invoice[] = [
  invoice({
    key: 'a',
    number: 'HB-1',
    state: 'open',
    total: '86.27',
    currency: 'EUR',
    dueAt: day(-26),
    hasPage: true,
    hasPdf: true
  }),
  invoice({ key: 'b', number: null, state: 'open', total: '378.00', currency: 'EUR', dueAt: day(2) })
]
const paid = [
  invoice({ key: 'c', number: 'HB-0', state: 'settled', total: '119', currency: 'EUR', paidAt: `${thisYear}-10-27` })
]
const NONE_OPEN = { open: 0, settled: 1, void: 0, credit: 0, unknown: 0 }
const owed = (more: SummaryFields = {}): InvoiceSummary =>
  summary({
    byState: { open: 3, settled: 31, void: 6, credit: 0, unknown: 0 },
    overdue: 1,
    openAmounts: [{ currency: 'EUR', amount: '578.65' }],
    overdueAmounts: [{ currency: 'EUR', amount: '86.27' }],
    overdueSince: day(-26),
    nextDueDay: `${thisYear}-11-24`,
    paidThisYear: { invoices: 31, amounts: [{ currency: 'EUR', amount: '4120.00' }] },
    ...more
  })

async function openOverview(before: (bridge: FakeBridge) => void = () => undefined): Promise<FakeBridge> {
  const bridge = layBridge()
  bridge.answer('invoices.overview', { summary: owed(), due, paid, freshness: fresh, missing: [] })
  before(bridge)
  await openPage('/')
  await expect.element(browser.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  return bridge
}
/** Of the account shown, whose profile was fetched two days ago. */
function amountsWith(money: Money | null): { accounts: AccountAmounts[] } {
  const balance = money && { ...money, fetchedAt: new Date(Date.now() - 49 * 3_600_000).toISOString() }
  return { accounts: [{ ...NOTHING_READ, open: 0, error: null, id: 'a', fetchedAt: fresh.fetchedAt, balance }] }
}
const notices = browser.getByRole('region', { name: 'Notices' })
const card = (name: string) => browser.getByRole('region', { name, exact: true })

describe('the overview', () => {
  it('is the first view, and says what is owed, how urgent it is and what was paid', async () => {
    await openOverview()
    await expect.element(card('To pay')).toMatchTextContent('€578.65')
    await expect.element(card('To pay')).toMatchTextContent('3 invoices · 1 overdue · next due 24 Nov')
    await expect.element(card('To pay')).toMatchTextContent('1 more to pay')
    const all = card('To pay').getByRole('link', { name: 'Show invoices to pay' })
    await expect.element(all).toHaveAttribute('href', '#/invoices?state=outstanding')
    await expect.element(card('Paid this year')).toMatchTextContent('€4,120.00')
    await expect.element(card('Paid this year').getByRole('listitem')).toMatchTextContent(/HB-0\s*27 Oct\s*€119.00/)
  })

  it('says what is owed where accounts’ amounts and changes can’t be read', async () => {
    await openOverview((bridge) => {
      for (const call of ['accounts.amounts', 'catalogue.changes']) bridge.fail(call, { code: 'STORAGE' })
    })
    await expect.element(card('To pay')).toMatchTextContent('€578.65')
    expect(document.querySelector('main [role=alert]')).toBe(null)
  })

  it('takes no day of issue for one of payment', async () => {
    const unknown = invoice({ key: 'd', number: 'HB-9', state: 'settled', issuedAt: `${thisYear}-10-17` })
    await openOverview((bridge) => {
      bridge.answer('invoices.overview', { summary: owed(), due, paid: [unknown], freshness: fresh, missing: [] })
    })
    await expect.element(card('Paid this year').getByRole('listitem')).toMatchTextContent(/HB-9\s*issued 17 Oct/)
  })

  it('names no currency, due day or number that the provider does not give', async () => {
    await openOverview((bridge) => {
      const oldestOpenDay = day(-26)
      const none = { overdue: 0, overdueAmounts: [], overdueSince: null, nextDueDay: null, oldestOpenDay }
      const plain = owed({ ...none, openAmounts: [{ currency: null, amount: '578.65' }] })
      bridge.answer('invoices.overview', { summary: plain, due: [], paid: [], freshness: fresh, missing: [] })
    })
    await expect.element(card('To pay')).toMatchTextContent('578.65')
    await expect.element(card('To pay')).toMatchTextContent('3 invoices · oldest 26 days')
    await expect.element(card('To pay')).not.toMatchTextContent(/next due|no currency/)
  })

  it('says that nothing is to pay', async () => {
    await openOverview((bridge) => {
      const nothing = owed({
        byState: { open: 0, settled: 1, void: 0, credit: 0, unknown: 0 },
        openAmounts: [],
        overdue: 0,
        nextDueDay: null
      })
      bridge.answer('invoices.overview', { summary: nothing, due: [], paid, freshness: fresh, missing: [] })
    })
    await expect.element(card('To pay')).toMatchTextContent('Nothing to pay')
  })

  it('heads payments of any year with what they are', async () => {
    await openOverview((bridge) => {
      const none = owed({ paidThisYear: { invoices: 0, amounts: [] } })
      bridge.answer('invoices.overview', { summary: none, due, paid, freshness: fresh, missing: [] })
    })
    await expect.element(card('Paid this year').getByRole('heading', { name: 'Latest payments' })).toBeVisible()
    await expect.element(card('Paid this year').getByRole('list', { name: 'Latest payments' })).toBeVisible()
  })

  it('says that none was paid this year', async () => {
    await openOverview((bridge) => {
      const none = owed({ paidThisYear: { invoices: 0, amounts: [] } })
      bridge.answer('invoices.overview', { summary: none, due, paid: [], freshness: fresh, missing: [] })
    })
    await expect.element(card('Paid this year')).toMatchTextContent(/^Paid this year\s*None$/)
  })

  it('doesn’t say that none was paid this year of ones without a day', async () => {
    await openOverview((bridge) => {
      const unknown = owed({ paidThisYear: { invoices: 0, amounts: [] }, paidWithoutDay: 2 })
      bridge.answer('invoices.overview', { summary: unknown, due, paid: [], freshness: fresh, missing: [] })
    })
    await expect.element(card('Paid this year')).toMatchTextContent(/^Paid this year\s*None known$/)
  })

  it('says that the amount is not known where no open invoice has one', async () => {
    await openOverview((bridge) => {
      const unread = owed({ openAmounts: [], openWithoutAmount: 3, paidThisYear: { invoices: 2, amounts: [] } })
      const row = invoice({ key: 'a', number: 'HB-1', state: 'open' })
      bridge.answer('invoices.overview', { summary: unread, due: [row], paid: [], freshness: fresh, missing: [] })
    })
    await expect.element(card('To pay')).toMatchTextContent(/^To pay.*Amount unknown\s*3 invoices/)
    await expect.element(card('To pay').getByRole('listitem')).toMatchTextContent('Amount unknown')
    await expect.element(card('Paid this year')).toMatchTextContent(/Amount unknown\s*2 invoices/)
  })

  it.for<[string, SummaryFields, PartialList | null, string]>([
    [
      'unrecognised ones',
      { byState: { ...NONE_OPEN, unknown: 4 } },
      null,
      '4 invoices have an unrecognised status. Define these statuses'
    ],
    ['a part of the list', { isPartial: true }, { received: 10, total: 52 }, 'First 10 of 52 received.'],
    [
      'ones without a status',
      { byState: { ...NONE_OPEN, unknown: 12 }, withoutStatus: 12 },
      null,
      '12 invoices have no status. Define this status'
    ]
  ])('doesn’t say that nothing is to pay of %s', async ([, more, partial, note]) => {
    await openOverview((bridge) => {
      const none = { byState: NONE_OPEN, openAmounts: [], overdue: 0, nextDueDay: null }
      const paidThisYear = { invoices: 0, amounts: [] }
      const freshness = { ...fresh, partial }
      bridge.answer('invoices.overview', {
        summary: owed({ ...none, paidThisYear, ...more }),
        due: [],
        paid: [],
        freshness,
        missing: []
      })
    })
    await expect.element(card('To pay')).toMatchTextContent('No known invoices to pay')
    await expect.element(notices).toMatchTextContent(note)
    await expect.element(card('To pay')).not.toMatchTextContent('Nothing to pay')
    await expect.element(card('Paid this year')).not.toMatchTextContent('no invoices')
    await expect.element(card('Paid this year')).toMatchTextContent('None known')
  })

  it('says of a part of the list what is to pay at least, and what of credit', async () => {
    await openOverview((bridge) => {
      const credits = [{ currency: 'EUR', amount: '50' }]
      const freshness = { ...fresh, partial: { received: 10, total: null } }
      bridge.answer('invoices.overview', {
        summary: owed({ credits, deducted: credits, isPartial: true }),
        due,
        paid,
        freshness,
        missing: []
      })
    })
    await expect.element(card('To pay')).toMatchTextContent('at least €578.65')
    await expect.element(card('To pay')).toMatchTextContent('€50.00 credit deducted')
    await expect.element(card('To pay')).toMatchTextContent('€50.00 credit not deducted: it may already have been used')
    await expect.element(notices).toMatchTextContent('First 10 received. There may be more.')
    await expect.element(card('Paid this year')).toMatchTextContent('at least €4,120.00')
  })

  it('shows of a part-paid invoice what remains to pay', async () => {
    await openOverview((bridge) => {
      const part = invoice({ key: 'p', number: 'HB-2', state: 'open', total: '300', remaining: '50', currency: 'EUR' })
      bridge.answer('invoices.overview', { summary: owed(), due: [part], paid: [], freshness: fresh, missing: [] })
    })
    const row = card('To pay').getByRole('listitem')
    await expect.element(row).toMatchTextContent('€50.00')
    await expect.element(row).not.toMatchTextContent('€300.00')
    await expect.element(row.getByTitle('€50.00 of €300.00 remaining')).toBeVisible()
  })

  it('opens the page of an invoice and saves its PDF, and says what came of it', async () => {
    const bridge = await openOverview()
    bridge.answer('invoices.openLink', { host: 'pay.example.com' })
    await browser.getByRole('button', { name: 'Open the page of invoice HB-1' }).click()
    await expect.element(browser.getByText('Opened pay.example.com in your browser.')).toBeVisible()
    bridge.fail('invoices.savePdf', { code: 'OFFLINE' })
    await browser.getByRole('button', { name: 'Save the PDF of invoice HB-1' }).click()
    await expect.element(card('To pay').getByRole('alert')).toBeVisible()
    await expectFine()
    expect(bridge.asked('invoices.savePdf')).toEqual([{ key: 'a' }])
    // The other one has neither page nor PDF.
    expect(browser.getByRole('button', { name: 'without a number' }).query()).toBeNull()
  })

  it('is drawn before the password store answers, and shows a locked one in place of the amounts', async () => {
    const bridge = await openOverview((fake) => fake.hold('invoices.overview'))
    await expect.element(card('Accounts')).toMatchTextContent('ada@example.com')
    await expect.element(card('Catalogue')).toBeVisible()
    bridge.fail('invoices.overview', { code: 'KEYCHAIN_LOCKED', found: 'sealed' })
    await expect.element(card('To pay').getByRole('alert')).toMatchTextContent(/password store/i)
    await expectFine()
    bridge.answer('session.retryKeychain', opened([line()]))
    await card('To pay').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => bridge.asked('session.retryKeychain')).toHaveLength(1)
    await expect.poll(() => bridge.asked('invoices.overview').length).toBeGreaterThan(1)
  })

  it('shows every account with its amount, and why one has none', async () => {
    await openOverview((bridge) => {
      const accounts = [line(), line({ id: 'b', label: 'Studio' }), line({ id: 'c', label: 'Old' }, 'signedOut')]
      bridge.answer('session.state', opened(accounts))
      const amounts = {
        ...NOTHING_READ,
        fetchedAt: fresh.fetchedAt,
        error: null,
        balance: null
      }
      bridge.answer('accounts.amounts', {
        accounts: [
          { ...amounts, id: 'a', open: 3, openAmounts: [{ currency: 'EUR', amount: '578.65' }] },
          { ...amounts, id: 'b', open: 0, openAmounts: [] },
          { ...amounts, id: 'c', open: null, openAmounts: [], fetchedAt: null }
        ]
      })
    })
    const rows = card('Accounts').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/€578.65 to pay\s*3 hours ago/)
    await expect.element(rows.nth(1)).toMatchTextContent(/Nothing to pay\s*3 hours ago/)
    await expect.element(rows.nth(2)).toMatchTextContent('Signed out')
  })

  it.for<[name: string, money: Money, text: string]>([
    ['with its currency', { amount: '12.00', currency: 'EUR' }, '€12.00'],
    ['without one', { amount: '12', currency: null }, '12.00 (no currency)'],
    ['with its sign', { amount: '-5.25', currency: 'USD' }, '-US$5.25'],
    ['of zero', { amount: '0', currency: 'EUR' }, '€0.00'],
    ['of many digits', { amount: '123456789012345678901234567890.12', currency: 'USD' }, '456,789,012,345,678,901']
  ])('shows the money in the account %s, and its age', async ([, money, text]) => {
    await openOverview((bridge) => bridge.answer('accounts.amounts', amountsWith(money)))
    await expect.element(card('To pay')).toMatchTextContent(`Account balance`)
    await expect.element(card('To pay')).toMatchTextContent(text)
    await expect.element(card('To pay').getByText('2 days ago')).toBeVisible()
    const { scrollWidth, clientWidth } = card('To pay').element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  it('shows it where the provider has no invoices', async () => {
    await openOverview((bridge) => {
      const open = line()
      bridge.answer('session.state', opened([{ ...open, provider: { ...open.provider, topics: ['profile'] } }]))
      bridge.answer('accounts.amounts', amountsWith({ amount: '12.00', currency: 'EUR' }))
    })
    await expect.element(card('Invoices')).toMatchTextContent(/Account balance\s*€12.00\s*2 days ago/)
  })

  it('says nothing of money in the account that isn’t known, until the profile comes', async () => {
    const bridge = await openOverview((fake) => fake.answer('accounts.amounts', amountsWith(null)))
    await expect.element(card('To pay')).toMatchTextContent('€578.65')
    await expect.element(card('To pay')).not.toMatchTextContent('Account balance')
    bridge.answer('accounts.amounts', amountsWith({ amount: '12.00', currency: 'EUR' }))
    bridge.emit('amounts')
    await expect.element(card('To pay')).toMatchTextContent('Account balance')
  })

  it('shows the changes in the catalogue that were not seen yet', async () => {
    await openOverview((bridge) => {
      const change = { key: 'p', at: fresh.fetchedAt, fields: [], moreFields: 0, seen: false, listed: true }
      bridge.answer('app.status', { ...online, unseenChanges: 2 })
      bridge.answer('catalogue.changes', {
        rows: [
          { ...change, id: 9, kind: 'new', name: '4G mobile proxy, Czechia' },
          { ...change, id: 8, kind: 'gone', name: '4G mobile proxy, Romania', listed: false }
        ],
        ...{ total: 2, newest: 9, isCut: false, visit: fresh.fetchedAt }
      })
    })
    await expect.element(card('Catalogue')).toMatchTextContent('2 changes since you last looked')
    await expect.element(card('Catalogue').getByRole('link', { name: '4G mobile proxy, Czechia' })).toBeVisible()
    await expect.element(card('Catalogue')).toMatchTextContent('4G mobile proxy, Romania')
    await expect
      .element(card('Catalogue').getByRole('link', { name: '4G mobile proxy, Romania' }))
      .not.toBeInTheDocument()
  })

  it.for([
    ['online', {}, /is up\.\s*Signed in, until/],
    [
      'offline',
      { reach: 'offline', nextTryAt: '2026-11-20T10:00:00Z' },
      'You’re offline. You’re seeing saved data. Portside tries again at'
    ],
    ['unreachable', { reach: 'unreachable' }, 'Can’t reach'],
    ['not asked yet', { reach: 'unknown' }, 'Not connected to']
  ] as const)('says in words how connection and sign-in are: %s', async ([, status, text]) => {
    await openOverview((bridge) => {
      bridge.answer('app.status', { ...online, ...status })
      bridge.answer('session.state', opened([line({ tokenExpiresAt: '2031-05-01T10:00:00Z' })]))
    })
    await expect.element(card('Connection')).toMatchTextContent(text)
    await expect.element(card('Connection').getByRole('link', { name: 'Check the connection' })).toBeVisible()
  })

  it('says that a token has expired, not that it is valid until then', async () => {
    await openOverview((bridge) =>
      bridge.answer('session.state', opened([line({ tokenExpiresAt: '2021-05-01T10:00:00Z' })]))
    )
    await expect.element(card('Connection')).toMatchTextContent(/Signed in, but the token expired .*2021/)
    await expect.element(card('Connection')).not.toMatchTextContent('until')
  })

  it('says of the sample that nothing leaves this computer, and leads to the sign-in', async () => {
    await openOverview((bridge) => bridge.answer('session.state', opened([line({ kind: 'sample' }, 'sample')])))
    await expect.element(card('Connection')).toMatchTextContent('Nothing leaves this computer.')
    await card('Connection').getByRole('link', { name: 'Sign in to your provider' }).click()
    await expect.element(browser.getByRole('heading', { level: 1 })).toMatchTextContent(/sign in|add/i)
  })
})

describe('the overview of all accounts', () => {
  const LINES = [line({ label: 'Work', named: true }), line({ id: 'b', label: 'Studio', named: true })]
  const ofBoth = [due[0]!, invoice({ ...due[1]!, key: 'b/1', account: 'b', number: 'S-1' })]
  const openAll = (more: object = {}): Promise<FakeBridge> =>
    openOverview((bridge) => {
      bridge.answer('app.settings', { ...settings, allAccounts: true })
      bridge.answer('session.state', opened(LINES))
      const overview = { summary: owed(), due: ofBoth, paid, freshness: fresh, missing: [], ...more }
      bridge.answer('invoices.overview', overview)
    })
  const outstanding = card('To pay · All accounts')

  it('says so in its headings, and names the account of each invoice', async () => {
    const bridge = await openAll()
    await expect.element(outstanding.getByRole('listitem').nth(1)).toMatchTextContent(/S-1\s*Studio/)
    await expect.element(card('Paid this year · All accounts')).toMatchTextContent(/HB-0\s*Work/)
    const ages = [
      { ...amountsWith(null).accounts[0]!, id: 'b', fetchedAt: '2026-01-02T08:00:00Z' },
      { ...amountsWith(null).accounts[0]!, id: 'a', fetchedAt: '2026-01-02T09:00:00Z' }
    ]
    bridge.answer('accounts.amounts', { accounts: ages })
    bridge.answer('invoices.overview', { summary: owed(), due: [], paid, freshness: fresh, missing: [] })
    bridge.emit('amounts')
    bridge.emit('invoices', 'b')
    await expect.element(outstanding.getByRole('listitem')).not.toBeInTheDocument()
    const age = (): string => document.querySelector('footer time')?.getAttribute('title') ?? ''
    await expect.poll(age).toMatch(/^Studio: .*\nWork: /)
  })

  it('names the accounts it lacks, and doesn’t say that nothing is to pay', async () => {
    const none = owed({ byState: NONE_OPEN, openAmounts: [], overdue: 0, nextDueDay: null, isPartial: true })
    await openAll({ summary: none, due: [], missing: [{ id: 'b', why: 'notFetched', error: null }] })
    await expect.element(outstanding).toMatchTextContent('No known invoices to pay')
    await expect.element(notices).toMatchTextContent('Not included: Studio. Not fetched yet. Fetch now')
    await expect.element(card('Paid this year · All accounts')).toMatchTextContent('€4,120.00')
    expect(await axeFindings()).toEqual([])
  })

  it('is chosen in its toolbar', async () => {
    const bridge = await openOverview((it) => it.answer('session.state', opened(LINES)))
    const all = browser.getByRole('radio', { name: 'All accounts' })
    await expect.element(all).not.toBeChecked()
    bridge.answer('app.changeSettings', { ...settings, allAccounts: true })
    await browser.getByTitle('All accounts').click()
    await expect.element(outstanding).toMatchTextContent('€578.65')
    await expect.element(all).toBeChecked()
  })
})
