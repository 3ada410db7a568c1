import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Account } from '../../../../src/main/accounts/account.ts'
import type { RefreshAllStatus } from '../../../../src/main/accounts/rounds/refresh-all.ts'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
import type { SummarisedAccount } from '../../../../src/main/accounts/summary/account-snapshot.ts'
import { AccountSummaries } from '../../../../src/main/accounts/summary/account-summaries.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Money } from '../../../../src/shared/models/invoice.ts'
import { NOTHING_READ, type Owed } from '../../../../src/shared/models/owed.ts'
import { invoice, type MemoryAccountStorage, PROFILE, settle } from '../../../support/ports.ts'
import { plan } from '../../../support/plans.ts'
import { connection, endCall, launchCore, signIn, world } from '../../app/launch.ts'
import { inUtc } from '../../../support/utc.ts'

inUtc()

const INFO = { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null }
const record = (key: string, dueDay: string | null = null) => ({
  invoice: invoice(key, { dueDay }),
  raw: {},
  pageUrl: null,
  pdfUrl: null
})

let parts: ReturnType<typeof world>
let core: ReturnType<typeof launchCore>
let accounts: Accounts
let accountSummaries: AccountSummaries
let refreshAll: RefreshAllStatus | null

const launch = (): void => {
  core = launchCore(parts)
  ;({ accounts } = core)
  refreshAll = null
  accountSummaries = new AccountSummaries({
    ...core.parts,
    refresh: { allAccountsStatus: () => refreshAll }
  })
}

const its = (id: string): MemoryAccountStorage => core.storageOf(id)
const fill = (id: string, ...keys: string[]): Promise<void> =>
  its(id).saveInvoices(
    keys.map((key) => record(key)),
    INFO
  )
/** What is owed of its invoices is the real answer, but for this. */
async function changeOwed(id: string, change: Partial<Owed>): Promise<void> {
  const list = await its(id).invoices()
  const summary = list.summary.bind(list)
  vi.spyOn(list, 'summary').mockImplementation(async (...asking) => {
    const real = await summary(...asking)
    return { ...real, owed: { ...real.owed, ...change } }
  })
}
type FlatAccount = Omit<SummarisedAccount, 'owed'> & Owed
const summaries = async (): Promise<FlatAccount[]> => {
  const seen = await accountSummaries.read()
  if (seen.status === 'locked') throw new Error('locked')
  return seen.accounts.map(({ owed, ...account }) => ({ ...owed, ...account }))
}
const of = async (id: string): Promise<FlatAccount | undefined> => (await summaries()).find((one) => one.id === id)
/** How often `amounts` was published. */
const changes = (): number => parts.publisher.topics.filter((name) => name === 'amounts').length
/** What was asked of the files since the last call. */
const opened = (): string[] => parts.cache.opened.splice(0)

beforeEach(() => {
  parts = world()
  launch()
})

