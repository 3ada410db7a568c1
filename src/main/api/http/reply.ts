/** Reads bodies up to a limit, and parses JSON. */
import { setImmediate } from 'node:timers/promises'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { createScanner, firstSign, MOST_PARTS, SIGNS } from './json-limits.ts'

export interface Reply {
  status: number
  host: string
  header(name: string): string | null
  bytes: Uint8Array
}

/** In bytes: some networks deliver a body in one chunk. */
const MOUTHFUL = 64 * 1024
/** In milliseconds: the longest time for reading available chunks before other work gets its turn. */
const LONGEST_BREATH_MS = 8

/**
 * Passes the stream's chunks on until its end, the limit or the signal, and cancels the rest. If `take` returns a
 * promise, the next chunk waits for it.
 * @returns whether the stream came to its end
 */
export async function drain(
  stream: ReadableStream<Uint8Array> | null | undefined,
  cap: number,
  signal: AbortSignal,
  take: (piece: Uint8Array) => Promise<void> | void
): Promise<boolean> {
  if (!stream) return true
  signal.throwIfAborted()
  const reader = stream.getReader()
  // Cancelling a broken stream fails, which doesn't matter.
  const callOff = (): void => void reader.cancel().then(undefined, () => undefined)
  // Cancelling ends a pending read at once, whatever the source does.
  signal.addEventListener('abort', callOff, { once: true })
  try {
    let length = 0
    let breath = performance.now()
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return true
      length += value.byteLength
      if (length > cap) {
        callOff()
        return false
      }
      for (let at = 0; at < value.byteLength; at += MOUTHFUL) {
        const taking = take(value.subarray(at, at + MOUTHFUL))
        if (taking) await untilAborted(taking, signal)
        // Available chunks are read without a turn of the event loop, so a fast provider would block everything else.
        if (performance.now() - breath < LONGEST_BREATH_MS) continue
        await setImmediate()
        signal.throwIfAborted()
        breath = performance.now()
      }
    }
  } finally {
    signal.removeEventListener('abort', callOff)
  }
}

/** Collects a body. Call `bytes` once. */
export function createGathering(): { take(piece: Uint8Array): void; bytes(): Uint8Array } {
  let pieces: Uint8Array[] = []
  return {
    take: (piece) => void pieces.push(piece),
    bytes() {
      const [only] = pieces
      const all = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
      pieces = []
      return all
    }
  }
}

export const textOf = (reply: Reply): string => new TextDecoder().decode(reply.bytes)

/** Whether it is a web page, by its content type or its first characters. */
export function isHtml(reply: Reply, text: string): boolean {
  return (
    /^\s*(<!--.*?-->\s*)?<(!doctype html|html|head|body)\b/is.test(text.slice(0, 2000)) ||
    (/^\s*text\/html\b/i.test(reply.header('content-type') ?? '') && /^\s*</.test(text))
  )
}

/**
 * Parses the body, whatever its content type: some providers send JSON as text.
 * @throws BAD_REPLY with found 'empty', 'html', 'malformed' or 'unknownShape' (too deep); TOO_LARGE for too many values
 */
export function jsonOf(reply: Reply): Json {
  const first = firstSign(reply.bytes)
  if (first === null) throw badReply(reply, 'empty')
  // Only JSON has nested values; in a web page brackets mean nothing.
  if (first === SIGNS.open || first === SIGNS.openObject) {
    inPlace(reply, () => createScanner(MOST_PARTS.one).scan(reply.bytes))
  }
  const text = textOf(reply)
  try {
    return JSON.parse(text) as Json
  } catch {
    throw badReply(reply, isHtml(reply, text) ? 'html' : 'malformed')
  }
}

type Place = Pick<Reply, 'host' | 'status'>

/** Runs a reader, and adds the reply's host and status to its errors. */
export function inPlace<T>(place: Place, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw placed(error, place)
  }
}

/** Adds the reply's host and status to an error that the reply caused. */
export function placed(error: unknown, { host, status }: Place): unknown {
  if (!(error instanceof AppError)) return error
  const { code, ...more } = error.info
  return code === 'BAD_REPLY' || code === 'TOO_LARGE' ? new AppError(code, { host, status, ...more }) : error
}

export function badReply({ host, status }: Reply, found: NonNullable<ErrorInfo['found']>): AppError {
  return new AppError('BAD_REPLY', { host, status, found })
}
