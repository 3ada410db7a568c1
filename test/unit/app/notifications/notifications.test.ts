import { beforeEach, describe, expect, test } from 'vitest'
import { invoiceNewsSource, type InvoiceEvent } from '../../../../src/main/app/notifications/invoice-news.ts'
import { Notifications } from '../../../../src/main/app/notifications/notifications.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import type { Notifier } from '../../../../src/main/ports/index.ts'
import type { PartialList } from '../../../../src/shared/models/freshness.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { FakeClock, invoice, MemoryAccountStorage, settle } from '../../../support/ports.ts'
import { connection, launchCore, signIn, world } from '../launch.ts'

const LOCALE = 'en-GB'
const ID = 'id-1'

type Show = Notifier['show']

class Shown {
  notices: { title: string; body: string; click: () => void }[] = []
  attempts = 0
  refuses = false
  there = true
  supported = (): boolean => this.there
  show = (notice: Parameters<Show>[0], { clicked, failed }: Parameters<Show>[1]): void => {
    this.attempts += 1
    if (this.refuses) failed()
    else this.notices.push({ ...notice, click: clicked })
  }
  titles = (): string[] => this.notices.map(({ title }) => title)
}

let core: ReturnType<typeof launchCore>
let clock: FakeClock
let cache: MemoryAccountStorage
let shown: Shown
let settings: Settings
let opened: [string, string | null][]
let notifications: Notifications<InvoiceEvent>

/** As after a start: what is stored stays. */
function start(): void {
  shown = new Shown()
  notifications = new Notifications(
    {
      ...core.parts,
      notifier: shown,
      settings: () => settings,
      locale: () => LOCALE,
      sha256: (text) => text,
      open: (id, key) => void opened.push([id, key])
    },
    invoiceNewsSource
  )
}

beforeEach(async () => {
  clock = new FakeClock('2026-11-20T12:00:00.000')
  core = launchCore({ ...world(), clock })
  await signIn(core.accounts)
  cache = new MemoryAccountStorage()
  core.cache.accounts.set(ID, cache)
  settings = DEFAULT_SETTINGS
  opened = []
  start()
})

/** The provider answered with these, and they were stored. */
const fetched = (...invoices: Invoice[]): Promise<void> => fetchedOf(ID, ...invoices)
async function fetchedOf(id: string, ...invoices: Invoice[]): Promise<void> {
  await saveInvoices(invoices, null)
  await looked(id)
}
/** A part of the list: the others of it are known from before. */
async function fetchedPart(...invoices: Invoice[]): Promise<void> {
  await saveInvoices(invoices, { received: 1, total: null })
  await looked(ID)
}
const saveInvoices = (invoices: Invoice[], partial: PartialList | null): Promise<void> =>
  cache.saveInvoices(
    invoices.map((one) => ({ invoice: one, raw: {}, pageUrl: null, pdfUrl: null })),
    { fetchedAt: clock.now().toISOString(), notes: [], validators: null, partial }
  )
async function looked(id: string): Promise<void> {
  let looking = true
  void notifications.check(core.accounts.get(id), cache).then(() => (looking = false))
  while (looking) {
    await settle()
    await clock.advance(0)
  }
}

const known = invoice('known', { state: 'settled', providerStatus: 'Paid' })

test('the first sync and syncs without news notify of nothing', async () => {
  await fetched(known, invoice('open'), invoice('late', { dueDay: '2026-11-01', dueBy: 'provider' }))
  await fetched(known, invoice('open'), invoice('late', { dueDay: '2026-11-01', dueBy: 'provider' }))
  expect(shown.titles()).toEqual([])
})

test('a sync that brings no other event looks up none, unless the file lost those that were recorded', async () => {
  const asked: number[] = []
  const { unnotified } = cache
  cache.unnotified = (eventIds) => (asked.push(eventIds.length), unnotified(eventIds))
  await fetched(known)
  await fetched(known)
  expect(asked).toEqual([3 + 1 + 1, 1])
  cache.told = null
  await fetched(known)
  expect(cache.told).not.toBeNull()
  await fetched(known, invoice('b'))
  expect(shown.titles()).toEqual(['New invoice'])
})

