/**
 * An API in a process of its own, so that its work is in nobody's figures: the sample API with another list of products or of
 * invoices. Below `/tagged` the list has an ETag, and is not sent again to those who have it.
 */
import { createReadStream, statSync } from 'node:fs'
import { SampleApi } from '../../src/sample/index.ts'
import { startApiServer } from '../support/api-server.ts'

const ETAG = '"bench"'

const PATHS = { products: /\/v2\/Products(\?|$)/, invoices: /\/v3\/invoices(\?|$)/ }

export interface BenchList {
  /** The other topics are answered as the sample does: a reply of many megabytes to each would be measured, too. */
  of: keyof typeof PATHS
  /** A JSON file. */
  file: string
}

/** Tokens of customers that are made up: what the profile of each needs, and no products. */
const MADE_UP = /^Bearer bench-(\d+)$/

const sample = new SampleApi({ data: 'difficult' })
async function answerOthers(request: Request): Promise<Response> {
  const id = MADE_UP.exec(request.headers.get('authorization') ?? '')?.[1]
  if (id === undefined) return sample.fetch(request)
  // Without the token, which would be taken out of it.
  return Response.json(request.url.endsWith('/v2/Profile') ? { id, email: `customer-${id}@example.com` } : [])
}

process.once('message', ({ of, file }: BenchList) => {
  void startApiServer({ fetch: answerOthers }).then((api) => {
    api.respondWith(/\/health$/, () => new Response())
    api.respondWith(PATHS[of], ({ url, headers }, { response }) => {
      const isTagged = url.includes('/tagged/')
      if (isTagged && headers.get('if-none-match') === ETAG) return void response.writeHead(304).end()
      // The file may be another one by now.
      const { size } = statSync(file)
      const tag = isTagged ? { etag: ETAG } : {}
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': size, ...tag })
      createReadStream(file).pipe(response)
    })
    process.send?.(api.baseUrl)
  })
})
process.once('disconnect', () => process.exit(0))
