/** TLS in front of a server that has none, such as the API of these tests. */
import { createHash, createPublicKey } from 'node:crypto'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { ServerCertificate } from './certificates.ts'

export interface TlsFront {
  /** `https://127.0.0.1:<port>` */
  address: string
  /** Uses the certificate from the next handshake on. */
  show(certificate: ServerCertificate): void
  connections(): number
  /** Ends every open connection, also during its handshake; accepts new ones. */
  cut(): void
  stop(): Promise<void>
}

export async function startTlsFront(behind: string, certificate: ServerCertificate): Promise<TlsFront> {
  const { hostname, port } = new URL(behind)
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer(certificate, (socket) => {
    const inner = connect(Number(port), hostname)
    // Either end may break off at any time; the other one follows.
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
    socket.pipe(inner).pipe(socket)
  })
  // Counts connections before the handshake: one with the former certificate must not outlive a cut.
  server.on('connection', (socket: Socket) => {
    connections++
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (next) => server.setSecureContext(next),
    connections: () => connections,
    cut,
    stop() {
      cut()
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
    }
  }
}

/** What Chromium's `--ignore-certificate-errors-spki-list` takes: SHA-256 over the public key, as base64. */
export const keyHashOf = ({ key }: ServerCertificate): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64')
