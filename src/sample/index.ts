/** Routes of the sample provider. */
import { DRIFT_FROM, drifted } from './product-changes.ts'
import { createImages } from './pictures.ts'
import { driftedInvoices, STEP_MS } from './invoice-changes.ts'
import { invoiceFile } from './invoice-files.ts'
import { sampleInvoices, type SampleInvoice } from './invoices.ts'
import { INVOICE_HOST, PEOPLE, SAMPLE_PASSWORD, type Person } from './people.ts'
import { SAMPLE_FIELDS, sampleProducts, type SampleProduct } from './products.ts'
import { sampleProfile } from './profile.ts'
import { json, refuse, withEtag } from './replies.ts'
import { issueToken, judgeToken, tokenEnd } from './token.ts'

export interface SampleApiOptions {
  /** The provider's clock: for token expiry and for the sample's dates. */
  now?: () => Date
  /**
   * After the first request, a few products change with each further request of the list; invoices change over time.
   */
  drift?: boolean
}

/** Creates a sample provider. Its data is built on the first request and changes only if `drift` is on. */
export function createSampleApi(options: SampleApiOptions = {}): (request: Request) => Promise<Response> {
  const now = options.now ?? (() => new Date())
  const images = createImages()
  let invoices: SampleInvoice[] | null = null
  /** The start of the invoices' changes. */
  let origin: number | null = null
  let products: ((origin: string) => SampleProduct[]) | null = null
  /** Step of the products' changes; -1: the list was never requested. */
  let step = -1

  const bearer = (request: Request): string | null =>
    /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

  const withPerson = (request: Request, token: string | null, answer: (person: Person) => Response): Response => {
    const verdict = judgeToken(token, now())
    if ('person' in verdict) return answer(verdict.person)
    const message = {
      MISSING_TOKEN: 'Authentication token is missing.',
      MALFORMED_TOKEN: 'Authentication token is malformed.',
      EXPIRED_TOKEN: 'Authentication token has expired.'
    }[verdict.problem]
    return refuse(request, now(), { status: 401, code: verdict.problem, message })
  }

  const signIn = async (request: Request): Promise<Response> => {
    const said = await credentialsIn(request)
    if (!said) {
      return refuse(request, now(), { status: 400, code: 'INVALID_BODY', message: 'Email and password are required.' })
    }
    const person = PEOPLE.find((one) => one.email === said.email.toLowerCase())
    if (!person || said.password !== SAMPLE_PASSWORD) {
      return refuse(request, now(), {
        status: 400,
        named: 'Forbidden',
        code: 'USER_NOT_FOUND',
        message: 'The email or the password is incorrect.'
      })
    }
    if (person.code !== null && person.code !== said.otpCode) {
      const message = said.otpCode ? 'The one-time code is incorrect.' : 'A one-time code is required.'
      return refuse(request, now(), { status: 400, named: 'Forbidden', code: 'OTP_REQUIRED', message })
    }
    const issuedAt = now()
    const token = issueToken(person.email, issuedAt)
    if (!new URL(request.url).pathname.startsWith('/v3/')) return json(token)
    return json({
      message: 'Signed in.',
      statusCode: 200,
      data: { userId: person.userId, token, tokenExpiration: tokenEnd(issuedAt) },
      errors: [],
      requestDetails: null
    })
  }

  const productList = (url: URL): SampleProduct[] => {
    products ??= sampleProducts(options.drift ? DRIFT_FROM : now())
    const sort = SAMPLE_FIELDS.find((field) => field === url.searchParams.get('sort'))
    const list = drifted(products(url.origin), Math.max(step, 0))
    if (sort) list.sort((a, b) => compare(a[sort], b[sort]))
    return url.searchParams.get('reverse') === 'true' ? list.reverse() : list
  }

  const invoiceStep = (): number => {
    if (!options.drift || origin === null) return 0
    return Math.max(0, Math.floor((now().getTime() - origin) / STEP_MS))
  }
  const allInvoices = (): SampleInvoice[] =>
    driftedInvoices((invoices ??= sampleInvoices(now())), invoiceStep(), origin ?? 0)

  const answerInvoices = (request: Request): Promise<Response> => {
    const reply = withPerson(request, bearer(request), () => {
      // Continue at the step that an earlier launch has seen.
      origin ??= now().getTime() - (knownStep(request) ?? 0) * STEP_MS
      return json(allInvoices())
    })
    return withEtag(request, reply, options.drift ? `${invoiceStep()}-` : '')
  }

  const answerList = (request: Request, url: URL): Promise<Response> => {
    const reply = withPerson(request, bearer(request), () => {
      // Another sort order of the list is not a new request.
      if (options.drift && !url.searchParams.has('sort')) step = (knownStep(request) ?? step) + 1
      return json(productList(url))
    })
    return withEtag(request, reply, options.drift ? `${step}-` : '')
  }

  const product = (request: Request, url: URL, id: string): Response => {
    const found = productList(url).find((one) => one.id === id)
    return found ? json(found) : notFound(request)
  }

  const notFound = (request: Request): Response =>
    refuse(request, now(), { status: 404, code: 'NOT_FOUND', message: 'Nothing was found here.' })

  return async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.toLowerCase()
    if (request.method === 'POST') {
      const isSignIn = path === '/v2/authentication/signin' || path === '/v3/authentication/sign-in'
      return isSignIn ? signIn(request) : notFound(request)
    }
    if (request.method !== 'GET') {
      return refuse(request, now(), { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Only GET is answered here.' })
    }
    if (url.host === INVOICE_HOST) return invoiceFile(path, allInvoices()) ?? notFound(request)
    if (path === '/health') return json({ status: 'Healthy' })
    if (path.startsWith('/images/')) return (await images(path)) ?? notFound(request)
    if (path === '/v2/profile') {
      const token = bearer(request) ?? url.searchParams.get('apikey')
      return withEtag(
        request,
        withPerson(request, token, (person) => json(sampleProfile(person, now())))
      )
    }
    if (path === '/v2/products') return answerList(request, url)
    const id = /^\/v2\/products\/([^/]+)$/.exec(path)?.[1]
    if (id) return withPerson(request, bearer(request), () => product(request, url, id))
    if (path === '/v3/invoices') return answerInvoices(request)
    return notFound(request)
  }
}

/** The step that the client has, from its ETag: an earlier launch may have received it. */
function knownStep(request: Request): number | null {
  const digits = /"(\d{1,4})-[0-9a-f]+"/.exec(request.headers.get('if-none-match') ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

async function credentialsIn(
  request: Request
): Promise<{ email: string; password: string; otpCode: string | null } | null> {
  const body: unknown = await request.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  const { email, password, otpCode } = body as Record<string, unknown>
  if (typeof email !== 'string' || typeof password !== 'string') return null
  return { email, password, otpCode: typeof otpCode === 'string' ? otpCode : null }
}

/** Sorts numbers and texts each by their own order, missing values first. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const left = a == null ? '' : String(a)
  const right = b == null ? '' : String(b)
  return left < right ? -1 : left > right ? 1 : 0
}
