/** SOCKS5 without a sign-in, as Chromium speaks it (net/socket/socks5_client_socket.cc): the proxy looks up the name. */
import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { openSocket } from './connect.ts'
import { NetError } from './errors.ts'
import type { Proxy } from './proxy.ts'

const VERSION = 5
const SUCCEEDED = 0
/** Bytes of an answer that has an IPv4 address, as all do that Chromium waits for here. */
const ANSWER_BYTES = 10

export async function openSocksTunnel(proxy: Proxy, { host, port }: { host: string; port: number }): Promise<Socket> {
  const socket = await openSocket(proxy.host, proxy.port).catch((): never => {
    throw new NetError('ERR_PROXY_CONNECTION_FAILED')
  })
  try {
    socket.write(Buffer.of(VERSION, 1, 0))
    const [version, method] = await read(socket, 2)
    if (version !== VERSION || method !== 0) throw new NetError('ERR_SOCKS_CONNECTION_FAILED')
    socket.write(Buffer.concat([Buffer.of(VERSION, 1, 0), addressOf(host), Buffer.of(port >> 8, port & 0xff)]))
    const [, reply] = await read(socket, ANSWER_BYTES)
    if (reply !== SUCCEEDED) throw new NetError('ERR_SOCKS_CONNECTION_FAILED')
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof NetError ? error : new NetError('ERR_SOCKS_CONNECTION_FAILED')
  }
}

function addressOf(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.of(1, ...host.split('.').map(Number))
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.of(3, name.length), name])
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(bytes) as Buffer | null
    if (chunk) return chunk
    await Promise.race([once(socket, 'readable'), once(socket, 'end').then(() => Promise.reject(new Error('ended')))])
  }
}
