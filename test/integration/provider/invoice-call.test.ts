/** The call for one invoice, over a real socket. */
import { expect, test } from 'vitest'
import type { Access, InvoiceRecord } from '../../../src/main/ports/index.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const TOKEN = 'an-api-key-that-is-secret'

const access = (): Access => ({
  connection: { ...context.connection, invoice: { path: '/invoices/{id}', recordAt: 'found.it' } },
  token: TOKEN
})
async function listed(): Promise<InvoiceRecord> {
  context.server.respondWith('/v3/invoices', () => Response.json([{ id: 'a/1', status: 'open', total: 5 }]))
  const { value } = await answerOf(context.api.invoices(access()))
  context.server.requests.length = 0
  const [record] = value
  if (!record) throw new Error('no invoice')
  return record
}
const respond = (it: unknown): void =>
  void context.server.respondWith(/^\/invoices\//, () => Response.json({ found: { it } }))

test('is made with the id and the credential; what it lacks is the list’s', async () => {
  const known = await listed()
  respond({ total: 5, pdfUrl: 'https://files.example.org/1.pdf', lines: [{ description: 'Proxies', amount: 5 }] })
  const record = await context.api.invoice(access(), known)
  expect(record.invoice).toMatchObject({ key: 'a/1', state: 'open', total: '5', hasPdf: true })
  expect(record.pdfUrl).toBe('https://files.example.org/1.pdf')
  expect(context.api.invoiceLines(context.connection, record).lines).toHaveLength(1)
  expect(context.server.requests.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
    ['/invoices/a%2F1', `Bearer ${TOKEN}`]
  ])
})

test('another invoice doesn’t take the place of the one asked for', async () => {
  const known = await listed()
  respond({ id: 'b', total: 9 })
  expect(await errorFrom(context.api.invoice(access(), known))).toMatchObject({
    code: 'BAD_REPLY',
    found: 'unknownShape'
  })
})

test('the credential isn’t in what is read', async () => {
  const known = await listed()
  respond({ id: 'a/1', total: 5, note: `key ${TOKEN}` })
  expect(JSON.stringify(await context.api.invoice(access(), known))).not.toContain(TOKEN)
})

test('what its calls add to an invoice is bounded', async () => {
  let known = await listed()
  const { host } = new URL(context.server.baseUrl)
  const reply = (name: string, count: number, length: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 'x'.repeat(length)]))
  respond(reply('a', 600, 1000))
  known = await context.api.invoice(access(), known)
  expect(known.raw).toMatchObject({ id: 'a/1', a599: 'x'.repeat(1000) })
  respond(reply('b', 600, 1000))
  const tooLong = await errorFrom(context.api.invoice(access(), known))
  respond(reply('c', 25_000, 1))
  const tooMany = await errorFrom(context.api.invoice(access(), known))
  expect([tooLong, tooMany]).toEqual([
    { code: 'TOO_LARGE', host },
    { code: 'TOO_LARGE', host }
  ])
})
