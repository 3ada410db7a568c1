/** Core's port for the connection check. */

export interface Certificate {
  /** Names from the certificate: common name or organisation. */
  subject: string
  issuer: string
  /** ISO 8601; null when it has no readable date. */
  expires: string | null
  /** Why the system doesn't trust it; null when it does. */
  problem: 'date' | 'name' | 'issuer' | 'other' | null
  /** False for a root that was added to this computer. */
  byKnownRoot: boolean
}

/** Tests single steps of the way to a provider. Every call ends with the signal: CANCELLED. */
export interface Probe {
  /** IP addresses of a host name, from the system's resolver. @throws UNREACHABLE, OFFLINE or TIMEOUT */
  lookUp(host: string, signal: AbortSignal): Promise<string[]>
  /** The system's proxies for a URL: `kind host:port`, best first; empty: none. @throws INTERNAL */
  proxies(address: string): Promise<string[]>
  /**
   * The certificate of an https URL, trusted or not; null when no handshake took place.
   * @throws UNREACHABLE, TLS (a handshake without certificate), PROXY_AUTH, OFFLINE
   */
  certificate(address: string, signal: AbortSignal): Promise<Certificate | null>
}
