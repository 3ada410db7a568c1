/** The provider's HTTP API: one request and one reader per endpoint. */
import { untilAborted } from '../core/concurrency/until-aborted.ts'
import { AppError } from '../../shared/ipc/error.ts'
import { settingsOf, type Connection, type ConnectionSettings } from '../../shared/models/connection.ts'
import type { ReadingNote } from '../../shared/models/freshness.ts'
import type { Access, Answer, Ask, InvoiceRecord, Api, Reading } from '../core/ports/index.ts'
import { externalUrl, normaliseBaseAddress } from './security/base-url.ts'
import { createRequestPipeline } from './http/request-pipeline.ts'
import { badReply, jsonOf, placed, type Reply } from './http/body.ts'
import { createDeadline, type Deadline } from './http/deadline.ts'
import { createPdfFetch } from './fetch-pdf.ts'
import { createPictureFetch } from './fetch-picture.ts'
import { createUntrustedFetch } from './security/untrusted-url.ts'
import { recordIn } from './readers/list-envelope.ts'
import { invoiceLines } from './readers/invoice-lines.ts'
import { createInvoiceList } from './readers/invoice-list.ts'
import { createProductList, type Reader } from './readers/product-list.ts'
import { readInvoices, withNotes } from './readers/read-invoice.ts'
import { readProduct } from './readers/read-product.ts'
import { readProfile } from './readers/read-profile.ts'
import { accept, envelopeError } from './http/error-response.ts'
import { waitFor, type Patience } from './http/retry.ts'
import { createRedactor, type Redact } from './security/redaction.ts'
import { grantIn, signInBody } from './sign-in.ts'
import { jwtEnd } from './token.ts'
import { BODY_CAPS, exchange, withinHttp, type Credential, type Exchange } from './http/transport.ts'
import { conditionsOf, validatorsIn, validity } from './http/validators.ts'
import type { Resolver } from './security/private-network-guard.ts'

export interface ApiParts extends Partial<Patience> {
  /**
   * The network of a connection, the same function each time: Electron's in the app, the sample's own, Node's in tests.
   */
  fetchFor: (connection: Connection) => typeof fetch
  /** Replaces the connection's timeout. */
  deadlineMs?: number
  /** For the hosts of pictures and PDFs. Without it, only IP addresses and the provider's own host are allowed. */
  resolver?: Resolver
}

const JSON_TYPE = 'application/json'

/**
 * Some providers build the long product list slowly: once the answer has begun, its body may take this many times
 * longer.
 */
const PATIENCE_FOR_PRODUCTS = 6

const NO_RESOLVER: Resolver = {
  lookUp: (host) => Promise.reject(new AppError('UNREACHABLE', { host })),
  proxies: () => Promise.resolve([])
}

/** A signed-in GET with a JSON answer. */
interface Inquiry<T> {
  path: string
  kind: string
  credential?: Credential['as']
  /** The body is large, streamed, and can't be shared with another caller. */
  isLong?: boolean
  /** Settings that affect the reader. */
  readBy?: Partial<ConnectionSettings>
  /** Called for each attempt. */
  begin(settings: ConnectionSettings, redact: Redact): Reader<T>
}

interface Got<T> {
  value: T
  reply: Reply
}

