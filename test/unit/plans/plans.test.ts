import { beforeEach, describe, expect, test } from 'vitest'
import { Plans, sortedPlans } from '../../../src/main/plans/plans.ts'
import type { StoredInfo } from '../../../src/main/ports/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Plan } from '../../../src/shared/models/plan.ts'
import { plan } from '../../support/plans.ts'
import { endCall, errorOf, launchCore, shownIn, signIn, world } from '../app/launch.ts'

const WITH_PLANS: Connection = {
  baseUrl: 'https://plans.example',
  provider: null,
  name: 'Plans',
  plans: { path: '/plans' }
}
const FIRST_ROWS = { offset: 0, limit: 100 }

let core: ReturnType<typeof launchCore>
let plans: Plans

beforeEach(() => {
  core = launchCore(world())
  plans = new Plans({ ...core.parts, settings: () => ({ dueSoonDays: 3 }) })
})

async function signInWithPlans(token: string): Promise<void> {
  const connection = { ...WITH_PLANS, baseUrl: `https://${token}.example` }
  await core.accounts.signIn({ kind: 'token', connection, token: `token-of-${token}`, again: null })
}

async function fetchInto(id: string, value: Plan[], more: Partial<StoredInfo> = {}): Promise<void> {
  const storage = core.storageOf(id)
  const info = { fetchedAt: '2026-11-20T10:00:00.000Z', notes: [], validators: null, ...more }
  await storage.savePlans(value, info)
  storage.close()
}

const day = (days: number): string => {
  const now = core.clock.now()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10)
}

describe('the page of all accounts', () => {
  test('has the plans of each, what is expected, and the oldest age', async () => {
    await signInWithPlans('ada')
    await signInWithPlans('bob')
    const price = { amount: '10', currency: 'EUR' }
    await fetchInto('id-1', [plan({ key: 'a', renews: day(20), price })])
    await fetchInto('id-2', [plan({ key: 'b', renews: day(9), price })], { fetchedAt: '2026-11-19T10:00:00.000Z' })
    const page = await plans.page(null, FIRST_ROWS)
    expect(page.rows.map(({ account, key }) => [account, key])).toEqual([
      ['id-2', 'b'],
      ['id-1', 'a']
    ])
    expect(page).toMatchObject({
      total: 2,
      expected: { amounts: [{ amount: '20', currency: 'EUR' }], plans: 2 },
      freshness: { fetchedAt: '2026-11-19T10:00:00.000Z', error: null },
      missing: []
    })
    expect((await plans.page(null, { offset: 1, limit: 1 })).rows.map(({ key }) => key)).toEqual(['a'])
  })

  test('names accounts whose plans aren’t there, and none without plans', async () => {
    await signInWithPlans('ada')
    await signInWithPlans('bob')
    await signInWithPlans('cy')
    await signIn(core.accounts)
    await fetchInto('id-1', [plan()])
    await core.accounts.signOut('id-2', false)
    await endCall(core.accounts.get('id-1'), 'plans', { code: 'SERVER' })
    expect((await plans.page(null, FIRST_ROWS)).missing).toEqual([
      { id: 'id-1', why: 'outdated', error: { code: 'SERVER' } },
      { id: 'id-2', why: 'signedOut', error: null },
      { id: 'id-3', why: 'notFetched', error: null }
    ])
  })

  test('nothing is read while the app is locked, or after the sign-out', async () => {
    expect(await errorOf(plans.page(null, FIRST_ROWS))).toMatchObject({ code: 'UNAUTHORIZED' })
    await signInWithPlans('ada')
    core.heard.locked = true
    expect(await errorOf(plans.page(null, FIRST_ROWS))).toMatchObject({ code: 'APP_LOCKED' })
  })
})

describe('the page of one account', () => {
  test('has its own error, and says when nothing was fetched', async () => {
    await signInWithPlans('ada')
    const account = shownIn(core.accounts)
    expect(await plans.page(account, FIRST_ROWS)).toMatchObject({ rows: [], total: 0, freshness: { fetchedAt: null } })
    await fetchInto('id-1', [plan()])
    await endCall(account, 'plans', { code: 'OFFLINE' })
    expect(await plans.page(account, FIRST_ROWS)).toMatchObject({
      total: 1,
      freshness: { error: { code: 'OFFLINE' }, fetchedAt: '2026-11-20T10:00:00.000Z' },
      missing: []
    })
  })

  test('sealed data is an error', async () => {
    await signInWithPlans('ada')
    await fetchInto('id-1', [plan()])
    const storage = core.cache.accounts.get('id-1')
    if (storage) storage.sealedSnapshot = 'KEYCHAIN_LOCKED'
    expect(await errorOf(plans.page(shownIn(core.accounts), FIRST_ROWS))).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    expect((await plans.page(null, FIRST_ROWS)).missing).toMatchObject([
      { id: 'id-1', why: 'unavailable', error: { code: 'KEYCHAIN_LOCKED' } }
    ])
  })
})

test('plans of some accounts, for the tray and notifications', async () => {
  await signInWithPlans('ada')
  await signIn(core.accounts)
  await fetchInto('id-1', [plan({ key: 'a' })])
  const [ada, bob] = [core.accounts.get('id-1'), core.accounts.get('id-2')]
  expect(await plans.readPlans([ada, bob])).toMatchObject({ plans: [{ account: 'id-1', key: 'a' }], missing: [] })
  expect(await plans.readPlans([bob])).toEqual({ plans: [], missing: [] })
})

test('rows: what needs an eye first, then by the next day, those that are over last', () => {
  const rows = [
    plan({ key: 'over', state: 'expired', ends: '2026-11-01' }),
    plan({ key: 'nothing' }),
    plan({ key: 'later', renews: '2026-12-20' }),
    plan({ key: 'cancelled, runs', state: 'cancelled', ends: '2026-12-10' }),
    plan({ key: 'cancelled', state: 'cancelled' }),
    plan({ key: 'failed', failedPayments: 1, renews: '2026-12-24' }),
    plan({ key: 'soon', renews: '2026-11-26' })
  ]
  expect(sortedPlans(rows, '2026-11-25', 3).map(({ key }) => key)).toEqual([
    ...['soon', 'failed'],
    ...['cancelled, runs', 'later', 'nothing'],
    ...['over', 'cancelled']
  ])
})
