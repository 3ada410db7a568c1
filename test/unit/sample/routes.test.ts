import { expect, test } from 'vitest'
import { SampleApi, issueToken, SAMPLE_ADDRESSES, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { DOCUMENTED_FIELDS } from '../../../src/shared/models/product.ts'
import { isShowable } from '../../support/pictures.ts'

type Row = Record<string, unknown>

const NOW = new Date('2026-11-20T12:00:00Z')
const sandbox = new SampleApi({ data: 'difficult', now: () => NOW }).fetch
const TOKEN = issueToken(SAMPLE_EMAIL, NOW)

const ask = (path: string, init: RequestInit = {}, fetch = sandbox): Promise<Response> =>
  fetch(new Request(`${SAMPLE_ADDRESSES.difficult}${path}`, { headers: { authorization: `Bearer ${TOKEN}` }, ...init }))

const rows = async (path: string, fetch = sandbox): Promise<Row[]> =>
  (await (await ask(path, {}, fetch)).json()) as Row[]

test('two sandboxes with the same clock give the same bytes', async () => {
  const other = new SampleApi({ data: 'difficult', now: () => NOW }).fetch
  for (const path of ['/v2/Products', '/v3/invoices', '/v2/Profile', '/images/products/mobile-france.png']) {
    expect(await (await ask(path, {}, other)).text()).toBe(await (await ask(path)).text())
  }
})

test.each(DOCUMENTED_FIELDS)(
  'product field %s is given, absent and null somewhere, and sorts the list',
  async (field) => {
    const products = await rows('/v2/Products')
    expect(products.some((one) => one[field] !== undefined && one[field] !== null)).toBe(true)
    expect(products.some((one) => !Object.hasOwn(one, field))).toBe(true)
    expect(products.some((one) => one[field] === null)).toBe(true)
    const sorted = await rows(`/v2/Products?sort=${field}`)
    expect(await rows(`/v2/Products?sort=${field}&reverse=true`)).toEqual(sorted.toReversed())
    expect(new Set(sorted.map((one) => JSON.stringify(one)))).toEqual(
      new Set(products.map((one) => JSON.stringify(one)))
    )
    const values = sorted.flatMap((one) => one[field] ?? [])
    const isNumber = typeof values[0] === 'number'
    expect(values).toEqual(isNumber ? (values as number[]).toSorted((a, b) => a - b) : values.toSorted())
  }
)

test('products have the documented fields only, some with long texts, and each form of a picture address', async () => {
  const products = await rows('/v2/Products')
  expect(new Set(products.flatMap((one) => Object.keys(one)))).toEqual(new Set(DOCUMENTED_FIELDS))
  expect(products.some(({ name }) => String(name).length >= 190)).toBe(true)
  expect(
    products.some(({ longHtmlDescription }) => /<script.*onerror.*<iframe/s.test(String(longHtmlDescription)))
  ).toBe(true)
  const icons = products.map(({ icon }) => String(icon))
  for (const form of [/^[a-z-]+$/, /^\//, /^data:image\/png/, /^https:\/\/difficult\.portside\.invalid\//]) {
    expect(icons.some((icon) => form.test(icon))).toBe(true)
  }
})

test('pictures named by the catalogue are served, but for one that is gone', async () => {
  const paths = (await rows('/v2/Products')).flatMap(({ imagePath }) => (imagePath ? [String(imagePath)] : []))
  const replies = await Promise.all(
    paths.map((path) => sandbox(new Request(new URL(path, `${SAMPLE_ADDRESSES.difficult}/`))))
  )
  const gone = replies.flatMap(({ status }, index) => (status === 200 ? [] : [paths[index]]))
  expect(gone).toEqual(['/images/products/gone.png'])
  for (const reply of replies.filter(({ ok }) => ok)) {
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(isShowable(new Uint8Array(await reply.arrayBuffer()))).toBe(true)
  }
})

test.each([
  ['no token', {}, 'MISSING_TOKEN'],
  ['a strange token', { authorization: 'Bearer a.b.c' }, 'MALFORMED_TOKEN'],
  ['an old token', { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, new Date('2026-11-01'))}` }, 'EXPIRED_TOKEN']
])('%s is refused with 401', async (_, headers, code) => {
  const reply = await ask('/v3/invoices', { headers })
  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ statusCode: 401, data: null, errors: [{ code }] })
})

test('the query form of the credential is taken for the profile only', async () => {
  expect((await ask(`/v2/Profile?apikey=${TOKEN}`, { headers: {} })).status).toBe(200)
  expect((await ask(`/v2/Products?apikey=${TOKEN}`, { headers: {} })).status).toBe(401)
})

test.each(['/v2/Profile', '/v2/Products', '/v2/Products?sort=name', '/v3/invoices'])(
  '%s has a strong ETag; who has it is told so, and nothing more',
  async (path) => {
    const first = await ask(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]+"$/)
    const known = (...tags: string[]): Promise<Response> =>
      ask(path, { headers: { authorization: `Bearer ${TOKEN}`, 'if-none-match': tags.join(', ') } })
    for (const tags of [[etag], ['"other"', `W/${etag}`], ['*']]) {
      const again = await known(...tags)
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    }
    const other = await known('"other"')
    expect([other.status, await other.text()]).toEqual([200, await first.text()])
  }
)
