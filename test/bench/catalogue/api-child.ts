/**
 * An API in a process of its own, so that its work is in nobody's figures: answers every request with one list, in
 * pieces as they come from a disk. `/tagged` as a base path: with an ETag, and 304 to whoever has it.
 */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ETAG = '"bench"'

process.once('message', ({ list }: { list: string }) => {
  const { size } = statSync(list)
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/health')) return void response.writeHead(200).end()
    const tagged = request.url?.startsWith('/tagged/') ?? false
    if (tagged && request.headers['if-none-match'] === ETAG) return void response.writeHead(304).end()
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': size,
      ...(tagged && { etag: ETAG })
    })
    createReadStream(list).pipe(response)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ baseAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
})
// Whoever started it has gone.
process.once('disconnect', () => process.exit(0))