describe('the account shown', () => {
  test('has its invoices, its name and the state of its refresh', async () => {
    await signIn(accounts)
    expect(await summaries()).toMatchObject([{ open: null, sealed: null, due: [], fetchedAt: null }])
    const second = record('i2', '2026-11-20')
    second.invoice.total = null
    await its('id-1').saveInvoices([record('i1', '2026-11-19'), second], INFO)
    const { rounds } = core.account
    const asked = Promise.withResolvers<never>()
    const call = rounds.calls.fetch('invoices', asked.promise)
    expect(await summaries()).toEqual([
      {
        id: 'id-1',
        label: 'ada@example.com',
        current: true,
        credential: 'kept',
        hasInvoices: true,
        keychainError: null,
        sealed: null,
        ...NOTHING_READ,
        open: 2,
        overdue: 1,
        withoutCurrency: 1,
        openAmounts: [{ currency: null, amount: '10.00' }],
        overdueAmounts: [{ currency: null, amount: '10.00' }],
        openWithoutAmount: 1,
        oldestOpenDay: '2026-11-01',
        overdueSince: '2026-11-19',
        nextDueDay: '2026-11-20',
        due: [expect.objectContaining({ key: 'i1' }), expect.objectContaining({ key: 'i2' })],
        fetchedAt: INFO.fetchedAt,
        refreshing: true,
        error: null,
        balance: null,
        plansSoon: [],
        plansFetchedAt: null,
        hasCalls: true,
        plansError: null
      }
    ])
    asked.reject(new AppError('SERVER'))
    await call
    expect(await of('id-1')).toMatchObject({ refreshing: false, error: { code: 'SERVER' } })
  })

  test('is announced when its invoices were fetched, also before the start', async () => {
    await signIn(accounts)
    await fill('id-1', 'i1')
    const before = changes()
    await accountSummaries.update(accounts.get('id-1'), its('id-1'))
    expect(changes()).toBe(before + 1)
    expect(await of('id-1')).toMatchObject({ open: 1 })
  })

  test.each(['KEYCHAIN_LOCKED', 'STORAGE'] as const)(
    'invoices that can’t be decrypted or read (%s) are unknown, and no error is thrown',
    async (code) => {
      await signIn(accounts)
      await fill('id-1', 'i1')
      if (code === 'STORAGE') its('id-1').info = () => Promise.reject(new AppError('STORAGE'))
      else its('id-1').sealedSnapshot = code
      expect(await of('id-1')).toMatchObject({ sealed: code, open: null, openAmounts: [], due: [], fetchedAt: null })
    }
  )

  test('an unexpected error is thrown', async () => {
    await signIn(accounts)
    its('id-1').info = () => Promise.reject(new TypeError('boom'))
    await expect(accountSummaries.read()).rejects.toThrow('boom')
  })
})

describe('the money in an account', () => {
  const balance = { amount: '-5.25', currency: 'USD' }
  const save = (id: string): Promise<void> =>
    its(id).saveProfile({ ...PROFILE, balance }, { ...INFO, fetchedAt: '2026-11-19T10:00:00Z' })
  const shown = { ...balance, fetchedAt: '2026-11-19T10:00:00Z' }

  test('is that of its saved profile, with its age', async () => {
    await signIn(accounts)
    await save('id-1')
    await fill('id-1', 'i1')
    expect(await of('id-1')).toMatchObject({ open: 1, balance: shown })
    expect(await accountSummaries.readAmounts()).toMatchObject([{ id: 'id-1', balance: shown }])
  })

  test('isn’t known without a profile, or while it can’t be decrypted', async () => {
    await signIn(accounts)
    expect(await of('id-1')).toMatchObject({ balance: null })
    await save('id-1')
    its('id-1').sealedSnapshot = 'KEYCHAIN_LOCKED'
    await fill('id-1', 'i1')
    expect(await of('id-1')).toMatchObject({ sealed: 'KEYCHAIN_LOCKED', balance: null })
  })

  test('is known of an account whose provider has no invoices', async () => {
    await signIn(accounts)
    await save('id-1')
    await fill('id-1', 'i1')
    await accounts.changeConnection('id-1', { ...connection, invoices: null })
    expect(await of('id-1')).toMatchObject({ hasInvoices: false, open: null, balance: shown })
  })

  test('isn’t shown of a profile that the definition has no more', async () => {
    await signIn(accounts)
    await save('id-1')
    await accounts.changeConnection('id-1', { ...connection, profile: null })
    expect(await of('id-1')).toMatchObject({ balance: null })
  })
})

