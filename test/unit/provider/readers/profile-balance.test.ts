import { expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { readProfile } from '../../../../src/main/provider/readers/read-profile.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import type { Money } from '../../../../src/shared/models/invoice.ts'
import type { ProfileSettings } from '../../../../src/shared/providers/definition.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'

const NAMES_ALONE: ProfileSettings = {
  ...{ profileFields: {}, dates: null, amountUnit: 'major', amountUnits: {}, currency: null, accountBalance: 'credit' }
}
function profileOf(record: JsonObject, settings: Partial<ProfileSettings> = {}) {
  const { value, notes } = atOnce(readProfile({ id: 'u', ...record }, (text) => text, { ...NAMES_ALONE, ...settings }))
  const others = value.groups.other.map(({ name }) => name)
  return { balance: value.balance, others, unread: notes.map(({ field }) => field) }
}
const money = (amount: string, currency: string | null = null): Money => ({ amount, currency })

test.each<[name: string, record: JsonObject, balance: Money]>([
  ['a number', { balance: 12.5 }, money('12.5')],
  ['text', { account_balance: '1.234,56' }, money('1234.56')],
  ['text with its currency', { Wallet: '€ 12.00' }, money('12.00', 'EUR')],
  ['text with a shared sign', { funds: '$5.00' }, money('5.00', '$')],
  ['zero', { balance: 0 }, money('0')],
  ['a negative number', { balance: -5.25 }, money('-5.25')],
  ['beside a currency', { balance: 5, currency: 'eur' }, money('5', 'EUR')],
  ['beside a currency’s object', { balance: 5, currency: { id: 1, code: 'EUR' } }, money('5', 'EUR')],
  ['beside a number for a currency', { balance: 5, currency: 1, currency_code: 'EUR' }, money('5', 'EUR')],
  ['cents by name', { balance_cents: 1234, currency: 'EUR' }, money('12.34', 'EUR')],
  ['cents of a currency without decimals', { balanceInCents: 1234, currency: 'JPY' }, money('1234', 'JPY')],
  ['in a billing record', { billing: { balance: 5, currency: 'EUR' } }, money('5', 'EUR')],
  ['in an account', { account: { balance: 5 }, currency: 'EUR' }, money('5', 'EUR')],
  ['credit with a currency', { credit: '10.00', currency_code: 'USD' }, money('10.00', 'USD')],
  ['credits with their own currency', { credits: '10.00 USD' }, money('10.00', 'USD')]
])('%s is money in the account', (_name, record, balance) => {
  const read = profileOf(record)
  expect([read.balance, read.unread]).toEqual([balance, []])
  expect(read.others.filter((name) => /balance|wallet|funds|credit/i.test(name))).toEqual([])
})

test.each<[record: JsonObject, amount: string]>([
  [{ balance: 12.5 }, '-12.5'],
  [{ balance: '-5.25' }, '5.25'],
  [{ balance: 0 }, '0'],
  [{ balance_cents: 1234, currency: 'EUR' }, '-12.34'],
  [{ left: '1.234,56' }, '-1234.56'],
  [{ billing: { credit: 5, currency: 'EUR' } }, '-5']
])('where a plus is a debt, %j is %s', (record, amount) => {
  const settings = { accountBalance: 'debt', profileFields: { balance: 'left' } } as const
  expect(profileOf(record, settings).balance?.amount).toBe(amount)
  expect(profileOf(record, { ...settings, accountBalance: 'credit' }).balance?.amount).toBe(
    amount.startsWith('-') ? amount.slice(1) : amount === '0' ? '0' : `-${amount}`
  )
})

test.each<[name: string, record: JsonObject, unread: string[]]>([
  ['traffic', { balance: '10 GB' }, ['balance']],
  ['a list', { balance: [5] }, ['balance']],
  ['an object', { wallet: { id: 1, amount: 5 } }, ['wallet']],
  ['a flag', { balance: true }, ['balance']],
  ['of two readings', { balance: '1.234' }, ['balance']],
  ['in another currency than its own', { balance: '5 USD', currency: 'EUR' }, ['balance']],
  ['with decimals that may be its scale', { balance: 1234, decimals: 2 }, ['balance']],
  ['credits without a currency', { credits: 500 }, []],
  ['credit for a flag', { credit: true, currency: 'EUR' }, []],
  ['deeper than the profile', { stats: { balance: 5 } }, []]
])('%s is none, and keeps its own name', (_name, record, unread) => {
  const read = profileOf(record)
  expect([read.balance, read.unread]).toEqual([undefined, unread])
  expect(read.others).toEqual(
    Object.keys(record)
      .filter((name) => name !== 'currency')
      .concat('currency' in record ? ['currency'] : [])
  )
})

test.each<[name: string, record: JsonObject]>([
  ['an empty object', { balance: {} }],
  ['nothing', { balance: null, wallet: '' }]
])('%s is no problem', (_name, record) => {
  expect(profileOf(record)).toEqual({ balance: undefined, others: [], unread: [] })
})

test('the next name counts where one can’t be read', () => {
  expect(profileOf({ balance: '10 GB', wallet: 5 })).toEqual({
    ...{ balance: money('5'), others: ['balance'], unread: ['balance'] }
  })
})

test.each<[name: string, record: JsonObject, settings: Partial<ProfileSettings>, balance: Money | undefined]>([
  ['in minor units', { balance: 1200 }, { amountUnit: 'minor' }, money('12.00')],
  [
    'in the unit of its currency',
    { balance: 1200, currency: 'EUR' },
    { amountUnits: { EUR: 'minor' } },
    money('12.00', 'EUR')
  ],
  ['in the default currency', { balance: 5 }, { currency: 'EUR' }, money('5', 'EUR')],
  ['whose sign is the default’s', { balance: '$5.00' }, { currency: 'CAD' }, money('5.00', 'CAD')],
  ['whose own currency can’t be read', { balance: 5, currency: 7 }, { currency: 'EUR' }, money('5')],
  ['at its place', { points: 5, balance: 7 }, { profileFields: { balance: 'points' } }, money('5')],
  [
    'with the currency beside its place',
    { money: { left: 5, currency: 'USD' }, currency: 'EUR' },
    { profileFields: { balance: 'money.left' } },
    money('5', 'USD')
  ],
  [
    'with the scale beside its place',
    { money: { left: 1234, decimals: 2, currency: 'USD' } },
    { profileFields: { balance: 'money.left' } },
    money('12.34', 'USD')
  ],
  ['with a scale of another amount', { balance: 5, credit: { decimals: 2 } }, {}, money('5')],
  ['by its names, where its place is empty', { balance: 7 }, { profileFields: { balance: 'points' } }, money('7')],
  ['with no other in its place', { points: [5], balance: 7 }, { profileFields: { balance: 'points' } }, undefined]
])('the definition says what it is: %s', (_name, record, settings, balance) => {
  expect(profileOf(record, settings).balance).toEqual(balance)
})

test('what can’t be read at its place is noted, and shown', () => {
  const read = profileOf({ points: [5] }, { profileFields: { balance: 'points' } })
  expect(read).toEqual({ balance: undefined, others: ['points'], unread: ['points'] })
})

test('the cost grows linearly with balances and currencies in endless spellings', () => {
  const gaps = ['', '_', '-', ' ']
  const spelled = (word: string, at: number): string =>
    [...word].map((letter, n) => letter + gaps[(at >> (2 * n)) & 3]).join('')
  const record = (size: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: size }, (_none, at) => [
        [spelled('balance', at), 'x'],
        [spelled('currency', at), 1]
      ]).flat()
    )
  expect(growthOf(record, (given) => profileOf(given), SMALL)).toBeLessThan(LINEAR)
})
