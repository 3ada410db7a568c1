/**
 * P16: an account with the most invoices, and an app lock. Unlocking → what is to pay is in the DOM; a key in the search field → the
 * right rows; and main's memory a minute after the first round of such a launch.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import type { Bridge, Envelope } from '../../src/shared/ipc/contract.ts'
import { EVERY_INVOICE, MOST_INVOICES, URGENT_FIRST } from '../../src/shared/models/invoice.ts'
import { launchInElectron } from '../e2e/app/electron-driver.ts'
import { startBenchApi } from './child.ts'
import { startApp } from './electron.ts'
import { invoiceList } from './invoices.ts'
import { ownPssOf } from './processes.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'
import { createTypist } from './typing.ts'

const PIN = 'four words and 7'
/** Numbers, an amount, a month. */
const PHRASES = ['2026-4711', 'residential 77', '412.50', 'august']
const ROWS = 8
const MINUTE_MS = 60_000
const LONGEST_MS = 60_000

export async function benchUnlock({ quick, add, folder }: Bench): Promise<void> {
  const invoices = quick ? 5000 : MOST_INVOICES
  const place = mkdtempSync(join(folder, 'unlock-'))
  const profileDir = join(place, 'profile')
  const api = await startBenchApi({ of: 'invoices', file: invoiceList(place, invoices) })
  const given = { address: api.baseUrl, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD, pin: PIN, invoices }
  const what = `${invoices.toLocaleString('en')} invoices`
  try {
    await signIn(profileDir, given)
    const times: number[] = []
    for (let run = 0; run < (quick ? 1 : 5); run += 1) times.push((await unlock(profileDir)).ms)
    add({ bar: 'P16', what: `${what}: unlocked → totals`, unit: 'ms', ours: percentile(times, 0.5), most: 1000 })
    const { mb } = await unlock(profileDir, quick ? 1000 : MINUTE_MS)
    add({ bar: 'P16', what: `${what}: memory of main a minute later`, unit: 'MB', ours: mb, most: 300 })
    const keys = await typeKeys(profileDir, quick)
    add({ bar: 'P16', what: `${what}: key → rows, p95`, unit: 'ms', ours: percentile(keys, 0.95), most: 50 })
    add({ bar: 'P16', what: `${what}: key → rows, median`, unit: 'ms', ours: percentile(keys, 0.5) })
  } finally {
    api.end()
  }
}

async function signIn(profileDir: string, given: Parameters<typeof signInAndLock>[0]): Promise<void> {
  const app = startApp({ profileDir })
  try {
    await app.inPage(signInAndLock, given)
  } finally {
    await app.quit()
  }
}

/** @param restMs between the end of the round that the unlock starts and the measurement of memory */
async function unlock(profileDir: string, restMs?: number): Promise<{ ms: number; mb: number }> {
  const app = startApp({ profileDir })
  try {
    const ms = await app.inPage(timeUnlock, { pin: PIN, longestMs: LONGEST_MS })
    if (restMs === undefined) return { ms, mb: Number.NaN }
    await app.inPage(untilRoundEnded, null)
    await later(restMs)
    return { ms, mb: ownPssOf(app.pid) }
  } finally {
    await app.quit()
  }
}

async function typeKeys(profileDir: string, quick: boolean): Promise<number[]> {
  const app = await launchInElectron({ profileDir })
  try {
    await app.resize(1280, 800)
    await app.page.waitForFunction(() => 'portside' in globalThis)
    await app.page.evaluate(timeUnlock, { pin: PIN, longestMs: LONGEST_MS })
    await app.page.evaluate(untilRoundEnded)
    await app.page.click('a[href="#/invoices"]')
    await app.page.waitForSelector('[role="gridcell"].number')
    const typist = await createTypist(app.page, {
      input: 'input[type="search"]',
      shown: '[role="gridcell"].number'
    })
    const times: number[] = []
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      for (const phrase of PHRASES) times.push(...(await typist.type(phrase, (text) => firstNumbers(app.page, text))))
    }
    return times
  } finally {
    await app.quit()
  }
}

async function firstNumbers(page: Page, text: string): Promise<string[]> {
  const { rows } = await page.evaluate(
    async (query) => {
      const { portside } = globalThis as unknown as { portside: Bridge }
      const answer = await portside.invoices.page({ of: null, ...query })
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    { ...EVERY_INVOICE, ...URGENT_FIRST, text, offset: 0, limit: ROWS }
  )
  return rows.map(({ number }) => number ?? '')
}

// These run in the page, each by itself.

interface Given {
  address: string
  email: string
  password: string
  pin: string
  invoices: number
}

/** Ends when the invoices are stored. */
async function signInAndLock({ address, email, password, pin, invoices }: Given): Promise<void> {
  const { portside } = globalThis as unknown as { portside: Bridge }
  async function dataOf<T>(answer: Promise<Envelope<T>>): Promise<T> {
    const answered = await answer
    if (!answered.ok) throw new Error(JSON.stringify(answered))
    return answered.data
  }
  const connection = { baseUrl: address, provider: 'hypeproxy-v2' as const }
  const { accounts } = await dataOf(portside.session.signIn({ connection, again: null, email, password }))
  const of = accounts[0]?.account.id ?? ''
  await dataOf(portside.app.refresh({ of, all: false, topic: 'invoices' }))
  const { summary } = await dataOf(portside.invoices.overview({ of }))
  if (summary.total !== invoices) throw new Error(`There are ${summary.total} invoices.`)
  // No hand moves a pointer here, so the system counts as idle.
  await dataOf(portside.app.changeSettings({ lockAfterMinutes: 0 }))
  await dataOf(portside.lock.setPin({ pin, current: null }))
}

/** @returns ms until what is to pay is shown */
async function timeUnlock({ pin, longestMs }: { pin: string; longestMs: number }): Promise<number> {
  const shown = (selector: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const isThere = (): boolean => document.querySelector(selector) !== null
      if (isThere()) return resolve()
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document, { childList: true, subtree: true })
      setTimeout(() => reject(new Error(`no ${selector}`)), longestMs)
    })
  const { portside } = globalThis as unknown as { portside: Bridge }
  await shown('form')
  // A user types; meanwhile the app starts what comes after its first paint.
  await new Promise((done) => setTimeout(done, 2000))
  // Hashing the PIN is meant to take long: the time begins with main’s answer.
  const answer = await portside.lock.unlock({ pin })
  const begun = performance.now()
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  await shown('main .amount')
  return performance.now() - begun
}

/** The call joins the round that the launch or the unlock started. */
async function untilRoundEnded(): Promise<void> {
  const { portside } = globalThis as unknown as { portside: Bridge }
  const state = await portside.session.state()
  const of = state.ok ? state.data.accounts[0]?.account.id : undefined
  if (of === undefined) throw new Error(JSON.stringify(state))
  const answer = await portside.app.refresh({ of, all: false, topic: null })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
}
