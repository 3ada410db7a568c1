/** GET requests for JSON: with the token, conditional, and with every error in a reply recognised. */
import { AppError } from '../../../../shared/ipc/error.ts'
import { definitionOf } from '../../../../shared/providers/definition.ts'
import type { Endpoint, ProviderDefinition } from '../../../../shared/models/provider.ts'
import type { Json } from '../../../../shared/models/json.ts'
import { untilAborted } from '../../../concurrency.ts'
import type { Access, Ask, Validators } from '../../../ports/index.ts'
import { createRedactor, type Redact } from '../../readers/security/redaction.ts'
import type { CallTrace } from '../call-trace.ts'
import type { Deadline } from './deadline.ts'
import { throwIfError, emptyListError, envelopeError, isAbsent, type Circumstances } from './error-response.ts'
import { BodyPrint } from './known-body.ts'
import { conditionsOf, jsonOf, validatorsIn, validity, withPlace, type Reply } from './reply.ts'
import type { RequestPipeline } from './request-pipeline.ts'
import { drain, secretsOf, type HttpRequest, type RequestCredential, type WriteChunk } from './transport.ts'

/** Some providers build long lists slowly: the body of the product list, and all pages of invoices, may take this many times longer. */
export const PATIENCE_FOR_LISTS = 6

/** Reads one attempt's reply: lists while they arrive, single records when they are complete. */
export interface BodyReader<T> {
  /** Receives the body while it arrives; without it, the whole body is read. */
  write?(chunk: Uint8Array): Promise<void>
  /** The part of the body that `write` left, at the body's end. */
  rest?(): Promise<Uint8Array>
  /** Of a list: how many elements it has, at the body's end; null: there is none. An empty body is an empty list. */
  found?(body: Json, reply: Reply): number | null
  /** A large record is read in slices. */
  read(body: Json, reply: Reply): T | Promise<T>
}

export interface JsonRequest<T> {
  url: URL
  /** Of the definition that has the endpoint. */
  endpoint: Endpoint
  /** The body is large: once begun, it may take longer. */
  isLong?: boolean
  /** False if the reader keeps state, which another caller can't share. */
  isShareable?: boolean
  /** A 404 is read as an empty reply: what was asked for may not be there. */
  mayBeAbsent?: boolean
  /** In bytes. */
  cap?: number
  /** The parts of the definition that the reply is read by. */
  readBy?: Partial<ProviderDefinition>
  /** What the reading depends on besides body, secrets and `readBy`. With it, a body that is known isn't read again. */
  circumstances?(reply: Reply): unknown
  /** For each attempt. */
  createReader(redact: Redact): BodyReader<T>
}

/** `trace`: of a trial. */
export type TracedAsk = Ask & { trace?: CallTrace }

export interface JsonAnswer<T> {
  value: T
  validators: Validators | null
}

/** Of a request without conditions: only conditional ones are answered by null. */
export function valueOf<T>(answer: JsonAnswer<T> | null): T {
  if (answer === null) throw new AppError('INTERNAL')
  return answer.value
}

export class JsonRequests {
  readonly #pipeline: RequestPipeline

  constructor(pipeline: RequestPipeline) {
    this.#pipeline = pipeline
  }

