import { describe, expect, test } from 'vitest'
import type { AccountAnswer } from '../../../src/main/cli/find-invoices.ts'
import { errorSentence } from '../../../src/main/cli/output.ts'
import { asJson, asText, exitCode, unchecked } from '../../../src/main/cli/quick-check.ts'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { InvoiceList } from '../../../src/main/invoices/storage/invoice-list.ts'
import { NOTHING_READ, type Owed } from '../../../src/shared/models/owed.ts'
import type { PartialList } from '../../../src/shared/models/freshness.ts'

const owed = (more: Partial<Owed> = {}, open = 0, unknown = 0): Owed => ({
  ...NOTHING_READ,
  open,
  unknown,
  ...more
})
const found = (name: string, of: Owed, partial: PartialList | null = null): AccountAnswer => ({
  name,
  isSample: false,
  found: {
    list: new InvoiceList([]),
    owed: { ...of, isPartial: partial !== null },
    total: 9,
    fetchedAt: '2026-11-20T12:00:00Z',
    partial
  },
  problem: null
})
const part = (name: string, of: Owed, total: number | null = 52): AccountAnswer =>
  found(name, of, { received: 10, total })
const failed = (name: string, error: ErrorInfo): AccountAnswer => ({
  name,
  isSample: false,
  found: null,
  problem: { code: error.code, sentence: errorSentence(error) }
})
const OFFLINE = failed('home', { code: 'OFFLINE', host: 'host.example' })

describe('the exit code', () => {
  test.each<[string, AccountAnswer[], number]>([
    ['nothing open', [found('a', owed())], 0],
    ['something open', [found('a', owed({}, 2))], 10],
    ['something open, and something not known', [found('a', owed({}, 2)), OFFLINE], 10],
    ['nothing open, and one not checked', [found('a', owed()), OFFLINE], 20],
    ['nothing known to be open', [found('a', owed({}, 0, 3))], 20],
    ['nothing open in a part of the list', [part('a', owed())], 20],
    ['something open in a part of the list', [part('a', owed({}, 1))], 10],
    ['nobody answered', [OFFLINE], 20],
    ['nobody asked', [], 20]
  ])('%s', (_, checked, code) => expect(exitCode(checked)).toBe(code))
})

const two = owed(
  {
    overdue: 1,
    openWithoutAmount: 1,
    openAmounts: [
      { currency: 'EUR', amount: '130.00' },
      { currency: null, amount: '5' }
    ]
  },
  2
)

test('one account: one line', () => {
  expect(asText([found('work', two)], 'en-GB')).toBe(
    '2 to pay · 1 overdue · 1 without a readable amount · €130.00 · 5.00 (no currency)\n'
  )
})

test('several accounts: one line each, with a reason for failed ones', () => {
  expect(asText([found('work', owed()), found('odd', owed({}, 0, 3)), OFFLINE], 'en-GB')).toBe(
    [
      'work: Nothing to pay',
      'odd: No known invoices to pay · 3 unrecognised',
      'home: Couldn’t check. You’re offline.',
      ''
    ].join('\n')
  )
})

test.each<[number | null, string]>([
  [52, 'first 10 of 52 received'],
  [null, 'first 10 received, there may be more']
])('of a part of the list, the least is said, and how much came (of %s)', (total, came) => {
  expect(asText([part('a', two, total)], 'en-GB')).toMatch(
    new RegExp(`^At least 2 to pay · .* · €130\\.00 · .* · ${came}\n$`)
  )
  expect(asText([part('a', owed(), total)], 'en-GB')).toBe(`No known invoices to pay · ${came}\n`)
})

test.each<[number | null, string]>([
  [52, 'none of 52 received'],
  [null, 'none received']
])('of an empty part of the list, it is said that none came (of %s)', (total, came) => {
  const none = found('a', owed(), { received: 0, total })
  expect(asText([none], 'en-GB')).toBe(`No known invoices to pay · ${came}\n`)
})

test('says what else is known of what is owed: credit beside it, and due dates that couldn’t be read', () => {
  const one = owed(
    { openAmounts: [{ currency: 'EUR', amount: '300' }], credits: [{ currency: 'EUR', amount: '50' }], dueUnread: 1 },
    1
  )
  expect(asText([found('a', one)], 'en-GB')).toBe(
    '1 to pay · 1 due date couldn’t be read · €300.00, and €50.00 credit not deducted\n'
  )
})

test('names the sample account as such', () => {
  expect(asText([{ ...found('ada', owed()), isSample: true }], 'en')).toBe('Sample data: Nothing to pay\n')
})

test('removes control codes from names', () => {
  expect(asText([found('a\u001b[2J\nb', owed()), OFFLINE], 'en')).toMatch(/^a \[2J b: /)
})

test('JSON: one line, amounts as texts', () => {
  const text = asJson([found('work', two), OFFLINE], new Date('2026-11-20T12:00:00Z'))
  expect(text.endsWith('\n')).toBe(true)
  expect(JSON.parse(text)).toEqual({
    exitCode: 10,
    checkedAt: '2026-11-20T12:00:00.000Z',
    accounts: [
      {
        label: 'work',
        sample: false,
        open: 2,
        overdue: 1,
        unknown: 0,
        total: 9,
        openAmounts: [
          { currency: 'EUR', amount: '130.00' },
          { currency: null, amount: '5' }
        ],
        openWithoutAmount: 1,
        deducted: [],
        unusedCredits: [],
        credits: [],
        dueUnread: 0,
        withoutStatus: 0,
        moreCurrencies: { openAmounts: 0, deducted: 0, unusedCredits: 0, credits: 0 },
        partial: null
      },
      {
        label: 'home',
        sample: false,
        error: { code: 'OFFLINE', sentence: 'You’re offline.' }
      }
    ]
  })
})

test('JSON: credit, unread due dates, missing statuses and the part of the list that came', () => {
  const credits = [{ currency: 'USDT', amount: '50' }]
  const more = {
    credits,
    deducted: [{ currency: 'EUR', amount: '20' }],
    unusedCredits: [{ currency: 'EUR', amount: '5.5' }],
    dueUnread: 2,
    withoutStatus: 1
  }
  const text = asJson([part('work', owed(more, 0, 3))], new Date('2026-11-20T12:00:00Z'))
  expect(JSON.parse(text)).toMatchObject({
    exitCode: 20,
    accounts: [{ open: 0, unknown: 3, ...more, partial: { received: 10, total: 52 } }]
  })
})

test('JSON escapes control and format characters, with the same meaning', () => {
  const label = 'a\u001b[2J\u009b2J\u007f\u202Eb\u{E0001}😀'
  const text = asJson([found(label, owed())], new Date('2026-11-20T12:00:00Z'))
  expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(text).toContain('\\u009b2J\\u007f\\u202eb\\udb40\\udc01😀')
  expect(JSON.parse(text)).toMatchObject({ accounts: [{ label }] })
})

test('an error without a host has a sentence, too', () => {
  expect(asText([failed('a', { code: 'SERVER' })], 'en')).toMatch(/^Couldn’t check\. .*provider is having problems/)
})

test.each(['locked', 'nobody', 'damaged'] as const)('%s: a sentence, or JSON with the code', (reason) => {
  expect(unchecked(reason, false).text).toMatch(/^[A-Z].*Open .*\.\n$|^Portside has/)
  expect(JSON.parse(unchecked(reason, true).text)).toMatchObject({ exitCode: 20, reason, accounts: [] })
})