test('the first invoice after an empty first sync is news', async () => {
  await fetched()
  await fetched(invoice('first'))
  expect(shown.titles()).toEqual(['New invoice'])
})

test('saved invoices are no news when the provider’s definition has none any more', async () => {
  const soon = invoice('soon', { dueDay: '2026-11-30', dueBy: 'provider' })
  await fetched(soon)
  await core.accounts.changeConnection(ID, { ...connection, invoices: null })
  await clock.advance(20 * 86_400_000)
  expect(shown.titles()).toEqual([])
  // They are fetched again, and checked as before.
  await core.accounts.changeConnection(ID, connection)
  await fetched(soon)
  expect(shown.titles()).toEqual(['An invoice is overdue'])
})

describe('news', () => {
  beforeEach(() => fetched(known, invoice('a')))

  test('a new invoice is notified once, also over a restart', async () => {
    await fetched(known, invoice('a'), invoice('b'))
    start()
    await fetched(known, invoice('a'), invoice('b'))
    expect(shown.titles()).toEqual([])
  })

  test('each new state is notified once', async () => {
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }))
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }))
    await fetched(known, invoice('a', { state: 'void', providerStatus: 'Refunded' }))
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }))
    expect(shown.titles()).toEqual(['An invoice was paid', 'An invoice was voided'])
  })

  test('a credit is called that, and is never due', async () => {
    const credit = invoice('c', { state: 'credit', providerStatus: 'Issued', dueDay: '2026-11-21', dueBy: 'provider' })
    await fetched(known, invoice('a'), credit)
    await fetched(known, invoice('a', { state: 'credit', providerStatus: 'Credited' }), credit)
    await clock.advance(5 * 86_400_000)
    expect(shown.titles()).toEqual(['New credit', 'An invoice is now a credit'])
  })

  test('another word for the same state is no news', async () => {
    await fetched(known, invoice('a', { providerStatus: 'Issued' }))
    expect(shown.titles()).toEqual([])
  })

  test('another meaning that the person gave to a status is no news', async () => {
    const numbered = (state: Invoice['state']): Invoice =>
      invoice('n', { state, providerStatus: '2', statusIsNumber: true })
    await fetched(known, numbered('unknown'))
    expect(shown.titles()).toEqual(['New invoice'])
    await fetched(known, numbered('settled'))
    await fetched(known, numbered('unknown'))
    expect(shown.titles()).toEqual(['New invoice'])
  })

  test('another status number is news, although its meaning is unknown', async () => {
    const numbered = (status: string): Invoice =>
      invoice('a', { state: 'unknown', providerStatus: status, statusIsNumber: true })
    await fetched(known, numbered('1'))
    await fetched(known, numbered('2'))
    expect(shown.titles()).toEqual(['An invoice’s status changed', 'An invoice’s status changed'])
  })

  test('a new overdue invoice gets one notification', async () => {
    await fetched(known, invoice('a'), invoice('b', { dueDay: '2026-11-15', dueBy: 'term' }))
    await fetched(known, invoice('a'), invoice('b', { dueDay: '2026-11-15', dueBy: 'term' }))
    expect(shown.titles()).toEqual(['An invoice is overdue'])
  })

  test('a due day comes without a fetch', async () => {
    await fetched(known, invoice('a', { dueDay: '2026-11-25', dueBy: 'provider' }))
    expect(shown.titles()).toEqual([])
    await clock.advance(2 * 86_400_000)
    expect(shown.titles()).toEqual(['An invoice is due in 3 days'])
    await clock.advance(10 * 86_400_000)
    expect(shown.titles()).toEqual(['An invoice is due in 3 days', 'An invoice is overdue'])
  })

  test('up to three events get one notification each, more share one', async () => {
    const more = (count: number): Invoice[] => Array.from({ length: count }, (_, i) => invoice(`m${i}`))
    await fetched(known, invoice('a'), ...more(3))
    expect(shown.titles()).toHaveLength(3)
    const late = invoice('a', { dueDay: '2026-11-01', dueBy: 'provider' })
    await fetched(known, late, ...more(7))
    expect(shown.notices.slice(3).map(({ title, body }) => [title, body])).toEqual([
      ['Updates on 5 invoices', '1 overdue · 4 new']
    ])
    shown.notices.at(-1)?.click()
    expect(opened).toEqual([[ID, null]])
  })

  test('a click opens the invoice', async () => {
    await fetched(known, invoice('a'), invoice('b'))
    shown.notices[0]?.click()
    expect(opened).toEqual([[ID, 'b']])
  })
})

