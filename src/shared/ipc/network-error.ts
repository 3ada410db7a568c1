/** Maps network errors by their codes: Node's, undici's, and Chromium's `net::ERR_…`. */
import { AppError, type ErrorInfo, type ErrorCode } from './error.ts'

const RULES: readonly [pattern: RegExp, code: ErrorCode, found?: NonNullable<ErrorInfo['found']>][] = [
  [/ERR_INTERNET_DISCONNECTED/, 'OFFLINE'],
  [/ERR_(\w+_)?TIMED_OUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT/, 'TIMEOUT'],
  [
    /ERR_PROXY_AUTH|ERR_UNEXPECTED_PROXY_AUTH|ERR_(MALFORMED|UNSUPPORTED)_PROXY_AUTH|Proxy response \(407\)/,
    'PROXY_AUTH'
  ],
  [/ERR_PROXY_CONNECTION/, 'UNREACHABLE', 'proxy'],
  // Some proxies, such as tinyproxy, answer a wrong password with 401. To Chromium that is a tunnel that failed, too.
  [/ERR_(TUNNEL|SOCKS)_CONNECTION|Proxy response \(\d+\)/, 'UNREACHABLE', 'proxyTunnel'],
  [/ERR_PROXY_CERTIFICATE/, 'TLS', 'proxyCertificate'],
  [/\bCERT_(HAS_EXPIRED|NOT_YET_VALID)|ERR_CERT_DATE_INVALID/, 'TLS', 'certificateDate'],
  [/ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|ERR_CERT_COMMON_NAME_INVALID/, 'TLS', 'certificateName'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|\bCERT_UNTRUSTED|\bINVALID_CA\b|ERR_CERT_AUTHORITY_INVALID/,
    'TLS',
    'certificateIssuer'
  ],
  [/ERR_CERT|ERR_SSL|ERR_TLS|ERR_BAD_SSL|ERR_ECH|ERR_CT_|\bCERT_|UNABLE_TO_|EPROTO/, 'TLS'],
  [
    // undici answers a status of 000 with an assertion.
    /ERR_CONTENT_DECODING|ERR_INVALID_((HTTP_)?RESPONSE|CHUNKED)|ERR_RESPONSE_HEADERS|HPE_|HTTPParserError|ERR_ASSERTION|UND_ERR_(INVALID|HEADERS_OVERFLOW|RES_CONTENT_LENGTH)|Z_DATA|Z_BUF|ERR__ERROR_FORMAT|ZSTD_error|bad upgrade|too many content-encodings/,
    'BAD_REPLY',
    'malformed'
  ]
]

export function toNetworkError(thrown: unknown, host: string): AppError {
  const signs = signsOf(thrown)
  const [, code, found] = RULES.find(([pattern]) => pattern.test(signs)) ?? [null, 'UNREACHABLE' as const]
  return new AppError(code, found === undefined ? { host } : { host, found })
}

/** Only names, codes and constant messages: others may hold what was sent. */
function signsOf(thrown: unknown): string {
  const signs: string[] = []
  const waiting: unknown[] = [thrown]
  for (let seen = 0; seen < 12 && waiting.length > 0; seen++) {
    const one = waiting.shift()
    if (!(one instanceof Error)) continue
    const { code, cause, errors } = one as Error & { code?: unknown; errors?: unknown }
    signs.push(one.name)
    if (typeof code === 'string') signs.push(code)
    signs.push(...(/net::\w+|^Proxy response \(\d+\)|^bad upgrade|^too many content-encodings/.exec(one.message) ?? []))
    waiting.push(cause, ...(Array.isArray(errors) ? errors : []))
  }
  return signs.join(' ')
}
