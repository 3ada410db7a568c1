/** Raw HTTP: heads as text, whole replies, and bodies that are poured out for as long as somebody takes them. */
import type { Socket } from 'node:net'
import type { Exchange } from './fault.ts'

export const MB = 1024 * 1024

export const JSON_TYPE = 'content-type: application/json'

/** A status line and header lines, with the empty line that ends them. */
export const head = (status: string, ...lines: string[]): string =>
  ['HTTP/1.1 ' + status, ...lines, '', ''].join('\r\n')

/** A reply that keeps every rule of HTTP and ends the connection; lines beside its length and `connection: close`. */
export function whole(status: string, body: string | Buffer = '', ...lines: string[]): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([
    Buffer.from(head(status, ...lines, `content-length: ${bytes.length}`, 'connection: close')),
    bytes
  ])
}

/** Answers so, with JSON. */
export const says =
  (status: string, body: string | Buffer, ...lines: string[]) =>
  ({ socket }: Exchange): void =>
    void socket.end(whole(status, body, JSON_TYPE, ...lines))

/** Answers with these bytes and leaves the connection open. */
export const sends =
  (...parts: (string | Buffer)[]) =>
  ({ socket }: Exchange): void => {
    for (const part of parts) socket.write(part)
  }

/** Answers with these bytes and closes its end. */
export const endsWith =
  (...parts: (string | Buffer)[]) =>
  ({ socket }: Exchange): void =>
    void socket.end(Buffer.concat(parts.map((part) => Buffer.from(part))))

/** One piece of chunked coding. */
export const chunk = (data: string | Buffer): Buffer => {
  const bytes = Buffer.from(data)
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** Writes the pieces as fast as they are taken, then closes its end; stops when the other side is gone. */
export function pour(socket: Socket, pieces: Iterable<Buffer>): void {
  const rest = pieces[Symbol.iterator]()
  const on = (): void => {
    while (!socket.destroyed) {
      const { done, value } = rest.next()
      if (done) return void socket.end()
      if (!socket.write(value)) return void socket.once('drain', on)
    }
  }
  on()
}

/** The same piece again and again: for ever, or so many times. */
export function* again(piece: Buffer, times = Infinity): Generator<Buffer> {
  for (let turn = 0; turn < times; turn++) yield piece
}

/** Writes a piece now and then, until the other side is gone. */
export function drip(socket: Socket, piece: string, everyMs = 50): void {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.once('close', () => clearInterval(timer))
}
