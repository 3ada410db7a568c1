/** Fetches a product's picture, without any credential, or decodes it from a data URI. */
import type { Connection } from '../../shared/models/connection.ts'
import type { Api } from '../core/ports/index.ts'
import { resolveUntrustedUrl, normaliseBaseAddress } from './security/base-url.ts'
import type { UntrustedFetch } from './security/untrusted-url.ts'
import { pictureInData, pictureOf } from './picture.ts'
import { accept } from './http/error-response.ts'
import { BODY_CAPS } from './http/transport.ts'

const PICTURE_TYPES = 'image/avif,image/webp,image/png,image/jpeg,image/gif'

export interface FetchParts {
  foreign: UntrustedFetch
  /** Until the answer begins, in milliseconds. */
  timeOf: (connection: Connection) => number
  now: () => Date
}

export function createPictureFetch({ foreign, timeOf, now }: FetchParts): Api['picture'] {
  return async (connection, address, signal) => {
    if (/^\s*data:/i.test(address)) return pictureInData(address.trim())
    const url = resolveUntrustedUrl(normaliseBaseAddress(connection.baseAddress), address)
    return foreign(
      {
        connection,
        url,
        kind: 'picture',
        accept: PICTURE_TYPES,
        cap: BODY_CAPS.picture,
        times: { answerMs: timeOf(connection) },
        read(reply) {
          accept(reply, { signingIn: false, secrets: [], now: now() })
          return pictureOf(reply.bytes, url.host)
        }
      },
      signal
    )
  }
}
