/** An API that echoes every secret it receives, beside a marker, wherever it can. */
import { randomBytes } from 'node:crypto'
import { issueToken, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'

/** Where the search finds the marker, it would have found a secret too. */
export const MARKER = 'leuchtturm4711'
/** Has characters that JSON, HTML and URLs escape differently. */
export const PASSWORD = 'Kanarie7vogel "4%/&+\' Nest9zweigchen'
/** Of a proxy that is set by hand. */
export const PROXY_PASSWORD = 'Kanarie8sperling "&%<7> Nest2halm'
/** The published envelope describes the caller; the app must not keep that. */
export const CALLER = 'Fernrohr5spaeher Ausguck8warte'
const requestDetails = { clientIp: CALLER, userAgent: CALLER, endpoint: CALLER, userId: CALLER }
export const SIGN_IN_PATH = `/own/${MARKER}/sign-in`

export type Manners = 'fine' | 'refusing' | 'redirecting' | FaultName

export interface EchoApi {
  baseUrl: string
  /** The token that it gives, made for this run. */
  token: string
  requests: ApiServer['requests']
  manners: Manners
  elsewhere: ApiServer
  stop(): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The secret in plain, percent-encoded and in base64, alone and among other things. */
function said(secret: string): string {
  const forms = [secret, encodeURIComponent(secret), base64(secret), base64(`of:${secret}`), secret.toUpperCase()]
  return forms.map((form) => `${MARKER} ${form}`).join(' | ')
}

const headersOf = (secret: string): Record<string, string> => ({
  etag: `"${base64(secret)}"`,
  'last-modified': secret,
  'set-cookie': `said=${encodeURIComponent(secret)}; Path=/`,
  'x-said': said(secret),
  'www-authenticate': `Bearer realm="${encodeURIComponent(secret)}"`
})

/** The seed's API has no plans. */
export const PLANS = {
  plans: { path: '/plans' },
  subscription: { path: '/subscription', recordAt: '.' },
  planFields: { id: 'id', state: 'status' },
  subscriptionFields: { name: 'name', renews: 'renews' }
}

type AppError = (words: string, place: string) => Response

const json = (value: unknown, status: number): Response =>
  Response.json(isEnvelope(value) ? { ...value, requestDetails } : value, { status })
const isEnvelope = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What main does with a reply that it can't use, each once: words of the provider that are passed on, a body that can't be read, an
 * address that isn't followed. `words` say the secret back, `place` is an address that does. Every kind of error body meets every
 * call in test/integration/faults.
 */
const FAULTS = {
  'a message': (words) => json({ message: words, statusCode: 500 }, 500),
  'broken JSON': (words) => new Response(`[{"id": "${words}`, { headers: { 'content-type': 'application/json' } }),
  'a redirect that keeps the method': (_words, place) =>
    new Response(null, { status: 307, headers: { location: place } })
} satisfies Record<string, AppError>
export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export async function startEchoApi(): Promise<EchoApi> {
  // The random part tells it from a token of the same second in another spec, which shares the keychain.
  const token = `${issueToken(SAMPLE_EMAIL, new Date())}${randomBytes(8).toString('hex')}`
  const elsewhere = await startApiServer({ fetch: () => Promise.resolve(new Response('')) })
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const signingIn = pathname === SIGN_IN_PATH
    const secret = signingIn ? PASSWORD : token
    const reply = await (signingIn ? signIn(request) : allow(request, searchParams, () => data(pathname)))
    for (const [name, value] of Object.entries(headersOf(secret))) reply.headers.set(name, value)
    return reply
  }
  const fault = (name: FaultName, secret: string): Response =>
    FAULTS[name](said(secret), `${elsewhere.baseUrl}/?said=${encodeURIComponent(secret)}`)

  const signIn = async (request: Request): Promise<Response> => {
    const { password } = (await request.json()) as Record<string, unknown>
    if (telling.manners === 'redirecting') return fault('a redirect that keeps the method', PASSWORD)
    if (telling.manners === 'refusing' || password !== PASSWORD) {
      const words = said(String(password))
      return json(
        { message: words, statusCode: 'Forbidden', errors: [{ code: 'USER_NOT_FOUND', message: words }] },
        400
      )
    }
    return json({ data: { token, ...notes(PASSWORD), ...notes(token) }, message: said(PASSWORD) }, 200)
  }

  const allow = (request: Request, query: URLSearchParams, inside: () => Response): Response => {
    if (new URL(request.url).pathname === '/health') return new Response(said(token))
    const given = request.headers.get('authorization')?.replace('Bearer ', '') ?? query.get('apikey')
    if (telling.manners === 'refusing' || given !== token) return json({ message: said(token) }, 401)
    return telling.manners in FAULTS ? fault(telling.manners as FaultName, token) : inside()
  }

  const data = (path: string): Response => {
    if (path === '/v2/Profile') return json(profile(token), 200)
    if (path === '/v2/Products') return json([product(token, 1), product(token, 2)], 200)
    if (path === `/v2/Products/${MARKER}-1`) return json(product(token, 1), 200)
    if (path === '/v3/invoices') return json([invoice(token)], 200)
    if (path === '/plans')
      return json([{ id: `${MARKER}-1`, name: said(token), status: said(token), ...notes(token) }], 200)
    if (path === '/subscription') return json({ name: said(token), renews: '2030-01-01', ...notes(token) }, 200)
    return json({ message: said(token) }, 404)
  }

  const server = await startApiServer({ fetch: answer })
  const telling: EchoApi = {
    baseUrl: server.baseUrl,
    token,
    requests: server.requests,
    manners: 'fine',
    elsewhere,
    stop: () => server.stop(),
    restart: () => server.restart(),
    async end() {
      await server.stop()
      await elsewhere.stop()
    }
  }
  return telling
}

/** Undocumented fields, some with names of credentials. */
const notes = (secret: string): Record<string, unknown> => ({
  note: said(secret),
  requestDetails,
  nested: { requestDetails, deep: [{ inside: said(secret), [`${MARKER} ${secret}`]: secret }, [secret]] },
  held: JSON.stringify({ requestDetails, inside: said(secret), again: JSON.stringify([said(secret)]) }),
  apiKey: secret,
  link: `https://provider.example/${MARKER}?key=${encodeURIComponent(secret)}`
})

const profile = (token: string): object => ({
  id: 'p-1',
  email: SAMPLE_EMAIL,
  fullName: `${MARKER} ${token}`,
  city: said(token),
  customData: JSON.stringify(notes(token)),
  // The app keeps nothing of the password, so only the field's name can identify it here.
  password: PASSWORD,
  passwordHint: said(PASSWORD),
  ...notes(token)
})

const product = (token: string, number: number): object => ({
  id: `${MARKER}-${number}`,
  name: `${MARKER} ${token}`,
  tagline: said(token),
  description: said(token),
  longHtmlDescription: `<p title="${token}">${said(token)}</p><a href="https://provider.example/?key=${token}">link</a>`,
  imagePath: `/images/${MARKER}.png?key=${token}`,
  contextData: `${MARKER} ${token}`,
  customData: JSON.stringify(notes(token)),
  isAvailable: true,
  ...notes(token)
})

const invoice = (token: string): object => ({
  id: 'i-1',
  number: `${MARKER}-${token}`,
  status: `${MARKER} ${token}`,
  totalAmount: 12.5,
  createdAt: '2025-03-01T10:00:00Z',
  hostedInvoiceUrl: `https://provider.example/${MARKER}?key=${encodeURIComponent(token)}`,
  hostedInvoicePdfUrl: `https://${MARKER}:${token}@provider.example/i-1.pdf`,
  details: said(token),
  ...notes(token)
})