describe('the text', () => {
  const b = invoice('b', { number: 'INV-7', total: '130.00', currency: 'EUR', dueDay: '2026-12-03', dueBy: 'provider' })
  beforeEach(() => fetched(known))

  test('has no amount, number or account unless allowed', async () => {
    await signIn(core.accounts, 'bob@example.com')
    await fetched(known, b)
    expect(JSON.stringify(shown.notices)).not.toMatch(/130|INV|ada/)
    expect(shown.notices[0]?.body).toBe('Open Portside to see it.')
  })

  test('has what remains to pay of an open invoice, and the total of a credit', async () => {
    settings = { ...settings, notifyAmounts: true }
    const part = { total: '300', remaining: '50', currency: 'EUR', number: null }
    await fetched(known, invoice('open', part), invoice('credit', { ...part, state: 'credit', total: '-80' }))
    expect(shown.notices.map(({ body }) => body)).toEqual(['€50.00 · 1 Nov 2026', '€80.00 · 1 Nov 2026'])
  })

  test('has them when allowed', async () => {
    settings = { ...settings, notifyAmounts: true }
    await signIn(core.accounts, 'bob@example.com')
    core.accounts.rename(ID, 'Work')
    await fetched(known, b)
    expect(shown.notices[0]?.body).toBe('€130.00 · INV-7 · due 3 Dec 2026 · Work')
  })

  test('has a due day that the user’s payment term gives, marked as such', async () => {
    settings = { ...settings, notifyAmounts: true }
    await fetched(known, { ...b, dueBy: 'term' })
    expect(shown.notices[0]?.body).toBe('€130.00 · INV-7 · due 3 Dec 2026 (your term)')
  })
})

describe('a part of the list', () => {
  const old = invoice('old', { state: 'settled', providerStatus: 'Paid' })

  test('makes no news of the invoices that it lacks, and news of those that are new in it', async () => {
    await fetched(known, invoice('a'))
    await fetchedPart(known, invoice('a'))
    expect(shown.titles()).toEqual([])
    await fetchedPart(known, invoice('a'), invoice('b'))
    expect(shown.titles()).toEqual(['New invoice'])
    await fetched(known, invoice('a'), invoice('b'))
    expect(shown.titles()).toEqual(['New invoice'])
  })

  test('is the first that came: the rest of the list is not new, but may be due or changed', async () => {
    await fetchedPart(known, invoice('a'))
    const late = invoice('late', { dueDay: '2026-11-19', dueBy: 'provider' })
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }), old, late)
    expect(shown.titles()).toEqual(['An invoice was paid', 'An invoice is overdue'])
    await fetched(known, old, late, invoice('b'))
    expect(shown.titles().slice(2)).toEqual(['New invoice'])
  })
})

describe('no notification', () => {
  beforeEach(() => fetched(known))

  test('when they are off, also not later', async () => {
    settings = { ...settings, notify: false }
    await fetched(known, invoice('b'))
    settings = { ...settings, notify: true }
    notifications.catchUp()
    await fetched(known, invoice('b'))
    expect(shown.titles()).toEqual([])
  })

  test('in quiet hours, but afterwards', async () => {
    settings = { ...settings, quietHours: { from: 11 * 60, to: 13 * 60 } }
    notifications.catchUp()
    await fetched(known, invoice('b'))
    await clock.advance(59 * 60_000)
    expect(shown.titles()).toEqual([])
    await clock.advance(2 * 60_000)
    expect(shown.titles()).toEqual(['New invoice'])
  })

  test('while locked, but afterwards', async () => {
    core.heard.locked = true
    await fetched(known, invoice('b'))
    expect(shown.titles()).toEqual([])
    core.heard.locked = false
    notifications.catchUp()
    await clock.advance(0)
    await settle()
    expect(shown.titles()).toEqual(['New invoice'])
  })

  test('on a system that shows none', async () => {
    shown.there = false
    await fetched(known, invoice('b'))
    expect(shown.titles()).toEqual([])
  })

  test('when signed out meanwhile', async () => {
    await saveInvoices([invoice('b')], null)
    const looking = notifications.check(core.account, cache)
    await core.accounts.signOut(ID, false)
    await clock.advance(0)
    await looking
    expect(shown.titles()).toEqual([])
  })
})

