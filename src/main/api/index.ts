/** The provider's HTTP API: one request and one reader per endpoint. */
import { untilAborted } from '../core/concurrency.ts'
import { AppError } from '../../shared/ipc/error.ts'
import { settingsOf, type Connection, type ConnectionSettings } from '../../shared/models/connection.ts'
import type { ReadingNote } from '../../shared/models/freshness.ts'
import type { Json } from '../../shared/models/json.ts'
import type { Access, Answer, Api, Ask, InvoiceRecord, ListArrival, ListIntake, Reading } from '../core/ports/index.ts'
import { accept, envelopeError } from './http/error-response.ts'
import { INVOICE_LIMITS } from './http/json-limits.ts'
import { createJsonListReader, parseRecord } from './http/json-list.ts'
import { badReply, conditionsOf, jsonOf, validatorsIn, validity, withPlace, type Reply } from './http/reply.ts'
import { createRequestPipeline, waitFor, type Patience } from './http/request-pipeline.ts'
import { BODY_CAPS, createDeadline, exchange, type Deadline, type Exchange } from './http/transport.ts'
import { createLinkedFiles } from './linked-files.ts'
import {
  InvoiceReader,
  readInvoices,
  withNotes,
  type InvoiceReading,
  type InvoiceSettings
} from './readers/read-invoice.ts'
import { localZone } from './readers/invoice-days.ts'
import { invoiceLines } from './readers/invoice-lines.ts'
import { readProduct } from './readers/read-product.ts'
import { readProfile } from './readers/read-profile.ts'
import type { JsonObject } from './readers/records.ts'
import { recordIn } from './readers/wrappers.ts'
import { createRedactor, type Redact } from './security/redaction.ts'
import { externalUrl, normaliseBaseAddress, type Resolver } from './security/url-rules.ts'
import { grantIn, jwtEnd, signInBody } from './sign-in.ts'

export interface ApiParts extends Partial<Patience> {
  /** The same function each time: Electron's network in the app, the sample's own, Node's in tests. */
  fetchFor: (connection: Connection) => typeof fetch
  deadlineMs?: number
  /** For the hosts of pictures and PDFs. Without it, only IP addresses and the provider's own host are allowed. */
  resolver?: Resolver
}

const JSON_TYPE = 'application/json'

/** Some providers build the product list slowly: once begun, its body may take this many times longer. */
const PATIENCE_FOR_PRODUCTS = 6

const NO_RESOLVER: Resolver = {
  lookUp: (host) => Promise.reject(new AppError('UNREACHABLE', { host })),
  proxies: () => Promise.resolve([])
}

/** Reads one attempt's reply: lists while they arrive, single records when they are complete. */
interface Reader<T> {
  /** Takes the body while it arrives; without it, the whole body is read. */
  take?(piece: Uint8Array): Promise<void>
  /** The part of the body that `take` left, at the body's end. */
  rest?(): Promise<Uint8Array>
  read(body: Json, reply: Reply): T
}

interface Inquiry<T> {
  path: string
  credential?: ConnectionSettings['profileCredential']
  /** The body is large, streamed, and can't be shared with another caller. */
  isLong?: boolean
  readBy?: Partial<ConnectionSettings>
  begin(redact: Redact): Reader<T>
}

