/** An installation of FOSSBilling, in the shapes of its client API: Basic with the user `client`, lists in pages. All values are made up. */

export const FOSSBILLING = {
  user: 'client',
  key: 'canary-fossbilling-key-0123456789',
  profile: '/api/client/profile/get',
  invoices: '/api/client/invoice/get_list',
  products: '/api/guest/product/get_list'
} as const

const LINE = { id: 1, title: 'Proxy 30 days', period: '1M', quantity: 1, unit: 'product', price: 10, total: 10 }

const invoice = (number: number, more: object = {}): object => ({
  id: number,
  serie: 'FOSS',
  nr: String(number).padStart(5, '0'),
  client_id: 1,
  serie_nr: `FOSS${String(number).padStart(5, '0')}`,
  hash: `h4sh-of-${number}-that-opens-it-for-anyone`,
  hash_expires_at: null,
  gateway_id: 1,
  taxname: 'VAT',
  taxrate: '19',
  currency: 'EUR',
  currency_rate: '1',
  tax: 1.9,
  subtotal: 10,
  total: 11.9,
  status: 'unpaid',
  notes: null,
  text_1: null,
  text_2: null,
  due_at: '2026-11-20 00:00:00',
  paid_at: null,
  created_at: '2026-11-06 10:00:00',
  updated_at: '2026-11-06 10:00:00',
  lines: [LINE],
  buyer: {},
  seller: {},
  client: {},
  approved: true,
  income: 0,
  refund: 0,
  credit: 0,
  subscribable: false,
  ...more
})

/** The newest first, two a page. */
const INVOICES = [
  invoice(5),
  invoice(4, { status: 'paid', paid_at: '2026-10-20 12:00:00', due_at: '2026-10-20 00:00:00' }),
  invoice(3, { status: 'refunded', due_at: '2026-09-20 00:00:00' })
]

const product = (id: number, title: string): object => ({
  id,
  product_category_id: 1,
  type: 'custom',
  title,
  slug: title.toLowerCase(),
  description: 'd',
  unit: 'product',
  priority: 1,
  pricing: { type: 'recurrent' },
  config: [],
  addons: [],
  price_starting_from: 5,
  icon_url: 'https://x.example/a.png',
  allow_quantity_select: true,
  form_id: null
})
const PRODUCTS = [product(1, 'Proxy'), product(2, 'Proxy for mobiles'), product(3, 'Server')]

const PROFILE = {
  ...{ id: 1, email: 'a@example.com', email_approved: true, type: 'company', first_name: 'A', last_name: 'B' },
  ...{ phone: '1', company: 'C', company_vat: 'DE1', address_1: 'x', city: 'B', postcode: '1', country: 'DE' },
  ...{ currency: 'EUR', lang: 'en_US', timezone: 'UTC' }
}

const PER_PAGE = 2

function pageOf(all: readonly object[], params: URLSearchParams): object {
  const page = Math.max(1, Number(params.get('page') ?? 1))
  const perPage = Math.min(PER_PAGE, Number(params.get('per_page') ?? PER_PAGE))
  const list = all.slice((page - 1) * perPage, page * perPage)
  return { pages: Math.ceil(all.length / perPage), page, per_page: perPage, total: all.length, list }
}

const failure = (message: string, code: number, status: number): Response =>
  Response.json({ result: null, error: { message, code } }, { status })

/** Answers as a web server with FOSSBilling on it: for startApiServer. */
export async function fossbilling(input: Request | string | URL): Promise<Response> {
  const request = new Request(input)
  const { pathname, searchParams } = new URL(request.url)
  const result = (value: object): Response => Response.json({ result: value, error: null })
  if (!pathname.startsWith('/api/')) {
    const html = '<!doctype html><html><head><title>404</title></head><body>Page not found</body></html>'
    return new Response(html, { status: 404, headers: { 'content-type': 'text/html' } })
  }
  const pair = Buffer.from(`${FOSSBILLING.user}:${FOSSBILLING.key}`).toString('base64')
  const isGuest = pathname.startsWith('/api/guest/')
  if (!isGuest && request.headers.get('authorization') !== `Basic ${pair}`) {
    return failure('Authentication Failed', 204, 401)
  }
  switch (pathname) {
    case FOSSBILLING.profile:
      return result(PROFILE)
    case FOSSBILLING.invoices:
      return result(pageOf(INVOICES, searchParams))
    case FOSSBILLING.products:
      return result(pageOf(PRODUCTS, searchParams))
    default:
      return failure('Unknown API call', 740, 404)
  }
}