describe('what its plans do soon', () => {
  const withPlans = { ...connection, plans: { path: '/plans' } }
  const save = (id: string): Promise<void> =>
    its(id).savePlans(
      [
        plan({ key: 'a', name: 'Late', renews: '2026-11-28' }),
        plan({ key: 'b', name: 'Last day', ends: '2026-11-27' }),
        plan({ key: 'c', name: 'Today', renews: '2026-11-20', price: { amount: '5', currency: 'EUR' } }),
        plan({ key: 'd', name: 'Over', state: 'expired', ends: '2026-11-21' })
      ],
      INFO
    )

  test('is what renews or ends within a week, the next first, also without invoices', async () => {
    await signIn(accounts)
    await accounts.changeConnection('id-1', { ...withPlans, invoices: null })
    await save('id-1')
    await endCall(core.account, 'plans', { code: 'FORBIDDEN' })
    expect(await of('id-1')).toMatchObject({
      hasInvoices: false,
      error: null,
      plansFetchedAt: INFO.fetchedAt,
      plansError: { code: 'FORBIDDEN' },
      plansSoon: [
        { name: 'Today', price: { amount: '5', currency: 'EUR' }, next: { day: '2026-11-20', kind: 'renews' } },
        { name: 'Last day', price: null, next: { day: '2026-11-27', kind: 'ends' } }
      ]
    })
  })

  test('can be refreshed in an account that isn’t shown, and a profile alone can’t', async () => {
    const off = { invoices: null, products: null }
    await signIn(accounts)
    await signIn(accounts, 'second@example.com')
    await accounts.changeConnection('id-1', { ...withPlans, ...off })
    expect(await of('id-1')).toMatchObject({ current: false, hasCalls: true })
    await accounts.changeConnection('id-1', { ...connection, ...off })
    expect(await of('id-1')).toMatchObject({ current: false, hasCalls: false })
  })

  test('isn’t known of plans that the definition has no more, or that can’t be decrypted', async () => {
    await signIn(accounts)
    await save('id-1')
    expect(await of('id-1')).toMatchObject({ plansSoon: [] })
    await accounts.changeConnection('id-1', withPlans)
    its('id-1').sealedSnapshot = 'KEYCHAIN_LOCKED'
    expect(await of('id-1')).toMatchObject({ sealed: 'KEYCHAIN_LOCKED', plansSoon: [] })
  })
})

test('a part of the list is known as one, with the credit and the unread due dates of what came', async () => {
  await signIn(accounts)
  await its('id-1').saveInvoices([record('i1')], { ...INFO, partial: { received: 1, total: 9 } })
  const euros = (amount: string): Money[] => [{ currency: 'EUR', amount }]
  const details = {
    deducted: euros('20'),
    unusedCredits: euros('5'),
    credits: euros('50'),
    dueUnread: 1,
    withoutStatus: 2
  }
  await changeOwed('id-1', details)
  const known = { open: 1, isPartial: true, ...details }
  expect(await of('id-1')).toMatchObject(known)
  expect(await accountSummaries.readAmounts()).toMatchObject([known])
})

test('signed out, only the accounts are listed', async () => {
  expect(await accountSummaries.read()).toEqual({
    status: 'ready',
    accounts: [],
    owed: NOTHING_READ,
    refreshAll: null
  })
  await signIn(accounts)
  await fill('id-1', 'i1')
  await summaries()
  await accounts.signOut('id-1', false)
  expect(await of('id-1')).toMatchObject({
    current: false,
    credential: 'signedOut',
    open: null,
    due: [],
    fetchedAt: null
  })
})

test('locked, nothing is read or shown, also when the lock comes during a read', async () => {
  await signIn(accounts, 'first@example.com')
  await signIn(accounts, 'second@example.com')
  launch()
  core.heard.locked = true
  opened()
  accountSummaries.start()
  expect(await accountSummaries.read()).toEqual({ status: 'locked' })
  await settle()
  expect(opened()).toEqual([])
  core.heard.locked = false
  const late = Promise.withResolvers<void>()
  const { info } = its('id-2')
  its('id-2').info = async (topic) => (await late.promise, info(topic))
  const begun = accountSummaries.read()
  core.heard.locked = true
  late.resolve()
  expect(await begun).toEqual({ status: 'locked' })
})