export function createApi({
  fetchFor,
  deadlineMs,
  resolver = NO_RESOLVER,
  now = () => new Date(),
  random = Math.random,
  wait = waitFor
}: ApiParts): Api {
  const pipeline = createRequestPipeline({ now, random, wait })
  const send = (connection: Connection, call: Exchange, deadline: Deadline): Promise<Reply> =>
    exchange(call, fetchFor(connection), deadline)
  const timeOf = (connection: Connection): number => deadlineMs ?? settingsOf(connection).timeoutSeconds * 1000
  const urlOf = ({ baseAddress }: Connection, path: string): URL => new URL(normaliseBaseAddress(baseAddress) + path)

  const sendOnce = async (connection: Connection, call: Exchange, signal?: AbortSignal): Promise<Reply> => {
    const deadline = createDeadline({ answerMs: timeOf(connection) }, signal)
    try {
      return await send(connection, call, deadline)
    } finally {
      deadline.end()
    }
  }

  /** null: nothing has changed. */
  const get = async <T>(
    { connection, token }: Access,
    { path, credential = 'header', isLong = false, readBy, begin }: Inquiry<T>,
    ask: Ask
  ) => {
    const url = urlOf(connection, path)
    const of = validity(url, readBy)
    const redact = createRedactor([token])
    const conditions = conditionsOf(ask.known, of)
    const call: Exchange = { url, accept: JSON_TYPE, credential: { token, as: credential }, headers: conditions ?? {} }
    const answerMs = timeOf(connection)
    const times = { answerMs, wholeMs: isLong ? answerMs * PATIENCE_FOR_PRODUCTS : answerMs }
    const circumstances = () => ({ signingIn: false, secrets: [token], now: now() })

    return pipeline({ connection, exchange: call, times, alone: isLong }, ask, async (deadline) => {
      const reader = begin(redact)
      const more = { ...(reader.take && { take: reader.take }), ...(isLong && { cap: BODY_CAPS.products }) }
      const reply = await send(connection, { ...call, ...more }, deadline)
      if (reply.status === 304 && conditions) return null
      accept(reply, circumstances())
      const bytes = reader.rest ? await withinDeadline(reader.rest(), reply, deadline) : reply.bytes
      const body = jsonOf({ ...reply, bytes })
      const error = envelopeError(reply, body, circumstances())
      if (error) throw error
      return { reading: reader.read(body, reply), validators: validatorsIn(reply, of, redact) }
    })
  }

  const getAnswer = async <T>(access: Access, inquiry: Inquiry<Reading<T>>, ask: Ask): Promise<Answer<T> | null> => {
    const got = await get(access, inquiry, ask)
    return got && { ...got.reading, validators: got.validators }
  }

  return {
    baseAddress: normaliseBaseAddress,
    externalUrl,
    expiryOf: jwtEnd,

    async signIn(connection, credentials, signal) {
      const settings = settingsOf(connection)
      const url = urlOf(connection, settings.signInPath)
      const call = { url, body: signInBody(settings, credentials), accept: JSON_TYPE }
      const reply = await sendOnce(connection, call, signal)
      const secrets = [credentials.password, credentials.code ?? '']
      accept(reply, { signingIn: true, secrets, now: now() })
      return grantIn(reply, settings, secrets, now())
    },

    profile(access, ask = {}) {
      const credential = settingsOf(access.connection).profileCredential
      const begin = (redact: Redact) => recordReader((record) => readProfile(record, redact))
      return getAnswer(access, { path: '/v2/Profile', credential, begin }, ask)
    },

    async products(access, { key, reverse }, ask, intake) {
      const query = new URLSearchParams()
      if (key !== undefined) query.set('sort', key)
      if (reverse !== undefined) query.set('reverse', String(reverse))
      const path = query.size > 0 ? `/v2/Products?${query}` : '/v2/Products'
      const got = await get(access, { path, isLong: true, begin: () => createProductList(intake, [access.token]) }, ask)
      return got && { validators: got.validators }
    },

    async product(access, id, ask = {}) {
      // The URL parser resolves these two, even encoded, and a lone surrogate can't be encoded.
      if (['', '.', '..'].includes(id) || !id.isWellFormed()) throw new AppError('BAD_REQUEST', { found: 'input' })
      const begin = (redact: Redact) => recordReader((record) => readProduct(record, id, redact))
      const got = await get(access, { path: `/v2/Products/${encodeURIComponent(id)}`, begin }, { ...ask, known: null })
      // Only conditional requests are answered by null.
      if (!got) throw new AppError('INTERNAL')
      return got.reading
    },

    invoices(access, ask = {}) {
      const { amountUnit, currency, statuses, missingStatus, paymentTermDays } = settingsOf(access.connection)
      const readBy = { amountUnit, currency, statuses, missingStatus, paymentTermDays }
      const zones = [...(ask.dayZone ? [ask.dayZone] : []), localZone()]
      const begin = (redact: Redact) => createInvoiceList(readBy, redact, { zones, now: now() })
      return getAnswer(access, { path: '/v3/invoices', readBy, begin }, ask)
    },

    readInvoicesAgain(connection, records, dayZone) {
      const raws = records.map(({ raw }) => raw)
      // Stored records are redacted already, so they no longer show which fields were removed.
      const { value, notes } = readInvoices(raws, settingsOf(connection), (text) => text, {
        zones: dayZone === null ? [] : [dayZone],
        now: now()
      })
      const removed = ({ notes: met = [] }: InvoiceRecord): ReadingNote[] =>
        met.filter(({ kind }) => kind === 'credentialDropped')
      return { value: value.map((record, index) => withNotes(record, removed(records[index] ?? record))), notes }
    },

    invoiceLines: (connection, { raw, invoice }) => invoiceLines(raw, invoice.currency, settingsOf(connection)),

    ...createLinkedFiles({ pipeline, send, resolver, timeOf, now }),

    async health(connection, signal) {
      const call: Exchange = { url: urlOf(connection, '/health'), accept: '*/*', statusOnly: true }
      return (await sendOnce(connection, call, signal)).status
    }
  }
}

