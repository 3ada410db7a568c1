/** A provider chooses every text that these functions read, so their cost has to grow linearly with it. */
import { expect, test } from 'vitest'
import { resolveUntrustedUrl } from '../../../../src/main/provider/api/security/url-rules.ts'
import { isCredentialName } from '../../../../src/shared/models/credential-names.ts'
import { createSanitizer } from '../../../../src/main/provider/readers/security/sanitize.ts'
import { Notes } from '../../../../src/main/provider/readers/records.ts'
import { stateOf } from '../../../../src/main/provider/readers/invoice-vocabulary.ts'
import { nextLinksIn } from '../../../../src/main/provider/readers/link-header.ts'
import { amountOf, currencyOf } from '../../../../src/main/provider/readers/read-amount.ts'
import { decimalOf, timeOf, webAddressOf } from '../../../../src/main/provider/readers/read-scalars.ts'
import { withoutUserInfo } from '../../../../src/main/provider/readers/security/redaction.ts'
import { plainJwt, tokenEnd, tokensIn } from '../../../../src/main/provider/api/sign-in-endpoint.ts'
import { readErrorMessage } from '../../../../src/main/provider/api/http/error-message.ts'
import { throwIfError } from '../../../../src/main/provider/api/http/error-response.ts'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { FIELD_NAMES } from '../../../../src/main/provider/readers/invoice-vocabulary.ts'
import { MONEY_NAMES } from '../../../../src/main/provider/readers/money-vocabulary.ts'
import { PROFILE_NAMES } from '../../../../src/main/provider/readers/profile-vocabulary.ts'
import { InvoiceReader } from '../../../../src/main/provider/readers/read-invoice.ts'
import { createProductReader } from '../../../../src/main/provider/readers/read-product.ts'
import { readProfile } from '../../../../src/main/provider/readers/read-profile.ts'
import { PRODUCT_FIELDS } from '../../../../src/shared/models/product.ts'
import { invoiceSettingsOf } from '../../../../src/shared/providers/definition.ts'
import { INVOICE_LIMITS } from '../../../../src/main/provider/readers/json/json-limits.ts'
import { JsonListReader } from '../../../../src/main/provider/readers/json/json-list.ts'
import { parseJson } from '../../../../src/main/provider/readers/json/parse-json.ts'
import { webPageIn } from '../../../../src/main/provider/api/http/web-page.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'
import { outcomeOf } from '../../../support/outcome.ts'

const PIECE = 65_536
const NOW = new Date('2026-11-20T12:00:00.000Z')
const errorOf = (body: string, retryAfter: string | null = null): unknown => {
  const bytes = new TextEncoder().encode(body)
  const reply = { status: 429, host: 'api.example.com', header: () => retryAfter, bytes }
  return outcomeOf(() => throwIfError(reply, { signingIn: true, secrets: ['correct-horse'], now: NOW }))
}
const sanitize = (text: string): unknown => createSanitizer(new Notes(), (given) => given)({ text })
const address = (text: string): unknown => outcomeOf(() => resolveUntrustedUrl('https://api.example.com', text))

const page = (text: string): unknown => webPageIn({ status: 403, header: () => 'text/html' }, `<html>${text}`)

/** What each function reads, with texts that are repeated and then end in a way that fits no pattern. */
const READERS: [name: string, read: (text: string) => unknown, repeated: string[], end: string][] = [
  ['parseJson, a fraction', (text) => parseJson(`[1.${text}]`), ['0', '01', '9'], '1'],
  ['parseJson, digits before the point', (text) => parseJson(`[1${text}.5]`), ['0', '01', '9'], '1'],
  ['withoutUserInfo', withoutUserInfo, ['//', '//a', '//a@', '@', 'a'], ' //@'],
  [
    'readErrorMessage, a sentence',
    (text) => readErrorMessage({ message: text }),
    [' ', '<a', '<', '\u200e', 'a.', '_'],
    '!'
  ],
  [
    'readErrorMessage, a code',
    (text) => readErrorMessage({ code: text, statusCode: text }),
    ['a', 'a.', 'aA', '.'],
    '!'
  ],
  ['readErrorMessage, fields', (text) => readErrorMessage({ errors: { [text]: text } }), ['a', ' ', 'a ', '.'], '!'],
  ['webPageIn', page, ['<', '<title>', ' ', '<!--', 'verify ', 'cf'], '!'],
  ['readErrorMessage, a type', (text) => readErrorMessage({ type: text }), ['/', ':', '#a'], '!'],
  [
    'throwIfError, a body',
    (text) => errorOf(text),
    [' ', '<!--', '-->', '[ ', '{"a":', 'too many ', 'in about ', 'in 1'],
    '!'
  ],
  ['throwIfError, a header', (text) => errorOf('', text), ['1', '1.', ' ', 'a', '0000-'], '!'],
  [
    'throwIfError, a field',
    (text) => errorOf(JSON.stringify({ 'retry-after': text, [text]: text })),
    ['1', '.', 'a-', 'in '],
    '!'
  ],
  ['plainJwt', plainJwt, ['a', 'a.', '.', ' '], '!'],
  ['tokensIn', (text) => tokensIn({ token: text, data: text }), ['a', 'Bearer ', ' ', '='], '"'],
  [
    'tokenEnd',
    (text) => tokenEnd('an-opaque-token-of-a-test', { expires_at: text, expires_in: text }, NOW),
    [' ', '1', '1.', '1 ', 'a'],
    'x'
  ],
  ['amountOf', (text) => amountOf(text, 'EUR'), ['1', '1,', '1 ', ' ', '(', '-', '$'], '!'],
  ['currencyOf', currencyOf, ['a', ' ', '€', '.', '\u200b'], '!'],
  ['timeOf, other forms', timeOf, ['1', '1/', 'Nov ', '1 ', ' '], '!'],
  ['stateOf', stateOf, ['a', ' ', '-', 'é', '1'], '!'],
  ['nextLinksIn', nextLinksIn, ['<', '<a>', ';', ' ', '"', ', ', '; rel=', '\\'], '!'],
  ['isCredentialName', isCredentialName, ['pass', 'otp', '-', 'P', 'aP', 'app ', 'hash', ' '], '!'],
  ['sanitize', sanitize, ['[', '["', '{"a":[', ' ', '\\', '//a'], '@'],
  ['decimalOf', decimalOf, ['0', '1.', ' '], '!'],
  ['timeOf', timeOf, ['0', '2026-', ' ', '/Date('], '!'],
  ['webAddressOf', webAddressOf, ['/', '@', 'a'], '\0'],
  ['resolveUntrustedUrl', address, ['/', 'a', 'a:', ' '], '\\']
]

