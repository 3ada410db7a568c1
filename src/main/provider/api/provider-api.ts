/** The provider's HTTP API: one request and one reader per endpoint. */
import { inSlices, SingleFlight } from '../../concurrency.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { secretsInKey } from '../../../shared/models/credential-text.ts'
import { today } from '../../../shared/models/day.ts'
import {
  hasPlaceholder,
  type Endpoint,
  type ListEndpoint,
  type PlansEndpoint,
  type RecordEndpoint,
  type SignInEndpoint
} from '../../../shared/models/provider.ts'
import {
  definitionOf,
  invoiceSettingsOf,
  planSettingsOf,
  productSettingsOf,
  profileSettingsOf
} from '../../../shared/providers/definition.ts'
import type { InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Plan } from '../../../shared/models/plan.ts'
import type { TrialEndpoint } from '../../../shared/models/provider-trial.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type {
  Access,
  Answer,
  Api,
  Ask,
  AskPlans,
  InvoiceRecord,
  IssuedToken,
  ListDownload,
  Parsed,
  Picture,
  ProductRecord
} from '../../ports/index.ts'
import { endpointUrl, requireEndpoint } from './endpoint-url.ts'
import { Deadline } from './http/deadline.ts'
import { lacksSignIn, throwIfError } from './http/error-response.ts'
import {
  credentialOf,
  JsonRequests,
  PATIENCE_FOR_LISTS,
  redactorOf,
  valueOf,
  type BodyReader,
  type JsonAnswer,
  type TracedAsk
} from './http/json-requests.ts'
import { badReply, type Reply } from './http/reply.ts'
import { RequestPipeline, type PipelineParts } from './http/request-pipeline.ts'
import { waitFor, type RetryClock } from './http/retries.ts'
import { secretsOf } from './http/transport.ts'
import { fetchInvoicePdf } from './invoice-pdf.ts'
import { LinkedFiles } from './linked-files.ts'
import { tryEndpoint } from './provider-trial.ts'
import { fetchInvoicePages, PagedInvoices, type ReceivedPage } from './paged-invoices.ts'
import { fetchProducts, PagedProducts } from './paged-products.ts'
import { fetchPlanPages, isEndpointRefused, objectReader, PagedPlans, type PlanReply } from './plan-records.ts'
import { isWithinInvoiceLimits, LONGEST_INVOICE, PRODUCT_LIMITS } from '../readers/json/json-limits.ts'
import { JsonListReader } from '../readers/json/json-list.ts'
import { localZone } from '../readers/local-days.ts'
import { invoiceLines } from '../readers/invoice-lines.ts'
import { PageSequence } from '../readers/page-sequence.ts'
import { statesNoRecords } from '../readers/paging.ts'
import { InvoiceReader, readInvoices, rereadInvoices } from '../readers/read-invoice.ts'
import { readPlans } from '../readers/read-plan.ts'
import { readProduct } from '../readers/read-product.ts'
import { readProfile } from '../readers/read-profile.ts'
import type { JsonObject } from '../readers/records.ts'
import { recordIn } from '../readers/wrappers.ts'
import type { Redact } from '../readers/security/redaction.ts'
import { externalUrl, LOOK_UP_TIMEOUT_MS, normaliseBaseUrl, type Resolver } from './security/url-rules.ts'
import { issuedTokenIn, jwtEnd, signInBody, type Credentials } from './sign-in-endpoint.ts'
import { UserIds } from './user-ids.ts'

export interface ApiParts extends Pick<PipelineParts, 'fetchFor' | 'deadlineMs'>, Partial<RetryClock> {
  /** For the hosts of pictures and PDFs. Without it, only IP addresses and the provider's own host are allowed. */
  resolver?: Resolver
}

const NO_RESOLVER: Resolver = {
  lookUp: (host) => Promise.reject(new AppError('UNREACHABLE', { host })),
  proxies: () => Promise.resolve([])
}

export class ProviderApi implements Api {
  readonly #pipeline: RequestPipeline
  readonly #requests: JsonRequests
  readonly #linkedFiles: LinkedFiles
  readonly #resolver: Resolver
  /** In place of a connection's own. */
  readonly #deadlineMs: number | undefined
  readonly #lists = new SingleFlight()
  readonly #userIds = new UserIds((access, ask) => this.#userId(access, ask))

