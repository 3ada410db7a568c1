/** Answers that are odd but can be read: they must cost nothing, and change nothing beside what they say. */
import { JSON_TYPE, says, whole } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { fresh, freshText } from './fresh.ts'

/** The fresh answer as text, made into other text or bytes. */
const made =
  (make: (text: string, exchange: Exchange) => string | Buffer, ...lines: string[]) =>
  (exchange: Exchange): void =>
    void exchange.socket.end(
      whole('200 OK', make(freshText(exchange), exchange), ...(lines.length ? lines : [JSON_TYPE]))
    )

/** The fresh answer with this put at the beginning of each of its records. */
const withMember = (member: string): ((exchange: Exchange) => void) =>
  made((text) => text.replaceAll('{"id"', `{${member},"id"`))

const read = { outcome: 'read' } as const

export const oddFaults: NamedFault[] = [
  { name: 'a byte order mark', answer: made((text) => `\ufeff${text}`), ...read },
  { name: 'JSON that claims to be text', answer: made((text) => text, 'content-type: text/plain'), ...read },
  { name: 'JSON that claims to be a web page', answer: made((text) => text, 'content-type: text/html'), ...read },
  { name: 'JSON without a type', answer: made((text) => text, 'x-powered-by: nobody'), ...read },
  { name: 'JSON with spaces all around', answer: made((text) => `${' \n'.repeat(50_000)}${text}\r\n\r\n`), ...read },
  {
    name: 'invalid UTF-8 in a text',
    answer: made((text) =>
      Buffer.concat(text.split('Fresh').flatMap((part, at) => [Buffer.from(at ? [0xff, 0xc0] : []), Buffer.from(part)]))
    ),
    ...read
  },
  { name: 'a number beyond all numbers', answer: withMember('"weight":1e999'), ...read },
  { name: 'the same member twice', answer: withMember('"name":"First","id":"first"'), ...read },
  {
    name: 'members named as what every object has',
    answer: withMember('"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1'),
    ...read
  },
  {
    name: 'every field of the wrong type',
    answer: withMember('"weight":"heavy","isAvailable":"maybe","description":7,"label":[],"owner":{},"icon":true'),
    ...read
  },
  {
    name: 'the answer inside an envelope',
    answer: (exchange) =>
      says(
        '200 OK',
        JSON.stringify({ message: 'Fine', statusCode: 200, data: dataOf(exchange), errors: [] })
      )(exchange),
    ...read
  },
  {
    name: 'a reply without a length that ends with the connection',
    answer: (exchange) => void exchange.socket.end(`HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n\r\n${freshText(exchange)}`),
    ...read
  }
]

/** A token is no record: in an envelope it has a name. */
const dataOf = (exchange: Exchange): unknown =>
  exchange.kind === 'sign-in' ? { token: fresh(exchange) } : fresh(exchange)
