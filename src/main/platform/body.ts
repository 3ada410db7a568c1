/** Bodies: read up to a cap, then taken for the JSON they should be. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Json } from '../../shared/model/json.ts'
import type { Reply } from './transport.ts'

/** Reads the stream to its end, to the cap or until the signal, whichever is first; then the rest is called off. */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null | undefined,
  cap: number,
  signal: AbortSignal
): Promise<{ bytes: Uint8Array; whole: boolean }> {
  if (!stream) return { bytes: new Uint8Array(), whole: true }
  signal.throwIfAborted()
  const reader = stream.getReader()
  // A broken stream refuses to be called off; it is of no use any more then either.
  const callOff = (): void => void reader.cancel().then(undefined, () => undefined)
  // A pending read ends at once when the reader is called off, whatever the source does.
  signal.addEventListener('abort', callOff, { once: true })
  try {
    const chunks: Uint8Array[] = []
    let length = 0
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return { bytes: joined(chunks, length), whole: true }
      length += value.byteLength
      if (length > cap) {
        callOff()
        return { bytes: new Uint8Array(), whole: false }
      }
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', callOff)
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

export const textOf = (reply: Reply): string => new TextDecoder().decode(reply.bytes)

/** True for a web page, told by its type or its first letters. */
export function isHtml(reply: Reply, text: string): boolean {
  return (
    /^\s*(<!--.*?-->\s*)?<(!doctype html|html|head|body)\b/is.test(text.slice(0, 2000)) ||
    (/^\s*text\/html\b/i.test(reply.header('content-type') ?? '') && /^\s*</.test(text))
  )
}

/** Most objects, lists and members that are parsed: a catalogue of 100,000 whole products has half of them. */
const MOST_PARTS = 5_000_000

/** Whether the parsed value would be many times as large as its bytes, as a flood of empty records is. */
function hasTooManyParts(bytes: Uint8Array): boolean {
  let parts = 0
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) parts += 1
  return parts > MOST_PARTS
}

/** A shorter secret would blot out ordinary words. */
const SHORTEST_SECRET = 8

/** The text without what the platform must not say back: secrets are kept nowhere, under no name. */
function without(secrets: readonly string[], text: string): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
}

/**
 * The body as JSON, secrets that were sent blotted out of it. The content type is not asked: some platforms send JSON as text.
 * @throws BAD_REPLY with found 'empty', 'html' or 'malformed'; TOO_LARGE for one that only parses into too much
 */
export function jsonOf(reply: Reply, secrets: readonly string[] = []): Json {
  const { host, status } = reply
  if (hasTooManyParts(reply.bytes)) throw new Fault('TOO_LARGE', { host, status })
  const text = without(secrets, textOf(reply))
  if (text.trim() === '') throw new Fault('BAD_REPLY', { host, status, found: 'empty' })
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new Fault('BAD_REPLY', { host, status, found: isHtml(reply, text) ? 'html' : 'malformed' })
  }
}
