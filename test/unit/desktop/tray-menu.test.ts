import { describe, expect, test } from 'vitest'
import { summedAccounts, type SummarisedAccount } from '../../../src/main/accounts/summary/account-snapshot.ts'
import type { AccountsSummary } from '../../../src/main/accounts/summary/account-summaries.ts'
import { trayContent, type TrayLine } from '../../../src/main/desktop/tray/tray-menu.ts'
import { NOTHING_READ, owedByAll, type Owed } from '../../../src/shared/models/owed.ts'
import { invoice } from '../../support/ports.ts'
import { inUtc } from '../../support/utc.ts'

inUtc()

type Ready = Extract<AccountsSummary, { status: 'ready' }>

const now = new Date('2026-11-20T12:00:00Z')
const content = (accountSummary: AccountsSummary) => trayContent(accountSummary, 'en-GB', now)
const textsOf = (lines: TrayLine[]): string[] => lines.map((line) => ('label' in line ? line.label : '—'))
const labels = (accountSummary: AccountsSummary) => textsOf(content(accountSummary).lines)
const group = (accountSummary: AccountsSummary, label: RegExp): string[] => {
  const found = content(accountSummary).lines.find((line) => line.kind === 'group' && label.test(line.label))
  return found?.kind === 'group' ? textsOf(found.lines) : []
}

type Fields = Partial<Owed> & Partial<Omit<SummarisedAccount, 'owed'>>
const account = (more: Fields = {}): SummarisedAccount => ({
  id: 'id-1',
  label: 'ada@example.com',
  current: true,
  credential: 'kept',
  hasInvoices: true,
  keychainError: null,
  sealed: null,
  owed: { ...NOTHING_READ, open: 2, openAmounts: [{ currency: 'EUR', amount: '130.00' }], ...more },
  due: [
    invoice('i1', { total: '100.00', currency: 'EUR', dueDay: '2026-11-24' }),
    invoice('i2', { total: null, issuedAt: null, issuedDay: null })
  ],
  fetchedAt: '2026-11-20T11:55:00Z',
  balance: null,
  plansSoon: [],
  plansFetchedAt: '2026-11-20T11:55:00Z',
  hasCalls: true,
  refreshing: false,
  error: null,
  plansError: null,
  ...more
})
const other = (more: Fields = {}): SummarisedAccount =>
  account({
    id: 'id-2',
    label: 'Work',
    current: false,
    open: 1,
    unknown: 0,
    openAmounts: [{ currency: 'USD', amount: '5' }],
    fetchedAt: '2026-11-20T11:00:00Z',
    plansFetchedAt: '2026-11-20T11:00:00Z',
    due: [invoice('w1', { total: '5', currency: 'USD', dueDay: '2026-11-19' })],
    ...more
  })
const of = (accounts: SummarisedAccount[], more: Partial<Ready> = {}): Ready => ({
  status: 'ready',
  accounts,
  owed: owedByAll(summedAccounts(accounts).map(({ owed }) => owed)),
  refreshAll: null,
  ...more
})
const one = (more: Fields = {}): Ready => of([account(more)])

const NOTHING: Fields = { open: null, unknown: 0, openAmounts: [], due: [], fetchedAt: null }
const ACTIONS = ['Refresh now', 'Open Portside', 'Settings', 'Quit Portside']

