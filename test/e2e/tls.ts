/** A keyring, and the API behind https, because PDFs come over https only. */
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../support/tls-front.ts'
import type { App } from './fixtures.ts'
import { test as base } from './keyring.ts'

const { good } = makeCertificates()

export const test = base.extend<{ front: TlsFront; start: () => Promise<App> }>({
  // PDFs come over https only.
  front: async ({ api }, use) => {
    const front = await startTlsFront(api.baseUrl, good)
    await use(front)
    await front.stop()
  },
  start: async ({ launch }, use) => {
    await use(() => launch({ args: [`--ignore-certificate-errors-spki-list=${keyHashOf(good)}`] }))
  }
})
