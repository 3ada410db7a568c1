import { describe, expect, test } from 'vitest'
import {
  emptySnapshot,
  summedAccounts,
  type SummarisedAccount
} from '../../../src/main/accounts/summary/account-snapshot.ts'
import { trayTitle } from '../../../src/main/desktop/tray/tray-title.ts'
import { NOTHING_READ, owedByAll, type Owed } from '../../../src/shared/models/owed.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'

type Fields = Partial<Owed> & Partial<Omit<SummarisedAccount, 'owed'>>
const account = (more: Fields = {}): SummarisedAccount => ({
  ...emptySnapshot(null),
  id: 'id-1',
  label: 'ada@example.com',
  current: true,
  credential: 'kept',
  hasInvoices: true,
  keychainError: null,
  hasCalls: true,
  refreshing: false,
  error: null,
  plansError: null,
  owed: { ...NOTHING_READ, open: 2, openAmounts: [{ currency: 'EUR', amount: '130.50' }], ...more },
  ...more
})
const titleIn = (locale: string, kind: Settings['trayTitle'], ...accounts: SummarisedAccount[]): string =>
  trayTitle(
    { status: 'ready', accounts, owed: owedByAll(summedAccounts(accounts).map(({ owed }) => owed)), refreshAll: null },
    kind,
    locale
  )
const title = titleIn.bind(null, 'en-GB')
const both = (...accounts: SummarisedAccount[]): string[] => [title('count', ...accounts), title('amount', ...accounts)]
const EUR = (amount: string) => ({ openAmounts: [{ currency: 'EUR', amount }] })

test('is nothing unless it is chosen', () => {
  expect(title('none', account())).toBe('')
})

test('is the number or the amount of open invoices, over all accounts', () => {
  expect(both(account())).toEqual(['2', '€130.50'])
  expect(both(account(), account({ id: 'id-2', open: 1, ...EUR('9.50') }))).toEqual(['3', '€140.00'])
})

describe('says nothing', () => {
  test.each<[string, SummarisedAccount[]]>([
    ['nothing is open', [account({ open: 0, openAmounts: [] })]],
    ['nothing was fetched', [account({ open: null, openAmounts: [] })]],
    ['all are signed out', [account({ credential: 'signedOut', open: null, openAmounts: [] })]],
    ['no account is there', []],
    ['the provider has no list of invoices', [account({ hasInvoices: false, open: null, openAmounts: [] })]]
  ])('if %s', (_why, accounts) => {
    expect(both(...accounts)).toEqual(['', ''])
  })
})

describe('says that it may be more', () => {
  test.each<[string, Fields]>([
    ['a part of the list came', { isPartial: true }],
    ['an invoice’s state is unknown', { unknown: 1 }]
  ])('if %s', (_why, more) => {
    expect(both(account(more))).toEqual(['2+', '€130.50+'])
  })

  test.each<[string, Fields]>([
    ['was never fetched, or is locked', {}],
    ['is signed out', { credential: 'signedOut' }],
    ['has no list of invoices', { hasInvoices: false }]
  ])('if another account %s', (_why, more) => {
    const other = account({ id: 'id-2', open: null, openAmounts: [], ...more })
    expect(both(account(), other)).toEqual(['2+', '€130.50+'])
  })

  test('if an amount is missing', () => {
    expect(both(account({ openWithoutAmount: 1 }))).toEqual(['2', '€130.50+'])
  })
})

test('is the number with several currencies, and with no amount', () => {
  const several = { openAmounts: [...EUR('130').openAmounts, { currency: 'USD', amount: '5' }] }
  expect(both(account(several))).toEqual(['2', '2'])
  expect(both(account({ openAmounts: [], openWithoutAmount: 2 }))).toEqual(['2', '2'])
})

test.each([
  ['9999.99', '€9,999.99'],
  ['12345.67', '€12.3K'],
  ['1234567', '€1.23M'],
  ['-12345', '-€12.3K']
])('a large amount is short: %s as %s', (amount, text) => {
  expect(titleIn('en-US', 'amount', account(EUR(amount)))).toBe(text)
})

test('an amount without a currency, or with the provider’s own unit, is no money of another', () => {
  expect(title('amount', account({ openAmounts: [{ currency: null, amount: '578.65' }] }))).toBe('578.65')
  const inUnit = (currency: string): string =>
    titleIn('en-US', 'amount', account({ openAmounts: [{ currency, amount: '25000' }] }))
  expect(inUnit('credits')).toBe('25K credits')
  expect(inUnit('x'.repeat(1000))).toHaveLength(24)
})
