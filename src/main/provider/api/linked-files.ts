/** Pictures and PDFs from the provider's URLs: SSRF guard, no credentials, recognised by their bytes. Only a PDF's redirects are followed. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { isDataAddress, isWithinLimits, PICTURE_TYPES, readPicture } from '../../../shared/picture/picture.ts'
import type { Picture } from '../../ports/index.ts'
import { throwIfError } from './http/error-response.ts'
import type { Times } from './http/deadline.ts'
import { badReply, type Reply } from './http/reply.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { BODY_CAPS, type HttpRequest } from './http/transport.ts'
import {
  leadsToPrivateNetwork,
  normaliseBaseUrl,
  notAnAddress,
  privateAddress,
  resolveUntrustedUrl,
  type Resolver
} from './security/url-rules.ts'

const ACCEPTED_PICTURES = PICTURE_TYPES.join(',')

const MOST_REDIRECTS = 5

/** Once the answer has begun, a PDF may take this many times longer. */
export const PATIENCE_FOR_PDF = 6

interface FileRequest<T> extends Pick<HttpRequest, 'accept' | 'cap'> {
  connection: Connection
  address: string
  times: Times
  mostRedirects?: number
  read(reply: Reply): T
}

export class LinkedFiles {
  readonly #pipeline: RequestPipeline
  readonly #resolver: Resolver

  constructor(pipeline: RequestPipeline, resolver: Resolver) {
    this.#pipeline = pipeline
    this.#resolver = resolver
  }

  async fetchPicture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture> {
    if (isDataAddress(address)) return pictureInData(address.trim())
    const times = { answerMs: this.#pipeline.answerMs(connection) }
    const read = (reply: Reply): Picture => {
      throwIfError(reply, { signingIn: false, secrets: [], now: this.#pipeline.now() })
      return pictureOf(reply.bytes, reply.host)
    }
    const limits = { accept: ACCEPTED_PICTURES, cap: BODY_CAPS.picture }
    return this.#fetchFile({ connection, address, times, read, ...limits }, signal)
  }

  async fetchPdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array> {
    // A relative link would need the credential, which isn't sent.
    if (!/^\s*https:\/\//i.test(address)) throw notAnAddress()
    const answerMs = this.#pipeline.answerMs(connection)
    const times = { answerMs, wholeMs: answerMs * PATIENCE_FOR_PDF }
    const read = (reply: Reply): Uint8Array => pdfOf(reply, this.#pipeline.now())
    const limits = { accept: 'application/pdf', cap: BODY_CAPS.pdf, mostRedirects: MOST_REDIRECTS }
    return this.#fetchFile({ connection, address, times, read, ...limits }, signal)
  }

  #fetchFile<T>(
    { connection, address, times, mostRedirects = 0, read, ...limits }: FileRequest<T>,
    signal?: AbortSignal
  ): Promise<T> {
    const baseUrl = normaliseBaseUrl(connection.baseUrl)
    const first: HttpRequest = { url: resolveUntrustedUrl(baseUrl, address), ...limits }
    return this.#pipeline.request({ connection, httpRequest: first, times }, { signal }, async (deadline) => {
      let httpRequest = first
      for (let redirects = 0; ; redirects++) {
        if (await leadsToPrivateNetwork(httpRequest.url, new URL(baseUrl), this.#resolver, deadline)) {
          throw privateAddress()
        }
        const reply = await this.#pipeline.send(connection, httpRequest, deadline)
        const target = redirects < mostRedirects ? redirectOf(reply, httpRequest.url) : null
        if (target === null) return read(reply)
        // Checked as the first address is.
        httpRequest = { ...first, url: resolveUntrustedUrl(baseUrl, target) }
      }
    })
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The https address that a reply redirects to; null: none that may be followed. */
function redirectOf({ status, header }: Reply, from: URL): string | null {
  const location = header('location')
  if (!REDIRECTS.has(status) || location === null) return null
  const target = URL.parse(location, from.href)
  return target?.protocol === 'https:' && target.username === '' && target.password === '' ? target.href : null
}

function pictureOf(bytes: Uint8Array, host?: string): Picture {
  const place = host === undefined ? {} : { host }
  const header = readPicture(bytes)
  if (!header) throw new AppError('BAD_REPLY', { ...place, found: bytes.length === 0 ? 'empty' : 'unknownShape' })
  if (!isWithinLimits(header)) throw new AppError('TOO_LARGE', place)
  return { type: header.type, bytes }
}

/** The declared type of a base64 `data:` URL is not trusted. */
export function pictureInData(address: string): Picture {
  const comma = address.indexOf(',')
  if (comma < 0) throw notAnAddress()
  if (address.length > BODY_CAPS.picture * 3) throw new AppError('TOO_LARGE')
  if (!/;\s*base64\s*$/i.test(address.slice(0, comma))) throw new AppError('BAD_REPLY', { found: 'unknownShape' })
  const bytes = decodeBase64(address.slice(comma + 1))
  if (bytes.length > BODY_CAPS.picture) throw new AppError('TOO_LARGE')
  return pictureOf(bytes)
}

function decodeBase64(data: string): Uint8Array {
  try {
    // Decoding percent signs takes far longer than the rest, and few addresses have them.
    return new Uint8Array(Buffer.from(data.includes('%') ? decodeURIComponent(data) : data, 'base64'))
  } catch {
    throw new AppError('BAD_REPLY', { found: 'malformed' })
  }
}

/** Readers look for the signature in the first 1,024 bytes (ISO 32000-1, annex H.3, 3.4.1). */
const SIGNATURE_WITHIN = 1024

export function isPdf({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, SIGNATURE_WITHIN)).includes('%PDF-')
}

export const isRedirect = ({ status }: Reply): boolean => status >= 300 && status < 400

function pdfOf(reply: Reply, now: Date): Uint8Array {
  // Not followed: a browser can.
  if (isRedirect(reply)) throw badReply(reply, 'opensInBrowser')
  // The token wasn't sent, so a 401 says nothing about it.
  if (reply.status === 401) throw new AppError('FORBIDDEN', { host: reply.host, status: reply.status })
  try {
    throwIfError(reply, { signingIn: false, secrets: [], now })
  } catch (error) {
    // The host's error text may quote the signed URL.
    const { code, providerMessage: _dropped, ...more } = toErrorInfo(error)
    throw new AppError(code, more)
  }
  if (!isPdf(reply.bytes)) throw badReply(reply, 'notPdf')
  return reply.bytes
}
