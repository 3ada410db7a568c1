/** Fetches an invoice's PDF, without any credential. */
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import type { Api } from '../core/ports/index.ts'
import { resolveUntrustedUrl, normaliseBaseAddress, notAnAddress } from './security/base-url.ts'
import { badReply, type Reply } from './http/body.ts'
import type { FetchParts } from './fetch-picture.ts'
import { accept } from './http/error-response.ts'
import { BODY_CAPS } from './http/transport.ts'

/** Once the answer has begun, its body may take this many times longer. */
const PATIENCE = 6

/**
 * Readers look for the signature in the first 1,024 bytes (ISO 32000-1, annex H.3, 3.4.1), and some producers write a
 * line before it.
 */
const MARK_WITHIN = 1024

export function createPdfFetch({ foreign, timeOf, now }: FetchParts): Api['pdf'] {
  return async (connection, address, signal) => {
    // A relative link would need the credential, which isn't sent.
    if (!/^\s*https:\/\//i.test(address)) throw notAnAddress()
    const url = resolveUntrustedUrl(normaliseBaseAddress(connection.baseAddress), address)
    const answerMs = timeOf(connection)
    return foreign(
      {
        connection,
        url,
        kind: 'pdf',
        accept: 'application/pdf',
        cap: BODY_CAPS.pdf,
        times: { answerMs, wholeMs: answerMs * PATIENCE },
        read(reply) {
          // The target of a redirect would have to pass the same checks: a browser can follow it.
          if (reply.status >= 300 && reply.status < 400) throw badReply(reply, 'notPdf')
          // The token wasn't sent, so a 401 says nothing about it.
          if (reply.status === 401) throw new AppError('FORBIDDEN', { host: reply.host, status: reply.status })
          accepted(reply, now())
          if (!isPdf(reply.bytes)) throw badReply(reply, 'notPdf')
          return reply.bytes
        }
      },
      signal
    )
  }
}

/** Drops the host's error text: it may quote the signed URL. */
function accepted(reply: Reply, now: Date): void {
  try {
    accept(reply, { signingIn: false, secrets: [], now })
  } catch (error) {
    const { code, providerMessage: _words, ...more } = toErrorInfo(error)
    throw new AppError(code, more)
  }
}

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MARK_WITHIN)).includes('%PDF-')
