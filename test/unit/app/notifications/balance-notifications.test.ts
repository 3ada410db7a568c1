import { beforeEach, expect, test } from 'vitest'
import { BalanceNotifications } from '../../../../src/main/app/notifications/balance-notifications.ts'
import { invoiceNewsSource } from '../../../../src/main/app/notifications/invoice-news.ts'
import { Notifications } from '../../../../src/main/app/notifications/notifications.ts'
import type { Notifier } from '../../../../src/main/ports/index.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import { FakeClock, invoice, MemoryAccountStorage, PROFILE, settle } from '../../../support/ports.ts'
import { connection, launchCore, signIn, world } from '../launch.ts'

const ID = 'id-1'
const LOW = 'Your account balance is low'

let core: ReturnType<typeof launchCore>
let clock: FakeClock
let storage: MemoryAccountStorage
let settings: Settings
let shown: { title: string; body: string; click: () => void }[]
let opened: string[]
let isRefused: boolean
let isSupported: boolean
let isLocked: boolean
let notifications: BalanceNotifications

const notifier: Notifier = {
  supported: () => isSupported,
  show: (notice, { clicked, failed }) => {
    if (isRefused) failed()
    else shown.push({ ...notice, click: clicked })
  }
}
const parts = () => ({
  ...core.parts,
  locked: () => isLocked,
  notifier,
  settings: () => settings,
  locale: () => 'en-GB'
})

/** As after a start: what is stored stays. */
const start = (): void => {
  notifications = new BalanceNotifications({ ...parts(), open: (id) => void opened.push(id) })
}

beforeEach(async () => {
  clock = new FakeClock('2026-11-20T12:00:00.000')
  core = launchCore({ ...world(), clock })
  await signIn(core.accounts)
  storage = new MemoryAccountStorage()
  core.accounts.closeStorages()
  core.cache.accounts.set(ID, storage)
  settings = { ...DEFAULT_SETTINGS, balanceThreshold: '10.00' }
  ;[shown, opened] = [[], []]
  ;[isRefused, isSupported, isLocked] = [false, true, false]
  start()
})

async function fetched(...amounts: (string | null)[]): Promise<void> {
  for (const amount of amounts) {
    const balance = amount === null ? undefined : { amount, currency: 'EUR' }
    await storage.saveProfile(
      { ...PROFILE, balance },
      { fetchedAt: clock.now().toISOString(), notes: [], validators: null }
    )
    await notifications.check(core.account)
    await settle()
  }
}
const titles = (): string[] => shown.map(({ title }) => title)

test('a fall below the threshold is notified once, also over a restart, and again after it was above', async () => {
  await fetched('12.00', '10.00')
  expect(titles()).toEqual([])
  await fetched('9.99', '8', '-3')
  start()
  await fetched('7')
  expect(titles()).toEqual([LOW])
  await fetched('10', '9.99', '9')
  expect(titles()).toEqual([LOW, LOW])
})

test('an amount that isn’t known says nothing', async () => {
  await fetched('9', null, '9')
  expect(titles()).toEqual([LOW])
})

test('without a threshold nothing is read or notified', async () => {
  settings = { ...settings, balanceThreshold: null }
  storage.profile = () => Promise.reject(new Error('read'))
  await notifications.check(core.account)
  expect([titles(), core.heard.reported]).toEqual([[], []])
})

test('shows the amount only if the settings say so, and opens the account', async () => {
  await fetched('9')
  settings = { ...settings, notifyAmounts: true }
  await fetched('11', '-5.25')
  expect(shown.map(({ body }) => body)).toEqual(['Open Portside to see it.', '-€5.25'])
  shown[0]?.click()
  expect(opened).toEqual([ID])
})

test('is independent of notifications about invoices', async () => {
  settings = { ...settings, notify: false }
  await fetched('9')
  expect(titles()).toEqual([LOW])
})

test('quiet hours postpone it to a later profile', async () => {
  settings = { ...settings, quietHours: { from: 11 * 60, to: 13 * 60 } }
  await fetched('9')
  expect(titles()).toEqual([])
  await clock.advance(2 * 3_600_000)
  await fetched('9')
  expect(titles()).toEqual([LOW])
})

test('the lock postpones it to the unlock', async () => {
  isLocked = true
  await fetched('9')
  expect(titles()).toEqual([])
  isLocked = false
  notifications.checkAll()
  await expect.poll(titles).toEqual([LOW])
})

test('every account is watched, whichever is shown', async () => {
  await signIn(core.accounts, 'bob@example.com')
  await storage.saveProfile(
    { ...PROFILE, balance: { amount: '9', currency: 'EUR' } },
    { fetchedAt: clock.now().toISOString(), notes: [], validators: null }
  )
  await core.accounts.get(ID).use(async () => undefined)
  notifications.checkAll()
  await expect.poll(titles).toEqual([LOW])
  shown[0]?.click()
  expect(opened).toEqual([ID])
})

test('a system that refuses it is asked again on the next day', async () => {
  isRefused = true
  await fetched('9')
  isRefused = false
  await fetched('9')
  expect(titles()).toEqual([])
  await clock.advance(86_400_000)
  await fetched('9')
  expect(titles()).toEqual([LOW])
})

test('a system without notifications records nothing', async () => {
  isSupported = false
  await fetched('9')
  isSupported = true
  await fetched('9')
  expect(titles()).toEqual([LOW])
})

test('the first check of invoices stays silent after it, and it is notified once', async () => {
  storage = new MemoryAccountStorage()
  core.accounts.closeStorages()
  core.cache.accounts.set(ID, storage)
  await fetched('9', '8')
  expect(titles()).toEqual([LOW])
  const ofInvoices = new Notifications({ ...parts(), sha256: (text) => text, open: () => undefined }, invoiceNewsSource)
  const late = invoice('a', { dueDay: '2026-11-01', dueBy: 'provider' })
  const info = { fetchedAt: clock.now().toISOString(), notes: [], validators: null }
  await storage.saveInvoices([{ invoice: late, raw: {}, pageUrl: null, pdfUrl: null }], info)
  await ofInvoices.check(core.account, storage)
  ofInvoices.stop()
  await fetched('7')
  start()
  await fetched('6')
  expect(titles()).toEqual([LOW])
  await fetched('11', '5')
  expect(titles()).toEqual([LOW, LOW])
})

test('an account whose invoices were never fetched is notified again after it was above', async () => {
  storage = new MemoryAccountStorage()
  core.accounts.closeStorages()
  core.cache.accounts.set(ID, storage)
  await fetched('9', '11', '9', '8')
  expect(titles()).toEqual([LOW, LOW])
})

test('an account without invoices is notified at once', async () => {
  storage = new MemoryAccountStorage()
  core.accounts.closeStorages()
  core.cache.accounts.set(ID, storage)
  await core.accounts.changeConnection(ID, { ...connection, invoices: null })
  await fetched('9')
  expect(titles()).toEqual([LOW])
})

test('an account that has no profile any more, or is signed out, is not notified', async () => {
  await core.accounts.changeConnection(ID, { ...connection, profile: null })
  await fetched('9')
  expect(titles()).toEqual([])
})

test('nothing is shown after the end', async () => {
  notifications.stop()
  await fetched('9')
  expect(titles()).toEqual([])
})

test('a threshold that changes without end, or a balance around it, postpones what is said', async () => {
  const flap = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await fetched('12', '9')
  }
  await flap(40)
  expect(titles()).toHaveLength(10)
  await clock.advance(10 * 60_000)
  // What was postponed, and nine more.
  await flap(40)
  expect(titles()).toHaveLength(20)
})
