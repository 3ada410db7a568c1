/** A provider with one customer, whose data occur nowhere else, so a test can search for them. */
import { startApiServer, type ApiServer } from '../support/api-server.ts'

export interface Provider extends ApiServer {
  host: string
  email: string
  password: string
  /** An API key that it takes, beside the tokens that it gives at the sign-in. */
  apiKey: string
  token: string
  /** Its name, which the account has, too. */
  person: string
  /** Of the profile, and nowhere else. */
  contact: string
  product: string
  invoice: string
  refuseAll(): () => void
}

export interface ProviderOptions {
  /** A unique word of twelve letters with which all the provider's data begin. */
  name: string
  /** Expiry in the tokens. */
  expires?: () => Date
  code?: string
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const random = (): string => crypto.randomUUID().replaceAll('-', '')

export async function startProvider({ name, expires, code }: ProviderOptions): Promise<Provider> {
  const known = new Set<string>()
  const apiKey = `key-${random()}`
  known.add(apiKey)

  const issue = (): string => {
    const exp = expires ? { exp: Math.floor(expires().getTime() / 1000) } : {}
    const token = `${encode({ alg: 'none' })}.${encode({ sub: random(), ...exp })}.${random()}`
    known.add(token)
    return token
  }
  const signIn = async (request: Request): Promise<Response> => {
    const given = (await request.json()) as Record<string, unknown>
    if (given['email'] !== provider.email || given['password'] !== provider.password) return refusal('USER_NOT_FOUND')
    if (code !== undefined && given['otpCode'] !== code) return refusal('OTP_REQUIRED')
    provider.token = issue()
    return Response.json(provider.token)
  }
  const records: Record<string, () => unknown> = {
    '/v2/Profile': () => ({
      id: `p-${name}`,
      email: provider.email,
      fullName: provider.person,
      telegram: provider.contact
    }),
    '/v2/Products': () => [{ id: `w-${name}`, name: provider.product, isAvailable: true }],
    [`/v2/Products/w-${name}`]: () => ({ id: `w-${name}`, name: provider.product, isAvailable: true }),
    '/v3/invoices': () => [
      {
        id: `i-${name}`,
        number: provider.invoice,
        status: 'Paid',
        totalAmount: 12.5,
        createdAt: '2025-03-01T10:00:00Z'
      }
    ]
  }
  const server = await startApiServer({
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/health') return Response.json({ status: 'Healthy' })
      if (request.method === 'POST') return signIn(request)
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      if (!known.has(token)) return Response.json({ message: 'Who is there?' }, { status: 401 })
      const record = records[pathname]
      return record ? Response.json(record()) : Response.json({ message: 'Nothing here.' }, { status: 404 })
    }
  })
  const provider: Provider = {
    ...server,
    host: new URL(server.baseUrl).host,
    email: `${name}post@desk.test`.toLowerCase(),
    password: `${name}secret to sign in`,
    apiKey,
    token: '',
    person: `${name}person Keller`,
    contact: `@${name}contact`,
    product: `${name}proxies`,
    invoice: `${name}invoice-7`,
    refuseAll: () =>
      server.respondWith(/^\/v[23]\//, () => Response.json({ message: 'expired', statusCode: 401 }, { status: 401 }))
  }
  return provider
}

const refusal = (problem: string): Response =>
  Response.json({ message: problem, statusCode: 'Forbidden', errors: [{ code: problem }] }, { status: 400 })
