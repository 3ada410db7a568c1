/** A provider over https that also serves its invoices' PDFs, and a folder that the user chose. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf, startTlsFront } from '../support/tls-front.ts'
import { test as base, type App, type ApiServer, type Launch } from './fixtures.ts'
import * as ui from './ui.ts'

interface PdfProvider {
  app: App
  /** Starts the app again, over the same data. */
  again: () => Promise<App>
  /** What its list has, now: six at first. */
  ids: number[]
  stop: () => Promise<void>
}

async function startProvider(launch: Launch, api: ApiServer): Promise<PdfProvider> {
  const { good } = makeCertificates()
  const front = await startTlsFront(api.baseUrl, good)
  const ids = [1, 2, 3, 4, 5, 6]
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
  await ui.signInByBridge(app.page, { baseUrl: front.address })
  return { app, again: () => launch({ args }), ids, stop: () => front.stop() }
}

export const test = base.extend<{ provider: PdfProvider; folder: string }>({
  provider: async ({ launch, api }, use) => {
    const provider = await startProvider(launch, api)
    await use(provider)
    await provider.stop()
  },
  folder: async ({ profileDir }, use) => {
    const folder = join(profileDir, 'saved')
    mkdirSync(folder)
    await use(folder)
  }
})
