/** The good customer's provider writes in the language of the interface. */
import { describe, expect, test } from 'vitest'
import { Languages } from '../../../src/main/desktop/languages.ts'
import { SampleApi, issueToken, SAMPLE_ADDRESSES, SAMPLE_EMAIL } from '../../../src/sample/index.ts'

type Row = Record<string, unknown>

const NOW = new Date('2026-11-20T12:00:00Z')
const headers = { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, NOW)}` }
const languages = new Languages()
const others = languages.tags.filter((tag) => tag !== 'en')

function sampleIn(tag: () => string, more: { data?: 'good' | 'difficult'; drift?: boolean } = {}) {
  const language = { tag, messages: (of: string) => languages.sampleMessages(of) }
  const { fetch } = new SampleApi({ now: () => NOW, language, ...more })
  return (path: string, etag = ''): Promise<Response> =>
    fetch(new Request(new URL(path, SAMPLE_ADDRESSES.good), { headers: { ...headers, 'if-none-match': etag } }))
}
const rows = async (reply: Promise<Response>): Promise<Row[]> => (await (await reply).json()) as Row[]
const bytes = async (reply: Promise<Response>): Promise<string> => (await reply).text()

describe.each(others)('%s', (tag) => {
  const translated = sampleIn(() => tag)

  test('products are the same in other words, also after they changed', async () => {
    const [was, now] = [sampleIn(() => 'en', { drift: true }), sampleIn(() => tag, { drift: true })]
    for (let look = 0; look < 6; look += 1) {
      const [before, after] = [await rows(was('/v2/Products')), await rows(now('/v2/Products'))]
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      for (const [index, product] of after.entries()) {
        const source = before[index] ?? {}
        for (const text of ['tagline', 'description', 'longHtmlDescription']) {
          expect(product[text], text).not.toBe(source[text])
          expect(product[text]).not.toMatch(/[{}]|sample\./)
        }
        for (const same of ['imagePath', 'icon', 'isAvailable', 'lastUpdateDateTime'])
          expect(product[same]).toEqual(source[same])
        expect(product['label'] === null).toBe(source['label'] === null)
      }
    }
  })

  test('invoices name products as the catalogue does, and the profile its country', async () => {
    const names = new Set((await rows(translated('/v2/Products'))).map(({ name }) => name))
    for (const invoice of await rows(translated('/v3/invoices')))
      for (const { description } of invoice['items'] as Row[]) expect(names).toContain(description)
    const profile = (await (await translated('/v2/Profile')).json()) as Row
    expect(profile['country']).toBe(new Intl.DisplayNames(tag, { type: 'region' }).of('DE'))
  })

  test('a PDF has no letter that its font lacks', async () => {
    const [invoice = {}] = await rows(translated('/v3/invoices'))
    const address = String(invoice['hostedInvoicePdfUrl'])
    expect(await bytes(translated(address))).not.toContain('?')
    expect(await bytes(translated(address))).toContain(String(invoice['number']))
  })

  test('difficult data stays in English', async () => {
    const [one, other] = [sampleIn(() => tag, { data: 'difficult' }), sampleIn(() => 'en', { data: 'difficult' })]
    for (const path of ['/v2/Products', '/v3/invoices', '/v2/Profile'])
      expect(await bytes(one(path))).toBe(await bytes(other(path)))
  })
})

test('another language is in the next reply, and going back is no change', async () => {
  let tag = 'de'
  const ask = sampleIn(() => tag)
  const german = await ask('/v2/Products')
  const etag = german.headers.get('etag') ?? ''
  tag = 'fr'
  const french = await ask('/v2/Products', etag)
  expect(french.status).toBe(200)
  expect(await french.text()).toContain('Proxy mobile 4G, Allemagne (Telekom)')
  tag = 'de'
  expect((await ask('/v2/Products', etag)).status).toBe(304)
  expect(await german.text()).toContain('4G-Mobilproxy, Deutschland (Telekom)')
})
