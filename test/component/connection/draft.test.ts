import { describe, expect, test } from 'vitest'
import {
  draftOf,
  newRow,
  sameConnection,
  withFieldPlace
} from '../../../src/renderer/src/components/connection/draft.ts'
import { problemsOf, settingsIn, withProvider } from '../../../src/renderer/src/components/connection/draftProblems.ts'
import type { CustomSettings, Draft } from '../../../src/renderer/src/components/connection/draft.ts'
import type { TextField } from '../../../src/renderer/src/components/connection/settingFields.ts'
import { connectionSchema } from '../../../src/main/core/schemas.ts'

const empty = draftOf({ provider: 'hypeproxy-v2' })
const blank = draftOf({ provider: null })
const typed = (draft: Draft, texts: Partial<Record<TextField, string>>): Draft => ({
  ...draft,
  texts: { ...draft.texts, ...texts }
})
const own: CustomSettings = {
  provider: 'hypeproxy-v3',
  signIn: { path: '/login', emailField: 'user', passwordField: 'secret', codeField: 'otp', tokenAt: 'data.token' },
  profile: { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } },
  amountUnit: 'minor',
  currency: 'EUR',
  statuses: { '2': 'open', Bezahlt: 'settled' },
  missingStatus: 'settled',
  timeoutSeconds: 45,
  paymentTermDays: 14
}

/** Everything that a definition can say. */
const whole: CustomSettings = {
  provider: null,
  name: 'My provider',
  legalName: 'My Provider Ltd',
  documentation: 'https://docs.example.com',
  source: 'docs',
  read: '2026-11-25',
  authorization: { scheme: 'Basic', user: 'client' },
  signIn: {
    path: '/login',
    emailField: 'login',
    tokenAt: 'data.token'
  },
  profile: { path: '/me', recordAt: 'data.user', authorization: { scheme: 'header', name: 'X-Key' } },
  products: {
    path: '/products?all=1',
    listAt: 'offers',
    paging: { by: 'page', parameter: 'page', first: 0, sizeParameter: 'per_page', size: 100 },
    sort: { key: 'sort', reverse: 'desc' }
  },
  product: { path: '/products/{id}' },
  invoices: {
    path: '/invoices',
    listAt: 'result.list',
    paging: { by: 'cursor', parameter: 'cursor', cursorAt: 'next', sizeParameter: 'limit', size: 50 }
  },
  invoice: { path: '/invoices/{id}', recordAt: 'data' },
  invoicePdf: { path: '/invoices/{id}/pdf' },
  health: { path: '/health' },
  profileFields: { email: 'contact.mail' },
  productFields: { label: 'type' },
  invoiceFields: { total: 'totals.gross' },
  amountUnit: 'minor',
  amountUnits: { JPY: 'major', KRW: 'major' },
  currency: 'EUR',
  dates: 'dayFirst',
  balance: 'other',
  statuses: { offen: 'open' },
  missingStatus: 'open',
  paymentTermDays: 14,
  timeoutSeconds: 30
}

