/** Bodies: read up to a cap, then taken for the JSON they should be. */
import { setImmediate } from 'node:timers/promises'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { createScanner, firstSign, MOST_PARTS, SIGNS } from './json-limits.ts'
import type { Reply } from './transport.ts'

/** Most bytes that are taken at once: some networks give a body in one piece. */
const MOUTHFUL = 64 * 1024
/** Longest time for which pieces that are there already are taken without a pause, in milliseconds. */
const LONGEST_BREATH_MS = 8

/**
 * Hands the stream on piece by piece, to its end, to the cap or until the signal, whichever is first; then the rest is called off.
 * Where `take` gives a promise, the next piece waits for it.
 * @returns whether it came to its end
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
  // A broken stream refuses to be called off; it is of no use any more then either.
  const callOff = (): void => void reader.cancel().then(undefined, () => undefined)
  // A pending read ends at once when the reader is called off, whatever the source does.
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
        // What has arrived is read without a turn of the event loop, and a quick platform would keep everything else waiting.
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

/** Gathers a body; `bytes` may be asked once. */
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

/** True for a web page, told by its type or its first letters. */
export function isHtml(reply: Reply, text: string): boolean {
  return (
    /^\s*(<!--.*?-->\s*)?<(!doctype html|html|head|body)\b/is.test(text.slice(0, 2000)) ||
    (/^\s*text\/html\b/i.test(reply.header('content-type') ?? '') && /^\s*</.test(text))
  )
}

/**
 * The body as JSON. The content type is not asked: some platforms send JSON as text.
 * @throws BAD_REPLY with found 'empty', 'html', 'malformed' or 'unknownShape' (too deep); TOO_LARGE for one that only parses
 * into too much
 */
export function jsonOf(reply: Reply): Json {
  const first = firstSign(reply.bytes)
  if (first === null) throw badReply(reply, 'empty')
  // Nothing else can hold other values, and in a web page brackets mean nothing.
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

/** Runs what reads a reply; its Faults then say which reply it was. */
export function inPlace<T>(place: Place, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw placed(error, place)
  }
}

/** What was thrown over a reply; where it is the reply's fault, with the place where it came from. */
export function placed(error: unknown, { host, status }: Place): unknown {
  if (!(error instanceof AppError)) return error
  const { code, ...more } = error.info
  return code === 'BAD_REPLY' || code === 'TOO_LARGE' ? new AppError(code, { host, status, ...more }) : error
}

export function badReply({ host, status }: Reply, found: NonNullable<ErrorInfo['found']>): AppError {
  return new AppError('BAD_REPLY', { host, status, found })
}
