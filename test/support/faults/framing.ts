/** Bytes that are no HTTP, HTTP that contradicts itself, and encodings that are broken, cut off or unknown. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { CHUNKED, chunk, ends, fault, freshText, garbled, head, JSON_TYPE, says, sends } from './fault.ts'
import type { Exchange, NamedFault } from './fault.ts'

// Without it, a reply that seems whole leaves Chromium an idle connection, if it is read before the server's end arrives.
const CLOSE = 'connection: close'
const chunks = (...parts: string[]) => ends(head('200 OK', JSON_TYPE, CHUNKED, CLOSE), ...parts)
const below = (...lines: string[]) => ends(head('200 OK', JSON_TYPE, ...lines), freshText)
const status = (line: string) => ends(`${line}\r\n${CLOSE}\r\ncontent-length: 2\r\n\r\n[]`)
const tooShort = (exchange: Exchange): void => below(`content-length: ${freshText(exchange).length - 4}`)(exchange)

/** Chromium reads the status as 200, and so the body `[]`. */
const readAs200: Partial<NamedFault> = {
  onElectron: {
    outcome: { code: 'BAD_REPLY', found: 'notAnObject', status: 200 },
    but: { 'sign-in': { code: 'BAD_REPLY', found: 'noToken', status: 200 }, list: 'read', invoices: 'read' }
  }
}
const tolerated: Partial<NamedFault> = { onElectron: { outcome: 'read' } }

export const framingFaults: NamedFault[] = [
  fault('a mail server', garbled, undefined, { greet: (socket) => void socket.write('220 mail ready\r\n') }),
  fault('text that is no HTTP', garbled, sends('220 mail ready\r\n')),
  fault('HTTP/0.9, a body alone', garbled, ends('<html>Welcome</html>')),
  fault('bytes of another protocol', garbled, ends(Buffer.of(0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46))),
  fault('HTTP of a version to come', garbled, status('HTTP/9.9 200 OK'), readAs200),
  fault('status 000', garbled, status('HTTP/1.1 000 Nothing')),
  fault('status 99', garbled, status('HTTP/1.1 99 Low')),
  fault('status 999', garbled, status('HTTP/1.1 999 High')),
  fault('a status in words', garbled, status('HTTP/1.1 OK OK'), readAs200),
  fault(
    'another protocol, unasked',
    garbled,
    sends(head('101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket')),
    // Chromium waits for the reply that follows a status below 200.
    { onElectron: { outcome: { code: 'TIMEOUT' } } }
  ),
  fault('a header without a colon', garbled, below('no colon here', 'content-length: 2')),
  fault('a zero byte in a header', garbled, below('x-zero: a\0b')),
  fault('two lengths', garbled, below('content-length: 2', 'content-length: 20')),
  fault('a length in words', garbled, below('content-length: many'), tolerated),
  fault('a length below zero', garbled, below('content-length: -1'), tolerated),
  fault('a length and chunks at once', garbled, below('content-length: 2', CHUNKED), {
    onElectron: { outcome: { code: 'UNREACHABLE' } }
  }),
  fault('a length that is too short', garbled, tooShort),
  fault('a chunk whose size is no number', garbled, chunks('zz\r\n[]\r\n0\r\n\r\n')),
  fault('a chunk of more than was said', garbled, chunks('1\r\n[{"id":"a"}]\r\n0\r\n\r\n')),
  fault('a chunk of an absurd size', garbled, chunks('ffffffffffffffffff\r\n[]\r\n')),
  fault('truncated chunks', garbled, chunks(String(chunk('[{"id":')), '0\r\n\r\n')),
  fault('a header that is too large', garbled, below(`x-large: ${'z'.repeat(1_000_000)}`)),
  fault('status 600', garbled, status('HTTP/1.1 600 Higher')),
  fault('a file name in UTF-8', 'read', below('content-disposition: attachment; filename="Rechnung–1.pdf"')),
  fault('a header of one byte that is no UTF-8', 'read', (exchange) =>
    ends(Buffer.from(head('200 OK', JSON_TYPE, 'x-name: Z\xfcrich'), 'latin1'), freshText)(exchange)
  ),
  fault('a reason phrase in another script', 'read', (exchange) =>
    ends(head('200 はい', JSON_TYPE), freshText)(exchange)
  )
]

/** The fresh answer, encoded and spoiled. */
const encoded =
  (encoding: string, encode: (text: string) => Buffer, spoil = (bytes: Buffer): Buffer => bytes) =>
  (exchange: Exchange): void =>
    says('200 OK', spoil(encode(freshText(exchange))), `content-encoding: ${encoding}`)(exchange)

const broken = (bytes: Buffer): Buffer => Buffer.from(bytes).fill(0xff, bytes.length >> 1)
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1)
const empty = { code: 'BAD_REPLY', found: 'empty', status: 200 } as const

export const encodingFaults: NamedFault[] = [
  fault('broken gzip', garbled, encoded('gzip', gzipSync, broken)),
  fault('gzip that ends too early', garbled, encoded('gzip', gzipSync, cut)),
  fault('broken deflate', garbled, encoded('deflate', deflateSync, broken)),
  fault('broken brotli', garbled, encoded('br', brotliCompressSync, broken)),
  // Nothing was decoded yet, and fetch takes the end of the bytes for the end of the text.
  fault(
    'brotli that ends too early',
    empty,
    encoded('br', brotliCompressSync, (bytes) => bytes.subarray(0, 2))
  ),
  fault('broken zstd', garbled, encoded('zstd', zstdCompressSync, broken)),
  fault('plain text that claims to be gzip', garbled, says('200 OK', '[]', 'content-encoding: gzip')),
  fault('gzip that claims to be nothing', { ...garbled, status: 200 }, says('200 OK', gzipSync('[]'))),
  fault('an encoding that nobody knows', garbled, says('200 OK', gzipSync('[]'), 'content-encoding: zebra')),
  fault('gzip in more layers than anybody has', garbled, encoded('gzip, '.repeat(20) + 'gzip', gzipSync)),
  fault('gzip around nothing', empty, says('200 OK', gzipSync(''), 'content-encoding: gzip'))
]