describe('one account', () => {
  test('how many are to pay, how much that is, when that was checked, and what is due with its day', () => {
    expect(labels(one())).toEqual([
      'ada@example.com',
      '2 invoices to pay · €130.00',
      'Checked 5 minutes ago',
      '—',
      '€100.00 · due 24 Nov 2026',
      'amount unknown',
      '—',
      ...ACTIONS
    ])
    expect(content(one())).toMatchObject({ marked: true, tooltip: 'Portside: 2 to pay · €130.00 · checked 5 min ago' })
    expect(content(one()).lines).toContainEqual(
      expect.objectContaining({ kind: 'invoice', account: 'id-1', key: 'i1' })
    )
  })

  test('an unknown currency is not given one and stands apart', () => {
    const openAmounts = [
      { currency: 'EUR', amount: '30' },
      { currency: null, amount: '5.5' }
    ]
    expect(labels(one({ openAmounts }))[1]).toBe('2 invoices to pay · €30.00 · 5.50 (no currency)')
    expect(labels(one({ openAmounts: [{ currency: 'credits', amount: '7' }] }))[1]).toBe(
      '2 invoices to pay · 7.00 credits'
    )
  })

  test('what is overdue is counted, and its line says for how long, from the day after its due day on', () => {
    const due = [
      invoice('long', { total: '7', currency: 'EUR', dueDay: '2026-01-10' }),
      invoice('late', { total: '1', currency: 'EUR', dueDay: '2026-11-19' }),
      invoice('today', { total: '2', currency: 'EUR', dueDay: '2026-11-20' })
    ]
    const seen = labels(one({ overdue: 2, due }))
    expect(seen[1]).toBe('2 invoices to pay · 2 overdue · €130.00')
    expect(seen.slice(4, 7)).toEqual(['€7.00 · 314 days overdue', '€1.00 · 1 day overdue', '€2.00 · due 20 Nov 2026'])
    expect(content(one({ overdue: 1 })).tooltip).toContain('1 overdue')
  })

  test('a due day by the user’s own term is marked as such', () => {
    const due = [invoice('i1', { total: '1', dueDay: '2026-11-24', dueBy: 'term' })]
    expect(labels(one({ due }))[4]).toBe('1.00 · due 24 Nov 2026 (your term)')
  })

  test('without a due day, the day of issue that the reader found stands instead', () => {
    const due = [invoice('i1', { total: '1', issuedAt: '1767225600', issuedDay: '2026-01-01' })]
    expect(labels(one({ due }))[4]).toBe('1.00 · issued 1 Jan 2026')
  })

  test('ages and dates are in the words of the interface, amounts in the format of the region', () => {
    const german = textsOf(trayContent(one(), 'de-DE', now).lines)
    expect(german[2]).toBe('Checked 5 minutes ago')
    expect(german[4]).toBe('100,00\u00a0€ · due 24 Nov 2026')
  })

  test('what renews or ends soon stands below what is due: a few lines, each of which opens the plans', () => {
    const soon = (name: string | null, day: string, kind: 'renews' | 'ends' = 'renews') => ({
      name,
      price: { amount: '9.99', currency: 'EUR' },
      next: { day, kind }
    })
    const plansSoon = [soon('ISP 25', '2026-11-21'), soon(null, '2026-11-22', 'ends')]
    expect(labels(one({ plansSoon })).slice(4, -ACTIONS.length)).toEqual([
      '€100.00 · due 24 Nov 2026',
      'amount unknown',
      '—',
      'ISP 25 · renews 21 Nov 2026 · €9.99',
      'Unnamed plan · ends 22 Nov 2026',
      '—'
    ])
    expect(content(one({ plansSoon })).lines).toContainEqual({
      kind: 'plan',
      label: 'Unnamed plan · ends 22 Nov 2026',
      account: 'id-1'
    })
    const many = [...plansSoon, soon('Three', '2026-11-23'), soon('Four', '2026-11-24')]
    expect(labels(one({ plansSoon: many, due: [] })).slice(4, -1 - ACTIONS.length)).toEqual([
      'ISP 25 · renews 21 Nov 2026 · €9.99',
      'Unnamed plan · ends 22 Nov 2026',
      'Three · renews 23 Nov 2026 · €9.99',
      '…'
    ])
  })

  describe('the age of plans', () => {
    const next = { day: '2026-11-21', kind: 'renews' } as const
    const plans = { plansSoon: [{ name: 'ISP', price: null, next }], due: [] }
    const after = (more: Fields): string[] => labels(one({ ...plans, ...more })).slice(2, -1 - ACTIONS.length)
    const noInvoices: Fields = { ...NOTHING, hasInvoices: false }

    test('is said where it is another one than that of the invoices, or their refresh failed', () => {
      const plansFetchedAt = '2026-11-17T12:00:00Z'
      const row = 'ISP · renews 21 Nov 2026'
      expect(after({})).toEqual(['Checked 5 minutes ago', '—', row])
      expect(after({ plansFetchedAt })).toEqual(['Checked 5 minutes ago', '—', 'Checked 3 days ago', row])
      expect(after({ plansFetchedAt, plansError: { code: 'FORBIDDEN' } })).toEqual([
        ...['Checked 5 minutes ago', '—', 'Couldn’t check; data from 3 days ago', row]
      ])
      const failed = after({ error: { code: 'SERVER', host: 'a.example' } })
      expect([failed[0], failed.at(-2)]).toEqual(['Couldn’t check; data from 5 minutes ago', 'Checked 5 minutes ago'])
    })

    test('stands for the account’s where it has no invoices, as does their error', () => {
      expect(labels(one(noInvoices)).slice(1, 4)).toEqual([
        'Can’t list this provider’s invoices',
        'Checked 5 minutes ago',
        '—'
      ])
      expect(after({ ...noInvoices, ...plans })).toEqual(['Checked 5 minutes ago', '—', 'ISP · renews 21 Nov 2026'])
      const failed = one({ ...noInvoices, plansError: { code: 'FORBIDDEN', host: 'a.example' } })
      expect(labels(failed).slice(2, 4)).toEqual([
        'Couldn’t check; data from 5 minutes ago',
        expect.stringContaining('a.example')
      ])
      expect(labels(of([account(), other({ ...noInvoices, plansError: { code: 'FORBIDDEN' } })]))).toContain(
        '1 account couldn’t be checked'
      )
    })
  })

  test('that nothing is open is not said where the provider’s statuses say nothing', () => {
    const seen = one({ open: 0, unknown: 3, openAmounts: [] })
    expect(labels(seen)[1]).toBe('No known invoices to pay · 3 unrecognised')
    expect(content(seen)).toMatchObject({
      marked: false,
      tooltip: 'Portside: No known invoices to pay · 3 unrecognised · checked 5 min ago'
    })
  })

  test('nothing open is said and not marked', () => {
    const seen = one({ open: 0, unknown: 0, openAmounts: [], due: [] })
    expect(labels(seen)).toContain('Nothing to pay')
    expect(content(seen)).toMatchObject({ marked: false, tooltip: 'Portside: Nothing to pay · checked 5 min ago' })
  })

  test('of a part of the list, the least is said, and never that there is nothing', () => {
    const seen = one({ isPartial: true, unknown: 0 })
    expect(labels(seen).slice(1, 3)).toEqual([
      'At least 2 invoices to pay · €130.00',
      'Your invoices may be incomplete'
    ])
    expect(content(seen).tooltip).toBe('Portside: At least 2 to pay · €130.00 · checked 5 min ago')
    const none = one({ isPartial: true, open: 0, openAmounts: [], due: [] })
    expect(labels(none)).toEqual([
      'ada@example.com',
      'No known invoices to pay',
      'Your invoices may be incomplete',
      'Checked 5 minutes ago',
      '—',
      ...ACTIONS
    ])
    expect(content(none).tooltip).toBe('Portside: No known invoices to pay · checked 5 min ago')
  })

  test('credit and unread due dates are said with the sum', () => {
    const euros = (amount: string) => [{ currency: 'EUR', amount }]
    const seen = one({ credits: euros('50'), dueUnread: 1 })
    expect(labels(seen)[1]).toBe(
      '2 invoices to pay · 1 due date couldn’t be read · €130.00, and €50.00 credit not deducted'
    )
    expect(content(seen).tooltip).toContain('€130.00, and €50.00 credit not deducted')
    expect(labels(one({ deducted: euros('20') }))[1]).toBe('2 invoices to pay · €130.00 after €20.00 credit')
    expect(labels(one({ open: 0, openAmounts: [], unusedCredits: euros('20') }))[1]).toBe(
      'Nothing to pay · €20.00 unused credit'
    )
  })

  test('what is overdue, unread or unrecognised is said however long the amounts are', () => {
    const openAmounts = ['EUR', 'USD', 'CHF', 'GBP'].map((currency) => ({ currency, amount: '123456789012.34' }))
    const seen = one({ openAmounts, overdue: 1, dueUnread: 1, unknown: 3, withoutStatus: 1 })
    const counts = '1 overdue · 1 due date couldn’t be read · 2 unrecognised · 1 without a status ·'
    expect(labels(seen)[1]).toContain(`2 invoices to pay · ${counts}`)
    expect(content(seen).tooltip).toContain(`2 to pay · ${counts}`)
  })

  test('an invoice’s line has what remains to pay', () => {
    const due = [invoice('part', { total: '300', remaining: '50', currency: 'EUR', dueDay: '2026-11-01' })]
    expect(labels(one({ due }))[4]).toBe('€50.00 · 19 days overdue')
  })

  test('data of less than a minute that could not be renewed is not called new', () => {
    const seen = one({ fetchedAt: now.toISOString(), error: { code: 'SERVER', host: 'host.example' } })
    expect(labels(seen)[2]).toBe('Couldn’t check; data from a moment ago')
    expect(labels(one({ fetchedAt: now.toISOString() }))[2]).toBe('Checked just now')
  })

  test('data that could not be renewed does not look fresh, and it is said why', () => {
    const stale = one({ fetchedAt: '2026-11-20T09:00:00Z', error: { code: 'UNREACHABLE', host: 'host.example' } })
    expect(labels(stale).slice(2, 4)).toEqual(['Couldn’t check; data from 3 hours ago', 'Couldn’t reach host.example.'])
    expect(content(stale).tooltip).toBe('Portside: 2 to pay · €130.00 · couldn’t check; data from 3 hr ago')
  })

  test('by a clock that was set back no data looks fresh: its day and time are said', () => {
    // A slow step of the clock is none that anybody set.
    expect(labels(one({ fetchedAt: '2026-11-20T12:00:30Z' }))[2]).toBe('Checked just now')
    const ahead = new Date(2026, 10, 20, 15, 30)
    const set = (accountSummary: AccountsSummary) => trayContent(accountSummary, 'en-GB', new Date(2026, 10, 20, 12))
    const seen = set(one({ fetchedAt: ahead.toISOString() }))
    expect(textsOf(seen.lines)[2]).toBe('Checked 20 Nov 2026, 15:30')
    expect(seen.tooltip).toBe('Portside: 2 to pay · €130.00 · checked 20 Nov 2026, 15:30')
    const failed = set(one({ fetchedAt: ahead.toISOString(), error: { code: 'OFFLINE' } }))
    expect(textsOf(failed.lines)[2]).toBe('Couldn’t check; data from 20 Nov 2026, 15:30')
    // Nobody knows which of several is the oldest then.
    const fresh = other({ fetchedAt: new Date(2026, 10, 20, 12).toISOString() })
    expect(set(of([fresh, account({ fetchedAt: ahead.toISOString() })])).tooltip).toContain('checked 20 Nov')
  })

  test('before the first fetch nothing is claimed', () => {
    const first = one({ ...NOTHING, refreshing: true })
    expect(labels(first)).toEqual([
      'ada@example.com',
      'Invoices not fetched yet',
      '—',
      'Refreshing…',
      ...ACTIONS.slice(1)
    ])
    expect(labels(one({ ...NOTHING, error: { code: 'OFFLINE' } }))).toContain('Couldn’t check yet')
  })

  test.each<[string, Fields, boolean]>([
    ['Signed in until you quit', { credential: 'memory', keychainError: 'KEYCHAIN_LOCKED' }, true],
    ['Password store locked', { credential: 'unavailable', keychainError: 'KEYCHAIN_LOCKED' }, false],
    ['Password store not responding', { credential: 'unavailable', keychainError: 'KEYCHAIN_SILENT' }, false],
    ['No password store', { credential: 'unavailable', keychainError: 'KEYCHAIN_MISSING' }, false],
    ['Sign in again to refresh', { credential: 'unavailable', keychainError: 'KEYCHAIN_CHANGED' }, false],
    ['Sign in again to refresh', { credential: 'refused' }, false],
    ['Sign in again to refresh', { credential: 'forgotten' }, false]
  ])('“%s” is said in one line, after %o', (text, more, canRefresh) => {
    const seen = content(one(more))
    expect(textsOf(seen.lines).slice(0, 3)).toEqual(['ada@example.com', text, '2 invoices to pay · €130.00'])
    expect(seen.tooltip).toContain(text)
    expect(seen.lines).toContainEqual(expect.objectContaining({ action: 'refresh', enabled: canRefresh }))
  })

  test('sample data is called that, in the tooltip too', () => {
    const seen = content(one({ credential: 'sample' }))
    expect(textsOf(seen.lines)[1]).toBe('Sample data')
    expect(seen.tooltip).toMatch(/ · Sample data$/)
  })

  test('invoices that can’t be opened now are neither counted nor dated', () => {
    const error = { code: 'KEYCHAIN_LOCKED' } as const
    const sealed = one({
      ...NOTHING,
      credential: 'unavailable',
      keychainError: 'KEYCHAIN_LOCKED',
      sealed: 'KEYCHAIN_LOCKED',
      error
    })
    expect(labels(sealed)).toEqual([
      'ada@example.com',
      'Password store locked',
      'Saved invoices can’t be opened',
      '—',
      ...ACTIONS
    ])
    expect(content(sealed)).toMatchObject({
      marked: false,
      tooltip: 'Portside: Saved invoices can’t be opened · Password store locked'
    })
  })

  test('signed out, or none at all: that, and refreshing is not offered', () => {
    for (const out of [of([]), one({ credential: 'signedOut', current: false })]) {
      expect(labels(out)[0]).toBe('Not signed in')
      expect(content(out)).toMatchObject({ tooltip: 'Portside: Not signed in' })
      expect(content(out).lines).toContainEqual(expect.objectContaining({ action: 'refresh', enabled: false }))
    }
    expect(labels(of([]))).toEqual(['Not signed in', '—', ...ACTIONS])
  })
})

