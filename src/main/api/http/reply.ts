/** A reply, and the JSON in its body. */
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { createScanner, firstSign, MOST_PARTS_OF_BODY, SIGNS } from './json-limits.ts'

export interface Reply {
  status: number
  host: string
  header(name: string): string | null
  bytes: Uint8Array
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

export const textOf = (reply: Reply): string => new TextDecoder().decode(reply.bytes)

export function isHtml(reply: Reply, text: string): boolean {
  return (
    /^\s*(<!--.*?-->\s*)?<(!doctype html|html|head|body)\b/is.test(text.slice(0, 2000)) ||
    (/^\s*text\/html\b/i.test(reply.header('content-type') ?? '') && /^\s*</.test(text))
  )
}

/** @throws BAD_REPLY (found 'empty', 'html', 'malformed', 'unknownShape'), TOO_LARGE */
export function jsonOf(reply: Reply): Json {
  const first = firstSign(reply.bytes)
  if (first === null) throw badReply(reply, 'empty')
  // Only JSON has nested values; in a web page brackets mean nothing.
  if (first === SIGNS.open || first === SIGNS.openObject) {
    try {
      createScanner(MOST_PARTS_OF_BODY).scan(reply.bytes)
    } catch (error) {
      throw withPlace(error, reply)
    }
  }
  const text = textOf(reply)
  try {
    return JSON.parse(text) as Json
  } catch {
    throw badReply(reply, isHtml(reply, text) ? 'html' : 'malformed')
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
