import { beforeEach, describe, expect, test } from 'vitest'
import { invoiceNewsSource } from '../../../../src/main/app/notifications/invoice-news.ts'
import { Notifications } from '../../../../src/main/app/notifications/notifications.ts'
import { planEvents, planNewsSource, type PlanEvent } from '../../../../src/main/app/notifications/plan-news.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import type { Plan } from '../../../../src/shared/models/plan.ts'
import { plan } from '../../../support/plans.ts'
import { FakeClock, invoice, MemoryAccountStorage, settle } from '../../../support/ports.ts'
import { connection, launchCore, signIn, world } from '../launch.ts'

const ID = 'id-1'
const TODAY = '2026-11-20'
const DAY = 86_400_000
const WITH_PLANS = { ...connection, plans: { path: '/plans' } }

let core: ReturnType<typeof launchCore>
let clock: FakeClock
let storage: MemoryAccountStorage
let settings: Settings
let shown: { title: string; body: string; click: () => void }[]
let opened: string[]
let notifications: Notifications<PlanEvent>

const parts = () => ({
  ...core.parts,
  notifier: {
    supported: () => true,
    show: (notice: { title: string; body: string }, { clicked }: { clicked: () => void }) =>
      void shown.push({ ...notice, click: clicked })
  },
  settings: () => settings,
  locale: () => 'en-GB',
  sha256: (text: string) => text
})
/** As after a start: what is stored stays. */
const start = (): void => {
  notifications = new Notifications({ ...parts(), open: (id) => void opened.push(id) }, planNewsSource)
}

beforeEach(async () => {
  clock = new FakeClock(`${TODAY}T12:00:00.000`)
  core = launchCore({ ...world(), clock })
  await signIn(core.accounts)
  await core.accounts.changeConnection(ID, WITH_PLANS)
  storage = new MemoryAccountStorage()
  core.accounts.closeStorages()
  core.cache.accounts.set(ID, storage)
  settings = DEFAULT_SETTINGS
  ;[shown, opened] = [[], []]
  start()
})

const info = () => ({ fetchedAt: clock.now().toISOString(), notes: [], validators: null })

/** The provider answered with these, and they were stored. @returns the titles that this brought */
async function fetched(...plans: Plan[]): Promise<string[]> {
  const before = shown.length
  await storage.savePlans(plans, info())
  let isChecking = true
  void notifications.check(core.account, storage).then(() => (isChecking = false))
  while (isChecking) {
    await settle()
    await clock.advance(0)
  }
  return shown.slice(before).map(({ title }) => title)
}

const used = (amount: string, more: Partial<Plan> = {}): Plan =>
  plan({ traffic: { unit: 'GB', limit: '100', used: amount, left: null }, ...more })

test('the first check of an account is silent, also beside invoices that were checked before', async () => {
  const ofInvoices = new Notifications({ ...parts(), open: () => undefined }, invoiceNewsSource)
  await storage.saveInvoices([{ invoice: invoice('a'), raw: {}, pageUrl: null, pdfUrl: null }], info())
  await ofInvoices.check(core.account, storage)
  ofInvoices.stop()
  expect(await fetched(plan({ renews: '2026-11-21', failedPayments: 1 }))).toEqual([])
  expect(await fetched(plan({ renews: '2026-11-21', failedPayments: 2 }))).toEqual(['2 payments for a plan failed'])
})

test('what was known stays known over a restart', async () => {
  await fetched(plan())
  expect(await fetched(plan({ ends: '2026-11-22' }))).toEqual(['A plan ends in 2 days'])
  start()
  expect(await fetched(plan({ ends: '2026-11-22' }))).toEqual([])
})

