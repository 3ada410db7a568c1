/** The provider's HTTP API: one request and one reader per endpoint. */
import { SingleFlight, untilAborted } from '../concurrency.ts'
import { AppError } from '../../shared/ipc/error.ts'
import {
  invoiceSettingsOf,
  settingsOf,
  type Connection,
  type ConnectionSettings
} from '../../shared/models/connection.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import type { Access, Answer, Api, Ask, ListArrival, ListIntake, Reading } from '../core/ports/index.ts'
import { accept, emptyListError, envelopeError } from './http/error-response.ts'
import { badReply, conditionsOf, jsonOf, validatorsIn, validity, withPlace, type Reply } from './http/reply.ts'
import { createRequestPipeline, waitFor, type Patience } from './http/request-pipeline.ts'
import { BODY_CAPS, createDeadline, exchange, type Deadline, type Exchange } from './http/transport.ts'
import { createLinkedFiles } from './linked-files.ts'
import { fetchInvoices, PagedInvoices, type BodyReader } from './paged-invoices.ts'
import { localZone } from '../readers/invoice-days.ts'
import { invoiceLines } from '../readers/invoice-lines.ts'
import { pagingIn, partialOf } from '../readers/paging.ts'
import { InvoiceReader, rereadInvoices } from '../readers/read-invoice.ts'
import { readProduct } from '../readers/read-product.ts'
import { readProfile } from '../readers/read-profile.ts'
import type { JsonObject } from '../readers/records.ts'
import { recordIn } from '../readers/wrappers.ts'
import { createRedactor, type Redact } from '../readers/security/redaction.ts'
import { externalUrl, LOOK_UP_TIMEOUT_MS, normaliseBaseAddress, type Resolver } from './security/url-rules.ts'
import { grantIn, jwtEnd, signInBody } from './sign-in.ts'

export interface ApiParts extends Partial<Patience> {
  /** The same function each time: Electron's network in the app, the sample's own, Node's in tests. */
  fetchFor: (connection: Connection) => typeof fetch
  deadlineMs?: number
  /** For the hosts of pictures and PDFs. Without it, only IP addresses and the provider's own host are allowed. */
  resolver?: Resolver
}

const JSON_TYPE = 'application/json'

/** Some providers build long lists slowly: the body of the product list, and all pages of invoices, may take this many times longer. */
const PATIENCE_FOR_LISTS = 6

const NO_RESOLVER: Resolver = {
  lookUp: (host) => Promise.reject(new AppError('UNREACHABLE', { host })),
  proxies: () => Promise.resolve([])
}

