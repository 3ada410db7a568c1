import { describe, expect, test } from 'vitest'
import {
  connectionOf,
  draftOf,
  membersIn,
  newRow,
  rowProblemsIn,
  sameConnection,
  withFieldPlace,
  withMember,
  withPlace,
  withProvider,
  withStatusRows,
  type Draft,
  type Members
} from '../../../../src/renderer/src/features/accounts/connection/definitionDraft.ts'
import { definitionProblems } from '../../../../src/main/provider/definitions/definition-file.ts'
import { connectionSchema } from '../../../../src/main/schemas.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'

type Settings = Omit<Connection, 'baseUrl'>
const baseUrl = 'https://api.example.com'
const draft = (settings: Settings): Draft => draftOf({ ...settings, baseUrl })
const membersOf = ({ text }: Draft): Members => membersIn(text) ?? {}
const settingsIn = (draft: Draft): Settings => {
  const { baseUrl: _, ...settings } = connectionOf(draft, membersOf(draft))
  return settings
}
const own: Settings = {
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
const whole: Settings = {
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

describe('the text', () => {
  test.each<Settings>([
    own,
    whole,
    { provider: null },
    { provider: null, invoices: { path: '/i', paging: { by: 'none' } } },
    { provider: null, authorization: { scheme: 'Basic' }, user: 'ada' },
    { provider: null, authorization: { scheme: 'Basic', keyAs: 'user' } },
    { provider: null, authorization: { scheme: 'header', name: 'Authorization', prefix: 'sso-key' } },
    { provider: null, invoices: { path: '/i', listAt: 'a.0', pagingAt: 'pg', paging: { by: 'link', size: 5000 } } },
    { provider: null, accountBalance: 'debt', profileFields: { billingName: 'bill.0.to' } },
    { provider: null, invoiceFields: { pdf: 'a', page: 'b', scale: 'c', kind: 'd' }, kinds: { PRF: 'proforma' } },
    { provider: 'hypeproxy-v2', products: null },
    { provider: 'hypeproxy-v2', paymentTermDays: 0 },
    { provider: 'webshare', statuses: {} }
  ])('gives back %o, and main finds no problem in it', (settings) => {
    expect(settingsIn(draft(settings))).toEqual(settings)
    expect(definitionProblems(membersOf(draft(settings)))).toEqual([])
    expect(connectionSchema.safeParse(connectionOf(draft(settings), membersOf(draft(settings)))).success).toBe(true)
  })

  test('says nothing of what is as the built-in definition has it', () => {
    const spelled: Settings = {
      provider: 'hypeproxy-v2',
      signIn: { path: '/v2/Authentication/SignIn' },
      currency: null
    }
    expect(draft(spelled)).toEqual(draft({ provider: 'hypeproxy-v2' }))
    expect(settingsIn(draft(spelled))).toEqual({ provider: 'hypeproxy-v2' })
  })

  test('begins with the name and the address, and has none of a file’s own members', () => {
    expect(Object.keys(membersOf(draft(whole))).slice(0, 2)).toEqual(['name', 'baseUrl'])
    const pasted = { ...membersOf(draft(whole)), $schema: 'https://x.invalid', portside: 'provider', version: 1 }
    expect(connectionOf(draft(whole), pasted)).toEqual({ ...whole, baseUrl })
  })

  test('of an unknown provider has what the connection says', () => {
    const unknown = draft({ provider: 'unknown', currency: 'EUR' })
    expect(membersOf(unknown)).toEqual({ baseUrl, currency: 'EUR' })
    const chosen = withProvider(unknown, membersOf(unknown), 'hypeproxy-v2')
    expect(settingsIn(chosen)).toEqual({ provider: 'hypeproxy-v2', currency: 'EUR' })
  })

  test('keeps what was changed over another definition', () => {
    const other = withProvider(draft(own), membersOf(draft(own)), 'hypeproxy-v2')
    expect(settingsIn(other)).toEqual({ ...own, provider: 'hypeproxy-v2' })
    const invalid = withMember(other, membersOf(other), 'currency', 'EURO')
    expect(membersOf(withProvider(invalid, membersOf(invalid), 'webshare'))).toMatchObject({ currency: 'EURO' })
  })

  test('says everything itself once the definition is one’s own', () => {
    const built = draft({ provider: 'hypeproxy-v2', currency: 'EUR' })
    const mine = settingsIn(withProvider(built, membersOf(built), null))
    expect(mine).toMatchObject({ provider: null, name: 'HypeProxy', currency: 'EUR' })
    expect(mine).toMatchObject({ signIn: { path: '/v2/Authentication/SignIn' }, invoices: { path: '/v3/invoices' } })
    expect(mine.products).toEqual({ path: '/v2/Products', sort: { key: 'sort', reverse: 'reverse' } })
  })

  test('has the places of fields and lists that were chosen, and not those that were taken back', () => {
    const blank = draft({ provider: null, invoices: { path: '/i' } })
    const mapped = withFieldPlace(blank, membersOf(blank), 'invoices', 'total', 'totals.gross')
    expect(settingsIn(mapped)).toMatchObject({ invoiceFields: { total: 'totals.gross' } })
    expect(settingsIn(withFieldPlace(mapped, membersOf(mapped), 'invoices', 'total', null))).toEqual(settingsIn(blank))
    const placed = withPlace(blank, membersOf(blank), 'invoices', 'data.rows')
    expect(settingsIn(placed)).toMatchObject({ invoices: { path: '/i', listAt: 'data.rows' } })
    expect(settingsIn(withPlace(placed, membersOf(placed), 'invoices', ''))).toEqual(settingsIn(blank))
    const plans = draft({ provider: null, plans: { path: '/p' }, subscription: { path: '/s', recordAt: '.' } })
    const read = withFieldPlace(plans, membersOf(plans), 'subscription', 'renews', 'next')
    expect(settingsIn(read)).toMatchObject({ subscriptionFields: { renews: 'next' } })
    const [list, one] = (['plans', 'subscription'] as const).map((call) =>
      settingsIn(withPlace(plans, membersOf(plans), call, 'data'))
    )
    expect(list).toMatchObject({ plans: { listAt: 'data' } })
    expect(one).toMatchObject({ subscription: { recordAt: 'data' } })
  })

  test('keeps members that are no such thing when others are changed', () => {
    const text = JSON.stringify({ baseUrl, name: 5, statuses: ['a'], colour: 'red' })
    const odd = { ...draft({ provider: null }), text }
    expect(membersOf(withMember(odd, membersOf(odd), 'currency', 'EUR'))).toEqual({
      ...(JSON.parse(text) as Members),
      currency: 'EUR'
    })
  })

  test('has the statuses of the rows without spaces around them, and no empty one', () => {
    const blank = draft({ provider: null })
    const rows = [newRow(' Paid ', 'settled'), newRow()]
    expect(settingsIn(withStatusRows(blank, membersOf(blank), rows))).toEqual({
      provider: null,
      statuses: { Paid: 'settled' }
    })
  })

  test.each(['', '{', '[]', 'null', '"{}"', '{"a":1,}'])('%s holds no members', (text) => {
    expect(membersIn(text)).toBe(null)
  })
})

test('a status without a word, twice the same, or on two lines is said at its row', () => {
  const rows = [newRow('Paid'), newRow('  '), newRow('paid '), newRow('a\nb')]
  expect(rowProblemsIn(rows)).toEqual({
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
