/** The provider's API behind certificates that are not trusted: nothing is sent. Each kind of certificate: faults/connections.ts. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { productsOf } from '../../support/intake.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { credentials, errorFrom } from '../api/context.ts'

const certificates = makeCertificates()
const usual = getCACertificates('default')
const api = createApi({ fetchFor: () => fetch })

let server: ApiServer
let front: TlsFront
let connection: Connection
beforeAll(async () => {
  server = await startApiServer()
  front = await startTlsFront(server.baseAddress, certificates.good)
  connection = { baseAddress: front.address, preset: 'v2' }
})
afterEach(() => {
  server.requests.length = 0
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await front.stop()
  await server.stop()
})

it('ends every call when its root is unknown', async () => {
  const { host } = new URL(front.address)
  for (const work of [
    () => api.signIn(connection, credentials),
    () => productsOf(api, { connection, token: 'token' }),
    () => api.product({ connection, token: 'token' }, 'a')
  ]) {
    expect(await errorFrom(work())).toMatchObject({ code: 'TLS', found: 'certificateIssuer', host })
  }
  expect(server.requests).toEqual([])
})

it('ends a connection that was good once the certificate has expired', async () => {
  setDefaultCACertificates([...usual, certificates.root])
  const { token } = await api.signIn(connection, credentials)
  expect((await productsOf(api, { connection, token }))?.value).toHaveLength(60)
  expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, `Bearer ${token}`])
  front.show(certificates.expired)
  front.cut()
  expect(await errorFrom(productsOf(api, { connection, token }))).toMatchObject({ found: 'certificateDate' })
})
