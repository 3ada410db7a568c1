/**
 * An API in a process of its own, so that its work is in nobody's figures: the sample API with another list of products or of
 * invoices. Below `/tagged` the list has an ETag, and is not sent again to those who have it.
 */
import { createReadStream, statSync } from 'node:fs'
import { startApiServer } from '../support/api-server.ts'

const ETAG = '"bench"'

process.once('message', (list: string) => {
  const { size } = statSync(list)
  void startApiServer().then((api) => {
    api.respondWith(/\/health$/, () => new Response())
    api.respondWith(/\/(v2\/Products|v3\/invoices)(\?|$)/, ({ url, headers }, { response }) => {
      const isTagged = url.includes('/tagged/')
      if (isTagged && headers.get('if-none-match') === ETAG) return void response.writeHead(304).end()
      const tag = isTagged ? { etag: ETAG } : {}
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': size, ...tag })
      createReadStream(list).pipe(response)
    })
    process.send?.(api.baseUrl)
  })
})
process.once('disconnect', () => process.exit(0))
