/** An invoice's PDF, from where its link leads, if that may be asked. Without any credential. */
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import type { Api } from '../core/ports/index.ts'
import { foreignUrl, normaliseBaseAddress, notAnAddress } from './security/base-url.ts'
import { badReply } from './http/body.ts'
import type { FetchParts } from './fetch-picture.ts'
import { accept } from './http/error-response.ts'
import { BODY_CAPS, type Reply } from './http/transport.ts'

/** What has begun to come may take so many times longer than an answer may be waited for. */
const PATIENCE = 6

/** Readers look for the mark in the first 1,024 bytes (ISO 32000-1, annex H.3, 3.4.1), and some makers put a line before it. */
const MARK_WITHIN = 1024

export function createPdfFetch({ foreign, timeOf, now }: FetchParts): Api['pdf'] {
  return async (connection, address, signal) => {
    // A path of the platform's own would be asked without the credential that it needs.
    if (!/^\s*https:\/\//i.test(address)) throw notAnAddress()
    const url = foreignUrl(normaliseBaseAddress(connection.baseAddress), address)
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
          // Where it leads on to is not told, and would have to be judged anew: a browser can follow it.
          if (reply.status >= 300 && reply.status < 400) throw badReply(reply, 'notPdf')
          // 401 is no word of the account's token, which was not sent.
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

/** A refusal's words are left out: a host may quote the address that it was asked for, and that is signed. */
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
