/** What a product list says of its rest: it is told, and not followed. */
import { expect, test } from 'vitest'
import { productsOf } from '../../support/product-list.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const PATH = '/v2/Products'
const products = [{ id: 'a' }, { id: 'b' }]
const ask = () => answerOf(productsOf(context.api, context.access))
const respond = (body: unknown, headers: Record<string, string> = {}): void =>
  void context.server.respondWith(PATH, () => Response.json(body, { headers: { etag: '"v1"', ...headers } }))

test.each<[name: string, body: unknown, headers: Record<string, string>, total: number | null]>([
  ['its body says so', { data: products, meta: { total: 52, current_page: 1 } }, {}, 52],
  ['its Link header says so', products, { link: '<?page=2>; rel="next"' }, null]
])('a list is a part where %s, and can’t be confirmed by a 304', async (_name, body, headers, total) => {
  respond(body, headers)
  const { value, partial, validators } = await ask()
  expect(value).toHaveLength(2)
  expect({ partial, validators }).toEqual({ partial: { received: 2, total }, validators: null })
  expect(context.server.requests).toHaveLength(1)
})

test('a whole list is none', async () => {
  respond({ data: products, meta: { total: 2 } })
  const { partial, validators } = await ask()
  expect({ partial, etag: validators?.etag }).toEqual({ partial: null, etag: '"v1"' })
})

test('products by their ids are a list', async () => {
  respond({ products: { '1': { name: 'a' }, '3': { name: 'b' } } })
  expect((await ask()).value.map(({ key, product }) => [key, product.name])).toEqual([
    ['1', 'a'],
    ['3', 'b']
  ])
})

test.each([
  ['204', () => new Response(null, { status: 204 })],
  ['an empty 200', () => new Response('')]
])('%s is an empty list', async (_name, answer) => {
  context.server.respondWith(PATH, answer)
  expect(await ask()).toMatchObject({ value: [], partial: null })
})

test('a product in an envelope of JSON:API is read', async () => {
  context.server.respondWith(`${PATH}/1`, () =>
    Response.json({ data: { id: '1', type: 'products', attributes: { name: 'Proxy' } } })
  )
  expect((await context.api.product(context.access, '1')).value.product).toMatchObject({ id: '1', name: 'Proxy' })
})

test.each([
  ['another id', { id: '2', name: 'Other' }],
  ['another number', { id: 2 }],
  ['an id in another case', { id: '1A' }],
  ['another id below its attributes', { data: { id: '2', type: 'products', attributes: { name: 'Other' } } }],
  ['another id in another spelling', { ID: '2' }]
])('a product with %s doesn’t take the place of the one asked for', async (_name, body) => {
  context.server.respondWith(`${PATH}/1a`, () => Response.json(body))
  expect(await errorFrom(context.api.product(context.access, '1a'))).toMatchObject({
    code: 'BAD_REPLY',
    found: 'unknownShape'
  })
})

test.each([[{ id: 7 }], [{ id: '7' }], [{ name: 'Proxy' }], [{ id: null, name: 'Proxy' }]])(
  'the product %j is the one asked for',
  async (body) => {
    context.server.respondWith(`${PATH}/7`, () => Response.json(body))
    expect((await context.api.product(context.access, '7')).value.key).toBe('7')
  }
)
