/** Good answers, other than what the cache was filled with: if a part of one is stored, it is seen. */
import type { Exchange, Kind } from './fault.ts'

export const FRESH_NAME = 'Fresh from the fault'

/** Not a real token: its parts say so. It ends in the year 2100. */
export const FRESH_TOKEN = [
  Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'),
  Buffer.from('{"sub":"fault","exp":4102444800}').toString('base64url'),
  'fault'
].join('.')

type Asked = Pick<Exchange, 'kind' | 'path'>

/** The answers of a well-behaved API. */
export function fresh({ kind, path }: Asked): unknown {
  const answers: Record<Kind, unknown> = {
    'sign-in': FRESH_TOKEN,
    list: [record('fresh-1'), record('fresh-2')],
    invoices: [
      { id: 'fresh-1', status: 'Paid', totalAmount: 12.5, notes: FRESH_NAME },
      { id: 'fresh-2', status: 'Paid', totalAmount: 7 }
    ],
    detail: record(decodeURIComponent(path.split('/').at(-1) ?? '')),
    profile: { id: 'fresh', email: 'fresh@example.com', fullName: FRESH_NAME }
  }
  return answers[kind]
}

export const freshText = (asked: Asked): string => JSON.stringify(fresh(asked))

const record = (id: string): unknown => ({ id, name: FRESH_NAME, isAvailable: true })

/** The call that a request belongs to, by its path. */
export function kindOf(path: string): Kind {
  const route = (path.split('?')[0] ?? '').toLowerCase()
  if (route.endsWith('/v2/profile')) return 'profile'
  if (route.endsWith('/v2/products')) return 'list'
  if (route.includes('/v2/products/')) return 'detail'
  return route.endsWith('/v3/invoices') ? 'invoices' : 'sign-in'
}
