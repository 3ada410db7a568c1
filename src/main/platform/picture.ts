/** Pictures: their type is told by their bytes, never by a name or a header. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Picture } from '../core/ports.ts'
import { BODY_CAPS } from './transport.ts'

const SIGNATURES: readonly [type: Picture['type'], matches: (text: string) => boolean][] = [
  ['image/png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (text) => text.startsWith('\xff\xd8\xff')],
  ['image/gif', (text) => /^GIF8[79]a/.test(text)],
  ['image/webp', (text) => /^RIFF[\s\S]{4}WEBP/.test(text)],
  ['image/svg+xml', (text) => /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text)]
]

/** @throws BAD_REPLY (found 'empty' or 'unknownShape') for bytes of no known picture type */
export function pictureOf(bytes: Uint8Array, host?: string): Picture {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const type = SIGNATURES.find(([, matches]) => matches(start))?.[0]
  if (type) return { type, bytes }
  const found = bytes.length === 0 ? 'empty' : 'unknownShape'
  throw new Fault('BAD_REPLY', host === undefined ? { found } : { host, found })
}

/** The picture inside a `data:` address; its declared type is not believed. */
export function pictureInData(address: string): Picture {
  const comma = address.indexOf(',')
  if (comma < 0) throw new Fault('BAD_REQUEST', { found: 'address' })
  if (address.length > BODY_CAPS.picture * 3) throw new Fault('TOO_LARGE')
  const bytes = decoded(address.slice(comma + 1), /;\s*base64\s*$/i.test(address.slice(0, comma)))
  if (bytes.length > BODY_CAPS.picture) throw new Fault('TOO_LARGE')
  return pictureOf(bytes)
}

function decoded(data: string, isBase64: boolean): Uint8Array {
  try {
    const text = decodeURIComponent(data)
    return new Uint8Array(isBase64 ? Buffer.from(text, 'base64') : Buffer.from(text, 'utf8'))
  } catch {
    throw new Fault('BAD_REPLY', { found: 'malformed' })
  }
}
