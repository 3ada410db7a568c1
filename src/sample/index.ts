/** The sample provider: one pure, deterministic `fetch` of the API that HypeProxy published (docs/provider-replies.md), without sockets and files. */
import { invoiceFile } from './invoice-files.ts'
import { goodInvoices, newGoodInvoice, withoutExtras } from './good-invoices.ts'
import { difficultInvoices, driftedInvoices, newDifficultInvoice, STEP_MS, type SampleInvoice } from './invoices.ts'
import {
  difficultProfile,
  goodProfile,
  INVOICE_HOST,
  issueToken,
  PEOPLE,
  personOf,
  TOKEN_ERRORS,
  tokenEnd,
  type Person
} from './people.ts'
import { SAMPLE_PASSWORD } from './credentials.ts'
import { difficultPlans, goodPlans, type SamplePlan } from './plans.ts'
import { createImages } from './pictures.ts'
import {
  difficultProducts,
  DRIFT_FROM,
  driftedProducts,
  goodProducts,
  newRecords,
  type SampleProduct
} from './products.ts'
import { CurrentTexts, ENGLISH, type SampleLanguage, type Texts } from './texts.ts'
import type { SampleData } from '../shared/models/account.ts'
import { DOCUMENTED_FIELDS } from '../shared/models/product.ts'

export {
  SAMPLE_ADDRESSES,
  SAMPLE_CODE,
  SAMPLE_CODE_COMPANY,
  SAMPLE_CODE_EMAIL,
  SAMPLE_COMPANY,
  SAMPLE_DEFINITION,
  SAMPLE_EMAIL,
  SAMPLE_PASSWORD
} from './credentials.ts'
export { issueToken }

export interface SampleApiOptions {
  now?: () => Date
  /** `bare`: what the one public provider sends, without currency, due date and number. */
  data?: SampleData | 'bare'
  /** After the first request, products change with each request of the list, and invoices change over time. */
  drift?: boolean
  /** Of the texts of a good customer's provider. English without it, as the difficult data always is. */
  language?: SampleLanguage
}

interface Data {
  products: (now: Date, texts: Texts) => (origin: string) => SampleProduct[]
  newProduct: (typeof newRecords)[SampleData]
  invoices: (now: Date, texts: Texts) => SampleInvoice[]
  newInvoice: (at: number, step: number, texts: Texts) => SampleInvoice
  profile: (person: Person, now: Date, texts: Texts) => Record<string, unknown>
  plans: (now: Date, texts: Texts) => SamplePlan[]
}

const good: Data = {
  products: (now, texts) => {
    const products = goodProducts(now, texts)
    return () => products
  },
  newProduct: newRecords.good,
  invoices: goodInvoices,
  newInvoice: newGoodInvoice,
  profile: (person, _now, texts) => goodProfile(person, texts),
  plans: goodPlans
}
const DATA: Record<SampleData | 'bare', Data> = {
  good,
  difficult: {
    products: difficultProducts,
    newProduct: newRecords.difficult,
    invoices: difficultInvoices,
    newInvoice: newDifficultInvoice,
    profile: difficultProfile,
    plans: difficultPlans
  },
  bare: {
    ...good,
    invoices: (now, texts) => goodInvoices(now, texts).map(withoutExtras),
    newInvoice: (at, step, texts) => withoutExtras(newGoodInvoice(at, step, texts)),
    profile: difficultProfile
  }
}

const SIGN_INS: readonly string[] = ['/v2/authentication/signin', '/v3/authentication/sign-in']

export class SampleApi {
  readonly #data: Data
  readonly #now: () => Date
  readonly #texts: () => Texts
  readonly #products: DriftingProducts
  readonly #invoices: DriftingInvoices
  readonly #images = createImages()
  readonly #isDifficult: boolean

