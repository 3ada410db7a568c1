/** Product pictures: still raster pictures, identified by their bytes, within PICTURE_LIMITS. */
import { AppError } from '../../shared/ipc/error.ts'
import { isWithinLimits, readPicture } from '../../shared/picture/picture.ts'
import type { Picture } from '../core/ports/index.ts'
import { BODY_CAPS } from './http/transport.ts'

/** @throws BAD_REPLY (found 'empty' or 'unknownShape') for an unknown picture type, TOO_LARGE for too many pixels */
export function pictureOf(bytes: Uint8Array, host?: string): Picture {
  const place = host === undefined ? {} : { host }
  const header = readPicture(bytes)
  if (!header) throw new AppError('BAD_REPLY', { ...place, found: bytes.length === 0 ? 'empty' : 'unknownShape' })
  if (!isWithinLimits(header)) throw new AppError('TOO_LARGE', place)
  return { type: header.type, bytes }
}

/** The picture in a base64 `data:` URL. Its declared type is not trusted. */
export function pictureInData(address: string): Picture {
  const comma = address.indexOf(',')
  if (comma < 0) throw new AppError('BAD_REQUEST', { found: 'address' })
  if (address.length > BODY_CAPS.picture * 3) throw new AppError('TOO_LARGE')
  if (!/;\s*base64\s*$/i.test(address.slice(0, comma))) throw new AppError('BAD_REPLY', { found: 'unknownShape' })
  const bytes = decodeBase64(address.slice(comma + 1))
  if (bytes.length > BODY_CAPS.picture) throw new AppError('TOO_LARGE')
  return pictureOf(bytes)
}

function decodeBase64(data: string): Uint8Array {
  try {
    return new Uint8Array(Buffer.from(decodeURIComponent(data), 'base64'))
  } catch {
    throw new AppError('BAD_REPLY', { found: 'malformed' })
  }
}
