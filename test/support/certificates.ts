/**
 * Certificates for servers on this computer, made anew for each run: a root of our own, a good certificate, and each way
 * in which one can be bad. Written as X.509 by hand, so that no other program has to be installed. Nobody but a test trusts them.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** As `https.createServer` and `tls.createServer` take it. */
export interface ServerCertificate {
  key: string
  cert: string
}

export interface Certificates {
  /** PEM of the root, to be trusted by `ca`, NODE_EXTRA_CA_CERTS or `tls.setDefaultCACertificates`. */
  root: string
  /** By the root, for 127.0.0.1 and localhost, good for a year. */
  good: ServerCertificate
  /** For the same names, signed by nobody else. */
  selfSigned: ServerCertificate
  /** By the root, ended yesterday. */
  expired: ServerCertificate
  /** By the root, for `other.invalid` only. */
  wrongName: ServerCertificate
}

export const ROOT_NAME = 'Portside Test Root'
export const SERVER_NAME = 'Portside Test Server'
const WRONG_NAME = 'other.invalid'

const DAY_MS = 24 * 60 * 60 * 1000

/** @param options when the good certificate ends; by default in a year */
export function makeCertificates({ expires }: { expires?: Date } = {}): Certificates {
  const now = Date.now()
  const days = (count: number): Date => new Date(now + count * DAY_MS)
  const names = ['127.0.0.1', 'localhost']
  const rootKeys = newKeys()
  const root = { name: ROOT_NAME, key: rootKeys.privateKey }
  const valid = { from: days(-365), to: days(365) }
  const server = (names: string[], from: Date, to: Date, by: Party | null): ServerCertificate => {
    const keys = newKeys()
    const own = { name: SERVER_NAME, key: keys.privateKey }
    const cert = certificate({ subject: own.name, publicKey: keys.publicKey, by: by ?? own, from, to, names })
    return { key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, cert }
  }
  return {
    root: certificate({ subject: root.name, publicKey: rootKeys.publicKey, by: root, ...valid, names: null }),
    good: server(names, days(-1), expires ?? days(365), root),
    selfSigned: server(names, days(-1), days(365), null),
    expired: server(names, days(-30), days(-1), root),
    wrongName: server([WRONG_NAME], days(-1), days(365), root)
  }
}

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

interface Party {
  name: string
  key: KeyObject
}

interface Wanted {
  subject: string
  publicKey: KeyObject
  by: Party
  from: Date
  to: Date
  /** null: an authority, for no host. */
  names: string[] | null
}

/** RFC 5280, section 4.1. */
function certificate({ subject, publicKey, by, from, to, names }: Wanted): string {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2')) // ECDSA with SHA-256
  const authority = names === null
  const usage = authority ? [1, 0x06] : [7, 0x80] // sign certificates and lists; sign
  const extensions = [
    extension('2.5.29.19', true, authority ? sequence(boolean(true)) : sequence()), // basic constraints
    extension('2.5.29.15', true, tagged(0x03, Buffer.from(usage))), // key usage
    ...(authority
      ? []
      : [
          extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))), // server authentication
          extension('2.5.29.17', false, sequence(...names.map(alternativeName)))
        ])
  ]
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))), // version 3
    integer(Buffer.concat([Buffer.of(0x01), randomBytes(15)])),
    algorithm,
    name(by.name),
    sequence(time(from), time(to)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions))
  )
  const signed = sequence(body, algorithm, bits(sign('sha256', body, by.key)))
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

// ── DER (X.690) ─────────────────────────────────────────────────────────────────────────────────────────────────

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts)
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)
const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.of(value ? 0xff : 0))
const bits = (bytes: Buffer): Buffer => tagged(0x03, Buffer.of(0), bytes)
const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes)

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((arc) => {
    const digits = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** UTCTime, which is right until 2049. */
const time = (date: Date): Buffer =>
  tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

const name = (common: string): Buffer =>
  sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(common)))))

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value))

const alternativeName = (host: string): Buffer =>
  /^[\d.]+$/.test(host)
    ? tagged(0x87, Buffer.from(host.split('.').map(Number))) // IP address
    : tagged(0x82, Buffer.from(host)) // DNS name