describe('a renewal or an end', () => {
  beforeEach(() => fetched(plan()))

  test.each<[Partial<Plan>, string[]]>([
    [{ renews: '2026-11-20' }, ['A plan renews today']],
    [{ renews: '2026-11-21' }, ['A plan renews tomorrow']],
    [{ renews: '2026-11-23' }, ['A plan renews in 3 days']],
    [{ renews: '2026-11-24' }, []],
    [{ ends: '2026-11-20' }, ['A plan ends today']],
    [{ ends: '2026-11-21', state: 'cancelled' }, ['A plan ends tomorrow']],
    [{ ends: '2026-11-23', renewsAutomatically: false, renews: '2026-11-23' }, ['A plan ends in 3 days']],
    [{ ends: '2026-11-22', state: 'expired' }, []],
    [{ renews: '2026-11-19' }, []],
    [{ started: '2026-11-30', ends: '2026-11-22' }, []]
  ])('%o: %o', async (more, titles) => {
    expect(await fetched(plan(more))).toEqual(titles)
    expect(await fetched(plan(more))).toEqual([])
  })

  test('is as near as the setting says, and comes without a fetch', async () => {
    settings = { ...settings, dueSoonDays: 10 }
    expect(await fetched(plan({ renews: '2026-12-01' }))).toEqual([])
    await clock.advance(DAY)
    await expect.poll(() => shown.map(({ title }) => title)).toEqual(['A plan renews in 10 days'])
  })

  test('of another day is another one', async () => {
    expect(await fetched(plan({ renews: '2026-11-21' }))).toHaveLength(1)
    await clock.advance(DAY)
    expect(await fetched(plan({ renews: '2026-11-22' }))).toEqual(['A plan renews tomorrow'])
  })
})

describe('traffic', () => {
  beforeEach(() => fetched(used('10')))

  test('is said at 80 and at 95 %, once each in a period, and again in the next one', async () => {
    const period = { periodEnds: '2026-12-12' }
    expect(await fetched(used('79.9', period))).toEqual([])
    expect(await fetched(used('83.7', period))).toEqual(['A plan has used 83% of its traffic'])
    expect(await fetched(used('90', period))).toEqual([])
    expect(await fetched(used('95', period))).toEqual(['A plan has used 95% of its traffic'])
    // Below the step and above it again, in the same period.
    expect([...(await fetched(used('50', period))), ...(await fetched(used('85', period)))]).toEqual([])
    await clock.advance(DAY)
    expect(await fetched(used('85', { periodEnds: '2027-01-12' }))).toEqual(['A plan has used 85% of its traffic'])
  })

  test('that is beyond both steps at once is said once', async () => {
    expect(await fetched(used('100', { renews: '2026-12-12' }))).toEqual(['A plan has used 100% of its traffic'])
    expect(await fetched(used('85', { renews: '2026-12-12' }))).toEqual([])
  })

  test('without a period is said again after it was below the step', async () => {
    expect(await fetched(used('85'))).toHaveLength(1)
    expect(await fetched(used('94'))).toEqual([])
    await clock.advance(DAY)
    // About the step, it goes up and down.
    expect([...(await fetched(used('76'))), ...(await fetched(used('85')))]).toEqual([])
    expect(await fetched(used('10'))).toEqual([])
    expect(await fetched(used('85'))).toHaveLength(1)
  })

  test('has no period by a renewal, which may be another day at each fetch', async () => {
    expect(await fetched(used('85', { renews: '2026-12-12' }))).toHaveLength(1)
    await clock.advance(DAY)
    expect(await fetched(used('86', { renews: '2026-12-13' }))).toEqual([])
  })

  test('that can’t be right, or isn’t known, says nothing', async () => {
    const odd = { unit: 'GB', limit: '100', used: '99', left: '-5' } as const
    expect(await fetched(plan({ traffic: odd }))).toEqual([])
    expect(await fetched(plan({ traffic: { ...odd, limit: 'unlimited', left: null } }))).toEqual([])
    expect(await fetched(used('99', { state: 'expired' }))).toEqual([])
  })
})

