import type { RecordedRequest } from './api-server.ts'
import { FACTS_KEY } from './facts-server.ts'

export interface Wire {
  /** The header of every call but a sign-in. */
  authorization: readonly [name: string, value: string]
  /** Every call but a sign-in, sorted, with the parameters of its paging. */
  calls: readonly string[]
}

/** What the built-in providers are asked, written out: their servers here take whatever the definition says. */
const WIRES: Readonly<Record<string, Wire>> = {
  'hypeproxy v3': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: ['GET /v3/invoices']
  },
  'hypeproxy v3 product': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: ['GET /v2/Products']
  },
  trueproxies: {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /v1/catalog',
      'GET /v1/invoices/3f2b1c00-0000-4000-8000-000000000001/pdf',
      'GET /v1/invoices?limit=100',
      'GET /v1/invoices?limit=100&cursor=after-1',
      'GET /v1/me',
      'GET /v1/services?limit=100'
    ]
  },
  proxyrequest: {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /invoices/9d9d9d9d-0000-4000-8000-000000000001/download/pdf',
      'GET /invoices?limit=100&offset=0',
      'GET /invoices?limit=100&offset=2',
      'GET /orders?limit=100&offset=0',
      'GET /packages?limit=100&offset=0',
      'GET /packages?limit=100&offset=1',
      'GET /profile'
    ]
  },
  webshare: {
    authorization: ['authorization', `Token ${FACTS_KEY}`],
    calls: [
      'GET /api/v2/invoices/download?subscription_transaction_id=12345',
      'GET /api/v2/payment/transaction/?page_size=100&page=1',
      'GET /api/v2/payment/transaction/?page_size=100&page=2',
      'GET /api/v2/profile/',
      'GET /api/v2/subscription/',
      'GET /api/v2/subscription/plan/?page_size=100&page=1'
    ]
  },
  'iproyal resi': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /v1/me',
      'GET /v1/residential/orders?per_page=20&page=1',
      'GET /v1/residential/orders?per_page=20&page=2',
      'GET /v1/residential/subscription'
    ]
  },
  'iproyal isp': {
    authorization: ['x-access-token', FACTS_KEY],
    calls: [
      'GET /v1/reseller/orders?per_page=100&page=1',
      'GET /v1/reseller/orders?per_page=100&page=2',
      'GET /v1/reseller/products?per_page=100&page=1',
      'GET /v1/reseller/products?per_page=100&page=2'
    ]
  }
}

/** @param name of its entry in the facts */
export function wireOf(name: string): Wire {
  const wire = WIRES[name]
  if (!wire) throw new Error(`What ${name} is asked is not written out.`)
  return wire
}

/** Each call once, sorted. */
export const callsIn = (requests: readonly RecordedRequest[]): string[] =>
  [...new Set(requests.map(({ method, url }) => `${method} ${url}`))].toSorted()

/** A header as it was sent, and all else of the request. */
export function splitAt(
  header: string,
  { url, headers, body }: RecordedRequest
): { value: string | undefined; rest: string } {
  const { [header]: value, ...others } = headers
  return { value, rest: JSON.stringify([url, others, body]) }
}
