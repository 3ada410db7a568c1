/** Each setting takes effect when it is changed, without a restart: those of core are proven here. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { IDLE_CHECK_MS } from '../../../../src/main/accounts/lock/idle-watch.ts'
import { readStoredProfile } from '../../../../src/main/accounts/summary/status.ts'
import { createHandlers, type HandlerParts } from '../../../../src/main/ipc/handlers.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type Invoice } from '../../../../src/shared/models/invoice.ts'
import { SETTING_NAMES, type SettingName } from '../../../../src/shared/models/settings.ts'
import { answer, invoice, PROFILE, settle } from '../../../support/ports.ts'
import { shownIn, signIn } from '../launch.ts'
import { connectCore } from '../whole-core.ts'

const MINUTE = 60_000
const ALL_DAY = { from: 0, to: 1439 }

/** An account that is signed in and was fetched. */
async function start(invoices: Invoice[] = [invoice('a')]) {
  const world = connectCore()
  const { core, api } = world
  const asked: string[] = []
  let sent = invoices
  api.invoices = async () => {
    asked.push('invoices')
    return answer(sent.map((one) => ({ invoice: one, raw: {}, pageUrl: null, pdfUrl: null })))
  }
  await signIn(core.accounts, 'ada@example.com')
  core.start()
  /** What the page asks of the invoices. */
  const { invoices: asPage } = createHandlers({ core } as HandlerParts)
  const matched = async (): Promise<number> =>
    (await asPage.page({ of: 'id-1', ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 })).matched
  await expect.poll(matched).toBe(invoices.length)
  await settle()
  /** The provider has these, too, and is asked. */
  async function fetchMore(...more: Invoice[]): Promise<void> {
    sent = [...sent, ...more]
    await core.refresh.fetch(shownIn(core.accounts), 'invoices')
    await settle()
  }
  return { ...world, asPage, asked, matched, fetchMore }
}

async function startLocking() {
  const world = await start()
  await world.core.lock.setPin('1234', null)
  const isLockedSoon = async (): Promise<boolean> => {
    await world.clock.advance(IDLE_CHECK_MS)
    return world.core.lock.isLocked()
  }
  return { ...world, isLockedSoon }
}

async function exportedCsv({ asPage, files }: Awaited<ReturnType<typeof start>>): Promise<string> {
  const request = { choice: EVERY_INVOICE, order: NEWEST_FIRST, keys: null }
  await asPage.exportFile({ of: 'id-1', ...request, kind: 'csv' })
  return files.text
}

