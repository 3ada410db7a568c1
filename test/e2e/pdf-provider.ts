/** A provider over https that also serves its invoices' PDFs, and a folder that the user chose. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../support/tls-front.ts'
import { test, type App, type ApiServer, type Launch } from './fixtures.ts'
import * as ui from './ui.ts'

interface PdfProvider {
  front: TlsFront
  app: App
  /** Starts the app again, over the same data. */
  again: () => Promise<App>
  /** What its list has, now. */
  ids: number[]
  /** Requests for PDFs. */
  asked: () => string[]
}

async function startProvider(launch: Launch, api: ApiServer, invoices: number): Promise<PdfProvider> {
  const { good } = makeCertificates()
  const front = await startTlsFront(api.baseUrl, good)
  const ids = Array.from({ length: invoices }, (_none, at) => at + 1)
  api.respondWith('/v3/invoices', () =>
    Response.json(
      ids.map((id) => ({
        id: `i-${id}`,
        number: `R/2026:${id}`,
        createdAt: `2026-03-0${id}T10:00:00Z`,
        status: 'Paid',
        totalAmount: 10 + id / 10,
        hostedInvoicePdfUrl: `${front.address}/pdf/${id}.pdf`
      }))
    )
  )
  api.respondWith(/^\/pdf\//, (request) => new Response(`%PDF-1.7 ${new URL(request.url).pathname}`))
  const args = [`--ignore-certificate-errors-spki-list=${keyHashOf(good)}`]
  const app = await launch({ args })
  await ui.signIn(app.page, front.address)
  await ui.settled(app.page)
  const asked = (): string[] => api.requests.map(({ path }) => path).filter((path) => path.startsWith('/pdf/'))
  return { front, app, again: () => launch({ args }), ids, asked }
}

/** @param invoices how many its list has at first */
export const testWithPdfs = (invoices: number) =>
  test.extend<{ provider: PdfProvider; folder: string }>({
    provider: async ({ launch, api }, use) => {
      const provider = await startProvider(launch, api, invoices)
      await use(provider)
      await provider.front.stop()
    },
    folder: async ({ profileDir }, use) => {
      const folder = join(profileDir, 'saved')
      mkdirSync(folder)
      await use(folder)
    }
  })
