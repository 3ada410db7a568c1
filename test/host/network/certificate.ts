/** A server's certificate: what Node found about it, as Electron tells it. */
import { createHash, X509Certificate } from 'node:crypto'
import { getCACertificates, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { Certificate, CertificatePrincipal } from 'electron'

export const NET_OK = 0

/** Why OpenSSL refuses → Chromium's net errors. */
const REFUSALS: Record<string, readonly [number, string]> = {
  ERR_TLS_CERT_ALTNAME_INVALID: [-200, 'ERR_CERT_COMMON_NAME_INVALID'],
  CERT_HAS_EXPIRED: [-201, 'ERR_CERT_DATE_INVALID'],
  CERT_NOT_YET_VALID: [-201, 'ERR_CERT_DATE_INVALID'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [-202, 'ERR_CERT_AUTHORITY_INVALID'],
  SELF_SIGNED_CERT_IN_CHAIN: [-202, 'ERR_CERT_AUTHORITY_INVALID'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [-202, 'ERR_CERT_AUTHORITY_INVALID'],
  UNABLE_TO_GET_ISSUER_CERT: [-202, 'ERR_CERT_AUTHORITY_INVALID'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [-202, 'ERR_CERT_AUTHORITY_INVALID']
}
const INVALID = [-207, 'ERR_CERT_INVALID'] as const

export interface Verdict {
  errorCode: number
  /** `net::OK` or the error's name. */
  verificationResult: string
}

export function verdictOf({ authorized, authorizationError }: TLSSocket): Verdict {
  if (authorized) return { errorCode: NET_OK, verificationResult: 'net::OK' }
  // A string, whatever its declaration says: the code that OpenSSL or the check of the name gave.
  const [errorCode, name] = REFUSALS[String(authorizationError)] ?? INVALID
  return { errorCode, verificationResult: `net::${name}` }
}

/** From the server's to the root's, as far as it is known. */
export function chainOf(socket: TLSSocket): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.raw && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

/** A root that comes with Node counts as known to every computer; one of NODE_EXTRA_CA_CERTS does not. */
export function isKnownRoot(chain: readonly DetailedPeerCertificate[]): boolean {
  const root = chain.at(-1)?.fingerprint256
  return getCACertificates('bundled').some((pem) => new X509Certificate(pem).fingerprint256 === root)
}

/** What `--ignore-certificate-errors-spki-list` names: SHA-256 over the public key, as base64. */
export const keyHash = ({ raw }: DetailedPeerCertificate): string =>
  createHash('sha256')
    .update(new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')

export function electronCertificate([first, ...rest]: readonly DetailedPeerCertificate[]): Certificate {
  if (!first) throw new Error('There was a handshake without a certificate.')
  const [subject, issuer] = [principal(first.subject), principal(first.issuer)]
  const whole = {
    data: new X509Certificate(first.raw).toString(),
    subject,
    issuer,
    subjectName: subject.commonName,
    issuerName: issuer.commonName,
    serialNumber: first.serialNumber,
    validStart: Date.parse(first.valid_from) / 1000,
    validExpiry: Date.parse(first.valid_to) / 1000,
    fingerprint: `sha256/${createHash('sha256').update(first.raw).digest('base64')}`
  }
  // Electron leaves it out for one that has no issuer; its declaration has no word for that.
  return (rest.length > 0 ? { ...whole, issuerCert: electronCertificate(rest) } : whole) as Certificate
}

function principal(names: DetailedPeerCertificate['subject']): CertificatePrincipal {
  const one = (value: string | string[] | undefined): string => [value ?? ''].flat()[0] ?? ''
  const all = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat())
  return {
    commonName: one(names.CN),
    organizations: all(names.O),
    organizationUnits: all(names.OU),
    locality: one(names.L),
    state: one(names.ST),
    country: one(names.C)
  }
}