test('a failed payment is said for each count, and again after one that worked', async () => {
  await fetched(plan({ failedPayments: 0 }))
  expect(await fetched(plan({ failedPayments: 1 }))).toEqual(['A payment for a plan failed'])
  expect(await fetched(plan({ failedPayments: 1 }))).toEqual([])
  await clock.advance(DAY)
  expect(await fetched(plan({ failedPayments: 3 }))).toEqual(['3 payments for a plan failed'])
  await clock.advance(DAY)
  expect(await fetched(plan({ failedPayments: 0 }))).toEqual([])
  expect(await fetched(plan({ failedPayments: null }))).toEqual([])
  expect(await fetched(plan({ failedPayments: 1 }))).toEqual(['A payment for a plan failed'])
})

describe('once a day', () => {
  const bad = (key: string, failedPayments = 1): Plan => plan({ key, failedPayments })

  test('a payment that fails and works in turn is said', async () => {
    await fetched(plan({ failedPayments: 0 }))
    expect(await fetched(bad('p'))).toHaveLength(1)
    for (const failedPayments of [0, 1, 0, 1, 2]) expect(await fetched(plan({ failedPayments }))).toEqual([])
    await clock.advance(DAY)
    expect(shown).toHaveLength(2)
  })

  test('plans whose ids are others at each fetch are said, of each kind', async () => {
    await fetched(plan())
    const all = (key: string): Plan => used('85', { key, failedPayments: 1, renews: '2026-11-22' })
    expect(await fetched(all('a'))).toHaveLength(3)
    expect([...(await fetched(all('b'))), ...(await fetched(all('c')))]).toEqual([])
    // Of what was not said before.
    expect(await fetched(used('96', { key: 'd' }))).toEqual(['A plan has used 96% of its traffic'])
  })

  test('what waited for the next day is said then, without a fetch and over a restart', async () => {
    await fetched(plan())
    expect(await fetched(bad('a'))).toHaveLength(1)
    expect(await fetched(bad('a'), bad('b'))).toEqual([])
    start()
    expect(await fetched(bad('a'), bad('b'))).toEqual([])
    await clock.advance(DAY)
    await expect.poll(() => shown).toHaveLength(2)
    await clock.advance(DAY)
    expect(await fetched(bad('a'), bad('b'))).toEqual([])
  })

  test('the silent first check counts for none', async () => {
    expect(await fetched(bad('a'))).toEqual([])
    expect(await fetched(bad('a'), bad('b'))).toHaveLength(1)
  })
})

test('names, amounts and accounts are said only if the settings say so, and a click opens the plans', async () => {
  await fetched(plan())
  const soon = plan({ name: 'ISP 25', renews: '2026-11-22', price: { amount: '34.5', currency: 'USD' } })
  await fetched(soon)
  settings = { ...settings, notifyAmounts: true }
  await clock.advance(DAY)
  await fetched(soon, { ...soon, key: 'q' })
  expect(shown.map(({ body }) => body)).toEqual(['Open Portside to see it.', 'ISP 25 · US$34.50 · renews 22 Nov 2026'])
  shown[1]?.click()
  expect(opened).toEqual([ID])
})

test('many are said together, and nothing without the setting', async () => {
  await fetched(plan())
  const all = [
    used('96', { key: 'a', failedPayments: 1, renews: '2026-11-21' }),
    used('81', { key: 'b', ends: '2026-11-21' })
  ]
  settings = { ...settings, notify: false }
  expect(await fetched(...all.map((one) => ({ ...one, key: `${one.key} before` })))).toEqual([])
  settings = { ...settings, notify: true }
  expect(await fetched(...all)).toEqual(['Updates on 2 plans'])
  expect(shown[0]?.body).toBe('1 with failed payments · 2 low on traffic · 1 ending soon · 1 renewing soon')
})

test('plans are no news when the provider’s definition has none any more', async () => {
  await fetched(plan())
  await core.accounts.changeConnection(ID, connection)
  expect(await fetched(plan({ failedPayments: 1 }))).toEqual([])
})

test('no two plans share an event, whatever their keys are', () => {
  const keys = ['a', 'a","b', '80', '']
  const ids = keys.flatMap((key) =>
    planEvents([used('90', { key, failedPayments: 1, renews: TODAY })], TODAY, 3).events.flatMap(
      ({ eventIds }) => eventIds
    )
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(keys.length * 3)
})