describe('several accounts', () => {
  const two = of([account({ unknown: 0 }), other()])

  test('are added up, what is due in all comes next, and each has a submenu of its own', () => {
    expect(labels(two)).toEqual([
      '3 invoices to pay · €130.00 · US$5.00',
      'Checked 1 hour ago',
      '—',
      'Work · US$5.00 · 1 day overdue',
      'ada@example.com · €100.00 · due 24 Nov 2026',
      'ada@example.com · amount unknown',
      '—',
      'ada@example.com: 2 to pay · €130.00',
      'Work: 1 to pay · US$5.00',
      '—',
      'Switch account',
      '—',
      ...ACTIONS
    ])
    expect(group(two, /^Work/)).toEqual([
      '1 invoice to pay · US$5.00',
      'Checked 1 hour ago',
      '—',
      'US$5.00 · 1 day overdue'
    ])
    expect(content(two).tooltip).toBe('Portside: 3 to pay · €130.00 · US$5.00 · checked 1 hr ago')
  })

  test('what their plans do soon is said for all, the next first, and with the account', () => {
    const next = { day: '2026-11-22', kind: 'ends' } as const
    const seen = of([
      account({ plansSoon: [{ name: 'ISP', price: null, next }] }),
      other({ plansSoon: [{ name: 'Mobile', price: null, next: { ...next, day: '2026-11-21' } }] })
    ])
    expect(labels(seen).slice(6, 9)).toEqual([
      '—',
      'Work · Mobile · ends 21 Nov 2026',
      'ada@example.com · ISP · ends 22 Nov 2026'
    ])
    expect(group(seen, /^Work/).at(-1)).toBe('Mobile · ends 21 Nov 2026')
    expect(textsOf(content({ status: 'locked' }).lines).join()).not.toContain('Mobile')
  })

  test('an invoice in a submenu is of that account', () => {
    const found = content(two).lines.find((line) => line.kind === 'group' && line.label.startsWith('Work'))
    expect(found).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ account: 'id-2', key: 'w1' })])
    })
  })

  test.each<[string, Fields]>([
    ['1 account couldn’t be checked', { error: { code: 'SERVER', host: 'work.example' } }],
    ['1 account needs you to sign in again', { credential: 'refused' }],
    ['1 account can’t be opened', { ...NOTHING, credential: 'unavailable', keychainError: 'KEYCHAIN_LOCKED' }],
    ['1 account can’t be opened', { ...NOTHING, sealed: 'STORAGE' }],
    ['1 account not checked yet', NOTHING],
    ['1 account signed out', { ...NOTHING, credential: 'signedOut' }]
  ])('“%s” is said with the sum', (text, more) => {
    const seen = of([account({ unknown: 0 }), other(more)])
    expect(labels(seen).slice(0, 3)).toContain(text)
    expect(content(seen).tooltip).toContain(text)
  })

  test('the data of one that could not be checked is not called checked, and it says itself why', () => {
    const seen = of([account({ unknown: 0 }), other({ error: { code: 'SERVER', host: 'work.example' } })])
    expect(labels(seen).slice(0, 3)).toEqual([
      '3 invoices to pay · €130.00 · US$5.00',
      'Data from 1 hour ago',
      '1 account couldn’t be checked'
    ])
    expect(group(seen, /^Work/).slice(1, 3)).toEqual([
      'Couldn’t check; data from 1 hour ago',
      'work.example is having problems.'
    ])
  })

  test.each<[string, Fields]>([
    ['has statuses that nobody knows', { open: 0, unknown: 2 }],
    ['was not fetched', NOTHING],
    ['has only a part of its list', { open: 0, isPartial: true }],
    ['can’t be opened', { ...NOTHING, sealed: 'KEYCHAIN_LOCKED' }]
  ])('that nothing is open is not said while one of them %s', (_name, more) => {
    const fine = account({ open: 0, unknown: 0, openAmounts: [], due: [] })
    expect(labels(of([fine, other({ openAmounts: [], ...more })]))[0]).toMatch(/^No known invoices to pay/)
    expect(labels(of([fine, other({ open: 0, unknown: 0, openAmounts: [] })]))[0]).toBe('Nothing to pay')
  })

  test('of one that is signed out nothing is known: that nothing is open isn’t said, and amounts are the least', () => {
    const fine = account({ open: 0, unknown: 0, openAmounts: [], due: [] })
    const out = other({ ...NOTHING, credential: 'signedOut' })
    const seen = of([fine, out])
    expect(labels(seen)[0]).toBe('No known invoices to pay')
    expect(content(seen).tooltip).toBe('Portside: No known invoices to pay · checked 5 min ago · 1 account signed out')
    expect(labels(of([account({ unknown: 0 }), out]))[0]).toBe('At least 2 invoices to pay · €130.00')
    const unread = of([account(NOTHING), other({ ...NOTHING, credential: 'signedOut' })])
    expect(labels(unread)[0]).toBe('Invoices not fetched yet')
  })

  test('what has no readable amount is said with the sum', () => {
    const seen = of([account({ openWithoutAmount: 1 }), other({ openWithoutAmount: 1 })])
    expect(labels(seen)[0]).toBe('3 invoices to pay · 2 without a readable amount · €130.00 · US$5.00')
    expect(content(seen).tooltip).toContain('· 2 without a readable amount · €130.00')
    expect(group(seen, /^Work/)[0]).toBe('1 invoice to pay · 1 without a readable amount · US$5.00')
  })

  test('credit of all is said with their sum, and “at least” where a list is a part', () => {
    const credits = [{ currency: 'EUR', amount: '50' }]
    const seen = of([account({ credits, unknown: 0 }), other({ isPartial: true })])
    expect(labels(seen)[0]).toBe('At least 3 invoices to pay · €130.00 · US$5.00, and €50.00 credit not deducted')
    expect(labels(seen)).toContain('ada@example.com: 2 to pay · €130.00, and €50.00 credit not deducted')
    expect(labels(seen)).toContain('Work: At least 1 to pay · US$5.00')
  })

  test('sample data is no money to pay beside a real account, and still has a submenu', () => {
    const sample = account({ credential: 'sample', openAmounts: [{ currency: 'EUR', amount: '378' }], error: null })
    const real = other({ open: 0, openAmounts: [], due: [] })
    const seen = of([sample, real])
    expect(labels(seen)[0]).toBe('Nothing to pay')
    expect(content(seen)).toMatchObject({ marked: false, tooltip: 'Portside: Nothing to pay · checked 1 hr ago' })
    expect(group(seen, /^ada/)[1]).toBe('2 invoices to pay · €378.00')
    // Where there is nothing else, it is what there is.
    const out = of([sample, other({ ...NOTHING, credential: 'signedOut' })])
    expect(labels(out)[0]).toMatch(/^At least 2 invoices to pay/)
  })

  test('one that is signed out has no submenu, and nothing to refresh', () => {
    const seen = of([account(), other({ ...NOTHING, credential: 'signedOut' })])
    expect(labels(seen)).toContain('Work (signed out)')
    const all = of([
      other({ ...NOTHING, credential: 'signedOut' }),
      account({ credential: 'signedOut', current: false })
    ])
    expect(labels(all)).toEqual(['Not signed in', '—', 'Switch account', '—', ...ACTIONS])
  })

  test('can be switched between, the one shown marked, signed-out ones named as that', () => {
    const seen = of([account(), other({ credential: 'signedOut' })])
    expect(content(seen).lines).toContainEqual({
      kind: 'accounts',
      label: 'Switch account',
      accounts: [
        { label: 'ada@example.com', id: 'id-1', checked: true },
        { label: 'Work (signed out)', id: 'id-2', checked: false }
      ]
    })
    expect(content(one()).lines.map(({ kind }) => kind)).not.toContain('accounts')
  })

  test('those beyond eight are in a submenu', () => {
    const many = Array.from({ length: 30 }, (_none, n) => other({ id: `id-${n}`, label: `Work ${n}` }))
    const { lines } = content(of(many))
    expect(lines.filter(({ kind }) => kind === 'group')).toHaveLength(9)
    expect(lines.length).toBeLessThan(28)
    expect(group(of(many), /^More accounts$/)).toHaveLength(22)
  })
})