describe('the other accounts', () => {
  beforeEach(async () => {
    for (const email of ['first', 'second', 'third']) await signIn(accounts, `${email}@example.com`)
    for (const id of ['id-1', 'id-2', 'id-3']) await fill(id, `of-${id}`)
    launch()
    opened()
  })

  test('are in the user’s order, with distinct names, and unknown before they are read', async () => {
    accounts.move('id-3', 0)
    for (const id of ['id-1', 'id-3']) accounts.rename(id, 'Work')
    const all = await summaries()
    expect(all.map(({ id, current, open }) => [id, current, open])).toEqual([
      ['id-3', true, 1],
      ['id-1', false, null],
      ['id-2', false, null]
    ])
    expect(all[1]?.label).toMatch(/^Work \(.+, first@example\.com\)$/)
    await settle()
    expect(opened()).toEqual(['id-3'])
  })

  test('are read after the start, one at a time, and once', async () => {
    const late = Promise.withResolvers<void>()
    const { info } = its('id-1')
    its('id-1').info = async (topic) => (await late.promise, info(topic))
    opened()
    accountSummaries.start()
    await settle()
    expect(opened()).toEqual(['id-1'])
    late.resolve()
    await settle()
    expect(opened()).toEqual(['id-2'])
    // Of all of them.
    await parts.clock.advance(1_000)
    expect(changes()).toBe(1)
    expect(await of('id-2')).toMatchObject({ open: 1, due: [{ key: 'of-id-2' }], fetchedAt: INFO.fetchedAt })
    for (let times = 0; times < 3; times += 1) await summaries()
    expect(opened()).toEqual(['id-3'])
  })

  test('are read again when they are fetched, and have the state of their refresh', async () => {
    accountSummaries.start()
    await settle()
    await fill('id-1', 'one', 'two')
    await endCall(accounts.get('id-1'), 'invoices', { code: 'SERVER' })
    void accounts.get('id-1').rounds.calls.fetch('invoices', new Promise(() => undefined))
    expect(await of('id-1')).toMatchObject({ open: 1, refreshing: true, error: { code: 'SERVER' } })
    await parts.clock.advance(2_000)
    const before = changes()
    await accountSummaries.update(accounts.get('id-1'), its('id-1'))
    expect(changes()).toBe(before + 1)
    expect(await of('id-1')).toMatchObject({ open: 2 })
  })

  test('are added up per currency, unknown currency last, and so are their credits', async () => {
    const owing = (id: string, openAmounts: Money[], credits: Money[] = []): Promise<void> =>
      changeOwed(id, { openAmounts, deducted: credits, unusedCredits: credits, credits })
    await owing('id-1', [
      { currency: null, amount: '1' },
      { currency: 'EUR', amount: '2' }
    ])
    const credit = (amount: string): Money[] => [{ currency: 'EUR', amount }]
    await owing('id-2', [{ currency: 'EUR', amount: '0.1' }], credit('50'))
    await owing('id-3', [{ currency: 'USD', amount: '4' }], credit('7'))
    accountSummaries.start()
    await settle()
    expect(await accountSummaries.read()).toMatchObject({
      owed: {
        openAmounts: [
          { currency: 'EUR', amount: '2.1' },
          { currency: 'USD', amount: '4' },
          { currency: null, amount: '1' }
        ],
        deducted: credit('57'),
        unusedCredits: credit('57'),
        credits: credit('57')
      }
    })
  })

  test('sample data is not added up beside a real account', async () => {
    await accounts.signIn({ kind: 'sample', data: 'good' })
    await fill('id-4', 'i1')
    await changeOwed('id-4', { openAmounts: [{ currency: 'EUR', amount: '378' }] })
    expect(await of('id-4')).toMatchObject({ credential: 'sample', openAmounts: [{ amount: '378' }] })
    expect(await accountSummaries.read()).toMatchObject({ owed: { openAmounts: [] } })
  })

  test('an account that was left is read once more', async () => {
    accountSummaries.start()
    await settle()
    await fill('id-3', 'one', 'two', 'three')
    accounts.show('id-1')
    await settle()
    expect(await of('id-3')).toMatchObject({ current: false, open: 3 })
  })

  test('are read again on another day, to count overdue invoices', async () => {
    await its('id-1').saveInvoices([record('due', '2026-11-20')], INFO)
    accountSummaries.start()
    await settle()
    expect(await of('id-1')).toMatchObject({ overdue: 0 })
    parts.clock.turn(86_400_000)
    await summaries()
    await settle()
    expect(await of('id-1')).toMatchObject({ overdue: 1 })
  })

  test('an account that can’t be decrypted or read shows why, and the next is read', async () => {
    its('id-1').sealedSnapshot = 'KEYCHAIN_CHANGED'
    its('id-2').info = () => Promise.reject(new AppError('STORAGE'))
    opened()
    accountSummaries.start()
    await settle()
    expect(await of('id-1')).toMatchObject({ sealed: 'KEYCHAIN_CHANGED', open: null })
    expect(await of('id-2')).toMatchObject({ sealed: 'STORAGE', open: null })
    await settle()
    expect(opened()).toEqual(['id-1', 'id-2', 'id-3'])
    expect(core.heard.reported).toEqual([])
  })

  test('a keychain error of one keeps the others from being read until it is gone', async () => {
    parts.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await accounts
      .get('id-3')
      .access()
      .catch(() => undefined)
    const { reads } = parts.keychain
    opened()
    accountSummaries.start()
    await settle()
    expect(opened()).toEqual([])
    expect(parts.keychain.reads).toBe(reads)
    expect(await of('id-1')).toMatchObject({ credential: 'kept', sealed: 'KEYCHAIN_LOCKED', open: null })
    parts.keychain.keychainError = null
    await accounts.retryKeychain()
    await settle()
    expect(await of('id-1')).toMatchObject({ sealed: null, open: 1 })
  })

  test('an account that is signed out while it is read stays forgotten', async () => {
    const late = Promise.withResolvers<void>()
    const { info } = its('id-1')
    its('id-1').info = async (topic) => (await late.promise, info(topic))
    accountSummaries.start()
    await settle()
    await accounts.signOut('id-1', false)
    late.resolve()
    await settle()
    expect(await of('id-1')).toMatchObject({ credential: 'signedOut', open: null, due: [] })
    await accounts.remove('id-2')
    expect((await summaries()).map(({ id }) => id)).toEqual(['id-1', 'id-3'])
  })

  test('an unexpected error is reported, and the other accounts are read', async () => {
    its('id-1').info = () => Promise.reject(new TypeError('boom'))
    accountSummaries.start()
    await settle()
    expect(core.heard.reported).toHaveLength(1)
    expect(await of('id-2')).toMatchObject({ open: 1 })
  })
})

