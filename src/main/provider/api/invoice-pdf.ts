/** An invoice's PDF behind the credential: from the account's own origin, never through a redirect. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { Endpoint } from '../../../shared/models/provider.ts'
import type { Access } from '../../ports/index.ts'
import { envelopeError, throwIfError, type Circumstances } from './http/error-response.ts'
import { credentialOf } from './http/json-requests.ts'
import { badReply, jsonOf, type Reply } from './http/reply.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { BODY_CAPS, secretsOf, type HttpRequest } from './http/transport.ts'
import { isPdf, isRedirect, PATIENCE_FOR_PDF } from './linked-files.ts'

/** @param url of the account's own origin: the credential goes there */
export async function fetchInvoicePdf(
  pipeline: RequestPipeline,
  access: Access,
  { url, endpoint }: { url: URL; endpoint: Endpoint },
  signal?: AbortSignal
): Promise<Uint8Array> {
  const { connection } = access
  const credential = credentialOf(access, endpoint)
  const secrets = secretsOf(credential)
  const httpRequest: HttpRequest = { url, accept: 'application/pdf', credential, cap: BODY_CAPS.pdf }
  const answerMs = pipeline.answerMs(connection)
  const times = { answerMs, wholeMs: answerMs * PATIENCE_FOR_PDF }
  return pipeline.request({ connection, httpRequest, times }, { signal }, async (deadline) => {
    const reply = await pipeline.send(connection, httpRequest, deadline)
    return pdfIn(reply, { signingIn: false, secrets, now: pipeline.now() })
  })
}

function pdfIn(reply: Reply, circumstances: Circumstances): Uint8Array {
  if (isRedirect(reply)) throw badReply(reply, 'redirects')
  try {
    throwIfError(reply, circumstances)
  } catch (error) {
    const isMissing = error instanceof AppError && error.info.code === 'NOT_FOUND'
    throw isMissing ? new AppError('NOT_FOUND', { ...error.info, found: 'noPdf' }) : error
  }
  if (isPdf(reply.bytes)) return reply.bytes
  throw errorInBody(reply, circumstances) ?? badReply(reply, 'notPdf')
}

/** Some providers send their errors with a status of success. */
function errorInBody(reply: Reply, circumstances: Circumstances): AppError | null {
  if (reply.bytes.length > BODY_CAPS.error) return null
  try {
    return envelopeError(reply, jsonOf(reply), circumstances)
  } catch (error) {
    // Neither a PDF nor JSON.
    if (error instanceof AppError) return null
    throw error
  }
}