describe('“Refresh now”', () => {
  const asked = (more: Partial<NonNullable<Ready['refreshAll']>>): Ready =>
    of([account()], { refreshAll: { running: false, endedAt: null, accounts: 4, failed: 0, ...more } })

  test('says that it is running, also while an account is asked by itself', () => {
    for (const running of [asked({ running: true }), one({ refreshing: true })]) {
      expect(content(running).lines).toContainEqual(
        expect.objectContaining({ label: 'Refreshing…', action: 'refresh', enabled: false })
      )
    }
  })

  test.each([
    ['Refreshed just now', { endedAt: '2026-11-20T11:59:58Z' }],
    ['Refreshed 2 minutes ago', { endedAt: '2026-11-20T11:58:00Z' }],
    ['Refreshed just now · 1 account couldn’t be checked', { endedAt: '2026-11-20T12:00:00Z', failed: 1 }],
    ['Refreshed just now · 3 accounts couldn’t be checked', { endedAt: '2026-11-20T12:00:00Z', failed: 3 }],
    ['Couldn’t refresh; tried just now', { endedAt: '2026-11-20T12:00:00Z', failed: 4 }],
    ['Couldn’t refresh; tried 2 minutes ago', { endedAt: '2026-11-20T11:58:00Z', accounts: 1, failed: 1 }]
  ])('“%s” tells how it ended', (text, more) => {
    const seen = labels(asked(more))
    expect(seen[seen.indexOf('Refresh now') + 1]).toBe(text)
  })

  test('by a clock that was set back a little, that is not just now', () => {
    const asOf = new Date(2026, 10, 20, 15, 30)
    const accountSummary = asked({ endedAt: asOf.toISOString() })
    const seen = textsOf(trayContent(accountSummary, 'en-GB', new Date(asOf.getTime() - 5 * 60_000)).lines)
    expect(seen).toContain('Refreshed 20 Nov 2026, 15:30')
  })

  test('after a while, and by a clock that was set, nothing is told of it', () => {
    for (const endedAt of ['2026-11-20T11:49:00Z', '2026-11-20T13:00:00Z']) {
      expect(labels(asked({ endedAt })).join()).not.toContain('Refreshed')
    }
  })
})

