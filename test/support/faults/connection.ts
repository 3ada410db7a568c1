/** Connections that are never made, or broken off. */
import { chunk, endsWith, head, JSON_TYPE } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

/** Sends these bytes, and resets the connection when they are on their way. */
const resetsAfter =
  (bytes: (exchange: Exchange) => string) =>
  (exchange: Exchange): void =>
    void exchange.socket.write(bytes(exchange), () => exchange.socket.resetAndDestroy())

const half = (text: string): string => text.slice(0, text.length / 2)

/** A head that promises the whole answer, and half of it. */
const promised = (exchange: Exchange): string => {
  const body = freshText(exchange)
  return head('200 OK', JSON_TYPE, `content-length: ${body.length}`) + half(body)
}

export const connectionFaults: NamedFault[] = [
  { name: 'nobody at the port', nobody: 'port', outcome: { code: 'UNREACHABLE' } },
  { name: 'a name that nobody knows', nobody: 'name', outcome: { code: 'UNREACHABLE' } },
  {
    name: 'a reset before the request was read',
    greet: (socket) => void socket.resetAndDestroy(),
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'a reset before the reply',
    answer: ({ socket }) => void socket.resetAndDestroy(),
    outcome: { code: 'UNREACHABLE' }
  },
  { name: 'the end before the reply', answer: endsWith(), outcome: { code: 'UNREACHABLE' } },
  {
    name: 'a reset among the headers',
    answer: resetsAfter(() => 'HTTP/1.1 200 OK\r\ncontent-ty'),
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'the end among the headers',
    answer: endsWith('HTTP/1.1 200 OK\r\ncontent-ty'),
    outcome: { code: 'UNREACHABLE' }
  },
  { name: 'a reset amid the body', answer: resetsAfter(promised), outcome: { code: 'UNREACHABLE' } },
  {
    name: 'the end before the promised length',
    answer: (exchange) => void exchange.socket.end(promised(exchange)),
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'a reset between chunks',
    answer: resetsAfter(
      (exchange) => head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk(half(freshText(exchange))))
    ),
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'the end between chunks, the last one missing',
    answer: (exchange) =>
      void exchange.socket.end(
        head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk(freshText(exchange)))
      ),
    outcome: { code: 'UNREACHABLE' }
  }
]