  constructor({
    fetchFor,
    deadlineMs,
    resolver = NO_RESOLVER,
    now = () => new Date(),
    random = Math.random,
    wait = waitFor
  }: ApiParts) {
    this.#pipeline = new RequestPipeline({ fetchFor, deadlineMs, now, random, wait })
    this.#requests = new JsonRequests(this.#pipeline)
    this.#linkedFiles = new LinkedFiles(this.#pipeline, resolver)
    this.#resolver = resolver
    this.#deadlineMs = deadlineMs
  }

  baseUrl(typed: string): string {
    return normaliseBaseUrl(typed)
  }

  expiryOf(token: string): string | null {
    return jwtEnd(token)
  }

  async externalUrl(baseUrl: string, link: string, signal?: AbortSignal): Promise<string> {
    const deadline = new Deadline({ answerMs: this.#deadlineMs ?? LOOK_UP_TIMEOUT_MS }, signal)
    try {
      return await externalUrl(baseUrl, link, this.#resolver, deadline)
    } finally {
      deadline.clear()
    }
  }

  async signIn(connection: Connection, credentials: Credentials, signal?: AbortSignal): Promise<IssuedToken> {
    const endpoint = requireEndpoint(definitionOf(connection).signIn)
    const typed = [credentials.password, credentials.code ?? '']
    const secrets = [...typed, ...(credentials.earlierTokens ?? []).flatMap(secretsInKey)]
    const body = signInBody(endpoint, credentials)
    const send = (path: string): Promise<Reply> =>
      this.#pipeline.sendOnce(
        connection,
        { url: endpointUrl(connection, path), body, accept: 'application/json' },
        signal
      )
    const [path, other] = await this.#signInPaths(connection, endpoint, signal)
    let reply = await send(path)
    const circumstances = { signingIn: true, secrets, now: this.#pipeline.now() }
    // Every other answer is a sign-in's own: then no other path gets the password.
    if (other !== undefined && lacksSignIn(reply, circumstances)) reply = await send(other)
    throwIfError(reply, circumstances)
    return issuedTokenIn(reply, endpoint.tokenAt, typed, circumstances.now, secrets)
  }

  /**
   * The paths in the order in which they get the password. Asked without credentials by GET, a path that takes a POST answers 405 on
   * most servers. Some answer 404 to any GET, so only a 405 puts the other path first.
   */
  async #signInPaths(
    connection: Connection,
    { path, fallbackPath }: SignInEndpoint,
    signal?: AbortSignal
  ): Promise<[first: string, second?: string]> {
    if (fallbackPath === undefined) return [path]
    const statusOf = async (asked: string): Promise<number> => {
      const httpRequest = { url: endpointUrl(connection, asked), accept: 'application/json', statusOnly: true }
      return (await this.#pipeline.sendOnce(connection, httpRequest, signal)).status
    }
    const isOther = (await statusOf(path)) === 404 && (await statusOf(fallbackPath)) === 405
    return isOther ? [fallbackPath, path] : [path, fallbackPath]
  }

  async profile(access: Access, ask: TracedAsk = {}): Promise<Answer<ProfileView> | null> {
    const endpoint = requireEndpoint(definitionOf(access.connection).profile)
    const settings = profileSettingsOf(access.connection)
    const answer = await this.#requests.get(
      access,
      {
        url: endpointUrl(access.connection, endpoint.path),
        endpoint,
        isShareable: ask.trace === undefined,
        readBy: settings,
        createReader: (redact) =>
          recordReader(endpoint, (record) => inSlices(readProfile(record, redact, settings, ask.trace?.traceRecords())))
      },
      ask
    )
    return answer && { ...answer.value, validators: answer.validators }
  }

  productList(access: Access, { key, reverse }: Partial<ProviderSort>, ask: TracedAsk = {}): ListDownload {
    const endpoint = requireEndpoint(definitionOf(access.connection).products)
    const settings = productSettingsOf(access.connection)
    const request = { endpoint, readBy: { ...settings, products: endpoint }, isLong: true, isShareable: false }
    return {
      secrets: secretsOf(credentialOf(access, endpoint)),
      settings,
      listAt: endpoint.listAt,
      receive: async (start) => {
        const url = await this.#urlOf(access, endpoint, ask)
        if (endpoint.sort && key !== undefined) url.searchParams.set(endpoint.sort.key, key)
        if (endpoint.sort && reverse !== undefined) url.searchParams.set(endpoint.sort.reverse, String(reverse))
        // Where the definition names no paging, no further page is asked for: a list that goes on counts as a part.
        const isFollowed = endpoint.paging !== undefined && !ask.once
        const sequence = new PageSequence(url, endpoint, isFollowed ? undefined : 1)
        const list = new PagedProducts({ sequence, start, listAt: endpoint.listAt })
        const fetchPage = <T>(page: URL, createReader: () => BodyReader<T>): Promise<JsonAnswer<T> | null> => {
          const known = page === sequence.first ? (ask.known ?? null) : null
          return this.#requests.get(access, { ...request, url: page, cap: list.cap, createReader }, { ...ask, known })
        }
        return fetchProducts(list, fetchPage, () => this.#timeLeft(access.connection))
      }
    }
  }

  async probeProducts(access: Access, signal?: AbortSignal): Promise<void> {
    const endpoint = requireEndpoint(definitionOf(access.connection).products)
    const { first } = new PageSequence(await this.#urlOf(access, endpoint, { signal }), endpoint, 1)
    try {
      await this.#requests.get(
        access,
        { url: first, endpoint, createReader: () => createListProbe(endpoint) },
        { signal, once: true }
      )
    } catch (error) {
      if (!(error instanceof ListBegan)) throw error
    }
  }

  async product(access: Access, id: string, ask: Omit<Ask, 'known'> = {}): Promise<Parsed<ProductRecord>> {
    const endpoint = requireEndpoint(definitionOf(access.connection).product)
    const url = await this.#urlOf(access, endpoint, ask, id)
    const settings = productSettingsOf(access.connection)
    const createReader = (redact: Redact): BodyReader<Parsed<ProductRecord>> =>
      recordReader(endpoint, (record) => inSlices(readProduct(record, id, redact, settings)))
    const answer = valueOf(await this.#requests.get(access, { url, endpoint, createReader }, { ...ask, known: null }))
    // Without an id, it is taken for the one that was asked for.
    if ((answer.value.product.id ?? id) !== id)
      throw new AppError('BAD_REPLY', { host: url.host, found: 'unknownShape' })
    return answer
  }

  invoices(access: Access, ask: TracedAsk = {}): Promise<Answer<InvoiceRecord[]> | null> {
    const { connection, token } = access
    const { signal, known, once, dayZone, trace } = ask
    const settings = invoiceSettingsOf(connection)
    const zones = [...(dayZone ? [dayZone] : []), localZone()]
    const endpoint = requireEndpoint(definitionOf(connection).invoices)
    const redact = redactorOf(access, endpoint)
    const day = today(this.#pipeline.now())
    const key = JSON.stringify([connection, token, known, zones, once])
    // All pages of a list together, so that two callers don't follow the same pages.
    const fetchList = async (shared?: AbortSignal): Promise<Answer<InvoiceRecord[]> | null> => {
      const url = await this.#urlOf(access, endpoint, { signal: shared, once })
      const list = new PagedInvoices({
        sequence: new PageSequence(url, endpoint, once ? 1 : undefined),
        create: () => new InvoiceReader(settings, redact, this.#pipeline.now(), trace?.traceRecords()),
        listAt: endpoint.listAt,
        invoiceFields: settings.invoiceFields
      })
      const fetchPage = (page: URL): Promise<JsonAnswer<ReceivedPage> | null> => {
        const request = {
          url: page,
          endpoint,
          isShareable: false,
          cap: list.cap,
          readBy: { ...settings, invoices: endpoint }
        }
        const isFirst = page === list.sequence.first
        const circumstances = (reply: Reply): unknown => [zones, day, list.sequence.read([], reply)]
        return this.#requests.get(
          access,
          { ...request, ...(isFirst && { circumstances }), createReader: () => list.page() },
          { ...ask, signal: shared, known: isFirst ? (known ?? null) : null }
        )
      }
      const answer = await fetchInvoicePages(list, zones, fetchPage, this.#timeLeft(connection))
      trace?.listEnded(list.sequence.end)
      return answer
    }
    const { host } = endpointUrl(connection, endpoint.path)
    return trace ? fetchList(signal) : this.#lists.share(key, { signal, host }, fetchList)
  }

  async invoice(
    access: Access,
    known: InvoiceRecord,
    { signal, dayZone }: Pick<Ask, 'signal' | 'dayZone'> = {}
  ): Promise<InvoiceRecord> {
    const { connection } = access
    const { key } = known.invoice
    const endpoint = requireEndpoint(definitionOf(connection).invoice)
    const url = await this.#urlOf(access, endpoint, { signal }, key)
    const settings = invoiceSettingsOf(connection)
    const zones = [...(dayZone ? [dayZone] : []), localZone()]
    const readOne = (record: JsonObject, redact: Redact): InvoiceRecord | undefined => {
      // A single record may lack what the list's has, such as its id.
      const whole = { ...known.raw, ...record }
      if (!isWithinInvoiceLimits(whole)) throw new AppError('TOO_LARGE', { host: url.host })
      return readInvoices([whole], settings, redact, { zones, now: this.#pipeline.now() }).value[0]
    }
    const request = {
      url,
      endpoint,
      readBy: settings,
      cap: LONGEST_INVOICE,
      createReader: (redact: Redact) => recordReader(endpoint, (record) => readOne(record, redact))
    }
    const invoice = valueOf(await this.#requests.get(access, request, { signal, known: null }))
    if (invoice?.invoice.key !== key) throw new AppError('BAD_REPLY', { host: url.host, found: 'unknownShape' })
    return invoice
  }

  async plans(access: Access, ask: TracedAsk & AskPlans = {}): Promise<Answer<Plan[]> | null> {
    const { connection } = access
    const definition = definitionOf(connection)
    const plans = ask.only === 'subscription' ? null : definition.plans
    const subscription = ask.only === 'plans' ? null : definition.subscription
    const isOnly = plans === null || subscription === null
    // One reply of two that is unchanged says nothing of the other.
    const each = isOnly ? ask : { ...ask, known: null }
    const first = plans && (await this.#planRecords(access, 'plans', plans, each))
    if (plans && first === null) return null
    const second = subscription && (await this.#subscriptions(access, subscription, each, first !== null))
    if (!plans && second === null) return null
    const settings = planSettingsOf(connection)
    const { dayZone, trace } = ask
    const records = { plans: first?.records ?? null, subscriptions: second?.records ?? null }
    const zones = [...(dayZone ? [dayZone] : []), localZone()]
    const redactorFor = (endpoint: PlansEndpoint | null) =>
      redactorOf(access, requireEndpoint(endpoint ?? plans ?? subscription))
    const redact = { planFields: redactorFor(plans), subscriptionFields: redactorFor(subscription) }
    const reading = await inSlices(readPlans(records, settings, { redact, zones, trace: trace?.traceRecords() }))
    const came = (records.plans ?? records.subscriptions)?.length ?? 0
    if (came > 0 && reading.value.length === 0) {
      throw new AppError('BAD_REPLY', { host: new URL(connection.baseUrl).host, found: 'unknownShape' })
    }
    // Plans that lack what a subscription says of them are a part, too.
    const partial = first?.partial ?? (first && second?.partial ? { received: came, total: null } : second?.partial)
    return { ...reading, partial: partial ?? null, validators: isOnly ? ((first ?? second)?.validators ?? null) : null }
  }

  readInvoicesAgain(connection: Connection, records: InvoiceRecord[], dayZone: string | null): Parsed<InvoiceRecord[]> {
    return rereadInvoices(records, invoiceSettingsOf(connection), dayZone, this.#pipeline.now())
  }

  invoiceLines(connection: Connection, { raw, invoice }: InvoiceRecord): { lines: InvoiceLine[]; more: number } {
    return invoiceLines(raw, invoice.currency, invoiceSettingsOf(connection))
  }

  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture> {
    return this.#linkedFiles.fetchPicture(connection, address, signal)
  }

  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#linkedFiles.fetchPdf(connection, address, signal)
  }

  tryEndpoint(access: Access, endpoint: TrialEndpoint, signal: AbortSignal): ReturnType<Api['tryEndpoint']> {
    return tryEndpoint(this, access, endpoint, { signal, today: today(this.#pipeline.now()) })
  }

  async invoicePdf(access: Access, id: string, signal?: AbortSignal): Promise<Uint8Array> {
    const endpoint = requireEndpoint(definitionOf(access.connection).invoicePdf)
    const url = await this.#urlOf(access, endpoint, { signal }, id)
    return fetchInvoicePdf(this.#pipeline, access, { url, endpoint }, signal)
  }

  async health(connection: Connection, signal?: AbortSignal): Promise<number> {
    const httpRequest = {
      url: endpointUrl(connection, requireEndpoint(definitionOf(connection).health).path),
      accept: '*/*',
      statusOnly: true
    }
    return (await this.#pipeline.sendOnce(connection, httpRequest, signal)).status
  }

  /** @param hasPlans they stay where the provider refuses this call, as a part of what is known of them */
  async #subscriptions(
    access: Access,
    endpoint: PlansEndpoint,
    ask: TracedAsk & AskPlans,
    hasPlans: boolean
  ): Promise<PlanReply | null> {
    try {
      return await this.#planRecords(access, 'subscription', endpoint, ask)
    } catch (error) {
      if (!hasPlans || !isEndpointRefused(error)) throw error
      return { records: [], partial: { received: 0, total: null }, validators: null }
    }
  }

  /** @returns null if nothing has changed */
  async #planRecords(
    access: Access,
    name: 'plans' | 'subscription',
    endpoint: PlansEndpoint,
    ask: TracedAsk & AskPlans
  ): Promise<PlanReply | null> {
    const url = await this.#urlOf(access, endpoint, ask)
    const settings = planSettingsOf(access.connection)
    // Somebody without a subscription has none: that is no error.
    const mayBeAbsent = name === 'subscription' && ask.only === undefined
    const request = { endpoint, isShareable: false, mayBeAbsent, readBy: { ...settings, [name]: endpoint } }
    const { recordAt, listAt } = endpoint
    if (recordAt !== undefined) {
      const createReader = () => objectReader(recordAt)
      const answer = await this.#requests.get(access, { ...request, url, createReader }, ask)
      return answer && { records: answer.value, partial: null, validators: answer.validators }
    }
    const idAt = settings[name === 'plans' ? 'planFields' : 'subscriptionFields'].id
    const list = new PagedPlans({ sequence: new PageSequence(url, endpoint, ask.once ? 1 : undefined), listAt, idAt })
    const fetchPage = (page: URL) => {
      const known = page === list.sequence.first ? (ask.known ?? null) : null
      return this.#requests.get(access, { ...request, url: page, createReader: () => list.page() }, { ...ask, known })
    }
    return fetchPlanPages(list, fetchPage, this.#timeLeft(access.connection))
  }

  async #urlOf(
    access: Access,
    { path }: Endpoint,
    { signal, once }: Pick<Ask, 'signal' | 'once'>,
    id?: string
  ): Promise<URL> {
    const userId = hasPlaceholder(path, '{userId}') ? await this.#userIds.of(access, { signal, once }) : undefined
    return endpointUrl(access.connection, path, {
      ...(id !== undefined && { id }),
      ...(userId !== undefined && { userId })
    })
  }

  async #userId(access: Access, ask: Pick<Ask, 'signal' | 'once'>): Promise<string> {
    const profile = await this.profile(access, ask)
    const id = profile?.value.groups.account.find(({ name }) => name === 'id')?.value
    if (id !== undefined) return String(id)
    throw new AppError('BAD_REPLY', { host: new URL(access.connection.baseUrl).host, found: 'noUserId' })
  }

  /** For the pages of a list. */
  #timeLeft(connection: Connection): () => boolean {
    const end = performance.now() + this.#pipeline.answerMs(connection) * PATIENCE_FOR_LISTS
    return () => performance.now() < end
  }
}

/** @param endpoint says where the record is */
const recordReader = <T>(endpoint: RecordEndpoint, read: (record: JsonObject) => T | Promise<T>): BodyReader<T> => ({
  read(body, reply) {
    const record = recordIn(body, endpoint.recordAt)
    if (!record) throw badReply(reply, 'notAnObject')
    return read(record)
  }
})

/** The first record of a list came: the provider accepted the request. */
class ListBegan extends Error {}

function createListProbe({ listAt, pagingAt }: ListEndpoint): BodyReader<null> {
  const places = { listAt, pagingAt }
  const add = (): never => {
    throw new ListBegan()
  }
  const list = new JsonListReader({ restart: () => undefined, add }, PRODUCT_LIMITS, listAt)
  return {
    found: (body, reply) => list.found ?? (statesNoRecords(body, reply, places) ? 0 : null),
    write: async (chunk) => list.write(chunk),
    rest: async () => list.rest,
    read(body, reply) {
      // An empty body is [].
      if (list.found === null && !Array.isArray(body) && !statesNoRecords(body, reply, places))
        throw badReply(reply, 'notAList')
      return null
    }
  }
}
