import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { isCredentialName } from '../../../../src/shared/models/credential-names.ts'
import { FIELD_NAMES } from '../../../../src/main/provider/readers/invoice-vocabulary.ts'
import { MONEY_NAMES } from '../../../../src/main/provider/readers/money-vocabulary.ts'
import { PRODUCT_NAMES } from '../../../../src/main/provider/readers/product-vocabulary.ts'
import { PROFILE_NAMES } from '../../../../src/main/provider/readers/profile-vocabulary.ts'
import { createSanitizer } from '../../../../src/main/provider/readers/security/sanitize.ts'
import { Notes, type JsonObject } from '../../../../src/main/provider/readers/records.ts'
import { REDACTED, createRedactor, type Redact } from '../../../../src/main/provider/readers/security/redaction.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'
import { PRODUCT_FIELDS } from '../../../../src/shared/models/product.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import type { ReadingNote } from '../../../../src/shared/models/freshness.ts'

const TOKEN = 'canary-0123456789.abc'
const redact = createRedactor([TOKEN])

function cleansed(record: JsonObject): { clean: JsonObject; notes: ReadingNote[] } {
  const notes = new Notes()
  return { clean: createSanitizer(notes, redact)(record), notes: notes.list() }
}
const dropped = (...fields: string[]): ReadingNote[] =>
  fields.map((field) => ({ kind: 'credentialDropped', count: 1, field }))

test('a record without anything to take out is the same object', () => {
  const record = {
    id: '1',
    customData: '{"a": [1, {"b": "x"}]}',
    list: [{ a: true }],
    text: '{not json',
    n: '[1,'
  }
  const { clean, notes } = cleansed(record)
  expect(clean).toBe(record)
  expect(notes).toEqual([])
})

describe('names of credentials', () => {
  // The published profile's, and others of their family.
  test.each([
    ...['passwordHash', 'securityStamp', 'concurrencyStamp', 'passwordSignature', 'fingerprintId', 'securityFlag'],
    ...['PASSWORD_SALT', 'api-key', 'apiKey', 'refreshToken', 'client_secret', 'otpSeed', 'private.key', 'sessionId'],
    ...['Authorization', 'set-cookie', 'PIN', 'userPwd', 'recoveryCodes', 'jwt'],
    // Other vendors'.
    ...['intercom_signature', 'helpscoutBeaconSignature', 'announce_kit_user_token', 'signatures', 'x-hub-sig', 'HMAC'],
    ...['userHash', 'user_hash', 'userhash', 'hash', 'hash_expires_at', 'Hashes', 'invoiceIDHash', 'email_hash_2'],
    ...['appkey', 'app_key', 'packageKey', 'package_key_v2', 'PACKAGE-KEY', 'licenseKeys', 'order_key', 'clientAPPKey'],
    ...[
      'proxy_data',
      'proxiesData',
      'proxy_data_v2',
      'proxyDataRaw',
      'rootpw',
      'pw',
      'pswd',
      'passwort',
      'psk',
      'ssh_key',
      'view_key',
      'proxyData',
      'proxydata',
      'proxy_auth',
      'proxy_password',
      'proxyPass',
      'socks5_pass',
      'pass'
    ],
    ...['auth_code', 'accessCode', 'auth', 'x-auth', 'auth_info', 'eppCode', 'priv_key', 'session', 'sid', 'wifi_key'],
    ...['vnc_pass', 'magic_link', 'otp_uri', 'cvv', 'kubeconfig', 'Kennwort', 'senha']
  ])('%s', (name) => {
    expect(isCredentialName(name)).toBe(true)
  })

  test.each([
    ...['lockoutEnd', 'accessFailedCount', 'normalizedEmail', 'customerId', 'keyboard', 'pinned', 'shipping', 'id'],
    ...['result', 'saltLake', 'monkey', 'companyIdentificationNumber', 'weight', 'cultureConcern'],
    ...['offer_key', 'product_key', 'itemKey', 'public_key', 'key', 'sortKeys', 'mapKey', 'border_key', 'app_keywords'],
    ...['txHash', 'tx_hash', 'txhash', 'transaction_hash', 'blockHash', 'hashrate', 'hash_rate', 'hashtags', 'hasHtml'],
    ...[
      'proxies',
      'proxy_data_limit',
      'proxyDatabase',
      'day_pass',
      'compass',
      'userBypass',
      'design',
      'sign',
      'signal'
    ],
    ...['author', 'authorised', 'sessions', 'sessionCount', 'side', 'opens', 'resident', 'episode'],
    ...['contextData', 'customData', 'preHook', 'postHook', 'country_code', 'accessCodec', 'address', 'cash_has_html']
  ])('%s is none', (name) => {
    expect(isCredentialName(name)).toBe(false)
  })
})

