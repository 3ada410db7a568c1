/**
 * A server for one fault, on a socket of its own: nothing of an HTTP library is between the fault and the wire, so that it
 * can send what no library would.
 */
import { once } from 'node:events'
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { makeCertificates } from '../certificates.ts'
import { kindOf, type Exchange, type NamedFault } from './fault.ts'

/** Signed by `certificates.root`. */
export const certificates = makeCertificates()

export interface FaultServer {
  baseUrl: string
  requests: Pick<Exchange, 'kind' | 'method' | 'path' | 'headers' | 'body'>[]
  connections(): number
  /** Resolves when the client has closed every connection. */
  abandoned(): Promise<void>
  stop(): Promise<void>
}

/** A name that is too long for DNS: the resolver refuses it by itself and asks nobody. */
const NO_NAME = `https://${'nobody-'.repeat(10)}.invalid`

/** @param elsewhere the base address of a server that redirects may name */
export async function startFault(fault: NamedFault, elsewhere = 'http://127.0.0.1:9'): Promise<FaultServer> {
  const requests: FaultServer['requests'] = []
  const open = new Set<Socket>()
  let connections = 0
  let baseUrl = NO_NAME

  const serve = (socket: Socket): void => {
    // The client breaks off in the middle of many faults, as it should.
    socket.on('error', () => socket.destroy())
    fault.greet?.(socket)
    readRequests(socket, (request) => {
      const kind = kindOf(request.path)
      requests.push({ kind, ...request })
      fault.answer?.({ socket, kind, ...request, here: baseUrl, elsewhere })
    })
  }

  const server = fault.certificate
    ? createTlsServer({ ...certificates[fault.certificate] }, serve)
    : createPlainServer(serve)
  // Below TLS too, so that one whose handshake fails is counted.
  server.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  if (fault.nobody !== 'name') baseUrl = `${fault.https ? 'https' : 'http'}://127.0.0.1:${await portOf(server)}`
  if (fault.nobody === 'port') await closed(server)

  return {
    baseUrl,
    requests,
    connections: () => connections,
    abandoned: async () => {
      // Not by `once`, which takes the error of a broken connection for its own.
      await Promise.all([...open].map((socket) => new Promise((resolve) => socket.on('close', resolve))))
    },
    async stop() {
      for (const socket of open) socket.destroy()
      if (server.listening) await closed(server)
    }
  }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

type Request = Pick<Exchange, 'method' | 'path' | 'headers' | 'body'>

/** Reports each complete request. */
function readRequests(socket: Socket, take: (request: Request) => void): void {
  let waiting = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      const [line = '', ...lines] = waiting.toString('latin1', 0, end).split('\r\n')
      const headers = Object.fromEntries(
        lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()])
      )
      const length = Number(headers['content-length'] ?? 0)
      if (waiting.length < end + 4 + length) return
      const [method = '', path = ''] = line.split(' ')
      const body = waiting.toString('utf8', end + 4, end + 4 + length)
      waiting = waiting.subarray(end + 4 + length)
      take({ method, path, headers, body })
    }
  })
}
