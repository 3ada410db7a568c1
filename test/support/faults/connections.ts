/** Connections that are never made, broken off, or too slow; https that is not what it should be; redirects. */
import { CHUNKED, chunk, drips, ends, fault, freshText, garbled, head, JSON_TYPE, says, sends } from './fault.ts'
import type { Ending, Exchange, NamedFault } from './fault.ts'
import type { Socket } from 'node:net'

const UNREACHABLE: Ending = { code: 'UNREACHABLE' }

/** Sends these bytes, and resets the connection when they are on their way. */
const resetsAfter =
  (bytes: string | ((exchange: Exchange) => string)) =>
  (exchange: Exchange): void => {
    const sent = typeof bytes === 'string' ? bytes : bytes(exchange)
    exchange.socket.write(sent, () => exchange.socket.resetAndDestroy())
  }

const half = (text: string): string => text.slice(0, text.length / 2)
const IN_HEADERS = 'HTTP/1.1 200 OK\r\ncontent-ty'
const IN_CHUNKS = head('200 OK', JSON_TYPE, CHUNKED)

/** A head that promises the whole answer, and that much of it. */
const promised =
  (cut: (text: string) => string) =>
  (exchange: Exchange): string => {
    const body = freshText(exchange)
    return head('200 OK', JSON_TYPE, `content-length: ${body.length}`) + cut(body)
  }
const oneChunk =
  (cut = (text: string) => text) =>
  (exchange: Exchange): string =>
    IN_CHUNKS + String(chunk(cut(freshText(exchange))))

export const connectionFaults: NamedFault[] = [
  fault('nobody at the port', UNREACHABLE, undefined, { nobody: 'port' }),
  fault('a name that nobody knows', UNREACHABLE, undefined, { nobody: 'name' }),
  fault('a reset before the request was read', UNREACHABLE, undefined, {
    greet: (socket) => void socket.resetAndDestroy()
  }),
  fault('a reset before the reply', UNREACHABLE, ({ socket }) => void socket.resetAndDestroy()),
  fault('the end before the reply', UNREACHABLE, ends()),
  fault('a reset among the headers', UNREACHABLE, resetsAfter(IN_HEADERS)),
  fault('the end among the headers', UNREACHABLE, ends(IN_HEADERS), {
    onElectron: { outcome: garbled }
  }),
  fault('the end among the headers of https', UNREACHABLE, ends(IN_HEADERS), {
    https: true,
    certificate: 'good',
    onElectron: { outcome: garbled }
  }),
  fault('a reset amid the body', UNREACHABLE, resetsAfter(promised(half))),
  fault('the end before the promised length', UNREACHABLE, ends(promised(half))),
  fault('a reset between chunks', UNREACHABLE, resetsAfter(oneChunk(half))),
  fault('the end between chunks, the last one missing', UNREACHABLE, ends(oneChunk()))
]

const LATE: Ending = { code: 'TIMEOUT' }

export const slowFaults: NamedFault[] = [
  fault('silence', LATE),
  fault('silence after a part of the headers', LATE, sends('HTTP/1.1 200 OK\r\ncontent-type: app')),
  fault('silence after the headers', LATE, sends(head('200 OK', JSON_TYPE, 'content-length: 1000'))),
  fault('silence before the last letter', LATE, sends(promised((text) => text.slice(0, -1)))),
  fault('all of the answer, but never the last chunk', LATE, sends(oneChunk())),
  fault('a body that drips', LATE, drips(head('200 OK', JSON_TYPE, 'content-length: 100000') + '[', ' ')),
  fault('chunks that drip', LATE, drips(IN_CHUNKS + String(chunk('[')), String(chunk(' ')))),
  fault('the extension of a chunk that drips', LATE, drips(IN_CHUNKS + '2;', 'z')),
  fault('a head that drips, letter by letter', LATE, drips('HTTP/1.1 200 OK\r\nx-slow: ', 'z')),
  fault('headers that drip, line by line', LATE, drips('HTTP/1.1 200 OK\r\n', 'x: y\r\n')),
  fault('hints that a reply will come, without end', LATE, drips('', head('103 Early Hints', 'link: </a>; rel=x'))),
  fault(
    'an error whose body never ends',
    LATE,
    sends(head('503 Service Unavailable', JSON_TYPE, 'content-length: 1000') + '{"message":"wait')
  )
]