test('locked: that, and what to do; nothing of anybody', () => {
  expect(content({ status: 'locked' })).toEqual({
    title: '',
    tooltip: 'Portside: locked',
    marked: false,
    lines: [
      { kind: 'note', label: 'Locked' },
      { kind: 'separator' },
      { kind: 'action', label: 'Open Portside', action: 'open', enabled: true },
      { kind: 'action', label: 'Quit Portside', action: 'quit', enabled: true }
    ]
  })
})

test('whatever the platforms send, lines and tooltip stay short, and what is the matter stays in sight', () => {
  const huge = '9'.repeat(5000)
  const all = Array.from({ length: 30 }, (_none, n) =>
    other({
      id: `id-${n}`,
      label: 'x'.repeat(5000),
      credential: n === 3 ? 'refused' : 'memory',
      error: n === 4 ? { code: 'SERVER', host: 'h'.repeat(5000) } : null,
      due: [invoice('i1', { total: huge })],
      openAmounts: Array.from({ length: 500 }, (_nothing, m) => ({ currency: `A${m}`, amount: huge }))
    })
  )
  const seen = content(of(all))
  const every = (lines: TrayLine[]): string[] =>
    lines.flatMap((line) => [
      ...textsOf([line]),
      ...(line.kind === 'group' ? every(line.lines) : line.kind === 'accounts' ? textsOf(line.accounts as never) : [])
    ])
  const texts = every(seen.lines)
  expect(texts.length).toBeGreaterThan(150)
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(100)
  expect(seen.tooltip.length).toBeLessThanOrEqual(127)
  expect(seen.tooltip).toContain('1 account needs you to sign in again')
  expect(content(one({ openAmounts: all[0]?.owed.openAmounts ?? [] })).tooltip).toMatch(/ · checked 5 min ago$/)
})