test.each(READERS)('the cost of %s grows linearly with the text', (_name, read, repeated, end) => {
  for (const part of repeated) {
    const make = (size: number): string => part.repeat(size / part.length) + end
    // JSON.parse keeps a place for each open bracket.
    const size = part === '[' ? SMALL : undefined
    expect(growthOf(make, read, size), JSON.stringify(part)).toBeLessThan(LINEAR)
  }
})

test.each(['"":1,', '"a":{},'])('the cost of a list reader grows linearly with names around its list: %s', (part) => {
  const make = (size: number): Buffer => Buffer.from(`{"data":{${part.repeat(size / part.length)}"b":1}}`)
  const read = (body: Buffer): void => {
    const list = new JsonListReader({ restart: () => undefined, add: () => undefined }, INVOICE_LIMITS)
    for (let at = 0; at < body.length; at += PIECE) list.write(body.subarray(at, at + PIECE))
    expect(list.rest.length).toBe(body.length)
  }
  expect(growthOf(make, read, 1 << 14)).toBeLessThan(LINEAR)
})

/** `normalize` puts each later mark before all earlier ones. */
const marks = (size: number): string => `a${'\u0301'.repeat(size / 2)}${'\u0323'.repeat(size / 2)}`

test('the cost of any field of a record grows linearly with the marks on a letter', () => {
  expect(growthOf(marks, (text) => void text.normalize('NFD').length, SMALL)).toBeGreaterThan(LINEAR)
  const settings = invoiceSettingsOf({ baseUrl: 'https://api.example.com', provider: null })
  const plain = (text: string): string => text
  const names = [
    ...new Set([
      ...[FIELD_NAMES, MONEY_NAMES].flatMap((names) => Object.values(names).flat()),
      ...PRODUCT_FIELDS,
      ...Object.keys(PROFILE_NAMES)
    ])
  ]
  // A few at once: the cost of many others would hide that of one.
  for (let from = 0; from < names.length; from += 40) {
    const some = names.slice(from, from + 40)
    const read = (text: string): void => {
      const record = Object.fromEntries(some.map((name) => [name, text]))
      const invoices = new InvoiceReader(settings, plain, NOW)
      invoices.add(record)
      atOnce(invoices.end(['Europe/Paris']))
      createProductReader(plain)(record)
      atOnce(readProfile(record, plain))
    }
    expect(growthOf(marks, read, SMALL), some.join(' ')).toBeLessThan(LINEAR)
  }
})

test('a quadratic cost is told from a linear one', () => {
  const spaces = (size: number): string => `${' '.repeat(size)}!`
  expect(growthOf(spaces, (text) => void /\s+$/.test(text), SMALL)).toBeGreaterThan(2 * LINEAR)
  expect(growthOf(spaces, (text) => void text.trimEnd().codePointAt(0))).toBeLessThan(LINEAR)
})

test('texts as long as the largest body are read, whatever they repeat', () => {
  for (const part of ['a', 'a.', 'aA', '//a@']) {
    const text = part.repeat((16 * 1024 * 1024) / part.length)
    expect(readErrorMessage({ message: text, code: text }).codes).toEqual([])
    expect(plainJwt(text)).toBeNull()
    expect(withoutUserInfo(text)).toHaveLength(part === '//a@' ? text.length * 1.5 : text.length)
  }
})
