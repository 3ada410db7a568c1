import { expect, test } from 'vitest'
import { chooseAccounts } from '../../../src/main/cli/choose-account.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'

const account = (label: string): AccountRecord => ({
  id: `id-of-${label}`,
  label,
  named: true,
  kind: 'token',
  connection: { baseUrl: 'https://host.example', provider: 'hypeproxy-v2' },
  email: null,
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: null,
  addedAt: '2026-01-01T00:00:00Z'
})
const found = (labels: readonly string[], wanted: string): string | null => {
  const chosen = chooseAccounts(labels.map(account), wanted)
  return 'error' in chosen ? null : (chosen[0]?.account.label ?? null)
}

test.each([
  ['istanbul', 'İstanbul'],
  ['ISTANBUL', 'İstanbul'],
  ['istanbul', 'ISTANBUL'],
  ['izmir', 'İzmir Ofisi'],
  ['lodz', 'Łódź'],
  ['strasse', 'Straße 5'],
  ['munchen', 'München'],
  ['СЧЕТ', 'Счёт'],
  ['work', 'Ｗｏｒｋ'],
  ['한국', '한국 지사']
])('--account %s finds “%s”, as the list’s search does', (wanted, label) => {
  expect(found([label, 'Other'], wanted)).toBe(label)
})

test('--account finds an account by its email, too', () => {
  const company = { ...account('Keller GmbH'), email: 'ada@example.com' }
  expect(chooseAccounts([company, account('Other')], 'ADA@example.com')).toMatchObject([{ name: 'Keller GmbH' }])
})

test('the same letters come before those that stand for them, and a whole name before a beginning', () => {
  expect(found(['Ärger', 'Arger'], 'arger')).toBe('Arger')
  expect(found(['Arger', 'Ärger'], 'ärger')).toBe('Ärger')
  expect(found(['Łódź 2', 'Łódź'], 'lodz')).toBe('Łódź')
  expect(found(['Ärger', 'Ârger'], 'arger')).toBeNull()
})