interface Inquiry<T> {
  url: URL
  credential?: ConnectionSettings['profileCredential']
  /** The body is large: once begun, it may take longer. */
  isLong?: boolean
  /** The reader keeps state, so the request can't be shared with another caller. */
  alone?: boolean
  /** In bytes. */
  cap?: number
  readBy?: Partial<ConnectionSettings>
  begin(redact: Redact): BodyReader<T>
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
  const singleFlight = new SingleFlight()
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
    { url, credential = 'header', isLong = false, alone = false, cap, readBy, begin }: Inquiry<T>,
    ask: Ask
  ) => {
    const of = validity(url, readBy)
    const redact = createRedactor([token])
    const conditions = conditionsOf(ask.known, of)
    const call: Exchange = { url, accept: JSON_TYPE, credential: { token, as: credential }, headers: conditions ?? {} }
    const answerMs = timeOf(connection)
    const times = { answerMs, wholeMs: isLong ? answerMs * PATIENCE_FOR_LISTS : answerMs }
    const circumstances = () => ({ signingIn: false, secrets: [token], now: now() })

    return pipeline({ connection, exchange: call, times, alone }, ask, async (deadline) => {
      const reader = begin(redact)
      const more = { ...(reader.take && { take: reader.take }), ...(cap !== undefined && { cap }) }
      const reply = await send(connection, { ...call, ...more }, deadline)
      if (reply.status === 304 && conditions) return null
      accept(reply, circumstances())
      const bytes = reader.rest ? await withinDeadline(reader.rest(), reply, deadline) : reply.bytes
      const body = reader.found && isEmptyList(reply, bytes) ? [] : jsonOf({ ...reply, bytes })
      const error =
        envelopeError(reply, body, circumstances()) ??
        (reader.found?.() === 0 ? emptyListError(reply, body, circumstances()) : null)
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
    expiryOf: jwtEnd,

    async externalUrl(baseAddress, link, signal) {
      const deadline = createDeadline({ answerMs: deadlineMs ?? LOOK_UP_TIMEOUT_MS }, signal)
      try {
        return await externalUrl(baseAddress, link, resolver, deadline)
      } finally {
        deadline.end()
      }
    },

    async signIn(connection, credentials, signal) {
      const settings = settingsOf(connection)
      const url = urlOf(connection, settings.signInPath)
      const call = { url, body: signInBody(settings, credentials), accept: JSON_TYPE }
      const reply = await sendOnce(connection, call, signal)
      const secrets = [credentials.password, credentials.code ?? '']
      accept(reply, { signingIn: true, secrets, now: now() })
      return grantIn(reply, settings, secrets, now())
    },

    async profile(access, ask = {}) {
      const credential = settingsOf(access.connection).profileCredential
      const begin = (redact: Redact) => recordReader((record) => readProfile(record, redact))
      return getAnswer(access, { url: urlOf(access.connection, '/v2/Profile'), credential, begin }, ask)
    },

    async products(access, { key, reverse }, ask, intake) {
      const query = new URLSearchParams()
      if (key !== undefined) query.set('sort', key)
      if (reverse !== undefined) query.set('reverse', String(reverse))
      const path = query.size > 0 ? `/v2/Products?${query}` : '/v2/Products'
      const url = urlOf(access.connection, path)
      const begin = () => createProductList(intake, [access.token], url)
      const got = await get(access, { url, isLong: true, alone: true, cap: BODY_CAPS.products, begin }, ask)
      // A 304 for a part says nothing about the rest.
      return got && { validators: got.reading === null ? got.validators : null, partial: got.reading }
    },

    async product(access, id, ask = {}) {
      // The URL parser resolves these two, even encoded, and a lone surrogate can't be encoded.
      if (['', '.', '..'].includes(id) || !id.isWellFormed()) throw new AppError('BAD_REQUEST', { found: 'input' })
      const begin = (redact: Redact) => recordReader((record) => readProduct(record, id, redact))
      const url = urlOf(access.connection, `/v2/Products/${encodeURIComponent(id)}`)
      const got = await get(access, { url, begin }, { ...ask, known: null })
      // Only conditional requests are answered by null.
      if (!got) throw new AppError('INTERNAL')
      return got.reading
    },

    async invoices(access, ask = {}) {
      const { connection, token } = access
      const readBy = invoiceSettingsOf(connection)
      const zones = [...(ask.dayZone ? [ask.dayZone] : []), localZone()]
      const first = urlOf(connection, '/v3/invoices')
      const redact = createRedactor([token])
      const { signal, known, once } = ask
      const key = JSON.stringify([connection, token, known, zones, once])
      // All pages of a list together, so that two callers don't follow the same pages.
      return singleFlight.share(key, { signal, host: first.host }, (flight) => {
        const list = new PagedInvoices(() => new InvoiceReader(readBy, redact, now()), once ? 1 : undefined)
        const fetchPage = (url: URL) => {
          const inquiry = { url, alone: true, cap: list.cap, readBy, begin: () => list.page(url) }
          return get(access, inquiry, { ...ask, signal: flight, known: url === first ? (known ?? null) : null })
        }
        const end = performance.now() + timeOf(connection) * PATIENCE_FOR_LISTS
        return fetchInvoices(list, first, zones, fetchPage, () => performance.now() < end)
      })
    },

    readInvoicesAgain: (connection, records, dayZone) =>
      rereadInvoices(records, invoiceSettingsOf(connection), dayZone, now()),

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

const recordReader = <T>(read: (record: JsonObject) => T): BodyReader<T> => ({
  read(body, reply) {
    const record = recordIn(body)
    if (!record) throw badReply(reply, 'notAnObject')
    return read(record)
  }
})

/** A compressed body that is cut off may be decoded to nothing, and 202 has none for another reason. */
const isEmptyList = ({ status, header }: Reply, bytes: Uint8Array): boolean =>
  (status === 204 || (status === 200 && header('content-encoding') === null)) && bytes.length === 0

function createProductList(intake: ListIntake, secrets: readonly string[], url: URL): BodyReader<PartialList | null> {
  let arrival: ListArrival | null = null
  intake.begin({ secrets })
  return {
    found: () => arrival?.found ?? null,
    // A copy, because a chunk is often a view of a larger buffer with another owner.
    take: async (piece) => intake.take(new Uint8Array(piece)),
    async rest() {
      arrival = await intake.end()
      return arrival.rest
    },
    read(body, reply) {
      // An empty body is [].
      const found = arrival?.found ?? (Array.isArray(body) ? 0 : null)
      if (arrival === null || found === null) throw badReply(reply, 'notAList')
      // A list without any product object is no catalogue: it would replace the stored list by an empty one.
      if (found > 0 && arrival.products === 0) throw badReply(reply, 'notAnObject')
      const paging = pagingIn(body, reply.header('link'), { url, page: 1 })
      return partialOf(paging, found, arrival.products)
    }
  }
}