const PROOFS: { readonly [Name in SettingName]?: () => Promise<void> } = {
  async theme() {
    const { core, themes } = await start()
    core.settings.change({ theme: 'dark' })
    expect(themes).toEqual(['system', 'dark'])
  },
  async lockAfterMinutes() {
    const { core, presence, isLockedSoon } = await startLocking()
    presence.idle = 5 * 60
    expect(await isLockedSoon()).toBe(false)
    core.settings.change({ lockAfterMinutes: 5 })
    expect(await isLockedSoon()).toBe(true)
  },
  async lockWithScreen() {
    const { core, presence, isLockedSoon } = await startLocking()
    core.settings.change({ lockWithScreen: false })
    presence.locked = true
    expect(await isLockedSoon()).toBe(false)
    core.settings.change({ lockWithScreen: true })
    expect(await isLockedSoon()).toBe(true)
  },
  async refreshMinutes() {
    const { core, clock, asked } = await start()
    const before = asked.length
    await clock.advance(6 * MINUTE)
    expect(asked).toHaveLength(before)
    core.settings.change({ refreshMinutes: 5 })
    await clock.advance(6 * MINUTE)
    await expect.poll(() => asked.length).toBeGreaterThan(before)
  },
  async notify() {
    const { core, notifier, fetchMore } = await start()
    core.settings.change({ notify: false })
    await fetchMore(invoice('b'))
    core.settings.change({ notify: true })
    await fetchMore(invoice('c', { number: 'C-1' }))
    await expect.poll(notifier.titles).toEqual(['New invoice'])
  },
  async notifyAmounts() {
    const { core, notifier, fetchMore } = await start()
    core.settings.change({ notifyAmounts: true })
    await fetchMore(invoice('b', { number: 'B-1' }))
    await expect.poll(() => notifier.notices.map(({ body }) => body).join()).toContain('B-1')
  },
  async dueSoonDays() {
    const { core, notifier } = await start([invoice('a', { dueAt: '2026-11-25' })])
    expect(notifier.titles()).toEqual([])
    core.settings.change({ dueSoonDays: 5 })
    await expect.poll(notifier.titles).toEqual([expect.stringContaining('due')])
  },
  async quietHours() {
    const { core, clock, notifier, fetchMore } = await start()
    core.settings.change({ quietHours: ALL_DAY })
    await fetchMore(invoice('b'))
    expect(notifier.titles()).toEqual([])
    core.settings.change({ quietHours: null })
    await clock.advance(0)
    await expect.poll(notifier.titles).toEqual(['New invoice'])
  },
  async balanceThreshold() {
    const world = connectCore()
    const balance = { amount: '8', currency: 'EUR' }
    world.api.profile = async () => answer({ ...PROFILE, balance })
    await signIn(world.core.accounts, 'ada@example.com')
    world.core.start()
    await expect
      .poll(async () => (await readStoredProfile(shownIn(world.core.accounts))).profile?.balance)
      .toEqual(balance)
    world.core.settings.change({ balanceThreshold: '10' })
    await expect.poll(world.notifier.titles).toHaveLength(1)
  },
  async csvSeparator() {
    const world = await start()
    expect(await exportedCsv(world)).not.toContain(';')
    world.core.settings.change({ csvSeparator: 'semicolon' })
    expect(await exportedCsv(world)).toContain(';')
  },
  async csvDecimalSign() {
    const world = await start()
    expect(await exportedCsv(world)).toContain('10.00')
    world.core.settings.change({ csvSeparator: 'semicolon', csvDecimalSign: 'comma' })
    expect(await exportedCsv(world)).toContain('10,00')
  },
  async csvIdentifiersAsFormulas() {
    const world = await start([invoice('a', { number: '00123' })])
    expect(await exportedCsv(world)).not.toContain('=')
    world.core.settings.change({ csvIdentifiersAsFormulas: true })
    expect(await exportedCsv(world)).toContain('=""00123""')
  }
}

test.each(Object.entries(PROOFS))('%s', (_name, prove) => prove())

/** Specs of settings that neither this file nor the page's proves. */
const SPECS: { readonly [Name in SettingName]?: string } = {
  language: 'e2e/languages.spec.ts',
  proxy: 'unit/app/network/proxy-settings.test.ts',
  closing: 'e2e/background.spec.ts',
  startWithSystem: 'unit/ipc/handlers.test.ts',
  // At the next start by the system.
  startHidden: 'e2e/background.spec.ts',
  globalShortcut: 'e2e/tray.spec.ts',
  trayTitle: 'unit/desktop/tray-title.test.ts',
  pdfFolderOn: 'unit/invoices/pdf-folder/pdf-folder.test.ts',
  pdfFolderPattern: 'unit/invoices/pdf-folder/pdf-folder.test.ts',
  pdfFolderAccounts: 'unit/invoices/pdf-folder/pdf-folder.test.ts',
  pdfFolderFrom: 'unit/invoices/pdf-folder/pdf-folder.test.ts',
  updateCheck: 'unit/app/updates/updates.test.ts',
  graphicsProcessor: 'e2e/crashes.spec.ts'
}
const read = (spec: string): string => readFileSync(resolve(import.meta.dirname, '../../..', spec), 'utf8')

test('each of the others is proven by the page’s spec, or by one that has it', () => {
  const ofPage = read('component/settings/settings-applied.test.ts')
  const others = SETTING_NAMES.filter((name) => !(name in PROOFS) && !ofPage.includes(`\n  async ${name}() {`))
  expect(others.toSorted()).toEqual(Object.keys(SPECS).toSorted())
  for (const [name, spec] of Object.entries(SPECS)) expect(read(spec), spec).toContain(name)
})
