/** The proxy platform's HTTP API: its endpoints, each one request and one reading. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { Json } from '../../shared/model/json.ts'
import type { Access, Platform } from '../core/ports.ts'
import { normaliseBaseAddress, pictureUrl } from './address.ts'
import { jsonOf } from './body.ts'
import { listIn, recordIn } from './list.ts'
import { pictureInData, pictureOf } from './picture.ts'
import { readInvoices } from './read-invoice.ts'
import { readProduct, readProducts } from './read-product.ts'
import { readProfile } from './read-profile.ts'
import { refusalIn, refusalOf } from './refusal.ts'
import { grantIn, SIGN_IN_PATHS, signInBody } from './sign-in.ts'
import { BODY_CAPS, DEADLINE_MS, exchange, type Exchange, type Reply } from './transport.ts'

export interface PlatformParts {
  /** The network for that connection: Electron's in the app, the sandbox for the sample, Node's in tests. */
  fetchFor: (connection: Connection) => typeof fetch
  now?: () => Date
  /** For each whole call, body included. */
  deadlineMs?: number
}

const PICTURE_TYPES = 'image/svg+xml,image/png,image/jpeg,image/webp,image/gif'

export function createPlatform({
  fetchFor,
  now = () => new Date(),
  deadlineMs = DEADLINE_MS
}: PlatformParts): Platform {
  // axios keeps an adapter for each fetch it ever saw, so one base address has one fetch, however often it is asked for.
  const fetches = new Map<string, typeof fetch>()
  const send = (connection: Connection, call: Exchange): Promise<Reply> => {
    const known = fetches.get(connection.baseAddress) ?? fetchFor(connection)
    fetches.set(connection.baseAddress, known)
    return exchange(call, { fetch: known, deadlineMs })
  }

  /** A GET with the credential, answered by JSON. */
  const get = async (
    { connection, token }: Access,
    path: string,
    more: { cap?: number; signal?: AbortSignal | undefined }
  ): Promise<{ body: Json; reply: Reply }> => {
    const url = new URL(normaliseBaseAddress(connection.baseAddress) + path)
    const reply = await send(connection, { url, token, accept: 'application/json', ...more })
    const circumstances = { signingIn: false, secrets: [token], now: now() }
    const refused = refusalOf(reply, circumstances)
    if (refused) throw refused
    const body = jsonOf(reply, [token])
    const refusedInside = refusalIn(reply, body, circumstances)
    if (refusedInside) throw refusedInside
    return { body, reply }
  }

  return {
    baseAddress: normaliseBaseAddress,

    async signIn(connection, credentials, signal) {
      const url = new URL(normaliseBaseAddress(connection.baseAddress) + SIGN_IN_PATHS[connection.preset])
      const reply = await send(connection, { url, body: signInBody(credentials), accept: 'application/json', signal })
      const secrets = [credentials.password, credentials.code ?? '']
      const refused = refusalOf(reply, { signingIn: true, secrets, now: now() })
      if (refused) throw refused
      return grantIn(reply, secrets, now())
    },

    async profile(access, signal) {
      const { body, reply } = await get(access, '/v2/Profile', { signal })
      const record = recordIn(body)
      if (!record) throw badReply(reply, 'notAnObject')
      return readProfile(record)
    },

    async products(access, query = {}, signal) {
      const asked = new URLSearchParams()
      if (query.sort !== undefined) asked.set('sort', query.sort)
      if (query.reverse !== undefined) asked.set('reverse', String(query.reverse))
      const path = asked.size > 0 ? `/v2/Products?${asked}` : '/v2/Products'
      const { body, reply } = await get(access, path, { cap: BODY_CAPS.products, signal })
      const list = listIn(body)
      if (!list) throw badReply(reply, 'notAList')
      const reading = readProducts(list)
      // A list of nothing but strays is no catalogue; taken for one, it would put an empty list in place of what is stored.
      if (list.length > 0 && reading.value.length === 0) throw badReply(reply, 'notAnObject')
      return reading
    },

    async product(access, id, signal) {
      // The URL parser walks up the path for these two, encoded or not.
      if (id === '' || id === '.' || id === '..') throw new Fault('BAD_REQUEST', { found: 'input' })
      const { body, reply } = await get(access, `/v2/Products/${encodeURIComponent(id)}`, { signal })
      const record = recordIn(body)
      if (!record) throw badReply(reply, 'notAnObject')
      return readProduct(record, id)
    },

    async invoices(access, signal) {
      const { body, reply } = await get(access, '/v3/invoices', { signal })
      const list = listIn(body)
      if (!list) throw badReply(reply, typeof body === 'object' && body !== null ? 'unknownShape' : 'notAList')
      const reading = readInvoices(list)
      if (list.length > 0 && reading.value.length === 0) throw badReply(reply, 'unknownShape')
      return reading
    },

    async picture(connection, address, signal) {
      if (/^\s*data:/i.test(address)) return pictureInData(address.trim())
      const url = pictureUrl(normaliseBaseAddress(connection.baseAddress), address)
      const reply = await send(connection, { url, accept: PICTURE_TYPES, cap: BODY_CAPS.picture, signal })
      const refused = refusalOf(reply, { signingIn: false, secrets: [], now: now() })
      if (refused) throw refused
      return pictureOf(reply.bytes, url.host)
    }
  }
}

function badReply({ host, status }: Reply, found: 'notAList' | 'notAnObject' | 'unknownShape'): Fault {
  return new Fault('BAD_REPLY', { host, status, found })
}
