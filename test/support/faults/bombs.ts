/** Answers that are meant to fill the memory: endless, decompressed to a thousand times their size, or made of too many parts. */
import { randomBytes } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createBrotliCompress, constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { again, CHUNKED, chunk, fault, garbled, head, JSON_TYPE, MB, pour, whole } from './fault.ts'
import type { ByKind, Ending, Exchange, NamedFault, Outcome } from './fault.ts'

const tooLarge: Ending = { code: 'TOO_LARGE', status: 200 }
const tooDeep: Ending = { code: 'BAD_REPLY', found: 'unknownShape', status: 200 }
/** Lists are read while they come, the others are not looked at before they are whole. */
const LISTS_TOO_DEEP: ByKind = { list: tooDeep, invoices: tooDeep }

const bomb = (name: string, outcome: Outcome, answer: (exchange: Exchange) => void, but?: ByKind): NamedFault =>
  fault(name, outcome, answer, { bomb: true, ...(but && { but }) })

/** Chunked coding without end: what is said first, then the same again and again. */
const endless =
  (piece: string, first = '', status = '200 OK') =>
  ({ socket }: Exchange): void => {
    socket.write(head(status, JSON_TYPE, CHUNKED) + (first === '' ? '' : String(chunk(first))))
    pour(socket, again(chunk(piece.repeat(Math.ceil((256 * 1024) / piece.length)))))
  }

/** Within the 4 MB of a record: a level has six bytes. */
const DEEP = 600_000
const nested =
  (open: string, close: string) =>
  ({ socket }: Exchange): void =>
    void socket.end(whole('200 OK', `[${open.repeat(DEEP)}0${close.repeat(DEEP)}]`, JSON_TYPE))

/** Decompressed size of a compressed bomb: more than a gigabyte. */
const BOMB_BYTES = 1280 * MB
const BLOCK = 16 * MB
const BLOCKS = BOMB_BYTES / BLOCK
const spaces = ' '.repeat(64)

/**
 * Deflate of the text, again and again: a block that ends with a full flush refers to nothing before it, so it can be
 * sent any number of times.
 */
function* deflated(prefix: Buffer, first: string, text: string): Generator<Buffer> {
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  yield prefix
  if (first !== '') yield deflateRawSync(first, flush)
  yield* again(deflateRawSync(text.repeat(Math.ceil(BLOCK / text.length)), flush), BLOCKS)
}
const GZIP_HEAD = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
const ZLIB_HEAD = Buffer.of(0x78, 0x01)

/**
 * Lines of random length, which deflate makes 50 times smaller; plain spaces become a thousand times smaller. Node's fetch inflates
 * all of a network read at once, whether or not anybody reads the result (undici, lib/web/fetch/util.js, InflateStream): 64 kB of
 * plain spaces would take 64 MB. Its gzip waits for the reader.
 */
const blankLines = (): string => Array.from(randomBytes(16 * 1024), (length) => `${' '.repeat(length)}\n`).join('')

const compressed =
  (encoding: string, pieces: () => Iterable<Buffer>, status = '200 OK') =>
  ({ socket }: Exchange): void => {
    socket.write(head(status, JSON_TYPE, `content-encoding: ${encoding}`))
    pour(socket, pieces())
  }
const gzipBomb = (first: string, text: string) => compressed('gzip', () => deflated(GZIP_HEAD, first, text))
const twice = (): Buffer[] => [gzipSync(Buffer.concat([...deflated(GZIP_HEAD, '[', spaces)]))]
/** Frames one after the other are one text. */
const zstd = (): Iterable<Buffer> => again(zstdCompressSync(Buffer.alloc(BLOCK, ' ')), BLOCKS)

function brotli({ socket }: Exchange): void {
  socket.write(head('200 OK', JSON_TYPE, 'content-encoding: br'))
  const compress = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  // It ends when the socket is gone, with an error that says so.
  pipeline(Readable.from(again(Buffer.alloc(BLOCK, ' '), BLOCKS)), compress, socket, () => undefined)
}

/** Members of one record, no two of the same name. */
function members({ socket }: Exchange): void {
  function* all(): Generator<Buffer> {
    for (let from = 0; ; from += 10_000) {
      const names = Array.from({ length: 10_000 }, (_, at) => `"m${from + at}":0`)
      yield chunk(`${names.join(',')},`)
    }
  }
  socket.write(head('200 OK', JSON_TYPE, CHUNKED) + String(chunk('[{')))
  pour(socket, all())
}

function longText({ socket }: Exchange): void {
  socket.write(head('200 OK', JSON_TYPE, `content-length: ${300 * MB + 4}`) + '["')
  pour(socket, [...again(Buffer.alloc(MB, 'z'), 300), Buffer.from('"]')])
}

/** These bytes, then lines of headers without end. */
const headers =
  (first: string) =>
  ({ socket }: Exchange): void => {
    socket.write(first)
    pour(socket, again(Buffer.from('x-more: headers\r\n'.repeat(4096))))
  }

export const bombFaults: NamedFault[] = [
  bomb('spaces without end', tooLarge, endless(spaces, '[')),
  bomb('a text without end', tooLarge, endless('z', '["')),
  bomb('a number without end', tooLarge, endless('1', '[')),
  bomb('the name of a member without end', tooLarge, endless('z', '[{"')),
  bomb('empty records without end', tooLarge, endless('{},', '[')),
  bomb('empty lists without end', tooLarge, endless('[],', '[')),
  bomb('numbers without end', tooLarge, endless('0,', '[')),
  bomb('one record of members without end', tooLarge, members),
  bomb('one record of lists without end', tooLarge, endless('[],', '[{"id":"a","contextData":[')),
  bomb('lists inside lists without end', tooLarge, endless('['), LISTS_TOO_DEEP),
  bomb('records inside records without end', tooLarge, endless('{"a":', '['), LISTS_TOO_DEEP),
  bomb('lists 600,000 deep', tooDeep, nested('[', ']')),
  bomb('a record 600,000 deep', tooDeep, nested('{"a":', '}')),
  bomb('a text of 300 MB', tooLarge, longText),
  bomb('a gzip bomb of spaces', tooLarge, gzipBomb('[', spaces)),
  bomb('a gzip bomb of empty records', tooLarge, gzipBomb('[', '{},')),
  bomb('a gzip bomb of one text', tooLarge, gzipBomb('["', 'z')),
  bomb('a gzip bomb in a gzip', tooLarge, compressed('gzip, gzip', twice)),
  bomb(
    'a deflate bomb',
    tooLarge,
    compressed('deflate', () => deflated(ZLIB_HEAD, '[', blankLines()))
  ),
  bomb('a zstd bomb', tooLarge, compressed('zstd', zstd)),
  bomb('a brotli bomb', tooLarge, brotli),
  bomb(
    'a gzip bomb as the body of an error',
    { code: 'SERVER', status: 500 },
    compressed('gzip', () => deflated(GZIP_HEAD, '{"message":"', 'z'), '500 Internal Server Error')
  ),
  bomb(
    'an error without end',
    { code: 'UNAUTHORIZED', status: 401 },
    endless('z', '{"message":"', '401 Unauthorized'),
    { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } }
  ),
  bomb('headers without end', garbled, headers('HTTP/1.1 200 OK\r\n')),
  {
    ...bomb(
      'trailers without end',
      garbled,
      headers(head('200 OK', JSON_TYPE, CHUNKED) + String(chunk('[]')) + '0\r\n')
    ),
    // Chromium drops them one by one without a limit, and does nothing else meanwhile: no other request gets an answer before they end.
    onElectron: { outcome: { code: 'TIMEOUT' } }
  }
]