test('no field that is read has a name of a credential', () => {
  const vocabularies = [FIELD_NAMES, MONEY_NAMES, PRODUCT_NAMES, PROFILE_NAMES].flatMap((names) => Object.values(names))
  const all = [...PRODUCT_FIELDS, ...vocabularies.flat().flatMap((path) => path.split('.'))]
  expect(all.filter(isCredentialName)).toEqual([])
})

/** Whole replies, so that a secret beside the records is found too. */
test('replies of public APIs lose the credentials that are known to be in them, and nothing else', () => {
  interface Entry {
    replies?: Record<string, Json>
    expected?: Record<string, { dropped?: string[] } | { dropped?: string[] }[]>
  }
  const file = new URL('../../../fixtures/provider-replies.json', import.meta.url)
  for (const { replies, expected = {} } of JSON.parse(readFileSync(file, 'utf8')) as Entry[]) {
    const secrets = Object.values(expected).flatMap((one) => [one].flat().flatMap((record) => record.dropped ?? []))
    const { notes } = cleansed({ replies: replies ?? null })
    expect(notes.map(({ field }) => field).toSorted()).toEqual(secrets.toSorted())
  }
})

describe('what was sent in secret', () => {
  test.each<[string, Json, Json]>([
    ['is redacted out of a text', `yours is ${TOKEN}!`, 'yours is •••!'],
    ['in other letters', TOKEN.toUpperCase(), '•••'],
    ['in base64', Buffer.from(TOKEN).toString('base64'), '•••'],
    ['in a list in an object', { a: ['x', TOKEN] }, { a: ['x', '•••'] }],
    ['in text that is JSON', JSON.stringify({ a: TOKEN, b: 1 }), '{"a":"•••","b":1}'],
    ['in text that is nearly JSON', `{"a": "${TOKEN}", }`, '{"a": "•••", }'],
    ['hidden by the same name', `{"a": "${TOKEN}", "a": 1}`, '{"a": "•••", "a": 1}']
  ])('%s', (_name, given, left) => {
    const { clean, notes } = cleansed({ id: '1', field: given })
    expect(clean).toEqual({ id: '1', field: left })
    expect(notes.map(({ kind, count }) => [kind, count])).toEqual([['credentialDropped', 1]])
  })

  test('is redacted out of names, two of which stay two', () => {
    const { clean, notes } = cleansed({ [TOKEN]: 1, [TOKEN.toUpperCase()]: 2, [`key ${TOKEN}`]: { [TOKEN]: null } })
    expect(clean).toEqual({ '•••': 1, '•••~2': 2, 'key •••': { '•••': null } })
    expect(notes).toEqual([
      { kind: 'credentialDropped', count: 3, field: '•••' },
      { kind: 'credentialDropped', count: 1, field: 'key •••' }
    ])
  })

  test('is not in the note of a field that is dropped for its name', () => {
    expect(cleansed({ [`token ${TOKEN}`]: 'x' }).notes).toEqual(dropped('token •••'))
  })
})

describe('credentials', () => {
  test.each<[string, Json, Json]>([
    ['in an address', 'at https://me:pw@a.example/x', 'at https://•••@a.example/x'],
    ['in an address in a list', ['http://me:pw@a.example'], ['http://•••@a.example']],
    ['in text that is an object', '{"apiKey": "k", "sku": "A-1"}', '{"sku":"A-1"}'],
    ['in text that is a list', ' [{"secret": "k"}, 5]\n', '[{},5]'],
    ['in text in text', JSON.stringify({ a: JSON.stringify({ pwd: 'k', b: 1 }) }), '{"a":"{\\"b\\":1}"}'],
    ['in an address in text', '{"at":"https:\\/\\/me:pw@a.example"}', '{"at":"https://•••@a.example"}']
  ])('%s are taken out and counted', (_name, given, left) => {
    const { clean, notes } = cleansed({ preHook: given, contextData: null })
    expect(clean).toEqual({ preHook: left, contextData: null })
    expect(notes.map(({ kind, count }) => [kind, count])).toEqual([['credentialDropped', 1]])
  })

  test('a flag and null say nothing secret', () => {
    const record = { hasPassword: true, tokenEnd: null, customData: '{"hasPassword":false}' }
    expect(cleansed(record).clean).toBe(record)
  })
})

test('what is nested too deep is left out, in text and text in text too', () => {
  const deep = `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`
  for (const value of [JSON.parse(deep) as Json, deep]) {
    const { clean, notes } = cleansed({ value })
    expect(JSON.stringify(clean)).toContain('null')
    expect(notes).toEqual([{ kind: 'unknownShape', count: 1 }])
  }
  let text = '{"token":"k"}'
  for (let level = 0; level < 12; level += 1) text = JSON.stringify({ a: text })
  expect(JSON.stringify(cleansed({ text }).clean)).not.toContain('token')
  expect(() => cleansed({ text: '['.repeat(1e6), more: '['.repeat(1e5) + ']'.repeat(1e5) })).not.toThrow()
})