test('with twice as many accounts, their lines are built twice as often', async () => {
  async function linesBuilt(count: number): Promise<number> {
    parts = world()
    launch()
    for (let n = 1; n <= count; n += 1) await signIn(accounts, `a${n}@example.com`)
    launch()
    opened()
    const built = vi.spyOn(Account.prototype, 'line', 'get')
    accountSummaries.start()
    let others: string[] = []
    await vi.waitFor(() => expect((others = [...others, ...opened()])).toHaveLength(count - 1))
    await settle()
    const times = built.mock.calls.length
    built.mockRestore()
    return times
  }
  expect((await linesBuilt(40)) / (await linesBuilt(20))).toBeLessThan(2.5)
})

test.each(['another account', 'nobody'])('data of an account that was left is not shown to %s', async (who) => {
  await signIn(accounts, 'second@example.com')
  await signIn(accounts, 'first@example.com')
  await fill('id-2', 'i1')
  const late = Promise.withResolvers<void>()
  const { info } = its('id-2')
  its('id-2').info = async (topic) => (await late.promise, info(topic))
  const begun = summaries()
  if (who === 'another account') accounts.show('id-1')
  else {
    await accounts.remove('id-2')
    await accounts.signOut('id-1', false)
  }
  late.resolve()
  const first = (await begun).find(({ id }) => id === 'id-1')
  expect(first).toMatchObject({ current: who !== 'nobody', open: null, due: [] })
})

test.each([
  ['the next due', { overdueSince: '2026-11-01' }, 'due'],
  ['without due days the oldest', {}, 'issued']
] as const)('has the first of what is to pay, %s first', async (_which, owed, by) => {
  await signIn(accounts)
  await fill('id-1', 'a')
  await changeOwed('id-1', { open: 5, ...owed })
  const list = await its('id-1').invoices()
  const page = vi.spyOn(list, 'page').mockResolvedValue({ rows: [invoice('v'), invoice('w')], matched: 2 })
  const seen = await of('id-1')
  expect(page.mock.lastCall?.[0]).toMatchObject({ state: 'outstanding', sort: by, descending: false, limit: 5 })
  expect(seen?.due.map(({ key }) => key)).toEqual(['v', 'w'])
})