describe('what is typed', () => {
  test('says every setting, and gives it back as it was', () => {
    expect(settingsIn(draftOf(own))).toEqual(own)
    expect(settingsIn(draftOf(whole))).toEqual(whole)
  })

  test.each<CustomSettings>([
    { provider: null },
    { provider: null, invoices: { path: '/i', paging: { by: 'none' } } },
    { provider: null, invoices: { path: '/i', paging: { by: 'link', size: 10 } } },
    { provider: null, invoices: { path: '/i', paging: { by: 'offset', parameter: 'skip' } } },
    { provider: null, authorization: { scheme: 'query', name: 'apikey' }, user: 'ada' },
    { provider: null, authorization: { scheme: 'Basic' }, user: 'ada' },
    { provider: null, authorization: { scheme: 'Basic', keyAs: 'user' } },
    { provider: null, authorization: { scheme: 'header', name: 'Authorization' } },
    { provider: null, authorization: { scheme: 'header', name: 'Authorization', prefix: 'sso-key' } },
    { provider: null, invoices: { path: '/i', listAt: 'a.0', pagingAt: 'pg', paging: { by: 'link', size: 5000 } } },
    { provider: null, accountBalance: 'debt', profileFields: { billingName: 'bill.0.to' } },
    { provider: null, invoiceFields: { pdf: 'a', page: 'b', scale: 'c', kind: 'd' }, kinds: { PRF: 'proforma' } },
    { provider: 'hypeproxy-v2', products: null },
    { provider: 'webshare', statuses: {} }
  ])('gives back %o', (settings) => {
    const { user, ...parts } = settings
    const kept = settings.authorization?.scheme === 'query' ? parts : { ...parts, ...(user !== undefined && { user }) }
    expect(settingsIn(draftOf(settings))).toEqual(kept)
  })

  test('says nothing of what is as the preset has it', () => {
    const spelled: CustomSettings = {
      provider: 'hypeproxy-v2',
      signIn: { path: '/v2/Authentication/SignIn' },
      currency: null
    }
    expect(draftOf(spelled)).toEqual({ ...empty, start: spelled })
    expect(settingsIn(draftOf(spelled))).toEqual({ provider: 'hypeproxy-v2' })
    expect(settingsIn(empty)).toEqual({ provider: 'hypeproxy-v2' })
  })

  test('keeps what was filled in over another definition', () => {
    expect(settingsIn(withProvider(draftOf(own), 'hypeproxy-v2'))).toEqual({ ...own, provider: 'hypeproxy-v2' })
    const half = typed(empty, { currency: 'EURO', tokenAt: 'token' })
    expect(withProvider(half, 'webshare').texts).toMatchObject({ currency: 'EURO', tokenAt: 'token' })
  })

  test('says everything itself once the definition is one’s own', () => {
    const mine = settingsIn(withProvider(typed(empty, { currency: 'EUR' }), null))
    expect(mine).toMatchObject({ provider: null, name: 'HypeProxy (API v2)', currency: 'EUR' })
    expect(mine).toMatchObject({ signIn: { path: '/v2/Authentication/SignIn' }, invoices: { path: '/v3/invoices' } })
    expect(mine?.products).toEqual({ path: '/v2/Products', sort: { key: 'sort', reverse: 'reverse' } })
  })

  test('has the places of fields that were chosen, and not those that were taken back', () => {
    const mapped = withFieldPlace(typed(blank, { invoicesPath: '/i' }), 'invoices', 'total', 'totals.gross')
    expect(settingsIn(mapped)).toEqual({
      provider: null,
      invoices: { path: '/i' },
      invoiceFields: { total: 'totals.gross' }
    })
    expect(settingsIn(withFieldPlace(mapped, 'invoices', 'total', null))).toEqual({
      provider: null,
      invoices: { path: '/i' }
    })
  })

  test('a user name of one’s own definition is part of it, and of a built-in one it is the account’s', () => {
    const basic = (draft: Draft): Draft => ({ ...typed(draft, { user: 'client' }), scheme: 'Basic' })
    expect(settingsIn(basic(blank))).toEqual({ provider: null, authorization: { scheme: 'Basic', user: 'client' } })
    expect(settingsIn(basic(empty))).toEqual({
      provider: 'hypeproxy-v2',
      user: 'client',
      authorization: { scheme: 'Basic' }
    })
  })

  test('another header or user takes away what the form has no field for', () => {
    const bare = draftOf({ provider: null, authorization: { scheme: 'header', name: 'Authorization', prefix: 'a' } })
    const other = settingsIn(typed(bare, { credentialName: 'X-Key' }))
    expect(other?.authorization).toEqual({ scheme: 'header', name: 'X-Key' })
    const keyed = draftOf({ provider: null, authorization: { scheme: 'Basic', keyAs: 'user' } })
    expect(settingsIn(typed(keyed, { user: 'ada' }))?.authorization).toEqual({ scheme: 'Basic', user: 'ada' })
    expect(settingsIn({ ...keyed, scheme: 'Bearer' })?.authorization).toBeUndefined()
  })

  test('is taken without spaces around it, a currency in capitals', () => {
    const spaced = typed(empty, { signInPath: ' /login ', currency: ' eur', otherUnits: 'jpy; krw' })
    expect(settingsIn({ ...spaced, statuses: [newRow(' Paid ', 'settled')] })).toEqual({
      provider: 'hypeproxy-v2',
      signIn: { path: '/login' },
      currency: 'EUR',
      amountUnits: { JPY: 'minor', KRW: 'minor' },
      statuses: { Paid: 'settled' }
    })
  })

  test('has no payment term when that is empty, and one of no days when it is zero', () => {
    expect(settingsIn(typed(empty, { paymentTermDays: ' ' }))).toEqual({ provider: 'hypeproxy-v2' })
    expect(settingsIn(typed(empty, { paymentTermDays: '0' }))).toEqual({ provider: 'hypeproxy-v2', paymentTermDays: 0 })
  })

  test('is something that main takes', () => {
    for (const settings of [own, whole]) {
      const connection = { ...settingsIn(draftOf(settings)), baseUrl: 'https://api.example.com' }
      expect(connectionSchema.safeParse(connection).success).toBe(true)
    }
  })
})

