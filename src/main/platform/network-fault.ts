/** What went wrong below HTTP, told by the error's codes: Node's, undici's, and Chromium's `net::ERR_…`. */
import { Fault, type FailureCode } from '../../shared/ipc/failure.ts'

const RULES: readonly [pattern: RegExp, code: FailureCode][] = [
  [/ERR_INTERNET_DISCONNECTED/, 'OFFLINE'],
  [/ERR_(CONNECTION_)?TIMED_OUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT/, 'TIMEOUT'],
  [/ERR_PROXY_AUTH|ERR_UNEXPECTED_PROXY_AUTH|ERR_(MALFORMED|UNSUPPORTED)_PROXY_AUTH/, 'PROXY_AUTH'],
  [/ERR_PROXY_CERTIFICATE|ERR_CERT|ERR_SSL|ERR_TLS|ERR_BAD_SSL|ERR_CT_|\bCERT_|SELF_SIGNED|UNABLE_TO_|EPROTO/, 'TLS'],
  [
    /ERR_CONTENT_DECODING|ERR_INVALID_(HTTP_)?RESPONSE|ERR_RESPONSE_HEADERS|HPE_|HTTPParserError|UND_ERR_INVALID|Z_DATA|Z_BUF/,
    'BAD_REPLY'
  ],
  [/UND_ERR_HEADERS_OVERFLOW|ERR_RESPONSE_HEADERS_TOO_BIG/, 'BAD_REPLY']
]

/** The Fault for anything that a fetch or a body stream threw. Nothing of the thrown thing is kept. */
export function networkFault(thrown: unknown, host: string): Fault {
  const signs = signsOf(thrown)
  const code = RULES.find(([pattern]) => pattern.test(signs))?.[1] ?? 'UNREACHABLE'
  return code === 'BAD_REPLY' ? new Fault(code, { host, found: 'malformed' }) : new Fault(code, { host })
}

/** Names, codes and `net::` names along the chain of causes; other messages may hold what was sent, so they are not looked at. */
function signsOf(thrown: unknown): string {
  const signs: string[] = []
  const waiting: unknown[] = [thrown]
  for (let seen = 0; seen < 12 && waiting.length > 0; seen++) {
    const one = waiting.shift()
    if (!(one instanceof Error)) continue
    const { code, cause, errors } = one as Error & { code?: unknown; errors?: unknown }
    signs.push(one.name)
    if (typeof code === 'string') signs.push(code)
    signs.push(...(/net::\w+/.exec(one.message) ?? []))
    waiting.push(cause, ...(Array.isArray(errors) ? errors : []))
  }
  return signs.join(' ')
}
