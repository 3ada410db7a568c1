/** What the network seam relies on (the class `Exchange` of desktop/network.ts), against servers on loopback. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expectSame, type Check } from './self-test/self-test.ts'

const FILE_NAME = 'Rechnung–1.pdf'

/** Written as they are: Node's own server sends no such header and no such status. */
const REPLIES = {
  header: `HTTP/1.1 200 OK\r\ncontent-disposition: attachment; filename="${FILE_NAME}"\r\n`,
  status: 'HTTP/1.1 999 Unknown\r\n',
  redirect: 'HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\n'
}
const END = 'content-length: 2\r\nconnection: close\r\n\r\nok'

export const networkChecks = (fetch: typeof globalThis.fetch): Record<string, Check> => ({
  networkHeader: (signal) =>
    withServer(REPLIES.header, async (address) => {
      const response = await fetch(address, { signal })
      expectSame(await response.text(), 'ok')
      // A header of a Response has one character for each byte.
      const header = Buffer.from(response.headers.get('content-disposition') ?? '', 'latin1').toString()
      expectSame(header, `attachment; filename="${FILE_NAME}"`)
    }),
  networkStatus: (signal) =>
    withServer(REPLIES.status, async (address) => {
      const outcome = await fetch(address, { signal }).then(
        ({ status }) => `status ${status}`,
        (error: Error) => error.message
      )
      signal.throwIfAborted()
      expectSame(outcome, 'net::ERR_INVALID_HTTP_RESPONSE')
    }),
  networkRedirect: (signal) =>
    withServer(REPLIES.redirect, async (address, requests) => {
      const { status, headers } = await fetch(address, { signal })
      expectSame(`${status} ${headers.get('location')}`, `302 ${new URL('/elsewhere', address).href}`)
      expectSame(String(requests()), '1')
    })
})

/** A server that gives each request the same reply. @param reply its status line and first headers; null: it never replies */
export async function withServer(
  reply: string | null,
  run: (address: string, requests: () => number) => Promise<void>
): Promise<void> {
  const sockets = new Set<Socket>()
  let requests = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    // The client may leave first.
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1')
      if (!head.endsWith('\r\n\r\n')) return
      requests += 1
      if (reply !== null) socket.end(reply + END)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, () => requests)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
