/** Answers that do not come in time: silence, and bytes that drip for ever. */
import { chunk, drip, head, JSON_TYPE, sends } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

const late = { outcome: { code: 'TIMEOUT' } } as const

/** The whole answer but for its last letter, and no end. */
const nearlyAll = (exchange: Exchange): string => {
  const body = freshText(exchange)
  return head('200 OK', JSON_TYPE, `content-length: ${body.length}`) + body.slice(0, -1)
}

export const slowFaults: NamedFault[] = [
  { name: 'silence', ...late },
  { name: 'silence after a part of the headers', answer: sends('HTTP/1.1 200 OK\r\ncontent-type: app'), ...late },
  {
    name: 'silence after the headers',
    answer: sends(head('200 OK', JSON_TYPE, 'content-length: 1000')),
    ...late
  },
  {
    name: 'silence before the last letter',
    answer: (exchange) => void exchange.socket.write(nearlyAll(exchange)),
    ...late
  },
  {
    name: 'all of the answer, but never the last chunk',
    answer: (exchange) =>
      void exchange.socket.write(
        head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk(freshText(exchange)))
      ),
    ...late
  },
  {
    name: 'a body that drips',
    answer: ({ socket }) => {
      socket.write(head('200 OK', JSON_TYPE, 'content-length: 100000') + '[')
      drip(socket, ' ')
    },
    ...late
  },
  {
    name: 'chunks that drip',
    answer: ({ socket }) => {
      socket.write(head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + String(chunk('[')))
      drip(socket, String(chunk(' ')))
    },
    ...late
  },
  {
    name: 'the extension of a chunk that drips',
    answer: ({ socket }) => {
      socket.write(head('200 OK', JSON_TYPE, 'transfer-encoding: chunked') + '2;')
      drip(socket, 'z')
    },
    ...late
  },
  {
    name: 'a head that drips, letter by letter',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      drip(socket, 'z')
    },
    ...late
  },
  {
    name: 'headers that drip, line by line',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 'x: y\r\n')
    },
    ...late
  },
  {
    name: 'hints that a reply will come, for ever',
    answer: ({ socket }) => drip(socket, head('103 Early Hints', 'link: </style.css>; rel=preload')),
    ...late
  },
  {
    name: 'a refusal whose body never ends',
    answer: sends(head('503 Service Unavailable', JSON_TYPE, 'content-length: 1000') + '{"message":"wait'),
    ...late
  }
]
