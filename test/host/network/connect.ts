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

/** To the proxy itself: with TLS for an https proxy, whose certificate has to be good as well. */
export async function openProxySocket({ scheme, host, port }: Proxy, verifier: Verifier): Promise<Socket> {
  const socket = await openSocket(withoutBrackets(host), port).catch((): never => {
    throw new NetError('ERR_PROXY_CONNECTION_FAILED')
  })
  if (scheme !== 'https') return socket
  return secure(socket, host, verifier).catch((error: unknown): never => {
    const isCertificate = error instanceof NetError && error.code.startsWith('net::ERR_CERT')
    throw new NetError(isCertificate ? 'ERR_PROXY_CERTIFICATE_INVALID' : 'ERR_PROXY_CONNECTION_FAILED')
  })
}

/** CONNECT. Nothing of the request that the tunnel is for goes into it. @param authorization of the proxy */
export async function openTunnel(
  proxy: Proxy,
  { host, port }: { host: string; port: number },
  authorization: string | null,
  verifier: Verifier
): Promise<Socket> {
  const socket = await openProxySocket(proxy, verifier)
  const authority = `${host}:${port}`
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        'proxy-connection': 'keep-alive',
        ...(authorization !== null && { 'proxy-authorization': authorization })
      }
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
      reject(new TunnelError(statusCode, headers, authorization))
    })
    asked.end()
  })
}

const withoutBrackets = (host: string): string => host.replaceAll(/^\[|\]$/g, '')

/** The handshake, and the session's judgement of what it showed. */
export async function secure(socket: Socket, host: string, verifier: Verifier): Promise<TLSSocket> {
  const bare = withoutBrackets(host)
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