test.each<[TextField, string]>([
  ['signInPath', 'login'],
  ['signInPath', '/a/../b'],
  ['emailField', 'my email'],
  ['passwordField', '"'],
  ['codeField', 'x'.repeat(65)],
  ['tokenAt', 'data..token'],
  ['timeoutSeconds', '0'],
  ['timeoutSeconds', '301'],
  ['timeoutSeconds', '2.5'],
  ['timeoutSeconds', 'soon'],
  ['currency', 'EURO'],
  ['currency', '€'],
  ['paymentTermDays', '-1'],
  ['paymentTermDays', '366'],
  ['paymentTermDays', '1.5'],
  ['paymentTermDays', 'a week'],
  ['invoicesPath', 'https://other.example/invoices'],
  ['invoicesPath', '/invoices/{id}'],
  ['profilePath', '/users/{userId}'],
  ['invoicePath', '/invoices'],
  ['invoicePdfPath', '/pdf'],
  ['productPath', '/product'],
  ['invoicesListAt', 'a..b'],
  ['otherUnits', 'JPY, YEN1'],
  ['name', 'x'.repeat(61)]
])('%s can’t be “%s”', (name, text) => {
  const draft = typed(empty, { [name]: text })
  expect(problemsOf(draft)?.fields).toEqual({ [name]: 'wrong' })
  expect(settingsIn(draft)).toBe(null)
})

test.each<[Partial<Draft>, Partial<Record<TextField, string>>, string]>([
  [{ scheme: 'header' }, { credentialName: 'Host' }, 'wrong'],
  [{ scheme: 'header' }, { credentialName: 'Cookie' }, 'wrong'],
  [{ scheme: 'query' }, { credentialName: 'a b' }, 'wrong'],
  [{ scheme: 'header' }, {}, 'missing']
])('the name of a header or parameter of %o can’t be %o', (choice, texts, problem) => {
  const draft = { ...typed(blank, texts), ...choice }
  expect(problemsOf(draft)?.fields).toEqual({ credentialName: problem })
  expect(settingsIn(draft)).toBe(null)
})

test.each<[Partial<Draft>, Partial<Record<TextField, string>>, TextField[]]>([
  [{}, { invoicesListAt: 'data' }, ['invoicesPath']],
  [{ invoicesPaging: 'page' }, { invoicesPath: '/i' }, ['invoicesParameter']],
  [{ invoicesPaging: 'none' }, { invoicesPath: '/i' }, []],
  [{}, { tokenAt: 'token' }, ['signInPath']],
  [{}, { profileRecordAt: 'data' }, ['profilePath']]
])('%o with %o needs %o, or what is typed would be lost', (choice, texts, missing) => {
  const found = problemsOf({ ...typed(blank, texts), ...choice })?.fields ?? {}
  expect(found).toEqual(Object.fromEntries(missing.map((name) => [name, 'missing'])))
})

test('a call that other settings make unusable is said at its path', () => {
  const users = typed(blank, { invoicesPath: '/users/{userId}/invoices' })
  expect(problemsOf(users)?.fields).toEqual({ invoicesPath: 'unusable' })
  expect(problemsOf(typed(users, { profilePath: '/me' }))).toBe(null)
  const sameName: Draft = {
    ...typed(blank, { invoicesPath: '/i?page=1', invoicesParameter: 'page' }),
    invoicesPaging: 'page'
  }
  expect(problemsOf(sameName)?.fields).toEqual({ invoicesPath: 'unusable' })
})

test.each<[Partial<Record<TextField, string>>, string[]]>([
  [{ emailField: 'user', passwordField: 'user' }, ['emailField', 'passwordField']],
  // The one that is left empty has the definition's name.
  [{ codeField: ' password ' }, ['codeField']],
  [{ emailField: 'password', passwordField: 'email' }, []]
])('fields of the sign-in request have names of their own: %o', (texts, told) => {
  const draft = typed(empty, texts)
  expect(problemsOf(draft)?.fields ?? {}).toEqual(Object.fromEntries(told.map((name) => [name, 'twice'])))
  expect(settingsIn(draft) === null).toBe(told.length > 0)
})

test('a status without a word, twice the same, or on two lines is said at its row', () => {
  const rows = [newRow('Paid'), newRow('  '), newRow('paid '), newRow('a\nb')]
  expect(problemsOf({ ...empty, statuses: rows })?.rows).toEqual({
    [rows[1]!.id]: 'statusEmpty',
    [rows[2]!.id]: 'statusTwice',
    [rows[3]!.id]: 'statusLong'
  })
})

test('two connections are the same when they mean the same', () => {
  const place = { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' } as const
  expect(sameConnection(place, { ...place, currency: null })).toBe(true)
  expect(
    sameConnection({ ...place, statuses: { a: 'open', b: 'void' } }, { ...place, statuses: { b: 'void', a: 'open' } })
  ).toBe(true)
  expect(sameConnection(place, { ...place, provider: 'hypeproxy-v3' })).toBe(false)
  expect(sameConnection(place, { ...place, baseUrl: 'https://api.example.org' })).toBe(false)
  expect(sameConnection(place, { ...place, statuses: { a: 'open' } })).toBe(false)
  expect(sameConnection(place, { ...place, paymentTermDays: 14 })).toBe(false)
  expect(sameConnection(place, { ...place, missingStatus: 'open' })).toBe(false)
  expect(sameConnection({ ...place, statuses: { a: 'void' } }, { ...place, statuses: { a: 'open' } })).toBe(false)
})
