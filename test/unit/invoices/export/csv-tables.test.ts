import { expect, test } from 'vitest'
import { invoiceTable, missingTable, missingText } from '../../../../src/main/invoices/export/csv-tables.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { ERROR_CODES } from '../../../../src/shared/ipc/error.ts'
import { PLAIN_CSV } from '../../../support/csv.ts'
import { invoice } from '../../../support/ports.ts'

const row = (one: Invoice): string => invoiceTable(PLAIN_CSV).row({ invoice: one })
const cellsIn = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,\r]*)(?:,|\r\n)/g)].map(([, cell = '']) => cell)
/** By their columns, as they are written. */
function cells(one: Invoice): Record<string, string> {
  const columns = cellsIn(invoiceTable(PLAIN_CSV).header.replace('\uFEFF', ''))
  const values = cellsIn(row(one))
  expect(values).toHaveLength(columns.length)
  return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']))
}

const facts = invoice('key-1', {
  number: '=HYPERLINK("https://evil.example")',
  state: 'unknown',
  providerStatus: '+1',
  statusIsNumber: true,
  total: '-130.10',
  subtotal: '120.80',
  discount: '0.00',
  taxes: '9.30000000000000000001',
  currency: '@EUR',
  issuedAt: '2026-11-01T23:30:00-11:00',
  issuedDay: '2026-11-01',
  dueDay: '2026-11-15',
  dueBy: 'term',
  paidAt: '2026-11-03T00:30:00+14:00',
  paymentMethod: 'Card, "Visa"',
  kind: 'receipt'
})

test('both tables begin with the UTF-8 mark and their columns', () => {
  expect(invoiceTable(PLAIN_CSV).header).toBe(
    '\uFEFFNumber,Key,Status,Status at provider,Issued,Due,Due date from,Paid,Currency,Subtotal,Discount,Taxes,Total,Paid so far,Remaining,Kind of paper,Payment method\r\n'
  )
  expect(missingTable(PLAIN_CSV).header).toBe('\uFEFFAccount,Number,Key,Issued,Total,Currency,Reason\r\n')
})

test('keeps exact amounts and the provider’s days, and defuses formulas', () => {
  expect(cells(facts)).toMatchObject({
    Number: `"'=HYPERLINK(""https://evil.example"")"`,
    Key: '"key-1"',
    Status: 'Unrecognised',
    'Status at provider': "'+1",
    Issued: '2026-11-01',
    Due: '2026-11-15',
    'Due date from': 'your payment term',
    Paid: '2026-11-03',
    Currency: "'@EUR",
    Subtotal: '120.80',
    Discount: '0.00',
    Taxes: '9.30000000000000000001',
    Total: '-130.10',
    'Paid so far': '',
    Remaining: '',
    'Kind of paper': 'Receipt',
    'Payment method': '"Card, ""Visa"""'
  })
})

test('has what remains: of an open invoice what is to pay, of any other what the provider says', () => {
  const amounts = (one: Partial<Invoice>): Record<string, string> =>
    cells(invoice('a', { total: '300.00', currency: 'USDT', ...one }))
  expect(amounts({ paidAmount: '250', remaining: '50' })).toMatchObject({
    ...{ Currency: 'USDT', Subtotal: '', Discount: '', Taxes: '' },
    ...{ Total: '300.00', 'Paid so far': '250', Remaining: '50' }
  })
  expect(amounts({})).toMatchObject({ Total: '300.00', 'Paid so far': '', Remaining: '300.00' })
  expect(amounts({ state: 'settled' })).toMatchObject({ Remaining: '' })
  expect(amounts({ state: 'settled', remaining: '0' })).toMatchObject({ Remaining: '0' })
  const credit = amounts({ state: 'credit', total: '-50', remaining: '20', currency: '€' })
  expect(credit).toMatchObject({ Status: 'Credit', Currency: '€', Total: '-50', 'Paid so far': '', Remaining: '20' })
})

