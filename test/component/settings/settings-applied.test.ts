/**
 * Settings of the page take effect when main says that they changed, without a new page. test/unit/app/settings/settings-applied.test.ts
 * reads which ones are proven here.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { useApp } from '../../../src/renderer/src/ui/data/app.ts'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import type { SettingName, Settings } from '../../../src/shared/models/settings.ts'
import { invoices, months, openInvoices } from '../invoices/page-of.ts'
import { bridge, line, opened, settings } from '../ui/shell/bridge.ts'
import { dialog } from '../ui/shell/page.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

async function change(changed: Partial<Settings>): Promise<void> {
  bridge.answer('app.settings', { ...settings, ...changed })
  bridge.emit('settings')
  await expect.poll(() => useApp().settings).toEqual({ ...settings, ...changed })
}
const headings = (): (string | undefined)[] =>
  [...document.querySelectorAll('[role="columnheader"]')].map((one) => one.textContent?.trim())
const height = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().height ?? 0
const width = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().width ?? 0
const row = '[role="row"]:has([role="gridcell"])'
async function pressedQuestionMark(): Promise<boolean> {
  document.querySelector<HTMLElement>('h1')?.focus()
  await userEvent.keyboard('?')
  return dialog() !== null
}

const PROOFS: { readonly [Name in SettingName]?: () => Promise<void> } = {
  async region() {
    const cells = (): string => document.querySelector(row)?.textContent ?? ''
    expect(cells()).toMatch(/\d\.\d\d/)
    await change({ region: 'de-DE' })
    await expect.poll(cells).toMatch(/\d,\d\d/)
  },
  async railCollapsed() {
    const before = width('nav')
    await change({ railCollapsed: true })
    await expect.poll(() => width('nav')).toBeLessThan(before)
  },
  async invoiceColumns() {
    await change({ invoiceColumns: ['number', 'currency'] })
    await expect.poll(headings).toEqual(['Number', 'Currency'])
  },
  async invoiceChart() {
    const chart = browser.getByRole('region', { name: 'Last 12 months' })
    await expect.element(chart).not.toBeInTheDocument()
    await change({ invoiceChart: true })
    await expect.element(chart).toBeInTheDocument()
  },
  async allAccounts() {
    const others = opened([line(), line({ id: 'id-other' })])
    bridge.answer('session.state', others)
    bridge.emit('session')
    await expect.poll(() => useSession().accounts).toHaveLength(2)
    const asked = (): unknown => bridge.askedOf('invoices.page').at(-1)
    expect(asked()).toBe(line().account.id)
    await change({ allAccounts: true })
    await expect.poll(asked).toBeNull()
  },
  async characterKeys() {
    await change({ characterKeys: false })
    expect(await pressedQuestionMark()).toBe(false)
    await change({ characterKeys: true })
    await expect.poll(pressedQuestionMark).toBe(true)
  }
}

/** In one page: each change begins with the defaults. */
test('each setting of the page', async () => {
  await openInvoices(invoices(3), () => {
    bridge.answer('invoices.months', { currencies: [months('EUR', ['300.00', '0'])], leftOut: 0 })
  })
  await expect.poll(() => height(row)).toBeGreaterThan(0)
  for (const prove of Object.values(PROOFS)) {
    await change({})
    await prove()
  }
})