describe('the money in the account', () => {
  const balance = { amount: '-5.25', currency: 'USD', fetchedAt: '2026-11-18T12:00:00Z' }

  test('is one line with its age, in the menu of the account', () => {
    expect(labels(one({ balance }))).toContain('Account balance: -US$5.25 (2 days ago)')
    const several = of([account(), other({ balance })])
    expect(group(several, /^Work/)).toContain('Account balance: -US$5.25 (2 days ago)')
    expect(labels(several).join()).not.toContain('balance')
  })

  test('names no currency that the provider doesn’t give', () => {
    const plain = { amount: '12', currency: null, fetchedAt: '2026-11-20T11:59:59Z' }
    expect(labels(one({ balance: plain }))).toContain('Account balance: 12.00 (no currency) (just now)')
  })

  test('is said without a list of invoices', () => {
    const labelsOfIt = labels(one({ ...NOTHING, hasInvoices: false, balance }))
    expect(labelsOfIt[1]).toBe('Can’t list this provider’s invoices')
    expect(labelsOfIt).toContain('Account balance: -US$5.25 (2 days ago)')
  })

  test('is hidden while the app is locked, and not in the tooltip', () => {
    expect(JSON.stringify(content({ status: 'locked' }))).not.toContain('balance')
    expect(content(one({ balance })).tooltip).not.toContain('5.25')
  })
})

