/** The provider client over Node's fetch, and certificates of every kind. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { issueToken, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { productsOf } from '../../support/intake.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { credentials, errorFrom, toAppError } from '../api/context.ts'

const certificates = makeCertificates()
const usual = getCACertificates('default')
const platform = createApi({ fetchFor: () => fetch })
const token = issueToken(SAMPLE_EMAIL, new Date())

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterEach(() => {
  server.requests.length = 0
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await server.stop()
})

/** Runs with a server of that certificate in front of the provider. */
async function behind(
  kind: keyof typeof certificates & ('good' | 'selfSigned' | 'expired' | 'wrongName'),
  run: (connection: Connection, front: TlsFront) => Promise<void>
): Promise<void> {
  const front = await startTlsFront(server.baseAddress, certificates[kind])
  await run({ baseAddress: front.address, preset: 'v2' }, front).finally(() => front.stop())
}

describe('without the root', () => {
  it.each(['good', 'selfSigned', 'wrongName', 'expired'] as const)('a certificate that is %s ends the call', (kind) =>
    behind(kind, async (connection, front) => {
      const { host } = new URL(front.address)
      for (const work of [
        () => platform.signIn(connection, credentials),
        () => productsOf(platform, { connection, token }),
        () => platform.product({ connection, token }, 'a')
      ]) {
        expect(await errorFrom(work())).toMatchObject({ code: 'TLS', host })
      }
      expect(server.requests).toEqual([])
    })
  )

  it('is found to be an unknown issuer', async () => {
    for (const kind of ['good', 'selfSigned'] as const) {
      await behind(kind, async (connection) => {
        expect(await errorFrom(platform.profile({ connection, token }))).toMatchObject({ found: 'certificateIssuer' })
      })
    }
  })

  it('tells nothing of what would have been sent', () =>
    behind('selfSigned', async (connection) => {
      const fault = await toAppError(platform.signIn(connection, credentials))
      const seen = inspect(fault, { depth: 10, showHidden: true })
      expect(seen).not.toContain(credentials.password)
      expect(seen).not.toContain(credentials.email)
    }))
})

describe('with the root', () => {
  beforeAll(() => setDefaultCACertificates([...usual, certificates.root]))

  it('a good certificate is as good as none needed', () =>
    behind('good', async (connection) => {
      const { token } = await platform.signIn(connection, credentials)
      expect((await productsOf(platform, { connection, token }))?.value).toHaveLength(60)
      expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, `Bearer ${token}`])
    }))

  it.each([
    ['expired', 'certificateDate'],
    ['wrongName', 'certificateName'],
    ['selfSigned', 'certificateIssuer']
  ] as const)('one that is %s is told as such', (kind, found) =>
    behind(kind, async (connection) => {
      expect(await errorFrom(productsOf(platform, { connection, token }))).toMatchObject({ code: 'TLS', found })
      expect(server.requests).toEqual([])
    })
  )

  it('a platform whose certificate ends is not asked any more', () =>
    behind('good', async (connection, front) => {
      expect((await productsOf(platform, { connection, token }))?.value).toHaveLength(60)
      front.show(certificates.expired)
      front.cut()
      expect(await errorFrom(productsOf(platform, { connection, token }))).toMatchObject({ found: 'certificateDate' })
    }))
})
