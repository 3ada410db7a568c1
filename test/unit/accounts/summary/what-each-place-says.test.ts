/** What is owed, as it is read in the tray, the window, the terminal and notifications: they say the same, and never less. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../../support/english.ts'
import { everyAccount } from '../../../../src/main/cli/choose-account.ts'
import { asText, exitCode } from '../../../../src/main/cli/quick-check.ts'
import type { AccountAnswer } from '../../../../src/main/cli/find-invoices.ts'
import { eventsOf, invoiceNewsSource, newsOf } from '../../../../src/main/app/notifications/invoice-news.ts'
import { AccountLists } from '../../../../src/main/invoices/account-lists.ts'
import { AccountSummaries } from '../../../../src/main/accounts/summary/account-summaries.ts'
import { readStatus } from '../../../../src/main/accounts/summary/status.ts'
import { trayContent } from '../../../../src/main/desktop/tray/tray-menu.ts'
import { InvoiceList } from '../../../../src/main/invoices/storage/invoice-list.ts'
import { storedInvoice } from '../../../../src/main/invoices/storage/stored-invoice.ts'
import { openAmountsText, openNotes } from '../../../../src/renderer/src/features/accounts/openAmountsText.ts'
import {
  amountsText,
  creditNotes,
  outstandingNotes
} from '../../../../src/renderer/src/features/invoices/invoiceText.ts'
import { nothingToPay, tilesOf } from '../../../../src/renderer/src/features/invoices/tiles.ts'
import { setRegionalFormat, t, tn } from '../../../../src/renderer/src/i18n.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { inUtc } from '../../../support/utc.ts'
import { record } from '../../invoices/invoices.ts'
import { endCall, launchCore, signIn } from '../../app/launch.ts'

const WITHOUT_INVOICES = { baseUrl: 'https://plain.example', provider: null, name: 'Plain', profile: { path: '/me' } }

inUtc()
const TODAY = '2026-11-20'
const NOW = new Date(`${TODAY}T12:00:00Z`)
const LOCALE = 'en-GB'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  setRegionalFormat(LOCALE)
})
afterEach(() => vi.useRealTimers())

let core: ReturnType<typeof launchCore>
let summaries: AccountSummaries
let accountLists: AccountLists
beforeEach(() => {
  core = launchCore()
  accountLists = new AccountLists({ ...core.parts, refresh: core.refresh, combineInvoices: core.cache.combineInvoices })
  const refresh = { allAccountsStatus: () => null }
  summaries = new AccountSummaries({ ...core.parts, refresh })
})

type Change = Partial<Invoice>
const owing = (total: string, more: Change = {}): Change => ({ state: 'open', total, currency: 'EUR', ...more })

/** Its provider answered with these. */
const fetched = (
  id: string,
  invoices: readonly Change[],
  partial: { received: number; total: number } | null = null
): Promise<void> =>
  core.storageOf(id).saveInvoices(
    invoices.map((more, n) => record(`${id}-${n}`, {}, { issuedDay: null, ...more })),
    { fetchedAt: NOW.toISOString(), notes: [], validators: null, partial }
  )

/** The accounts that the command line counts, each with the list that can be read of it. */
async function lists() {
  const records = core.accounts.state().accounts.map(({ account }) => account)
  return Promise.all(
    everyAccount(records).map(async ({ account: { id, signedOut }, name }) => {
      const storage = core.storageOf(id)
      const stored = signedOut || storage.sealedSnapshot ? null : await storage.info('invoices')
      const saved = signedOut ? [] : storage.records
      const list = new InvoiceList(saved.map(storedInvoice))
      const invoices = saved.map(({ invoice }) => invoice)
      const summary = await list.summary(TODAY, stored?.partial ?? null)
      return { name, signedOut, stored, list, invoices, summary }
    })
  )
}
type Lists = Awaited<ReturnType<typeof lists>>

function inTerminal(read: Lists): string {
  const answers = read.map(({ name, signedOut, stored, list, summary }): AccountAnswer => {
    const partial = stored?.partial ?? null
    const { owed, total } = summary
    const found = { list, owed, total, fetchedAt: '', partial }
    const problem = { code: signedOut ? 'signedOut' : 'OFFLINE', sentence: 'Offline.' } as const
    return stored ? { name, isSample: false, found, problem: null } : { name, isSample: false, found: null, problem }
  })
  return `${asText(answers, LOCALE)}${exitCode(answers)}`
}

