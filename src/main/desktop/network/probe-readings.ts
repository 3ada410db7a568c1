/** Parses Chromium's data about proxies and certificates for the connection check. No Electron, so that it can be tested. */
import type { Session } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Certificate } from '../../core/ports/index.ts'

type VerifyProc = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>
export type Verification = Parameters<VerifyProc>[0]

/** Characters of a certificate's name, which is untrusted. */
const LONGEST_NAME = 200

/** A PAC script may name any number of proxies, of any length. */
const MOST_PROXIES = 16
const LONGEST_HOST = 300

const KINDS: Record<string, string> = { PROXY: 'http', HTTP: 'http', SOCKS: 'socks4' }

/**
 * Turns a PAC result such as `PROXY a:1;SOCKS5 b:2;DIRECT` into `kind host:port`, best first. Entries after DIRECT are ignored.
 * @throws INTERNAL for an empty result
 */
export function proxiesIn(answer: string): string[] {
  const entries = answer.split(';', MOST_PROXIES).map((entry) => entry.trim().split(/\s+/))
  const proxies: string[] = []
  for (const [kind = '', host] of entries.filter(([kind]) => kind !== '')) {
    const name = kind.toUpperCase()
    if (name === 'DIRECT') return proxies
    if (host === undefined) throw new AppError('INTERNAL')
    // A password may precede the host.
    proxies.push(`${KINDS[name] ?? name.toLowerCase()} ${host.slice(host.lastIndexOf('@') + 1).slice(0, LONGEST_HOST)}`)
  }
  if (proxies.length === 0) throw new AppError('INTERNAL')
  return proxies
}

/** Chromium's net error codes (net/base/net_error_list.h). */
const PROBLEMS: Record<number, Certificate['problem']> = { 0: null, [-200]: 'name', [-201]: 'date', [-202]: 'issuer' }

export function certificateOf({ certificate, errorCode, isIssuedByKnownRoot }: Verification): Certificate {
  const { subject, subjectName, issuer, issuerName, validExpiry } = certificate
  const problem = PROBLEMS[errorCode]
  return {
    subject: nameOf(subjectName, subject),
    issuer: nameOf(issuerName, issuer),
    expires: timeOf(validExpiry),
    problem: problem === undefined ? 'other' : problem,
    // Only meaningful for a trusted chain.
    byKnownRoot: errorCode === 0 && isIssuedByKnownRoot
  }
}

/** null for a time that Date can't represent. */
function timeOf(seconds: number): string | null {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function nameOf(name: string, { commonName, organizations }: { commonName: string; organizations: string[] }): string {
  const firstName = [name, commonName, ...organizations].find((each) => each.trim() !== '') ?? ''
  return firstName.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME)
}

/** Chromium omits the brackets of an IPv6 address. */
export const isHost = (hostname: string, url: URL): boolean => hostname === bareHost(url)
export const bareHost = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '')
