/**
 * P17: 100 accounts in the app. Opening the overview → the lines of all; "Refresh now" of all: processor time of main beyond that of the
 * same requests made by Electron alone, and main's longest stall; the same when each list is another one; renaming one.
 */
import { appendFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Bridge } from '../../src/shared/ipc/contract.ts'
import { startBenchApi } from './child.ts'
import { longestStall, startApp, watchStalls, type BenchApp } from './electron.ts'
import { invoiceList } from './invoices.ts'
import { processorMsOf } from './processes.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const INVOICES = 250
const RENAMES = 20

export async function benchManyAccounts({ quick, add, folder }: Bench): Promise<void> {
  const accounts = quick ? 10 : 100
  const place = mkdtempSync(join(folder, 'many-accounts-'))
  const profileDir = join(place, 'profile')
  const file = invoiceList(place, INVOICES)
  const api = await startBenchApi({ of: 'invoices', file })
  const what = `${accounts} accounts`
  try {
    await signInToAll(profileDir, { address: api.baseUrl, accounts })
    const app = startApp({ profileDir })
    try {
      // Twice: in the first one, other accounts' tokens are met, which are then looked for in each list.
      for (let time = 0; time < 2; time += 1) await app.inPage(refreshAll, null)
      const drawn = await app.inPage(openOverview, { accounts, runs: quick ? 2 : 10 })
      add({ bar: 'P17', what: `${what}: overview, median`, unit: 'ms', ours: percentile(drawn, 0.5), most: 300 })
      const { cpuMs, stallMs } = await costOf(app, () => app.inPage(refreshAll, null))
      const alone = await costOf(app, () => app.inMain(requestAlone(api.baseUrl, accounts)))
      add({
        ...{ bar: 'P17', what: `${what}: refresh of all, processor time of main beyond HTTP`, unit: 'ms', most: 1000 },
        ours: cpuMs - alone.cpuMs
      })
      add({ bar: 'P17', what: `${what}: refresh of all, longest stall of main`, unit: 'ms', ours: stallMs, most: 50 })
      // The same invoices in other bytes.
      appendFileSync(file, '\n')
      const changed = await costOf(app, () => app.inPage(refreshAll, null))
      add({
        ...{ bar: 'P17', what: `${what}: the same, each list is another one`, unit: 'ms' },
        ours: changed.cpuMs - alone.cpuMs
      })
      const renames = await app.inPage(rename, RENAMES)
      add({ bar: 'P17', what: `${what}: a rename, median`, unit: 'ms', ours: percentile(renames, 0.5), most: 5 })
    } finally {
      await app.quit()
    }
  } finally {
    api.end()
  }
}

async function signInToAll(profileDir: string, given: Parameters<typeof signIn>[0]): Promise<void> {
  const app = startApp({ profileDir })
  try {
    await app.inPage(signIn, given)
    await app.inPage(refreshAll, null)
  } finally {
    await app.quit()
  }
}

async function costOf(app: BenchApp, work: () => Promise<unknown>): Promise<{ cpuMs: number; stallMs: number }> {
  await app.inMain(watchStalls)
  const before = processorMsOf(app.pid).main
  await work()
  const cpuMs = processorMsOf(app.pid).main - before
  return { cpuMs, stallMs: await app.inMain(longestStall) }
}

/** What a round of each account asks for, four at once, by Electron's own requests. */
function requestAlone(baseUrl: string, accounts: number): () => Promise<void> {
  const source = `async ({ session }) => {
    const network = session.fromPartition('bench')
    const waiting = Array.from({ length: ${accounts} }, (_none, at) => at)
    const next = async () => {
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        const headers = { authorization: 'Bearer bench-' + at }
        const answer = await network.fetch('${baseUrl}/v3/invoices', { headers })
        await answer.arrayBuffer()
      }
    }
    await Promise.all([next(), next(), next(), next()])
  }`
  return Object.assign(() => Promise.resolve(), { toString: () => source })
}

// These run in the page, each by itself.

async function signIn({ address, accounts }: { address: string; accounts: number }): Promise<void> {
  const { portside } = globalThis as unknown as { portside: Bridge }
  const connection = { baseUrl: address, provider: 'hypeproxy-v2' as const }
  for (let at = 0; at < accounts; at += 1) {
    const answer = await portside.session.signInWithToken({ connection, again: null, token: `bench-${at}` })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  await portside.app.changeSettings({ allAccounts: true })
}

async function refreshAll(): Promise<void> {
  const { portside } = globalThis as unknown as { portside: Bridge }
  const state = await portside.session.state()
  const of = state.ok ? state.data.accounts[0]?.account.id : undefined
  if (of === undefined) throw new Error(JSON.stringify(state))
  const answer = await portside.app.refresh({ of, all: true, topic: null })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
}

/** From another view. @returns ms until the frame after the lines of all accounts and what is to pay are in the DOM */
async function openOverview({ accounts, runs }: { accounts: number; runs: number }): Promise<number[]> {
  const longestMs = 10_000
  const until = async (holds: () => boolean): Promise<void> => {
    const begun = performance.now()
    while (!holds()) {
      if (performance.now() - begun > longestMs)
        throw new Error(`The page never showed it:\n${document.body.innerText}`)
      await new Promise((done) => requestAnimationFrame(done))
    }
  }
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    document.querySelector<HTMLElement>('a[href="#/invoices"]')?.click()
    await until(() => document.querySelector('[role="gridcell"].number') !== null)
    const begun = performance.now()
    document.querySelector<HTMLElement>('a[href="#/overview"]')?.click()
    await until(
      () =>
        document.querySelectorAll('main .entry .what .strong:not(:empty)').length >= accounts &&
        document.querySelector('main .amounts .amount') !== null
    )
    times.push(performance.now() - begun)
  }
  return times
}

/** @returns ms of each call */
async function rename(times: number): Promise<number[]> {
  const { portside } = globalThis as unknown as { portside: Bridge }
  const state = await portside.session.state()
  const ids = state.ok ? state.data.accounts.map(({ account }) => account.id) : []
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    const id = ids[time % ids.length]
    if (id === undefined) throw new Error(JSON.stringify(state))
    const begun = performance.now()
    const answer = await portside.accounts.rename({ id, label: `Account ${time}` })
    took.push(performance.now() - begun)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  return took
}