function notified(read: Lists): string[] {
  const events = read.flatMap(({ invoices }) => invoices.flatMap((invoice) => eventsOf(invoice, TODAY, 3)))
  const news = newsOf(
    events,
    events.flatMap(({ eventIds }) => eventIds)
  )
  const context = { today: TODAY, locale: LOCALE, details: true, account: null }
  return invoiceNewsSource.noticesOf(news, context).map(({ title, body }) => `${title}: ${body}`)
}

/** As the overview's card and the tiles of what is outstanding and overdue say it, of all accounts. While locked, they get nothing. */
async function onPage(): Promise<{ overview: string; tiles: string[] }> {
  if (core.heard.locked) return { overview: '', tiles: [] }
  const { invoices } = await accountLists.read()
  const summary = await invoices.summary(TODAY)
  const { owed } = summary
  const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ')
  const amounts = (of: Parameters<typeof amountsText>[0], unlisted: number): string =>
    `${owed.isPartial ? 'at least ' : ''}${amountsText(of, unlisted)}`
  return {
    overview: joined([
      nothingToPay(owed) ?? amounts(owed.openAmounts, owed.moreCurrencies.openAmounts),
      ...creditNotes(owed),
      ...outstandingNotes(owed, NOW.getTime())
    ]),
    tiles: tilesOf(summary, NOW.getTime())
      .slice(0, 2)
      .map((tile) => joined([tile.none ?? amounts(tile.amounts, tile.unlisted), ...(tile.credit ?? []), ...tile.notes]))
  }
}

async function said() {
  const read = await lists()
  const { openInvoices, isOpenLeast, isOpenOutdated } = await readStatus(core.accounts.shown, core.parts, {
    registry: 'fine',
    isOnline: true,
    all: core.heard.locked ? null : accountLists
  })
  const { tooltip, marked } = trayContent(await summaries.read(), LOCALE, NOW)
  return {
    tray: tooltip.replace('Portside: ', '').replace(' · checked just now', marked ? ' (marked)' : ''),
    accounts: (await summaries.readAmounts()).map((of) => [openAmountsText(of), ...openNotes(of)].join(' · ')),
    ...(await onPage()),
    // The badge of the rail has the number.
    statusBar:
      openInvoices === null
        ? ''
        : tn(`ui.shell.status.${isOpenLeast ? 'openAtLeast' : 'openInvoices'}`, openInvoices) +
          (isOpenOutdated ? t('ui.shell.status.notChecked') : ''),
    // Its last line is the exit code.
    terminal: inTerminal(read).split('\n'),
    notified: notified(read)
  }
}

const NO_DUE_DATES = 'None · Your provider gives no due dates'
const FREE_CREDIT = '€50.00 credit not deducted: it may already have been used'

