/** One endpoint of a definition, as a trial: the answer of the usual pipeline and readers, with what came beside it. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Day } from '../../../shared/models/day.ts'
import { summaryOf } from '../../../shared/models/invoice-sums.ts'
import { statusesOf } from '../../../shared/models/invoice-statuses.ts'
import type { Plan } from '../../../shared/models/plan.ts'
import {
  TRIAL_LIMITS,
  type ProviderTrial,
  type TrialEndpoint,
  type TrialClaim
} from '../../../shared/models/provider-trial.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { inSlices } from '../../concurrency.ts'
import type {
  Access,
  Answer,
  Api,
  AskPlans,
  InvoiceRecord,
  ListDownload,
  ListWriter,
  ProductReading
} from '../../ports/index.ts'
import { ProductListReader, type ParsedProduct, type ProductSink } from '../readers/product-list-reader.ts'
import type { RecordTrace } from '../readers/record-trace.ts'
import { listPlaces, recordPlaces } from '../readers/reply-places.ts'
import { trialOfInvoice, trialOfPlan, trialOfProduct, trialOfProfile } from '../readers/trial-record.ts'
import { CallTrace } from './call-trace.ts'
import type { TracedAsk } from './http/json-requests.ts'
import { BODY_CAPS } from './http/transport.ts'

export interface TracedCalls {
  profile(access: Access, ask: TracedAsk): Promise<Answer<ProfileView> | null>
  productList(access: Access, query: object, ask: TracedAsk): ListDownload
  invoices(access: Access, ask: TracedAsk): Promise<Answer<InvoiceRecord[]> | null>
  plans(access: Access, ask: TracedAsk & AskPlans): Promise<Answer<Plan[]> | null>
}

type Reading = Pick<ProviderTrial, 'found' | 'partial' | 'records' | 'statuses' | 'claim'>

const NOTHING: Reading = { found: null, partial: null, records: [], statuses: [], claim: null }

interface Trial {
  api: TracedCalls
  access: Access
  trace: CallTrace
  ask: TracedAsk
  today: Day
}

export async function tryEndpoint(
  api: TracedCalls,
  access: Access,
  endpoint: TrialEndpoint,
  { signal, today }: { signal: AbortSignal; today: Day }
): ReturnType<Api['tryEndpoint']> {
  const trace = new CallTrace()
  const trial: Trial = { api, access, trace, ask: { signal, once: true, trace }, today }
  const outcome = await READERS[endpoint](trial).then(
    (reading) => ({ ...reading, error: null }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { ...NOTHING, error: toErrorInfo(error) }
    }
  )
  const { asked, redact } = trace
  const body = outcome.error ? trace.wholeBody() : trace.body
  const isRecord = endpoint === 'profile' || isOneRecord(access, endpoint)
  const places = isRecord ? recordPlaces(body, redact, trace.records[0]?.raw) : listPlaces(body, redact)
  return { asked, places: await inSlices(places), ...outcome }
}

function isOneRecord({ connection }: Access, endpoint: TrialEndpoint): boolean {
  const stated = definitionOf(connection)[endpoint]
  return stated !== null && 'recordAt' in stated && stated.recordAt !== undefined
}

const READERS: Record<TrialEndpoint, (trial: Trial) => Promise<Reading>> = {
  profile: tryProfile,
  products: tryProducts,
  invoices: tryInvoices,
  plans: (trial) => tryPlans(trial, 'plans'),
  subscription: (trial) => tryPlans(trial, 'subscription')
}

async function tryProfile({ api, access, trace, ask }: Trial): Promise<Reading> {
  const profile = await api.profile(access, ask)
  const [traced] = trace.records
  if (!profile || !traced) return NOTHING
  return { ...NOTHING, found: 1, records: [trialOfProfile(traced, profile.value)] }
}

async function tryInvoices({ api, access, trace, ask, today }: Trial): Promise<Reading> {
  const answer = await api.invoices(access, ask)
  if (!answer) return NOTHING
  const { value, partial = null } = answer
  const records = value.slice(0, TRIAL_LIMITS.records).flatMap(({ raw, invoice, notes }) => {
    const traced = trace.records.find((one) => one.raw === raw)
    return traced ? [trialOfInvoice(traced, invoice, droppedIn(notes))] : []
  })
  const invoices = value.map(({ invoice }) => invoice)
  const { total, owed } = await inSlices(summaryOf(invoices, today, partial))
  const claim: TrialClaim = { total, owed, end: partial === null ? trace.end : { by: 'open' } }
  return { found: value.length, partial, records, statuses: statusesOf(invoices), claim }
}

/** Each endpoint by itself: what of a subscription is read doesn't depend on the plan that it completes. */
async function tryPlans({ api, access, trace, ask }: Trial, only: 'plans' | 'subscription'): Promise<Reading> {
  const answer = await api.plans(access, { ...ask, only })
  if (!answer) return NOTHING
  const { value, partial = null, notes } = answer
  const dropped = value.length === 1 ? droppedIn(notes) : 0
  const records = trace.records.flatMap((one, at) => (value[at] ? [trialOfPlan(one, value[at], dropped)] : []))
  return { ...NOTHING, found: value.length, partial, records }
}

async function tryProducts({ api, access, trace, ask }: Trial): Promise<Reading> {
  const download = api.productList(access, {}, ask)
  const list = new TrialProducts(download, trace)
  const answer = await download.receive(() => list.start())
  if (!answer) return NOTHING
  const records = list.products.flatMap(({ raw, product, notes }) => {
    const traced = trace.records.find((one) => one.raw === raw)
    return traced ? [trialOfProduct(traced, product, droppedIn(notes))] : []
  })
  return { ...NOTHING, found: list.found, partial: answer.partial ?? null, records }
}

const droppedIn = (notes: readonly ReadingNote[] = []): number =>
  notes.reduce((sum, { kind, count }) => sum + (kind === 'credentialDropped' ? count : 0), 0)

/** Reads the first products of a list in main: a list for the catalogue is read in its worker. */
class TrialProducts {
  readonly #reading: ProductReading
  readonly #trace: CallTrace
  #products: ParsedProduct[] = []
  #found = 0

  constructor(reading: ProductReading, trace: CallTrace) {
    this.#reading = reading
    this.#trace = trace
  }

  /** The first ones. */
  get products(): readonly ParsedProduct[] {
    return this.#products
  }

  get found(): number {
    return this.#found
  }

  start(): ListWriter {
    let bytes = 0
    let traceRecord: RecordTrace
    const restart = (): void => {
      this.#products = []
      traceRecord = this.#trace.traceRecords()
    }
    restart()
    const sink: ProductSink = {
      restart,
      addStored: () => (this.#products.length >= TRIAL_LIMITS.records ? { id: null } : null),
      add: (product) => void this.#products.push(product),
      marks: () => []
    }
    const reader = new ProductListReader(this.#reading, sink, { trace: (record) => traceRecord(record) })
    return {
      write: async (chunk) => {
        bytes += chunk.byteLength
        if (bytes > BODY_CAPS.invoices) throw new AppError('TOO_LARGE')
        reader.write(chunk)
      },
      end: async () => {
        const list = await inSlices(reader.endInSteps())
        this.#found = list.products
        return list
      }
    }
  }
}
