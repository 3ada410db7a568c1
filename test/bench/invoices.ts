/** P8 and P10: the most invoices that an account can have, fetched and stored again and again, as in seven hours in the background. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_INVOICES } from '../../src/shared/models/invoice.ts'
import { ask, startBenchApi } from './child.ts'
import type { InvoiceRounds } from './invoices-child.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const ROUNDS = 29
/** V8 enlarges its heap in the rounds before. */
const WARM_ROUNDS = 5

export async function benchInvoices({ quick, add, folder }: Bench): Promise<void> {
  if (quick) return
  const place = mkdtempSync(join(folder, 'invoices-'))
  const api = await startBenchApi({ of: 'invoices', file: invoiceList(place, MOST_INVOICES) })
  try {
    const question = { folder: join(place, 'profile'), baseUrl: api.baseUrl, rounds: ROUNDS }
    const { residentMb, turnMs } = await ask<typeof question, InvoiceRounds>(
      new URL('./invoices-child.ts', import.meta.url),
      question
    )
    const after = (rounds: number): number => residentMb[rounds - 1] ?? Number.NaN
    const what = `${MOST_INVOICES.toLocaleString('en')} invoices`
    add({
      ...{ bar: 'P10', what: `resident memory of main, ${ROUNDS} rounds of ${what}`, unit: 'MB', mostRatio: 1.1 },
      ...{ ours: after(ROUNDS), beside: { what: `after ${WARM_ROUNDS} rounds`, value: after(WARM_ROUNDS) } }
    })
    const turn = { bar: 'P8', what: `round of ${what}, longest turn of main, processor time`, unit: 'ms', most: 25 }
    add({ ...turn, ours: percentile(turnMs, 0.5) })
  } finally {
    api.end()
  }
}

/** @returns the file: a list as an API sends it */
export function invoiceList(folder: string, invoices: number): string {
  const file = join(folder, `invoices-${invoices}.json`)
  writeFileSync(file, JSON.stringify(Array.from({ length: invoices }, (_none, at) => invoice(at))))
  return file
}

/** About 300 bytes, as those of the sample. */
const invoice = (at: number): object => ({
  id: `invoice-${100_000 + at}`,
  number: `2026-${at}`,
  status: at % 7 === 0 ? 'open' : 'paid',
  total: `${10 + (at % 900)}.50`,
  currency: 'EUR',
  issuedAt: `2026-0${1 + (at % 9)}-1${at % 10}T10:00:00Z`,
  dueAt: `2026-0${1 + (at % 9)}-2${at % 9}`,
  paymentMethod: 'CreditCard',
  description: `Residential proxies, ${at} GB`,
  url: `https://pay.example.com/invoices/${at}`,
  pdf: `https://pay.example.com/invoices/${at}.pdf`
})