test('translates published payment methods', () => {
  expect(row(invoice('key-2', { paymentMethod: 'CreditCard' }))).toMatch(/,Credit card\r\n$/)
  expect(row(invoice('key-2', { paymentMethod: 'SwissTransfer' }))).toMatch(/,SwissTransfer\r\n$/)
})

test('leaves unknown values empty', () => {
  const bare = invoice('key-2', { number: null, providerStatus: null, total: null, issuedDay: null })
  const { Key, Status, ...others } = cells(bare)
  expect([Key, Status]).toEqual(['"key-2"', 'Open'])
  expect(Object.values(others).join('')).toBe('')
  expect(row(invoice('a', { paidAt: 'yesterday' }))).toContain(',yesterday,')
})

test('has the status and the fields that contradict it', () => {
  const both = invoice('a', { state: 'unknown', providerStatus: 'sent', otherWords: 'is_draft: true' })
  expect(row(both)).toContain(',Unrecognised,sent · is_draft: true,')
})

test('gives the account, the number and the reason of a missing PDF', () => {
  expect(missingTable(PLAIN_CSV).row({ account: '+Work', invoice: facts, why: missingText('noLink', null) })).toBe(
    `'+Work,"'=HYPERLINK(""https://evil.example"")","key-1",2026-11-01,-130.10,'@EUR,The provider sent no PDF link.\r\n`
  )
})

test.each([
  ['noLink', 'The provider sent no PDF link.'],
  ['noDate', 'Left out, because it has no date. Check whether it belongs to this period.'],
  ['unusableLink', 'The provider’s PDF link isn’t a full https:// link. Get the PDF on your provider’s website.'],
  ['notReached', 'Skipped, because earlier PDFs at pay.example couldn’t be reached.'],
  ['slowDown', 'Skipped, because pay.example received too many requests. Export again later.'],
  ['notAccepted', 'Skipped, because pay.example didn’t accept your sign-in for earlier PDFs.'],
  [
    { code: 'BAD_REPLY', found: 'notPdf' },
    'pay.example sent something other than a PDF. It may be a page that asks you to sign in.'
  ],
  [
    { code: 'BAD_REPLY', found: 'opensInBrowser' },
    'pay.example redirects this PDF, so it opens in a browser only. Open it from the invoice.'
  ],
  [{ code: 'BAD_REQUEST', found: 'address' }, 'Portside doesn’t open this kind of link to pay.example.'],
  [{ code: 'FORBIDDEN' }, 'pay.example doesn’t allow this PDF. It may require a sign-in on its website.'],
  [{ code: 'UNAUTHORIZED' }, 'pay.example didn’t accept your sign-in for this.'],
  [{ code: 'UNAUTHORIZED', found: 'expired' }, 'Your sign-in expired.'],
  [{ code: 'NOT_FOUND' }, 'pay.example couldn’t find this.'],
  [{ code: 'NOT_FOUND', found: 'noPdf' }, 'pay.example has no PDF of this invoice.'],
  [
    { code: 'BAD_REPLY', found: 'redirects' },
    'pay.example redirects this PDF, and Portside doesn’t send your credential to another address.'
  ],
  [{ code: 'TOO_LARGE' }, 'The reply from pay.example is too large for Portside.'],
  [{ code: 'SERVER' }, 'pay.example is having problems. Export again later.'],
  [{ code: 'RATE_LIMITED' }, 'Too many requests to pay.example. Export again later.'],
  [{ code: 'UNREACHABLE', host: 'cdn.example' }, 'Couldn’t reach cdn.example.'],
  [{ code: 'OFFLINE' }, 'You’re offline.'],
  [{ code: 'TIMEOUT' }, 'pay.example took too long to respond.']
] as const)('explains %j: %s', (missing, words) => {
  expect(missingText(missing, 'pay.example')).toBe(words)
})

test('every error has a sentence of its own, also where no host is known', () => {
  const said = ERROR_CODES.map((code) => missingText({ code }, null))
  for (const words of said) expect(words).toMatch(/^\S.*\.$/)
  expect(said.join(' ')).not.toMatch(/[{}]|error\./)
})