  /** @returns null if nothing has changed since `ask.known` */
  async get<T>(access: Access, request: JsonRequest<T>, ask: TracedAsk): Promise<JsonAnswer<T> | null> {
    const { connection } = access
    const { url, endpoint, isLong = false, isShareable = true, mayBeAbsent = false } = request
    const { cap, readBy, circumstances, createReader } = request
    const of = validity(url, { endpoint, readBy })
    const credential = credentialOf(access, endpoint)
    const secrets = secretsOf(credential)
    const redact = redactorOf(access, endpoint)
    const conditions = conditionsOf(ask.known, of)
    const knownBody = circumstances && ask.known?.of === of ? ask.known.body : undefined
    const httpRequest: HttpRequest = {
      url,
      accept: 'application/json',
      credential,
      headers: conditions ?? {},
      ...(cap !== undefined && { cap })
    }
    const answerMs = this.#pipeline.answerMs(connection)
    const times = { answerMs, wholeMs: isLong ? answerMs * PATIENCE_FOR_LISTS : answerMs }
    return this.#pipeline.request({ connection, httpRequest, times, isShareable }, ask, async (deadline) => {
      ask.trace?.requestSent(url, redact)
      const reader = createReader(redact)
      const receive = reader.write?.bind(reader)
      const write = receive && ask.trace ? ask.trace.copying(receive) : receive
      const print = circumstances && new BodyPrint(secrets)
      // A body that may be known is read once it is there.
      const arriving = knownBody === undefined ? write && (print?.copying(write) ?? write) : undefined
      const sent = arriving ? { ...httpRequest, write: arriving } : httpRequest
      const came = await this.#pipeline.send(connection, sent, deadline)
      if (came.status === 304 && conditions) return null
      const errorsOf = { signingIn: false, secrets, now: this.#pipeline.now() }
      if (mayBeAbsent && isAbsent(came, errorsOf)) return { value: await reader.read([], came), validators: null }
      throwIfError(came, errorsOf, reader.found !== undefined)
      const bodyPrint = print?.end(came, circumstances?.(came))
      if (bodyPrint !== undefined && bodyPrint === knownBody) return null
      const reply = write && !arriving ? await passed(came, write, deadline) : came
      const body = await bodyOf(reply, reader, deadline)
      ask.trace?.bodyCame(body)
      const error = errorIn(reply, body, reader, errorsOf)
      if (error) throw error
      const reading = reader.read(body, reply)
      const value = reading instanceof Promise ? await withinDeadline(reading, reply, deadline) : reading
      return { value, validators: validatorsIn(reply, of, redact, bodyPrint) }
    })
  }
}

/** Reads a body that has arrived, as if it arrived now. */
async function passed(reply: Reply, write: WriteChunk, deadline: Deadline): Promise<Reply> {
  const body = new ReadableStream<Uint8Array>({
    start(arriving) {
      arriving.enqueue(reply.bytes)
      arriving.close()
    }
  })
  await withinDeadline(drain(body, reply.bytes.length, deadline.signal, write), reply, deadline)
  return { ...reply, bytes: new Uint8Array() }
}

async function bodyOf(reply: Reply, reader: BodyReader<unknown>, deadline: Deadline): Promise<Json> {
  const bytes = reader.rest ? await withinDeadline(reader.rest(), reply, deadline) : reply.bytes
  return reader.found && isEmptyList(reply, bytes) ? [] : jsonOf({ ...reply, bytes })
}

async function withinDeadline<T>(work: Promise<T>, reply: Reply, deadline: Deadline): Promise<T> {
  try {
    return await untilAborted(work, deadline.signal)
  } catch (error) {
    throw deadline.signal.aborted ? deadline.errorFor(reply.host) : withPlace(error, reply)
  }
}

/** A compressed body that is cut off may be decoded to nothing, and 202 has none for another reason. */
const isEmptyList = ({ status, header }: Reply, bytes: Uint8Array): boolean =>
  (status === 204 || (status === 200 && header('content-encoding') === null)) && bytes.length === 0

function errorIn(reply: Reply, body: Json, reader: BodyReader<unknown>, circumstances: Circumstances): AppError | null {
  const error = envelopeError(reply, body, circumstances)
  return error ?? (reader.found?.(body, reply) === 0 ? emptyListError(reply, body, circumstances) : null)
}

export function credentialOf({ connection, token, earlierTokens }: Access, endpoint: Endpoint): RequestCredential {
  const authorization = endpoint.authorization ?? definitionOf(connection).authorization
  return { token, earlierTokens, authorization, user: connection.user }
}

/** Making one takes milliseconds with many earlier tokens, and a list may have a hundred pages. */
const redactors = new WeakMap<Access, Pick<RequestCredential, 'authorization'> & { redact: Redact }>()

export function redactorOf(access: Access, endpoint: Endpoint): Redact {
  const credential = credentialOf(access, endpoint)
  const { authorization } = credential
  const known = redactors.get(access)
  if (known?.authorization === authorization) return known.redact
  const redact = createRedactor(secretsOf(credential))
  redactors.set(access, { authorization, redact })
  return redact
}
