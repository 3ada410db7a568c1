import { expect, test } from 'vitest'
import type { Glance } from '../../../src/main/core/glance.ts'
import { trayContent } from '../../../src/main/desktop/tray-lines.ts'
import { invoice } from '../../support/ports.ts'

const now = new Date('2026-11-20T12:00:00Z')
const content = (glance: Glance) => trayContent(glance, 'en-GB', now)
const labels = (glance: Glance) => content(glance).lines.flatMap((line) => ('label' in line ? [line.label] : ['—']))

const glance = (more: Partial<Extract<Glance, { status: 'signedIn' }>> = {}): Glance => ({
  status: 'signedIn',
  label: 'ada@example.com',
  credential: 'kept',
  trouble: null,
  sealed: null,
  open: 2,
  unknown: 1,
  openAmounts: [{ currency: 'EUR', amount: '130.00' }],
  latest: [
    invoice('i1', { total: '100.00', currency: 'EUR' }),
    invoice('i2', { state: 'unknown', total: null, issuedAt: null })
  ],
  freshness: { fetchedAt: '2026-11-20T11:55:00Z', refreshing: false, failure: null, notes: [], revision: 1 },
  accounts: [{ id: 'id-1', label: 'ada@example.com', current: true, signedOut: false }],
  ...more
})
const two = [
  { id: 'id-1', label: 'ada@example.com', current: true, signedOut: false },
  { id: 'id-2', label: 'Work', current: false, signedOut: true }
]

test('says how many are open, how much that is, when that was checked, and the latest', () => {
  expect(labels(glance())).toEqual([
    'ada@example.com',
    '2 open invoices · €130.00',
    'Checked 5 minutes ago',
    '—',
    'Open · €100.00 · 1 Nov 2026',
    'Unknown · amount not known',
    '—',
    'Refresh',
    'Open Portside',
    'Quit Portside'
  ])
  expect(content(glance()).marked).toBe(true)
  expect(content(glance()).tooltip).toBe('Portside: 2 open invoices · €130.00 · Checked 5 minutes ago')
})

test('an unknown currency is not given one and stands apart', () => {
  const seen = labels(
    glance({
      openAmounts: [
        { currency: 'EUR', amount: '30' },
        { currency: null, amount: '5.5' }
      ]
    })
  )
  expect(seen[1]).toBe('2 open invoices · €30.00 · 5.50 (currency not given)')
  const odd = labels(glance({ openAmounts: [{ currency: 'credits', amount: '7' }] }))
  expect(odd[1]).toBe('2 open invoices · 7.00 credits')
})

test('the age is in the language of its sentence, amounts and dates in the format of the region', () => {
  const german = trayContent(glance(), 'de-DE', now).lines.flatMap((line) => ('label' in line ? [line.label] : []))
  expect(german[2]).toBe('Checked 5 minutes ago')
  expect(german[3]).toBe('Open · 100,00\u00a0€ · 01.11.2026')
})

test('that nothing is open is not said where the platform’s statuses say nothing', () => {
  const seen = glance({ open: 0, unknown: 3, openAmounts: [] })
  expect(labels(seen)[1]).toBe('None known to be open · 3 of unknown status')
  expect(content(seen).marked).toBe(false)
})

test('nothing open is said and not marked', () => {
  const seen = glance({ open: 0, unknown: 0, openAmounts: [], latest: [] })
  expect(labels(seen)).toContain('No open invoices')
  expect(labels(seen)).toContain('No invoices')
  expect(content(seen).marked).toBe(false)
})

test('data that could not be renewed does not look fresh', () => {
  const stale = glance({
    freshness: {
      fetchedAt: '2026-11-20T09:00:00Z',
      refreshing: false,
      failure: { code: 'UNREACHABLE' },
      notes: [],
      revision: 1
    }
  })
  expect(labels(stale)).toContain('Couldn’t check; data from 3 hours ago')
})

test('before the first fetch nothing is claimed', () => {
  const first = glance({
    open: null,
    openAmounts: [],
    latest: [],
    freshness: { fetchedAt: null, refreshing: true, failure: null, notes: [], revision: 1 }
  })
  expect(labels(first)).toEqual([
    'ada@example.com',
    'Invoices not fetched yet',
    '—',
    'Refreshing…',
    'Open Portside',
    'Quit Portside'
  ])
})

test('signed out: says so, refreshing is not offered', () => {
  const out: Glance = { status: 'signedOut', accounts: [] }
  expect(labels(out)).toEqual(['Not signed in', '—', 'Refresh', 'Open Portside', 'Quit Portside'])
  expect(content(out).lines).toContainEqual(expect.objectContaining({ action: 'refresh', enabled: false }))
})

