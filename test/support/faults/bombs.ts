/** Answers that are meant to fill the memory: endless, decompressed to a thousand times their size, or made of too many parts. */
import { pipeline, Readable } from 'node:stream'
import { createBrotliCompress, constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { again, chunk, head, JSON_TYPE, MB, pour } from './bytes.ts'
import type { Ending, Exchange, NamedFault } from './fault.ts'

const tooLarge: Ending = { code: 'TOO_LARGE', status: 200 }
const tooDeep: Ending = { code: 'BAD_REPLY', found: 'unknownShape', status: 200 }

/** The list is read while it comes, the others are not looked at before they are whole. */
const endlessDepth = { outcome: tooLarge, but: { list: tooDeep, invoices: tooDeep } } as const

/** Chunked coding for ever: what is said first, then the same again and again. */
const endless = (piece: string, first = '', status = '200 OK'): Pick<NamedFault, 'bomb' | 'answer'> => ({
  bomb: true,
  answer: ({ socket }) => {
    socket.write(head(status, JSON_TYPE, 'transfer-encoding: chunked'))
    if (first !== '') socket.write(chunk(first))
    const many = chunk(piece.repeat(Math.ceil((256 * 1024) / piece.length)))
    pour(socket, again(many))
  }
})

/** Decompressed size of a compressed bomb: more than a gigabyte. */
export const BOMB_BYTES = 1280 * MB
const BLOCK = 16 * MB
const BLOCKS = BOMB_BYTES / BLOCK

/**
 * Deflate of the text, again and again: a block that ends with a full flush refers to nothing before it, so it can be
 * sent any number of times.
 */
function* deflated(prefix: Buffer, first: string, text: string): Generator<Buffer> {
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  yield prefix
  if (first !== '') yield deflateRawSync(first, flush)
  const block = deflateRawSync(text.repeat(Math.ceil(BLOCK / text.length)), flush)
  yield* again(block, BLOCKS)
}
const GZIP_HEAD = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
const ZLIB_HEAD = Buffer.of(0x78, 0x01)

const compressed = (
  encoding: string,
  pieces: () => Iterable<Buffer>,
  status = '200 OK'
): Pick<NamedFault, 'bomb' | 'answer'> => ({
  bomb: true,
  answer: ({ socket }) => {
    socket.write(head(status, JSON_TYPE, `content-encoding: ${encoding}`))
    pour(socket, pieces())
  }
})

const gzipBomb = (first: string, text: string): Pick<NamedFault, 'bomb' | 'answer'> =>
  compressed('gzip', () => deflated(GZIP_HEAD, first, text))

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
  socket.write(head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk('[{')))
  pour(socket, all())
}

const spaces = ' '.repeat(64)
const DEEP = 1_000_000

export const bombFaults: NamedFault[] = [
  { name: 'spaces for ever', ...endless(spaces, '['), outcome: tooLarge },
  { name: 'a text for ever', ...endless('z', '["'), outcome: tooLarge },
  { name: 'a number for ever', ...endless('1', '['), outcome: tooLarge },
  { name: 'the name of a member for ever', ...endless('z', '[{"'), outcome: tooLarge },
  { name: 'empty records for ever', ...endless('{},', '['), outcome: tooLarge },
  { name: 'empty lists for ever', ...endless('[],', '['), outcome: tooLarge },
  { name: 'numbers for ever', ...endless('0,', '['), outcome: tooLarge },
  { name: 'one record of members for ever', bomb: true, answer: members, outcome: tooLarge },
  { name: 'one record of lists for ever', ...endless('[],', '[{"id":"a","contextData":['), outcome: tooLarge },
  { name: 'lists inside lists for ever', ...endless('['), ...endlessDepth },
  { name: 'records inside records for ever', ...endless('{"a":', '['), ...endlessDepth },
  {
    name: 'lists a million deep',
    bomb: true,
    answer: ({ socket }) => {
      socket.end(head('200 OK', JSON_TYPE, `content-length: ${2 * DEEP}`) + '['.repeat(DEEP) + ']'.repeat(DEEP))
    },
    outcome: tooDeep
  },
  {
    name: 'a record a million deep',
    bomb: true,
    answer: ({ socket }) => {
      const body = `[${'{"a":'.repeat(DEEP)}0${'}'.repeat(DEEP)}]`
      socket.end(head('200 OK', JSON_TYPE, `content-length: ${body.length}`) + body)
    },
    outcome: tooDeep
  },
  {
    name: 'a text of 300 MB',
    bomb: true,
    answer: ({ socket }) => {
      const open = '["'
      const close = '"]'
      socket.write(head('200 OK', JSON_TYPE, `content-length: ${300 * MB + open.length + close.length}`) + open)
      pour(socket, [...again(Buffer.alloc(MB, 'z'), 300), Buffer.from(close)])
    },
    outcome: tooLarge
  },
  { name: 'a gzip bomb of spaces', ...gzipBomb('[', spaces), outcome: tooLarge },
  { name: 'a gzip bomb of empty records', ...gzipBomb('[', '{},'), outcome: tooLarge },
  { name: 'a gzip bomb of one text', ...gzipBomb('["', 'z'), outcome: tooLarge },
  { name: 'a gzip bomb in a gzip', ...compressed('gzip, gzip', twice), outcome: tooLarge },
  { name: 'a deflate bomb', ...compressed('deflate', () => deflated(ZLIB_HEAD, '[', spaces)), outcome: tooLarge },
  { name: 'a zstd bomb', ...compressed('zstd', zstd), outcome: tooLarge },
  { name: 'a brotli bomb', bomb: true, answer: brotli, outcome: tooLarge },
  {
    name: 'a gzip bomb as the body of a refusal',
    ...compressed('gzip', () => deflated(GZIP_HEAD, '{"message":"', 'z'), '500 Internal Server Error'),
    outcome: { code: 'SERVER', status: 500 }
  },
  {
    name: 'a refusal for ever',
    ...endless('z', '{"message":"', '401 Unauthorized'),
    outcome: { code: 'UNAUTHORIZED', status: 401 },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } }
  },
  {
    name: 'headers for ever',
    bomb: true,
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, again(Buffer.from('x-more: headers\r\n'.repeat(4096))))
    },
    outcome: { code: 'BAD_REPLY', found: 'malformed' }
  },
  {
    name: 'trailers for ever',
    bomb: true,
    answer: (exchange) => {
      exchange.socket.write(head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk('[]')) + '0\r\n')
      pour(exchange.socket, again(Buffer.from('x-more: trailers\r\n'.repeat(4096))))
    },
    outcome: { code: 'BAD_REPLY', found: 'malformed' }
  }
]
