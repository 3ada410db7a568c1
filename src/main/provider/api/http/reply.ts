/** A reply, the JSON in its body, and its validators for the next conditional request. */
import { createHash } from 'node:crypto'
import { AppError, type ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Json } from '../../../../shared/models/json.ts'
import type { Validators } from '../../../ports/index.ts'
import { READERS_VERSION } from '../../readers/records.ts'
import type { Redact } from '../../readers/security/redaction.ts'
import { JsonScanner, firstSign, MOST_PARTS_OF_BODY, SIGNS } from '../../readers/json/json-limits.ts'
import { parseJson } from '../../readers/json/parse-json.ts'
import { webPageIn } from './web-page.ts'

export interface Reply {
  status: number
  host: string
  header(name: string): string | null
  /** Of the headers, in lower-case letters. */
  names?(): readonly string[]
  bytes: Uint8Array
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

export const textOf = (reply: Reply): string => new TextDecoder().decode(reply.bytes)

export function jsonOf(reply: Reply): Json {
  const first = firstSign(reply.bytes)
  if (first === null) throw badReply(reply, 'empty')
  // Only JSON has nested values; in a web page brackets mean nothing.
  if (first === SIGNS.open || first === SIGNS.openObject) {
    try {
      new JsonScanner(MOST_PARTS_OF_BODY).scan(reply.bytes)
    } catch (error) {
      throw withPlace(error, reply)
    }
  }
  const text = textOf(reply)
  try {
    return parseJson(text, reply.bytes)
  } catch {
    throw badReply(reply, webPageIn(reply, text) ?? 'malformed')
  }
}

export function withPlace(error: unknown, { host, status }: Pick<Reply, 'host' | 'status'>): unknown {
  if (!(error instanceof AppError)) return error
  const { code, ...more } = error.info
  return code === 'BAD_REPLY' || code === 'TOO_LARGE' ? new AppError(code, { host, status, ...more }) : error
}

export function badReply({ host, status }: Reply, found: NonNullable<ErrorInfo['found']>): AppError {
  return new AppError('BAD_REPLY', { host, status, found })
}

const LONGEST_VALIDATOR = 1024

export function validity(url: URL, readBy: unknown = null): string {
  return createHash('sha256')
    .update(`${READERS_VERSION} ${url.href} ${JSON.stringify(readBy)}`)
    .digest('hex')
    .slice(0, 32)
}

export function conditionsOf(known: Validators | null | undefined, of: string): Record<string, string> | null {
  if (!known || known.of !== of) return null
  const conditions: Record<string, string> = {}
  if (isHeaderSafe(known.etag)) conditions['If-None-Match'] = known.etag
  if (isHeaderSafe(known.lastModified)) conditions['If-Modified-Since'] = known.lastModified
  return Object.keys(conditions).length > 0 ? conditions : null
}

/** @param body see BodyPrint */
export function validatorsIn(reply: Reply, of: string, redact: Redact, body?: string): Validators | null {
  const usable = (name: string): string | null => {
    const value = reply.header(name)
    // Stored in plain text, so a validator with the secret in it is dropped.
    return isHeaderSafe(value) && redact(value) === value ? value : null
  }
  const etag = usable('etag')
  const lastModified = usable('last-modified')
  return validatorsOf({ etag, lastModified, of, body })
}

/** The reading of the same body may differ at another time. */
export const withoutBody = (validators: Validators | null): Validators | null =>
  validators && validatorsOf({ ...validators, body: undefined })

function validatorsOf({ body, ...ofHeaders }: Validators): Validators | null {
  if (body !== undefined) return { ...ofHeaders, body }
  return ofHeaders.etag === null && ofHeaders.lastModified === null ? null : ofHeaders
}

function isHeaderSafe(value: string | null): value is string {
  return value !== null && value.length <= LONGEST_VALIDATOR && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)
}
