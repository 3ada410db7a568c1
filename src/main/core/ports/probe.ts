/** What core needs to look at the way to a platform. */

export interface Certificate {
  /** Names as the certificate has them: its common name or organisation. */
  subject: string
  issuer: string
  /** ISO 8601; null when it says nothing that is a time. */
  expires: string | null
  /** Why the system doesn't trust it; null when it does. */
  problem: 'date' | 'name' | 'issuer' | 'other' | null
  /** Trusted by a root that every computer has, not one that was added to this one. */
  byKnownRoot: boolean
}

/** Looks at single steps of the way to a platform, for the connectionCheck. Everything ends with the signal: CANCELLED. */
export interface Probe {
  /** IP addresses of a host name, by the system's resolver. @throws UNREACHABLE, OFFLINE or TIMEOUT */
  lookUp(host: string, signal: AbortSignal): Promise<string[]>
  /** What the system would use for that address: `kind host:port`, best first; empty: none. @throws INTERNAL */
  proxies(address: string): Promise<string[]>
  /**
   * The certificate that is shown for an https address, trusted or not; null when there was no handshake to show one.
   * @throws UNREACHABLE, TLS (a handshake without certificate), PROXY_AUTH, OFFLINE
   */
  certificate(address: string, signal: AbortSignal): Promise<Certificate | null>
}
