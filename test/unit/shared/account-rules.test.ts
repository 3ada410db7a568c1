import { expect, test } from 'vitest'
import { hostOf, listsPlans, type AccountLine } from '../../../src/shared/models/account.ts'
import { line } from '../../component/ui/shell/bridge.ts'
import { lineWithPlans } from '../../component/plans/fixtures.ts'

test.each([
  ['https://api.example.com', 'api.example.com'],
  ['https://api.example.com/proxy/v1', 'api.example.com'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080'],
  ['https://[::1]:8443/x', '[::1]:8443'],
  ['https://ada:secret@api.example.com', null],
  ['ftp://api.example.com', null],
  ['', null]
])('the host of %j is %j', (baseUrl, host) => {
  expect(hostOf({ connection: { baseUrl, provider: 'hypeproxy-v2' } })).toBe(host)
})

test.each<[what: string, accounts: AccountLine[], shown: string | undefined, all: boolean, expected: boolean]>([
  ['nobody is signed in', [lineWithPlans({}, 'signedOut')], undefined, true, false],
  ['the account shown has them', [lineWithPlans()], 'a', false, true],
  ['another account has them', [line(), lineWithPlans({ id: 'b' })], 'a', false, false],
  ['another account has them, and lists are of all', [line(), lineWithPlans({ id: 'b' })], 'a', true, true],
  ['only the sample has them, beside a real account', [line(), lineWithPlans({ id: 's' }, 'sample')], 'a', true, false],
  ['the sample is shown beside a real account', [line(), lineWithPlans({ id: 's' }, 'sample')], 's', true, false]
])('plans are listed of the accounts in the scope: %s', (_, accounts, shown, all, expected) =>
  expect(listsPlans(accounts, shown, all)).toBe(expected)
)