async function withinDeadline(rest: Promise<Uint8Array>, reply: Reply, deadline: Deadline): Promise<Uint8Array> {
  try {
    return await untilAborted(rest, deadline.signal)
  } catch (error) {
    throw deadline.signal.aborted ? deadline.error(reply.host) : withPlace(error, reply)
  }
}

const recordReader = <T>(read: (record: JsonObject) => T): Reader<T> => ({
  read(body, reply) {
    const record = recordIn(body)
    if (!record) throw badReply(reply, 'notAnObject')
    return read(record)
  }
})

function createProductList(intake: ListIntake, secrets: readonly string[]): Reader<void> {
  let arrival: ListArrival | null = null
  intake.begin({ secrets })
  return {
    // A copy, because a chunk is often a view of a larger buffer with another owner.
    take: async (piece) => intake.take(new Uint8Array(piece)),
    async rest() {
      arrival = await intake.end()
      return arrival.rest
    },
    read(_body, reply) {
      if (arrival === null || arrival.found === null) throw badReply(reply, 'notAList')
      // A list without any product object is no catalogue: it would replace the stored list by an empty one.
      if (arrival.found > 0 && arrival.products === 0) throw badReply(reply, 'notAnObject')
    }
  }
}

/** Reads each invoice as soon as its last byte has arrived, so that other work on the thread gets its turn. */
export function createInvoiceList(
  settings: InvoiceSettings,
  redact: Redact,
  { zones, now }: { zones: readonly string[]; now: Date }
): Reader<InvoiceReading> {
  let reader = new InvoiceReader(settings, redact, now)
  const begin = (): void => void (reader = new InvoiceReader(settings, redact, now))
  const list = createJsonListReader({ begin, record: (bytes) => reader.add(parseRecord(bytes)) }, INVOICE_LIMITS)
  return {
    take: async (piece) => list.write(piece),
    rest: async () => list.rest(),
    read(body, reply) {
      const found = list.found()
      const isShape = typeof body === 'object' && body !== null
      if (found === null) throw badReply(reply, isShape ? 'unknownShape' : 'notAList')
      const reading = reader.end(zones)
      if (found > 0 && reading.value.length === 0) throw badReply(reply, 'unknownShape')
      return reading
    }
  }
}
