/**
 * `net`: Node's fetch under Electron's rules, with Chromium's names for what goes wrong, as Electron's rejects with them.
 * Not the same network stack: the system's proxy and certificate store count on real Electron only.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Net } from 'electron'
import { schemeOf } from '../chromium/address.ts'
import { loud } from '../loud.ts'
import { needsReady, runtime } from '../runtime.ts'
import { handlerOf } from './protocol.ts'
import { asksToCancel } from './web-request.ts'

/** Node's and undici's error codes → net/base/net_error_list.h. */
const CHROMIUM_NAMES: Record<string, string> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  EACCES: 'ERR_NETWORK_ACCESS_DENIED',
  ETIMEDOUT: 'ERR_TIMED_OUT',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_CONNECTION_TIMED_OUT',
  UND_ERR_HEADERS_TIMEOUT: 'ERR_TIMED_OUT',
  UND_ERR_BODY_TIMEOUT: 'ERR_TIMED_OUT',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ERR_CONTENT_LENGTH_MISMATCH',
  HPE_INVALID_CONSTANT: 'ERR_INVALID_HTTP_RESPONSE',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  ERR_SSL_WRONG_VERSION_NUMBER: 'ERR_SSL_PROTOCOL_ERROR',
  Z_DATA_ERROR: 'ERR_CONTENT_DECODING_FAILED',
  Z_BUF_ERROR: 'ERR_CONTENT_DECODING_FAILED'
}

function chromiumError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return thrown
  const { code = '' } = (thrown.cause ?? thrown) as { code?: string }
  return new Error(`net::${CHROMIUM_NAMES[code] ?? 'ERR_FAILED'}`)
}

/** The same response, whose body fails with Chromium's words too. */
function withBodyErrors(response: Response): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (thrown) {
        controller.error(chromiumError(thrown))
      }
    },
    cancel: (reason) => reader.cancel(reason)
  })
  const { status, statusText, headers, url, redirected } = response
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: url },
    redirected: { value: redirected }
  })
}

type Init = RequestInit & { bypassCustomProtocolHandlers?: boolean }

async function fetchAsElectron(input: string | Request, init: Init = {}): Promise<Response> {
  needsReady('net.fetch')
  const { bypassCustomProtocolHandlers: bypass = false, ...rest } = init
  const url = typeof input === 'string' ? input : input.url
  const scheme = schemeOf(url)
  if (scheme === 'file') return new Response(new Uint8Array(await readFile(fileURLToPath(url))))
  const handler = bypass ? undefined : handlerOf(scheme)
  if (handler) return handler(new Request(input, rest))
  if (scheme !== 'https' && scheme !== 'http') throw new Error('net::ERR_UNKNOWN_URL_SCHEME')
  const method = rest.method ?? (typeof input === 'string' ? 'GET' : input.method)
  if (await asksToCancel({ url, method, resourceType: 'other' })) throw new Error('net::ERR_BLOCKED_BY_CLIENT')
  if (!runtime().online) throw new Error('net::ERR_INTERNET_DISCONNECTED')
  const response = await fetch(input, rest).catch((thrown: unknown) => {
    throw chromiumError(thrown)
  })
  // electron#43715
  if (rest.redirect === 'manual' && response.status >= 300 && response.status < 400 && response.status !== 304) {
    await response.body?.cancel()
    throw new Error('Redirect was cancelled')
  }
  return withBodyErrors(response)
}

export const net = loud('net', {
  fetch: fetchAsElectron,
  isOnline: () => runtime().online,
  get online() {
    return runtime().online
  }
} satisfies Pick<Net, 'fetch' | 'isOnline' | 'online'>)
