/** Bodies whose content-encoding is broken, cut off or unknown. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { JSON_TYPE, says, whole } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

const garbled = { outcome: { code: 'BAD_REPLY', found: 'malformed' } } as const

/** The fresh answer, encoded so, and these bytes made of that. */
const encoded =
  (encoding: string, encode: (text: string) => Buffer, spoil: (bytes: Buffer) => Buffer) =>
  (exchange: Exchange): void =>
    void exchange.socket.end(
      whole('200 OK', spoil(encode(freshText(exchange))), JSON_TYPE, `content-encoding: ${encoding}`)
    )

const broken = (bytes: Buffer): Buffer => Buffer.from(bytes).fill(0xff, bytes.length >> 1)
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1)
const plain = (bytes: Buffer): Buffer => bytes

export const encodingFaults: NamedFault[] = [
  { name: 'broken gzip', answer: encoded('gzip', gzipSync, broken), ...garbled },
  { name: 'gzip that ends too early', answer: encoded('gzip', gzipSync, cut), ...garbled },
  { name: 'broken deflate', answer: encoded('deflate', deflateSync, broken), ...garbled },
  { name: 'broken brotli', answer: encoded('br', brotliCompressSync, broken), ...garbled },
  {
    name: 'brotli that ends too early',
    answer: encoded('br', brotliCompressSync, (bytes) => bytes.subarray(0, 2)),
    // Nothing was decoded yet, and fetch takes the end of the bytes for the end of the text.
    outcome: { code: 'BAD_REPLY', found: 'empty', status: 200 }
  },
  { name: 'broken zstd', answer: encoded('zstd', zstdCompressSync, broken), ...garbled },
  { name: 'plain text that claims to be gzip', answer: says('200 OK', '[]', 'content-encoding: gzip'), ...garbled },
  { name: 'gzip that claims to be nothing', answer: says('200 OK', gzipSync('[]')), ...garbled },
  {
    name: 'an encoding that nobody knows',
    answer: says('200 OK', gzipSync('[]'), 'content-encoding: zebra'),
    ...garbled
  },
  {
    name: 'gzip in more layers than anybody has',
    answer: encoded('gzip, '.repeat(20) + 'gzip', gzipSync, plain),
    ...garbled
  },
  {
    name: 'gzip around nothing',
    answer: says('200 OK', gzipSync(''), 'content-encoding: gzip'),
    outcome: { code: 'BAD_REPLY', found: 'empty', status: 200 }
  }
]
