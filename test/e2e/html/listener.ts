/** A place that nobody has a reason to call: every connection is counted, and every request answered with something to run. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener {
  /** Ends in `hit`. */
  address: string
  /** Of connections, by which even a look-up beforehand shows, and the paths of requests. */
  heard: () => { connections: number; requests: string[] }
  stop: () => Promise<void>
}

export async function startListener(): Promise<Listener> {
  let connections = 0
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end('parent.ran=1')
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/hit`,
    heard: () => ({ connections, requests }),
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      })
  }
}
