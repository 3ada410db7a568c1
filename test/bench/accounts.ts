/** P17: the invoices of many accounts as one list, read for the first time. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountsRounds } from './accounts-child.ts'
import { ask } from './child.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const ACCOUNTS = 200
const INVOICES = 250
const ROUNDS = 10

export async function benchAccounts({ add, folder }: Bench): Promise<void> {
  const question = {
    folder: mkdtempSync(join(folder, 'accounts-')),
    accounts: ACCOUNTS,
    invoices: INVOICES,
    rounds: ROUNDS
  }
  const { turnMs, wholeMs } = await ask<typeof question, AccountsRounds>(
    new URL('./accounts-child.ts', import.meta.url),
    question
  )
  const what = `${ACCOUNTS} accounts of ${INVOICES} invoices`
  add({
    ...{ bar: 'P17', what: `${what}, longest turn of main, processor time`, unit: 'ms', most: 50 },
    ours: percentile(turnMs, 0.5)
  })
  add({ bar: 'P17', what: `${what}, first page, sums and months`, unit: 'ms', ours: percentile(wholeMs, 0.5) })
}
