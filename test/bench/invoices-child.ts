/** Rounds of one long list of invoices, in a process of its own that plays main: the memory that it keeps, and its longest turns. */
import { ProviderApi } from '../../src/main/provider/api/provider-api.ts'
import { FileStorage } from '../../src/main/storage/file-storage.ts'
import { EVERY_INVOICE } from '../../src/shared/models/invoice.ts'
import { startCatalogueWorker } from '../support/catalogue-worker.ts'
import { answer } from './child.ts'
import { watchTurns } from './turns.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const KEY = Buffer.alloc(32, 1).toString('base64')
const TODAY = '2026-11-26'
const MB = 1024 * 1024

interface Question {
  folder: string
  baseUrl: string
  rounds: number
}

/** One for each round. */
export interface InvoiceRounds {
  /** Resident memory of the process after it. */
  residentMb: number[]
  /** Processor time of main's thread in the longest turn of its event loop: nothing else could run. */
  turnMs: number[]
}

answer<Question, InvoiceRounds>(async ({ folder, baseUrl, rounds }) => {
  const api = new ProviderApi({ fetchFor: () => fetch })
  const access = { connection: { baseUrl, provider: 'hypeproxy-v2' as const }, token: 'bench' }
  const storage = new FileStorage(folder, startCatalogueWorker)
  const account = storage.open(ACCOUNT, () => Promise.resolve(KEY))
  const measured: InvoiceRounds = { residentMb: [], turnMs: [] }
  for (let round = 0; round < rounds; round += 1) {
    const turns = watchTurns()
    const came = await api.invoices(access)
    if (!came) throw new Error('There are no invoices.')
    const { value, ...info } = came
    await account.saveInvoices(value, { fetchedAt: new Date().toISOString(), ...info })
    const query = { ...EVERY_INVOICE, sort: 'issued' as const, descending: true, offset: 0, limit: 50 }
    await (await account.invoices()).page(query, TODAY)
    measured.turnMs.push(await turns.end())
    measured.residentMb.push(process.memoryUsage.rss() / MB)
  }
  account.close()
  storage.close()
  return measured
})