test('a text may hold no more JSON than is worth looking into', () => {
  const { clean, notes } = cleansed({
    flood: `[${'{},'.repeat(50_000)}0]`,
    prose: `[b]${'!'.repeat(60_000)}[/b]`,
    n: 1
  })
  expect(clean).toEqual({ flood: null, prose: `[b]${'!'.repeat(60_000)}[/b]`, n: 1 })
  expect(notes).toEqual([{ kind: 'unknownShape', count: 1, field: 'flood' }])
  // Closed too often it is no JSON, however many parts come after that.
  const prose = `[1]] ${','.repeat(60_000)}`
  expect(cleansed({ prose }).clean).toEqual({ prose })
})

test('what the texts of one record hold has an end, too, and the next record has all of it again', () => {
  const held = JSON.stringify(Array.from({ length: 30_000 }, (_none, at) => at))
  const record = Object.fromEntries(Array.from({ length: 9 }, (_none, at) => [`text${at}`, held]))
  const notes = new Notes()
  const cleanse = createSanitizer(notes, redact)
  const parsing = vi.spyOn(JSON, 'parse')
  const clean = cleanse(record)
  const parsed = parsing.mock.calls.length
  parsing.mockRestore()
  expect(Object.values(clean).map((text) => text === held)).toEqual([true, true, true, ...Array(6).fill(false)])
  expect(parsed).toBe(3)
  expect(notes.list().map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1])
  expect(cleanse(clean)).toBe(clean)
  expect(Object.values(cleanse({ held, again: held }))).toEqual([held, held])
  // Texts that are short are some kilobytes each, and looked into without being counted.
  const brief = Object.fromEntries(Array.from({ length: 1000 }, (_none, at) => [`text${at}`, '{"a":[1,2]}']))
  expect(cleanse(brief)).toBe(brief)
})

test('names that become one by redaction are numbered, at a cost that grows linearly', () => {
  const redact: Redact = (text) => text.replace(/^name-\d+$/, REDACTED)
  const record = (size: number): JsonObject =>
    Object.fromEntries(Array.from({ length: size }, (_none, at) => [`name-${at}`, 1]))
  const clean = createSanitizer(new Notes(), redact)(record(3))
  expect(clean).toEqual({ '•••': 1, '•••~2': 1, '•••~3': 1 })
  expect(growthOf(record, (given) => createSanitizer(new Notes(), redact)(given), SMALL)).toBeLessThan(LINEAR)
})

test('a secret of digits is found as a number, too', () => {
  const notes = new Notes()
  const read = createSanitizer(notes, createRedactor(['123456789012']))
  const record = { ref: 123456789012, list: [123456789012.5, 12345678], text: '{"a":123456789012}', total: 12.5 }
  expect(read(record)).toEqual({ ref: null, list: [null, 12345678], text: '{"a":null}', total: 12.5 })
  expect(notes.list()).toContainEqual({ kind: 'credentialDropped', count: 1, field: 'ref' })
  expect(createRedactor(['a-token-of-letters']).hasNumbers).toBeUndefined()
})

test('numbers beyond all are left out, but stay in texts, where they hurt nobody', () => {
  const { clean, notes } = cleansed({ n: [Infinity], text: '{"n":1e999}' })
  expect(clean).toEqual({ n: [null], text: '{"n":1e999}' })
  expect(notes).toEqual([{ kind: 'wrongType', count: 1 }])
})

test('names that every object has are names like others', () => {
  const record = JSON.parse(
    '{"__proto__":{"token":"k","x":1},"constructor":"y","text":"{\\"__proto__\\":{\\"pwd\\":1}}"}'
  )
  const { clean } = cleansed(record as JsonObject)
  expect(JSON.stringify(clean)).toBe('{"__proto__":{"x":1},"constructor":"y","text":"{\\"__proto__\\":{}}"}')
})

test('requestDetails of an envelope are not kept at any depth, and are no credential', () => {
  const details = { clientIp: '203.0.113.7', userAgent: 'Browser/1.0', userId: null }
  const { clean, notes } = cleansed({
    id: '1',
    requestDetails: details,
    RequestDetails: null,
    reply: { data: [{ name: 'x', request_details: 'from 203.0.113.7' }], requestDetails: details },
    customData: JSON.stringify({ a: 1, requestDetails: details, held: JSON.stringify([{ requestDetails: details }]) })
  })
  expect(clean).toEqual({ id: '1', reply: { data: [{ name: 'x' }] }, customData: '{"a":1,"held":"[{}]"}' })
  expect(notes).toEqual([])
})
