/** https that is not what it should be. The root of the test's certificates is trusted, so that each has but one defect. */
import { says } from './bytes.ts'
import type { Ending, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

const refused = (found?: NonNullable<Ending['found']>): Pick<NamedFault, 'https' | 'outcome'> => ({
  https: true,
  outcome: found === undefined ? { code: 'TLS' } : { code: 'TLS', found }
})

export const handshakeFaults: NamedFault[] = [
  { name: 'a certificate signed by itself', certificate: 'selfSigned', ...refused('certificateIssuer') },
  { name: 'a certificate that has ended', certificate: 'expired', ...refused('certificateDate') },
  { name: 'a certificate for another name', certificate: 'wrongName', ...refused('certificateName') },
  {
    name: 'plain http at the https port',
    greet: (socket) =>
      void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')),
    ...refused()
  },
  {
    name: 'a handshake that is refused',
    // An alert as RFC 8446 writes it: fatal, handshake_failure.
    greet: (socket) => void socket.once('data', () => socket.end(Buffer.of(0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28))),
    ...refused()
  },
  {
    name: 'the end amid the handshake',
    greet: (socket) => void socket.once('data', () => socket.end()),
    https: true,
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'silence amid the handshake',
    greet: (socket) => void socket.once('data', () => socket.pause()),
    https: true,
    outcome: { code: 'TIMEOUT' }
  },
  {
    // It hangs up without a word.
    name: 'https at the http port',
    certificate: 'good',
    outcome: { code: 'UNREACHABLE' }
  },
  {
    name: 'a good certificate',
    certificate: 'good',
    https: true,
    answer: (exchange) => says('200 OK', freshText(exchange))(exchange),
    outcome: 'read'
  }
]
