/** A product's picture: out of its address, or from where that leads, if that may be asked. Without any credential. */
import type { Connection } from '../../shared/model/connection.ts'
import type { Platform } from '../core/ports.ts'
import { normaliseBaseAddress, notAnAddress, pictureUrl } from './address.ts'
import type { Asking } from './asking.ts'
import type { Deadline } from './deadline.ts'
import { pictureInData, pictureOf } from './picture.ts'
import { accept } from './refusal.ts'
import { BODY_CAPS, type Exchange, type Reply } from './transport.ts'
import { leadsAstray, type LookUp } from './whereabouts.ts'

const PICTURE_TYPES = 'image/svg+xml,image/png,image/jpeg,image/webp,image/gif'

export interface PictureParts {
  asking: Asking
  send: (connection: Connection, call: Exchange, deadline: Deadline) => Promise<Reply>
  /** For the whole call, in milliseconds. */
  timeOf: (connection: Connection) => number
  /** Without it, hosts are judged by their form alone. */
  lookUp: LookUp | undefined
  now: () => Date
}

export function createPictureFetch({ asking, send, timeOf, lookUp, now }: PictureParts): Platform['picture'] {
  return async (connection, address, signal) => {
    if (/^\s*data:/i.test(address)) return pictureInData(address.trim())
    const base = normaliseBaseAddress(connection.baseAddress)
    const url = pictureUrl(base, address)
    const call: Exchange = { url, accept: PICTURE_TYPES, cap: BODY_CAPS.picture }
    const times = { answerMs: timeOf(connection) }
    return asking({ connection, exchange: call, kind: 'picture', times }, { signal }, async (deadline) => {
      if (lookUp && (await leadsAstray(url, new URL(base), lookUp, deadline.signal))) throw notAnAddress()
      const reply = await send(connection, call, deadline)
      accept(reply, { signingIn: false, secrets: [], now: now() })
      return pictureOf(reply.bytes, url.host)
    })
  }
}
