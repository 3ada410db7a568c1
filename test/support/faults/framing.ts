/** Bytes that are no HTTP, or HTTP that contradicts itself. */
import { chunk, endsWith, head, JSON_TYPE, sends } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

const garbled = { outcome: { code: 'BAD_REPLY', found: 'malformed' } } as const

const chunked = (...parts: string[]): ((exchange: Exchange) => void) =>
  endsWith(head('200 OK', JSON_TYPE, 'transfer-encoding: chunked'), ...parts)

/** The whole answer below these header lines. */
const below =
  (...lines: string[]) =>
  (exchange: Exchange): void =>
    void exchange.socket.end(head('200 OK', JSON_TYPE, ...lines) + freshText(exchange))

export const framingFaults: NamedFault[] = [
  { name: 'a mail server', greet: (socket) => void socket.write('220 mail ready\r\n'), ...garbled },
  { name: 'text that is no HTTP', answer: sends('220 mail ready\r\n'), ...garbled },
  { name: 'HTTP/0.9, a body alone', answer: endsWith('<html>Welcome</html>'), ...garbled },
  {
    name: 'bytes of another protocol',
    answer: endsWith(Buffer.of(0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46)),
    ...garbled
  },
  { name: 'HTTP of a version to come', answer: endsWith('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n[]'), ...garbled },
  { name: 'status 000', answer: endsWith('HTTP/1.1 000 Nothing\r\ncontent-length: 2\r\n\r\n[]'), ...garbled },
  { name: 'status 99', answer: endsWith('HTTP/1.1 99 Low\r\ncontent-length: 2\r\n\r\n[]'), ...garbled },
  { name: 'status 999', answer: endsWith('HTTP/1.1 999 High\r\ncontent-length: 2\r\n\r\n[]'), ...garbled },
  { name: 'a status in words', answer: endsWith('HTTP/1.1 OK OK\r\ncontent-length: 2\r\n\r\n[]'), ...garbled },
  {
    name: 'another protocol, unasked',
    answer: sends(head('101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket')),
    ...garbled
  },
  { name: 'a header without a colon', answer: below('no colon here', 'content-length: 2'), ...garbled },
  { name: 'a zero byte in a header', answer: below('x-zero: a\0b'), ...garbled },
  { name: 'two lengths', answer: below('content-length: 2', 'content-length: 20'), ...garbled },
  { name: 'a length in words', answer: below('content-length: many'), ...garbled },
  { name: 'a length below zero', answer: below('content-length: -1'), ...garbled },
  { name: 'a length and chunks at once', answer: below('content-length: 2', 'transfer-encoding: chunked'), ...garbled },
  {
    name: 'a length that is too short',
    answer: (exchange) => {
      const body = freshText(exchange)
      exchange.socket.end(head('200 OK', JSON_TYPE, `content-length: ${body.length - 4}`) + body)
    },
    ...garbled
  },
  { name: 'a chunk whose size is no number', answer: chunked('zz\r\n[]\r\n0\r\n\r\n'), ...garbled },
  { name: 'a chunk of more than was said', answer: chunked('1\r\n[{"id":"a"}]\r\n0\r\n\r\n'), ...garbled },
  { name: 'a chunk of an absurd size', answer: chunked('ffffffffffffffffff\r\n[]\r\n'), ...garbled },
  { name: 'truncated chunks', answer: chunked(String(chunk('[{"id":')), '0\r\n\r\n'), ...garbled },
  {
    name: 'a header that is too large',
    answer: endsWith(head('200 OK', JSON_TYPE, `x-large: ${'z'.repeat(1_000_000)}`, 'content-length: 2'), '[]'),
    ...garbled
  }
]