test('locked: that, and what to do; nothing of anybody', () => {
  expect(content({ status: 'locked' })).toEqual({
    tooltip: 'Portside: locked',
    marked: false,
    lines: [
      { kind: 'note', label: 'Locked' },
      { kind: 'separator' },
      { kind: 'action', label: 'Open Portside', action: 'open', enabled: true },
      { kind: 'action', label: 'Quit Portside', action: 'quit', enabled: true }
    ]
  })
})

test('several accounts can be switched between, the open one marked, signed-out ones named as that', () => {
  const submenu = {
    kind: 'accounts',
    label: 'Switch account',
    accounts: [
      { kind: 'account', label: 'ada@example.com', id: 'id-1', checked: true },
      { kind: 'account', label: 'Work (signed out)', id: 'id-2', checked: false }
    ]
  }
  expect(content(glance({ accounts: two })).lines).toContainEqual(submenu)
  expect(content(glance()).lines.map(({ kind }) => kind)).not.toContain('accounts')
  const out = two.map((one) => ({ ...one, current: false }))
  expect(labels({ status: 'signedOut', accounts: out.slice(1) })).toContain('Switch account')
})

test.each<[string, Partial<Extract<Glance, { status: 'signedIn' }>>, boolean]>([
  ['Signed in until you quit', { credential: 'memory', trouble: 'VAULT_LOCKED' }, true],
  ['Password store locked', { credential: 'unavailable', trouble: 'VAULT_LOCKED' }, false],
  ['Password store doesn’t answer', { credential: 'unavailable', trouble: 'VAULT_SILENT' }, false],
  ['No password store', { credential: 'unavailable', trouble: 'VAULT_MISSING' }, false],
  ['Sign in again to refresh', { credential: 'unavailable', trouble: 'VAULT_CHANGED' }, false],
  ['Sign in again to refresh', { credential: 'refused' }, false],
  ['Sign in again to refresh', { credential: 'forgotten' }, false]
])('“%s” is said in one line, after %o', (text, more, canRefresh) => {
  const seen = content(glance(more))
  expect(labels(glance(more)).slice(0, 3)).toEqual(['ada@example.com', text, '2 open invoices · €130.00'])
  expect(seen.tooltip).toContain(text)
  expect(seen.lines).toContainEqual(expect.objectContaining({ action: 'refresh', enabled: canRefresh }))
})

test('a sign-in that is kept, and the sample, need no such line', () => {
  expect(labels(glance({ credential: 'sample' }))).toEqual(labels(glance()))
  expect(labels(glance())).toHaveLength(10)
})

test('invoices that can’t be opened now are neither counted nor dated', () => {
  const sealed = glance({
    credential: 'unavailable',
    trouble: 'VAULT_LOCKED',
    sealed: 'VAULT_LOCKED',
    open: null,
    unknown: 0,
    openAmounts: [],
    latest: [],
    freshness: { fetchedAt: null, refreshing: false, failure: { code: 'VAULT_LOCKED' }, notes: [], revision: 1 }
  })
  expect(labels(sealed)).toEqual([
    'ada@example.com',
    'Password store locked',
    'Saved invoices can’t be opened now',
    '—',
    'Refresh',
    'Open Portside',
    'Quit Portside'
  ])
  expect(content(sealed).tooltip).toBe('Portside: Saved invoices can’t be opened now · Password store locked')
  expect(content(sealed).marked).toBe(false)
})

test('whatever the platform sends, lines and tooltip stay short', () => {
  const huge = '9'.repeat(5000)
  const seen = content(
    glance({
      label: 'x'.repeat(5000),
      credential: 'memory',
      accounts: Array.from({ length: 3 }, (_none, n) => ({
        id: `id-${n}`,
        label: 'x'.repeat(5000),
        current: n === 0,
        signedOut: n > 1
      })),
      openAmounts: Array.from({ length: 500 }, (_none, n) => ({ currency: `A${n}`, amount: huge })),
      latest: [invoice('i1', { total: huge })]
    })
  )
  const texts = seen.lines.flatMap((line) => {
    if (line.kind === 'accounts') return line.accounts.map(({ label }) => label)
    return 'label' in line ? [line.label] : []
  })
  const longest = Math.max(...texts.map((text) => text.length))
  expect(longest).toBeLessThanOrEqual(100)
  expect(seen.tooltip.length).toBeLessThanOrEqual(127)
})