describe('of one account, and beside another that is owed €7.00', () => {
  test.each<[string, Change[], Awaited<ReturnType<typeof said>>, { tray: string; overview: string }]>([
    [
      'nothing',
      [],
      {
        tray: 'Nothing to pay',
        accounts: ['Nothing to pay'],
        overview: 'Nothing to pay',
        tiles: ['None', 'None'],
        statusBar: 'Nothing to pay',
        terminal: ['Nothing to pay', '0'],
        notified: []
      },
      { tray: '1 to pay · €7.00 (marked)', overview: '€7.00 · 1 invoice' }
    ],
    [
      'open',
      [owing('300', { dueDay: '2026-11-30', dueBy: 'provider' })],
      {
        tray: '1 to pay · €300.00 (marked)',
        accounts: ['€300.00 to pay'],
        overview: '€300.00 · 1 invoice · next due 30 Nov',
        tiles: ['€300.00 · 1 invoice · next due 30 Nov', 'None'],
        statusBar: '1 to pay',
        terminal: ['1 to pay · €300.00', '10'],
        notified: ['New invoice: €300.00 · id-1-0 · due 30 Nov 2026']
      },
      { tray: '2 to pay · €307.00 (marked)', overview: '€307.00 · 2 invoices · next due 30 Nov' }
    ],
    [
      'overdue',
      [owing('300', { dueDay: '2026-11-15', dueBy: 'provider' })],
      {
        tray: '1 to pay · 1 overdue · €300.00 (marked)',
        accounts: ['€300.00 to pay'],
        overview: '€300.00 · 1 invoice · 1 overdue',
        tiles: ['€300.00 · 1 invoice', '€300.00 · 1 invoice · since 15 Nov'],
        statusBar: '1 to pay',
        terminal: ['1 to pay · 1 overdue · €300.00', '10'],
        notified: ['An invoice is overdue: €300.00 · id-1-0 · due 15 Nov 2026']
      },
      { tray: '2 to pay · 1 overdue · €307.00 (marked)', overview: '€307.00 · 2 invoices · 1 overdue' }
    ],
    [
      'part-paid',
      [owing('300', { remaining: '50' })],
      {
        tray: '1 to pay · €50.00 (marked)',
        accounts: ['€50.00 to pay'],
        overview: '€50.00 · 1 invoice',
        tiles: ['€50.00 · 1 invoice', NO_DUE_DATES],
        statusBar: '1 to pay',
        terminal: ['1 to pay · €50.00', '10'],
        notified: ['New invoice: €50.00 · id-1-0']
      },
      { tray: '2 to pay · €57.00 (marked)', overview: '€57.00 · 2 invoices' }
    ],
    [
      'credit',
      [owing('300'), owing('-50', { state: 'credit' })],
      {
        tray: '1 to pay · €300.00, and €50.00 credit not deducted (marked)',
        accounts: [`€300.00 to pay · ${FREE_CREDIT}`],
        overview: `€300.00 · ${FREE_CREDIT} · 1 invoice`,
        tiles: [`€300.00 · ${FREE_CREDIT} · 1 invoice`, NO_DUE_DATES],
        statusBar: '1 to pay',
        terminal: ['1 to pay · €300.00, and €50.00 credit not deducted', '10'],
        notified: ['New invoice: €300.00 · id-1-0', 'New credit: €50.00 · id-1-1']
      },
      {
        tray: '2 to pay · €307.00, and €50.00 credit not deducted (marked)',
        overview: `€307.00 · ${FREE_CREDIT} · 2 invoices`
      }
    ],
    [
      'unrecognised',
      [owing('300', { state: 'unknown' })],
      {
        tray: 'No known invoices to pay · 1 unrecognised',
        accounts: ['No known invoices to pay'],
        overview: 'No known invoices to pay',
        tiles: ['None known', 'None known'],
        statusBar: '',
        terminal: ['No known invoices to pay · 1 unrecognised', '20'],
        notified: ['New invoice: €300.00 · id-1-0']
      },
      { tray: '1 to pay · 1 unrecognised · €7.00 (marked)', overview: '€7.00 · 1 invoice' }
    ],
    [
      'two currencies',
      [owing('300'), owing('20', { currency: 'USD' })],
      {
        tray: '2 to pay · €300.00 · US$20.00 (marked)',
        accounts: ['€300.00 · US$20.00 to pay'],
        overview: '€300.00, US$20.00 · 2 invoices',
        tiles: ['€300.00, US$20.00 · 2 invoices', NO_DUE_DATES],
        statusBar: '2 to pay',
        terminal: ['2 to pay · €300.00 · US$20.00', '10'],
        notified: ['New invoice: €300.00 · id-1-0', 'New invoice: US$20.00 · id-1-1']
      },
      { tray: '3 to pay · €307.00 · US$20.00 (marked)', overview: '€307.00, US$20.00 · 3 invoices' }
    ]
  ])('%s', async (_, invoices, alone, beside) => {
    await signIn(core.accounts)
    await fetched('id-1', invoices)
    expect(await said()).toEqual(alone)
    await signIn(core.accounts, 'bob@example.com')
    await fetched('id-2', [owing('7')])
    const both = await said()
    expect(both).toMatchObject({ ...beside, accounts: [...alone.accounts, '€7.00 to pay'] })
    // One scope, one number, one word.
    const count = beside.tray.split(' · ')[0]
    expect(both.statusBar).toBe(count)
    expect(`${beside.overview.match(/\d+(?= invoice)/)} to pay`).toBe(count)
    // A line for each account, and one exit code.
    const [line] = alone.terminal
    expect(both.terminal).toEqual([`ada@example.com: ${line}`, 'bob@example.com: 1 to pay · €7.00', '10'])
  })
})

