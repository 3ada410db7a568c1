/** Reads the invoices of many accounts as one list, in a separate process that stands for main: the longest turns, and the time. */
import { FileStorage } from '../../src/main/storage/file-storage.ts'
import { EVERY_INVOICE, URGENT_FIRST } from '../../src/shared/models/invoice.ts'
import { openAccountLists } from '../support/account-lists.ts'
import { startCatalogueWorker } from '../support/catalogue-worker.ts'
import { invoice } from '../support/ports.ts'
import { answer } from './child.ts'
import { watchTurns } from './turns.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')
const TODAY = '2026-11-26'

interface Question {
  folder: string
  accounts: number
  /** Of each account. */
  invoices: number
  rounds: number
}

/** One for each round: the first read, with what the view of invoices asks for at once. */
export interface AccountsRounds {
  /** Processor time of main's thread in the longest turn of its event loop: nothing else could run. */
  turnMs: number[]
  wholeMs: number[]
}

answer<Question, AccountsRounds>(async ({ folder, accounts, invoices, rounds }) => {
  const storage = new FileStorage(folder, startCatalogueWorker)
  await fill(storage, accounts, invoices)
  const { accounts: opened, lists } = openAccountLists(storage, KEY)
  const measured: AccountsRounds = { turnMs: [], wholeMs: [] }
  for (let round = 0; round < rounds; round += 1) {
    opened.closeStorages()
    const turns = watchTurns()
    const begun = performance.now()
    const query = { ...EVERY_INVOICE, ...URGENT_FIRST, offset: 0, limit: 50 }
    const ask = async (): Promise<void> => {
      const all = await lists.read()
      const { matched } = await all.invoices.page(query, TODAY)
      if (matched !== accounts * invoices) throw new Error(`There are ${matched} invoices.`)
    }
    const sums = async (): Promise<void> => {
      const all = await lists.read()
      await all.invoices.totals(EVERY_INVOICE, TODAY)
      await all.invoices.months(TODAY)
    }
    await Promise.all([ask(), sums()])
    measured.wholeMs.push(performance.now() - begun)
    measured.turnMs.push(await turns.end())
  }
  opened.closeStorages()
  storage.close()
  return measured
})

async function fill(storage: FileStorage, accounts: number, invoices: number): Promise<void> {
  for (let at = 0; at < accounts; at += 1) {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    storage.registry.saveAccount({
      ...{ id, label: `account ${at}`, named: true, kind: 'token', email: null, tokenStored: true, keyStored: true },
      connection: { baseUrl: 'https://host.example', provider: 'hypeproxy-v2' },
      ...{ signedOut: false, tokenExpiresAt: null, addedAt: '2026-11-01T00:00:00.000Z' }
    })
    if (at === 0) storage.registry.saveShownAccountId(id)
    const account = storage.open(id, () => Promise.resolve(KEY))
    const records = Array.from({ length: invoices }, (_none, place) => record(place, at))
    await account.saveInvoices(records, { fetchedAt: '2026-11-26T10:00:00.000Z', notes: [], validators: null })
    account.close()
  }
}

const record = (place: number, account: number) => ({
  invoice: invoice(`invoice-${place}`, {
    number: `2026-${account}-${place}`,
    state: place % 7 === 0 ? 'open' : 'settled',
    currency: 'EUR',
    total: `${10 + (place % 900)}.50`,
    issuedAt: `2026-0${1 + (place % 9)}-1${account % 10}T10:00:00Z`,
    issuedDay: `2026-0${1 + (place % 9)}-1${account % 10}`,
    dueAt: `2026-0${1 + (place % 9)}-2${place % 9}`,
    paymentMethod: 'CreditCard'
  }),
  raw: { id: `invoice-${place}`, description: `Residential proxies, ${place} GB` },
  pageUrl: `https://pay.example.com/invoices/${place}`,
  pdfUrl: `https://pay.example.com/invoices/${place}.pdf`
})