  constructor({ now = () => new Date(), drift = false, data = 'good', language }: SampleApiOptions = {}) {
    this.#data = DATA[data]
    this.#now = now
    this.#isDifficult = data === 'difficult'
    const current = language && !this.#isDifficult ? new CurrentTexts(language) : null
    this.#texts = () => current?.get() ?? ENGLISH
    const parts = { data: this.#data, now, drift, texts: this.#texts }
    this.#products = new DriftingProducts(parts)
    this.#invoices = new DriftingInvoices(parts)
  }

  /** Bound, so that it can stand in for the network. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.toLowerCase()
    if (request.method === 'POST') {
      return SIGN_INS.includes(path) ? this.#signIn(request) : this.#notFound(request)
    }
    if (request.method !== 'GET' || SIGN_INS.includes(path)) {
      return this.#refuse(request, { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Not with this method.' })
    }
    if (url.host === INVOICE_HOST) {
      const made = { isFaulty: this.#isDifficult, texts: this.#texts() }
      return invoiceFile(path, this.#invoices.list(), made) ?? this.#notFound(request)
    }
    if (path.startsWith('/images/')) return (await this.#images(path)) ?? this.#notFound(request)
    switch (path) {
      case '/health':
        return json({ status: 'Healthy' })
      case '/v2/profile':
        return this.#profile(request, url)
      case '/v2/products':
        return this.#productList(request, url)
      case '/v3/invoices':
        return this.#invoiceList(request)
      case '/sample/plans':
        return this.#plans(request)
      default:
        return this.#product(request, url, /^\/v2\/products\/([^/]+)$/.exec(path)?.[1])
    }
  }

  async #signIn(request: Request): Promise<Response> {
    const { email, password, otpCode } = await credentialsIn(request)
    if (typeof email !== 'string' || typeof password !== 'string') {
      return this.#refuse(request, { status: 400, code: 'INVALID_BODY', message: 'Email and password are required.' })
    }
    const person = PEOPLE.find((one) => one.email === email.toLowerCase())
    if (!person || password !== SAMPLE_PASSWORD) {
      const message = 'The email or the password is incorrect.'
      return this.#refuse(request, { status: 400, named: 'Forbidden', code: 'USER_NOT_FOUND', message })
    }
    if (person.code !== null && person.code !== otpCode) {
      const message = otpCode ? 'The one-time code is incorrect.' : 'A one-time code is required.'
      return this.#refuse(request, { status: 400, named: 'Forbidden', code: 'OTP_REQUIRED', message })
    }
    const issuedAt = this.#now()
    const token = issueToken(person.email, issuedAt)
    if (!isV3(request)) return json(token)
    const data = { userId: person.userId, token, tokenExpiration: tokenEnd(issuedAt) }
    return json({ message: 'Signed in.', statusCode: 200, data, errors: [], requestDetails: null })
  }

  #profile(request: Request, url: URL): Promise<Response> {
    const token = bearer(request) ?? url.searchParams.get('apikey')
    const reply = this.#withPerson(request, token, (person) =>
      json(this.#data.profile(person, this.#now(), this.#texts()))
    )
    return withEtag(request, reply)
  }

  #productList(request: Request, url: URL): Promise<Response> {
    const reply = this.#withPerson(request, bearer(request), () => {
      // Another sort order of the list is not a new request.
      if (!url.searchParams.has('sort')) this.#products.advance(knownStep(request))
      return json(this.#products.list(url))
    })
    return withEtag(request, reply, this.#products.etagPrefix())
  }

  #plans(request: Request): Promise<Response> {
    const reply = this.#withPerson(request, bearer(request), () =>
      json({ plans: this.#data.plans(this.#now(), this.#texts()) })
    )
    return withEtag(request, reply)
  }

  #product(request: Request, url: URL, id: string | undefined): Response {
    if (!id) return this.#notFound(request)
    return this.#withPerson(request, bearer(request), () => {
      const found = this.#products.list(url).find((one) => one.id === id)
      return found ? json(found) : this.#notFound(request)
    })
  }

  #invoiceList(request: Request): Promise<Response> {
    const reply = this.#withPerson(request, bearer(request), () => {
      this.#invoices.begin(knownStep(request))
      return json(this.#invoices.list())
    })
    return withEtag(request, reply, this.#invoices.etagPrefix())
  }

  #withPerson(request: Request, token: string | null, answer: (person: Person) => Response): Response {
    const person = personOf(token, this.#now())
    if (typeof person !== 'string') return answer(person)
    return this.#refuse(request, { status: 401, code: person, message: TOKEN_ERRORS[person] })
  }

  #notFound(request: Request): Response {
    return this.#refuse(request, { status: 404, code: 'NOT_FOUND', message: 'Nothing was found here.' })
  }

  #refuse(request: Request, error: RequestError): Response {
    return errorReply(request, this.#now(), error)
  }
}

interface DriftingParts {
  data: Data
  now: () => Date
  drift: boolean
  texts: () => Texts
}

/** Products that change with each request of the list, if `drift` is set. */
class DriftingProducts {
  readonly #parts: DriftingParts
  /** Made with the first request, and again in another language. */
  #products: { texts: Texts; listFor: (origin: string) => SampleProduct[] } | null = null
  #step = -1

  constructor(parts: DriftingParts) {
    this.#parts = parts
  }

  /** @param known the step that an earlier launch has seen */
  advance(known: number | null): void {
    if (this.#parts.drift) this.#step = (known ?? this.#step) + 1
  }

  list(url: URL): SampleProduct[] {
    const { data, now, drift, texts: textsNow } = this.#parts
    const texts = textsNow()
    if (this.#products?.texts !== texts)
      this.#products = { texts, listFor: data.products(drift ? DRIFT_FROM : now(), texts) }
    const sort = DOCUMENTED_FIELDS.find((field) => field === url.searchParams.get('sort'))
    const changes = { steps: Math.max(this.#step, 0), newRecord: data.newProduct, texts }
    const list = driftedProducts(this.#products.listFor(url.origin), changes)
    if (sort) list.sort((a, b) => compare(a[sort], b[sort]))
    return url.searchParams.get('reverse') === 'true' ? list.reverse() : list
  }

  etagPrefix(): string {
    return this.#parts.drift ? `${this.#step}-` : ''
  }
}

/** Invoices that change over time, if `drift` is set. */
class DriftingInvoices {
  readonly #parts: DriftingParts
  /** Made with the first request, and again in another language, as on the same day. */
  #invoices: { texts: Texts; madeAt: Date; list: SampleInvoice[] } | null = null
  /** Milliseconds since 1970: when the first step began. */
  #origin: number | null = null

  constructor(parts: DriftingParts) {
    this.#parts = parts
  }

  /** @param known the step that an earlier launch has seen: this one continues there */
  begin(known: number | null): void {
    this.#origin ??= this.#parts.now().getTime() - (known ?? 0) * STEP_MS
  }

  list(): SampleInvoice[] {
    const { data, now, texts: textsNow } = this.#parts
    const texts = textsNow()
    if (this.#invoices?.texts !== texts) {
      const madeAt = this.#invoices?.madeAt ?? now()
      this.#invoices = { texts, madeAt, list: data.invoices(madeAt, texts) }
    }
    const newInvoice = (at: number, step: number): SampleInvoice => data.newInvoice(at, step, texts)
    return driftedInvoices(this.#invoices.list, this.#step(), this.#origin ?? 0, newInvoice)
  }

  etagPrefix(): string {
    return this.#parts.drift ? `${this.#step()}-` : ''
  }

  #step(): number {
    const { now, drift } = this.#parts
    if (!drift || this.#origin === null) return 0
    return Math.max(0, Math.floor((now().getTime() - this.#origin) / STEP_MS))
  }
}

const bearer = (request: Request): string | null =>
  /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

function knownStep(request: Request): number | null {
  const digits = /"(\d{1,4})-[0-9a-f]+"/.exec(request.headers.get('if-none-match') ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

async function credentialsIn(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const left = a == null ? '' : String(a)
  const right = b == null ? '' : String(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** TypeScript doesn't know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
const json = (value: unknown, status = 200): Response =>
  new Response(
    JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? rawJSON(String(one)) : one)),
    { status, headers: { 'content-type': 'application/json; charset=utf-8' } }
  )

async function withEtag(request: Request, reply: Response, prefix = ''): Promise<Response> {
  if (reply.status !== 200) return reply
  const body = await reply.arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  const hex = Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const etag = `"${prefix}${hex}"`
  const headers = new Headers(reply.headers)
  headers.set('etag', etag)
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known.includes(etag) && !known.includes('*')) return new Response(body, { headers })
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

const STATUS_NAMES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed'
}

interface RequestError {
  status: number
  code: string
  message: string
  /** v2 names the kind of error apart from the HTTP status: a wrong password is a 400 that says "Forbidden". */
  named?: string
}

const isV3 = (request: Request): boolean => new URL(request.url).pathname.startsWith('/v3/')

function errorReply(request: Request, now: Date, { status, code, message, named }: RequestError): Response {
  if (isV3(request)) {
    return json({ message, statusCode: status, data: null, errors: [{ code, description: message }] }, status)
  }
  const requestDetails = {
    userId: null,
    endpoint: new URL(request.url).pathname,
    date: now.toISOString(),
    timestamp: now.getTime(),
    userAgent: request.headers.get('user-agent'),
    clientIp: '127.0.0.1'
  }
  const statusCode = named ?? STATUS_NAMES[status] ?? String(status)
  return json({ errors: [{ code, message }], message, statusCode, requestDetails }, status)
}