describe('with less than a whole list', () => {
  beforeEach(() => signIn(core.accounts))

  test('the part that came: at least', async () => {
    await fetched('id-1', [owing('300')], { received: 1, total: 5 })
    expect(await said()).toMatchObject({
      tray: 'At least 1 to pay · €300.00 (marked)',
      accounts: ['At least €300.00 to pay'],
      overview: 'at least €300.00 · 1 invoice',
      tiles: ['at least €300.00 · 1 invoice', 'None known · Your provider gives no due dates'],
      statusBar: 'At least 1 to pay',
      terminal: ['At least 1 to pay · €300.00 · first 1 of 5 received', '10']
    })
    await fetched('id-1', [], { received: 0, total: 5 })
    expect(await said()).toMatchObject({
      tray: 'No known invoices to pay',
      accounts: ['No known invoices to pay'],
      overview: 'No known invoices to pay',
      tiles: ['None known', 'None known'],
      statusBar: '',
      terminal: ['No known invoices to pay · none of 5 received', '20']
    })
  })

  test('sealed: nothing is said of what is owed', async () => {
    await fetched('id-1', [owing('300')])
    core.storageOf('id-1').sealedSnapshot = 'KEYCHAIN_LOCKED'
    expect(await said()).toMatchObject({
      tray: 'Saved invoices can’t be opened',
      accounts: [''],
      overview: 'No known invoices to pay',
      tiles: ['None known', 'None known'],
      statusBar: '',
      terminal: ['Couldn’t check. Offline.', '20']
    })
  })

  test('one account failed: none known, of all together', async () => {
    await fetched('id-1', [])
    await said()
    await signIn(core.accounts, 'bob@example.com')
    await endCall(core.accounts.get('id-2'), 'invoices', { code: 'OFFLINE' })
    expect(await said()).toMatchObject({
      tray: 'No known invoices to pay · data from a moment ago · 1 account couldn’t be checked',
      accounts: ['Nothing to pay', ''],
      overview: 'No known invoices to pay',
      tiles: ['None known', 'None known'],
      statusBar: '',
      terminal: ['ada@example.com: Nothing to pay', 'bob@example.com: Couldn’t check. Offline.', '20']
    })
  })

  test('one account is signed out: what is owed there isn’t known', async () => {
    await fetched('id-1', [owing('300')])
    await signIn(core.accounts, 'bob@example.com')
    await fetched('id-2', [owing('7')])
    expect(await said()).toMatchObject({ overview: '€307.00 · 2 invoices' })
    await core.accounts.signOut('id-2', false)
    expect(await said()).toMatchObject({
      tray: 'At least 1 to pay · €300.00 (marked) · 1 account signed out',
      accounts: ['€300.00 to pay', ''],
      overview: 'at least €300.00 · 1 invoice',
      tiles: ['at least €300.00 · 1 invoice', 'None known · Your provider gives no due dates'],
      statusBar: 'At least 1 to pay',
      terminal: ['ada@example.com: 1 to pay · €300.00', 'bob@example.com: Signed out', '10']
    })
    await fetched('id-1', [])
    expect(await said()).toMatchObject({
      tray: 'No known invoices to pay · 1 account signed out',
      overview: 'No known invoices to pay',
      tiles: ['None known', 'None known'],
      statusBar: '',
      terminal: ['ada@example.com: Nothing to pay', 'bob@example.com: Signed out', '20']
    })
  })

  test('one account was never fetched, or its provider has no list: at least', async () => {
    await fetched('id-1', [owing('300')])
    await said()
    const least = { overview: 'at least €300.00 · 1 invoice', statusBar: 'At least 1 to pay' }
    await signIn(core.accounts, 'bob@example.com')
    expect(await said()).toMatchObject({
      ...least,
      tray: 'At least 1 to pay · €300.00 (marked) · 1 account not checked yet'
    })
    await core.accounts.remove('id-2')
    await core.accounts.signIn({ kind: 'token', connection: WITHOUT_INVOICES, token: 'token', again: null })
    expect(await said()).toMatchObject({
      ...least,
      tray: 'At least 1 to pay · €300.00 (marked) · 1 account can’t list invoices'
    })
  })

  test.each(['id-1', 'id-2'])('the latest fetch of %s failed: what is saved, with its age', async (id) => {
    await fetched('id-1', [])
    await said()
    await signIn(core.accounts, 'bob@example.com')
    await fetched('id-2', [])
    await endCall(core.accounts.get(id), 'invoices', { code: 'OFFLINE' })
    expect(await said()).toMatchObject({
      tray: 'Nothing to pay · data from a moment ago · 1 account couldn’t be checked',
      accounts: ['Nothing to pay', 'Nothing to pay'],
      overview: 'Nothing to pay',
      tiles: ['None', 'None'],
      statusBar: 'Nothing to pay (couldn’t check)'
    })
  })

  test('locked: the tray says nothing, and the window gets nothing', async () => {
    await fetched('id-1', [owing('300')])
    core.heard.locked = true
    expect(await said()).toMatchObject({ tray: 'locked', accounts: [], overview: '', tiles: [] })
  })
})
