/** What goes wrong on the network, by Chromium's names (net/base/net_error_list.h), as Electron rejects with them. */

/** Node's and undici's error codes → Chromium's. */
const NAMES: Record<string, string> = {
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
  UND_ERR_HEADERS_OVERFLOW: 'ERR_RESPONSE_HEADERS_TOO_BIG',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ERR_CONTENT_LENGTH_MISMATCH',
  // undici's answer to a status of 000.
  ERR_ASSERTION: 'ERR_INVALID_HTTP_RESPONSE',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR'
}

/** Of OpenSSL, zlib, brotli and zstd. */
const FAMILIES: readonly (readonly [start: RegExp, name: string])[] = [
  [/^ERR_SSL_/, 'ERR_SSL_PROTOCOL_ERROR'],
  [/^(Z_|ERR__ERROR_FORMAT_|ZSTD_error_)/, 'ERR_CONTENT_DECODING_FAILED']
]

/** @param inBody Node's parser finds nothing wrong in a body but its chunks */
function nameOf({ name, code = '' }: { name?: string; code?: string }, inBody: boolean): string {
  if (name === 'HTTPParserError') return inBody ? 'ERR_INVALID_CHUNKED_ENCODING' : 'ERR_INVALID_HTTP_RESPONSE'
  const [, family = 'ERR_FAILED'] = FAMILIES.find(([start]) => start.test(code)) ?? []
  return NAMES[code] ?? family
}

/** An error that has Chromium's name from the start. */
export class NetError extends Error {
  readonly code: string

  constructor(name: string) {
    super(`net::${name}`)
    this.code = this.message
  }
}

/** The proxy's refusal of a tunnel. */
export class TunnelError extends NetError {
  readonly status: number
  readonly headers: Headers
  /** The authorization that it was given. */
  readonly sent: string | null

  constructor(status: number, headers: Headers, sent: string | null) {
    super('ERR_TUNNEL_CONNECTION_FAILED')
    this.status = status
    this.headers = headers
    this.sent = sent
  }
}

/** The same error as Electron's fetch rejects with. What was called off stays what it is. */
export function chromiumError(thrown: unknown, inBody = false): unknown {
  if (!(thrown instanceof Error) || thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return thrown
  const cause = thrown.cause ?? thrown
  if (cause instanceof NetError) return new Error(cause.message)
  return new Error(`net::${nameOf(cause, inBody)}`)
}

/** The same body, which fails with Chromium's words too. */
export function withChromiumErrors(body: Response['body']): Response['body'] {
  const reader = body?.getReader()
  if (!reader) return null
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (thrown) {
        controller.error(chromiumError(thrown, true))
      }
    },
    cancel: (reason) => reader.cancel(reason)
  })
}

/** Types that Chromium looks into before it tells of the response at all (net/base/mime_sniffer.cc). */
const SNIFFED = /^($|text\/plain\b|application\/octet-stream\b|unknown\/unknown\b)/

/**
 * What a request gets when a proxy refuses its tunnel. Without anyone to sign in, a 407 is told like any response, but its
 * body must not be read (net/http/http_network_transaction.cc, crbug.com/8473); if it has to be looked into first, or for
 * any other status, the request fails.
 */
export function afterTunnel(refusal: TunnelError): Response {
  const type = refusal.headers.get('content-type') ?? ''
  const sniffed = SNIFFED.test(type) && refusal.headers.get('x-content-type-options') !== 'nosniff'
  if (refusal.status !== 407 || sniffed) throw new Error(refusal.message)
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error(refusal.message)) })
  return new Response(body, { status: 407, headers: refusal.headers })
}