describe('a provider without a list of invoices', () => {
  const NO_LIST: Fields = { ...NOTHING, hasInvoices: false, plansFetchedAt: null }

  test('nothing is claimed of its invoices', () => {
    expect(labels(one(NO_LIST))).toEqual(['ada@example.com', 'Can’t list this provider’s invoices', '—', ...ACTIONS])
    expect(content(one(NO_LIST))).toMatchObject({
      marked: false,
      tooltip: 'Portside: Can’t list this provider’s invoices'
    })
  })

  test('beside another account, what is owed to it isn’t known, and “nothing open” isn’t said of both', () => {
    const both = of([account(NO_LIST), other({ open: 0, openAmounts: [], due: [] })])
    const lines = labels(both)
    expect(lines.slice(0, 3)).toEqual([
      'No known invoices to pay',
      'Checked 1 hour ago',
      '1 account can’t list invoices'
    ])
    expect(lines).toContain('ada@example.com: Can’t list this provider’s invoices')
    expect(group(both, /^ada/)).toEqual(['Can’t list this provider’s invoices'])
    expect(labels(of([account(NO_LIST), other()]))[0]).toBe('At least 1 invoice to pay · US$5.00')
  })

  test('a refresh is offered where it fetches something', () => {
    const refresh = (accountSummary: Ready): boolean | undefined =>
      content(accountSummary).lines.flatMap((line) =>
        line.kind === 'action' && line.action === 'refresh' ? [line.enabled] : []
      )[0]
    expect(refresh(of([account({ ...NO_LIST, current: false, hasCalls: false })]))).toBe(false)
    // Such as plans, also of an account that isn’t shown.
    expect(refresh(of([account({ ...NO_LIST, current: false })]))).toBe(true)
  })
})