describe('a system that refuses notifications', () => {
  beforeEach(async () => {
    await fetched(known, invoice('a'))
    shown.refuses = true
    await fetched(known, invoice('a'), invoice('b'))
    expect([shown.attempts, shown.titles()]).toEqual([1, []])
  })

  test('gets another attempt on the next day, and the event is notified once', async () => {
    await fetched(known, invoice('a'), invoice('b'))
    await clock.advance(3 * 3_600_000)
    expect(shown.attempts).toBe(1)
    await clock.advance(10 * 3_600_000)
    expect(shown.attempts).toBe(2)
    shown.refuses = false
    await clock.advance(86_400_000)
    await fetched(known, invoice('a'), invoice('b'))
    await clock.advance(3 * 86_400_000)
    expect([shown.attempts, shown.titles()]).toEqual([3, ['New invoice']])
  })

  test('gets another attempt after a restart, also for what came meanwhile', async () => {
    const late = invoice('late', { dueDay: '2026-11-01', dueBy: 'provider' })
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }), invoice('b'), late)
    expect(shown.attempts).toBe(1)
    start()
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }), invoice('b'), late)
    expect(shown.titles().toSorted()).toEqual(['An invoice is overdue', 'An invoice was paid', 'New invoice'])
    start()
    await fetched(known, invoice('a', { state: 'settled', providerStatus: 'Paid' }), invoice('b'), late)
    expect(shown.attempts).toBe(0)
  })

  test('forgets nothing of one notification for many events', async () => {
    const more = Array.from({ length: 5 }, (_none, at) => invoice(`m${at}`))
    start()
    shown.refuses = true
    await fetched(known, invoice('a'), invoice('b'), ...more)
    start()
    await fetched(known, invoice('a'), invoice('b'), ...more)
    expect(shown.titles()).toEqual(['Updates on 6 invoices'])
  })

  test('holds nothing back for later once notifications are off', async () => {
    settings = { ...settings, notify: false }
    await fetched(known, invoice('a'), invoice('b'))
    settings = { ...settings, notify: true }
    start()
    await fetched(known, invoice('a'), invoice('b'))
    expect(shown.attempts).toBe(0)
  })
})

test('storage that can’t be decrypted is no reported error, and its events are notified later', async () => {
  await fetched(known)
  cache.sealedSnapshot = 'KEYCHAIN_LOCKED'
  await fetched(known, invoice('b'))
  expect(core.heard.reported).toEqual([])
  cache.sealedSnapshot = null
  await fetched(known, invoice('b'))
  expect(shown.titles()).toEqual(['New invoice'])
})

test('events of sample data beside a real account are recorded and not notified', async () => {
  await core.accounts.signIn({ kind: 'sample', data: 'good' })
  await fetchedOf('id-2', known)
  await fetchedOf('id-2', known, invoice('b'))
  await core.accounts.remove(ID)
  await fetchedOf('id-2', known, invoice('b'), invoice('c'))
  expect(shown.titles()).toEqual(['New invoice'])
})

test('a new payment term doesn’t notify of invoices that are long overdue', async () => {
  const due = (dueDay: string | null): Invoice[] => [
    invoice('old', { dueDay, dueBy: dueDay === null ? null : 'term' }),
    known
  ]
  await fetched(...due(null))
  await fetched(...due('2026-11-12'))
  expect(shown.titles()).toEqual([])
  await fetched(...due('2026-11-13'))
  expect(shown.titles()).toEqual(['An invoice is overdue'])
})

test('news without end is postponed, and told together later', async () => {
  const all = [known]
  await fetched(...all)
  const news = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await fetched(...(all.push(invoice(`new-${all.length}`)), all))
  }
  await news(40)
  expect(shown.titles()).toEqual(Array(10).fill('New invoice'))
  await clock.advance(10 * 60_000)
  await news(1)
  expect(shown.titles().slice(10)).toEqual(['Updates on 31 invoices'])
})
