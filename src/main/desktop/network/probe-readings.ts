/** Translates Chromium's findings for the connection check. Free of Electron, so that all of it can be tested. */
import type { Session } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Certificate } from '../../core/ports/index.ts'

type VerifyProc = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>
export type Verification = Parameters<VerifyProc>[0]

/** Longest name of a certificate that is passed on; it is written by whoever made it. */
const LONGEST_NAME = 200

/** A PAC script may name any number of proxies, of any length. */
const MOST_PROXIES = 16
const LONGEST_PLACE = 300

const KINDS: Record<string, string> = { PROXY: 'http', HTTP: 'http', SOCKS: 'socks4' }

/**
 * A PAC answer, such as `PROXY a:1;SOCKS5 b:2;DIRECT`, as `kind host:port`, best first; what comes after DIRECT is not used.
 * @throws INTERNAL for an empty one: the system did not tell
 */
export function proxiesIn(answer: string): string[] {
  const entries = answer.split(';', MOST_PROXIES).map((entry) => entry.trim().split(/\s+/))
  const proxies: string[] = []
  for (const [kind = '', place] of entries.filter(([kind]) => kind !== '')) {
    const name = kind.toUpperCase()
    if (name === 'DIRECT') return proxies
    if (place === undefined) throw new AppError('INTERNAL')
    // Somebody may have written a password in front of the host.
    proxies.push(
      `${KINDS[name] ?? name.toLowerCase()} ${place.slice(place.lastIndexOf('@') + 1).slice(0, LONGEST_PLACE)}`
    )
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
    // Says nothing where the chain is not trusted at all.
    byKnownRoot: errorCode === 0 && isIssuedByKnownRoot
  }
}

/** Null for what no Date can hold: a certificate may say anything. */
function timeOf(seconds: number): string | null {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function nameOf(name: string, { commonName, organizations }: { commonName: string; organizations: string[] }): string {
  const told = [name, commonName, ...organizations].find((each) => each.trim() !== '') ?? ''
  return told.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME)
}

/** Of the same host: Chromium leaves out the brackets of an IPv6 address. */
export const isHost = (hostname: string, url: URL): boolean => hostname === bareHost(url)
export const bareHost = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '')
