/** Connections for a session's requests: to the host itself, to a proxy, or to the host through the proxy's tunnel. */
import { request } from 'node:http'
import { connect as tcp, isIP, type Socket } from 'node:net'
import { connect as tls, type TLSSocket } from 'node:tls'
import { NetError, TunnelError } from './errors.ts'
import type { Proxy } from './proxy.ts'
import type { Verifier } from './verifier.ts'

export function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = tcp({ host, port })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

export async function openProxySocket({ host, port }: Proxy): Promise<Socket> {
  try {
    return await openSocket(host, port)
  } catch {
    throw new NetError('ERR_PROXY_CONNECTION_FAILED')
  }
}

/** CONNECT. Nothing of the request that the tunnel is for goes into it. */
export async function openTunnel(proxy: Proxy, host: string, port: number): Promise<Socket> {
  const socket = await openProxySocket(proxy)
  const authority = `${host}:${port}`
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, 'proxy-connection': 'keep-alive' }
    })
    asked.once('error', () => reject(new NetError('ERR_TUNNEL_CONNECTION_FAILED')))
    asked.once('connect', ({ statusCode = 0, headersDistinct }) => {
      if (statusCode === 200) {
        resolve(socket)
        return
      }
      socket.destroy()
      const headers = new Headers()
      for (const [name, values = []] of Object.entries(headersDistinct)) headers.set(name, values.join(', '))
      reject(new TunnelError(statusCode, headers))
    })
    asked.end()
  })
}

/** The handshake, and the session's judgement of what it showed. */
export async function secure(socket: Socket, host: string, verifier: Verifier): Promise<TLSSocket> {
  const bare = host.replaceAll(/^\[|\]$/g, '')
  const secured = tls({
    socket,
    host: bare,
    ...(isIP(bare) === 0 && { servername: bare }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false
  })
  try {
    await new Promise<void>((resolve, reject) => {
      secured.once('error', reject)
      secured.once('secureConnect', () => {
        secured.off('error', reject)
        resolve()
      })
    })
    await verifier.judge(bare, secured)
    return secured
  } catch (error) {
    secured.destroy()
    throw error
  }
}