const tls = (found?: NonNullable<Ending['found']>): Ending => ({ code: 'TLS', ...(found && { found }) })
const behindTls = (certificate: NonNullable<NamedFault['certificate']>): Partial<NamedFault> => ({
  https: true,
  certificate
})
/** Electron trusts no root of a test, and reports that first. */
const untrusted = { onElectron: { outcome: tls('certificateIssuer') } }
const amidHandshake = (name: string, outcome: Ending, greet: (socket: Socket) => unknown): NamedFault =>
  fault(name, outcome, undefined, { https: true, greet: (socket) => void socket.once('data', () => greet(socket)) })
/** RFC 8446: fatal, handshake_failure. */
const ALERT = Buffer.of(0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28)

/** Node is told to trust the root of the test's certificates, so each has one defect. */
export const handshakeFaults: NamedFault[] = [
  fault('a certificate signed by itself', tls('certificateIssuer'), undefined, behindTls('selfSigned')),
  fault('a certificate that has ended', tls('certificateDate'), undefined, { ...behindTls('expired'), ...untrusted }),
  fault('a certificate for another name', tls('certificateName'), undefined, {
    ...behindTls('wrongName'),
    ...untrusted
  }),
  amidHandshake('plain http at the https port', tls(), (socket) => socket.end(head('400 Bad Request'))),
  amidHandshake('a handshake that is refused', tls(), (socket) => socket.end(ALERT)),
  amidHandshake('the end amid the handshake', UNREACHABLE, (socket) => socket.end()),
  amidHandshake('silence amid the handshake', LATE, (socket) => socket.pause()),
  // It hangs up without a word.
  fault('https at the http port', UNREACHABLE, undefined, { certificate: 'good' }),
  fault('a good certificate', 'read', says('200 OK', freshText), behindTls('good'))
]

const redirect = (name: string, status: string, place: (exchange: Exchange) => string): NamedFault =>
  fault(name, { code: 'BAD_REPLY', status: parseInt(status, 10) }, (exchange) =>
    says(status, '', `location: ${place(exchange)}`)(exchange)
  )
const moved = ({ elsewhere, path }: Exchange): string => elsewhere + path

/** The other host must get no request. */
export const redirectFaults: NamedFault[] = [
  ...['301 Moved Permanently', '302 Found', '303 See Other', '307 Temporary Redirect', '308 Permanent Redirect'].map(
    (status) => redirect(`${status.slice(0, 3)} to another host`, status, moved)
  ),
  redirect('302 to another host without a scheme', '302 Found', (exchange) => moved(exchange).replace('http:', '')),
  redirect(
    '302 to another host that says it is this one',
    '302 Found',
    ({ here, elsewhere, path }) => `http://${new URL(here).host}@${new URL(elsewhere).host}${path}`
  ),
  redirect('302 in a circle', '302 Found', ({ path }) => path),
  redirect('307 in a circle', '307 Temporary Redirect', ({ here, path }) => here + path),
  redirect('302 to ever new places', '302 Found', ({ path }) => `${path}${path.includes('?') ? '' : '?'}x`),
  redirect('302 to a file', '302 Found', () => 'file:///etc/hosts'),
  redirect('302 to data', '302 Found', () => 'data:application/json,[]'),
  redirect('302 to no address at all', '302 Found', () => 'http://[not an address'),
  fault('302 without a place', { code: 'BAD_REPLY', status: 302 }, says('302 Found', '')),
  fault('300', { code: 'BAD_REPLY', status: 300 }, says('300 Multiple Choices', '[]')),
  redirect('305 through a proxy', '305 Use Proxy', ({ elsewhere }) => elsewhere)
]