export function createApi({
  fetchFor,
  deadlineMs,
  resolver = NO_RESOLVER,
  now = () => new Date(),
  random = Math.random,
  wait = waitFor
}: ApiParts): Api {
  const asking = createRequestPipeline({ now, random, wait })
  const fetches = new Map<typeof fetch, typeof fetch>()
  const send = (connection: Connection, call: Exchange, deadline: Deadline): Promise<Reply> => {
    const network = fetchFor(connection)
    const known = fetches.get(network) ?? withinHttp(network)
    fetches.set(network, known)
    return exchange(call, known, deadline)
  }
  const timeOf = (connection: Connection): number => deadlineMs ?? settingsOf(connection).timeoutSeconds * 1000
  const foreign = createUntrustedFetch({ asking, send, resolver })
  const urlOf = ({ baseAddress }: Connection, path: string): URL => new URL(normaliseBaseAddress(baseAddress) + path)

  /** One exchange with its own deadline and no retry. */
  const sendOnce = async (connection: Connection, call: Exchange, signal?: AbortSignal): Promise<Reply> => {
    const deadline = createDeadline({ answerMs: timeOf(connection) }, signal)
    try {
      return await send(connection, call, deadline)
    } finally {
      deadline.end()
    }
  }

  const get = async <T>(
    { connection, token }: Access,
    { path, kind, credential = 'header', isLong = false, readBy, begin }: Inquiry<T>,
    ask: Ask
  ): Promise<Got<T> | null> => {
    const url = urlOf(connection, path)
    const conditions = conditionsOf(ask.known, validity(url, readBy))
    const call: Exchange = { url, accept: JSON_TYPE, credential: { token, as: credential }, headers: conditions ?? {} }
    const answerMs = timeOf(connection)
    const times = { answerMs, wholeMs: isLong ? answerMs * PATIENCE_FOR_PRODUCTS : answerMs }
    const settings = settingsOf(connection)
    const circumstances = () => ({ signingIn: false, secrets: [token], now: now() })

    return asking({ connection, exchange: call, kind, times, alone: isLong }, ask, async (deadline) => {
      const reader = begin(settings, createRedactor([token]))
      const more = { ...(reader.take && { take: reader.take }), ...(isLong && { cap: BODY_CAPS.products }) }
      const reply = await send(connection, { ...call, ...more }, deadline)
      if (reply.status === 304 && conditions) return null
      accept(reply, circumstances())
      const rest = reader.rest ? await taken(reader.rest(), reply, deadline) : reply.bytes
      const body = jsonOf({ ...reply, bytes: rest })
      const refusedInside = envelopeError(reply, body, circumstances())
      if (refusedInside) throw refusedInside
      return { value: reader.read(body, reply), reply }
    })
  }

  const validatorsOf = <T>({ connection, token }: Access, { path, readBy }: Inquiry<T>, { reply }: Got<T>) =>
    validatorsIn(reply, validity(urlOf(connection, path), readBy), createRedactor([token]))

  const getAnswer = async <T>(access: Access, inquiry: Inquiry<Reading<T>>, ask: Ask): Promise<Answer<T> | null> => {
    const got = await get(access, inquiry, ask)
    return got && { ...got.value, validators: validatorsOf(access, inquiry, got) }
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

    profile: (access, ask = {}) =>
      getAnswer(
        access,
        {
          path: '/v2/Profile',
          kind: 'profile',
          credential: settingsOf(access.connection).profileCredential,
          begin: (_settings, redact) => ({
            read(body, reply) {
              const record = recordIn(body)
              if (!record) throw badReply(reply, 'notAnObject')
              return readProfile(record, redact)
            }
          })
        },
        ask
      ),

    async products(access, { key, reverse }, ask, intake) {
      const asked = new URLSearchParams()
      if (key !== undefined) asked.set('sort', key)
      if (reverse !== undefined) asked.set('reverse', String(reverse))
      const inquiry: Inquiry<void> = {
        path: asked.size > 0 ? `/v2/Products?${asked}` : '/v2/Products',
        kind: 'products',
        isLong: true,
        begin: () => createProductList(intake, [access.token])
      }
      const got = await get(access, inquiry, ask)
      return got && { validators: validatorsOf(access, inquiry, got) }
    },

    async product(access, id, ask = {}) {
      // The URL parser resolves these two, even encoded, and a lone surrogate can't be encoded.
      if (['', '.', '..'].includes(id) || !id.isWellFormed()) throw new AppError('BAD_REQUEST', { found: 'input' })
      const inquiry: Inquiry<ReturnType<typeof readProduct>> = {
        path: `/v2/Products/${encodeURIComponent(id)}`,
        kind: 'product',
        begin: (_settings, redact) => ({
          read(body, reply) {
            const record = recordIn(body)
            if (!record) throw badReply(reply, 'notAnObject')
            return readProduct(record, id, redact)
          }
        })
      }
      const got = await get(access, inquiry, { ...ask, known: null })
      // Only conditional requests are answered by null.
      if (!got) throw new AppError('INTERNAL')
      return got.value
    },

    invoices(access, ask = {}) {
      const { amountUnit, currency, statuses, paymentTermDays } = settingsOf(access.connection)
      return getAnswer(
        access,
        {
          path: '/v3/invoices',
          kind: 'invoices',
          readBy: { amountUnit, currency, statuses, paymentTermDays },
          begin: createInvoiceList
        },
        ask
      )
    },

    readInvoicesAgain(connection, records) {
      const { value, notes } = readInvoices(
        records.map(({ raw }) => raw),
        settingsOf(connection),
        // Stored records are redacted already.
        (text) => text
      )
      const removed = ({ notes: met = [] }: InvoiceRecord): ReadingNote[] =>
        met.filter(({ kind }) => kind === 'credentialDropped')
      // A stored record no longer shows which fields were removed.
      return { value: value.map((record, index) => withNotes(record, removed(records[index] ?? record))), notes }
    },

    invoiceLines: (connection, { raw, invoice }) => invoiceLines(raw, invoice.currency, settingsOf(connection)),

    picture: createPictureFetch({ foreign, timeOf, now }),
    pdf: createPdfFetch({ foreign, timeOf, now }),

    async health(connection, signal) {
      const call: Exchange = { url: urlOf(connection, '/health'), accept: '*/*', statusOnly: true }
      return (await sendOnce(connection, call, signal)).status
    }
  }
}

/** The rest of a streamed body, within the deadline of its call. */
async function taken(rest: Promise<Uint8Array>, reply: Reply, { signal, fault }: Deadline): Promise<Uint8Array> {
  try {
    return await untilAborted(rest, signal)
  } catch (error) {
    throw signal.aborted ? fault(reply.host) : placed(error, reply)
  }
}
