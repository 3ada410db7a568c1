import { net, type Session } from 'electron'
import { AppError } from '../../shared/ipc/error.ts'
import { toNetworkError } from '../../shared/ipc/network-error.ts'
import { untilAborted } from '../concurrency.ts'
import type { Certificate, Probe } from '../ports/index.ts'
import { fetchIn, networkProxy, networkSession, openPartition } from './network.ts'

const PARTITION = 'portside-connectionCheck'
/** Sessions live until the app quits, so they are reused after this many checks. */
const MOST_SESSIONS = 100

/** Uses Chromium's own result (docs/api/session.md, setCertificateVerifyProc). */
const CHROMIUM_RESULT = -3

/** Checks the steps of a connection to a provider, with Chromium's network stack. Only after ready. */
export class NetworkProbe implements Probe {
  #checks = 0

  async lookUp(host: string, signal: AbortSignal): Promise<string[]> {
    const session = networkSession()
    await networkProxy.applied()
    const found = session.resolveHost(withoutBrackets(host), { cacheUsage: 'disallowed' })
    try {
      const { endpoints } = await untilAborted(found, signal, () => cancelled(host))
      return [...new Set(endpoints.map(({ address }) => address))]
    } catch (error) {
      if (error instanceof AppError) throw error
      // Without a network, the resolver reports "not found" for every name.
      throw net.isOnline() ? toNetworkError(error, host) : new AppError('OFFLINE', { host })
    }
  }

  async proxies(address: string): Promise<string[]> {
    return readProxies(address)
  }

  async certificate(address: string, signal: AbortSignal): Promise<Certificate | null> {
    const url = new URL(address)
    if (url.protocol !== 'https:') return null
    // Chromium caches the result of a verification for half an hour in its session, so every check uses a new session.
    return readCertificate(url, signal, `${PARTITION}-${this.#checks++ % MOST_SESSIONS}`)
  }
}

/** @returns `kind host:port`, best first */
export async function readProxies(address: string): Promise<string[]> {
  const session = networkSession()
  await networkProxy.applied()
  return proxiesIn(await session.resolveProxy(address))
}

async function readCertificate(url: URL, signal: AbortSignal, partition: string): Promise<Certificate | null> {
  const session = openPartition(partition)
  const stop = new AbortController()
  const seen = Promise.withResolvers<Certificate>()
  session.setCertificateVerifyProc((request, answer) => {
    answer(CHROMIUM_RESULT)
    // An https proxy presents a certificate, too.
    if (request.hostname === withoutBrackets(url.hostname)) seen.resolve(certificateOf(request))
  })
  try {
    // The certificate arrives before the request is sent. The request is then aborted.
    const response = fetchIn(() => session)(`${url.origin}/`, {
      method: 'HEAD',
      headers: { 'User-Agent': 'Portside' },
      signal: stop.signal
    })
    const noCertificate = response.then(
      () => null,
      (error: unknown) => {
        throw error instanceof AppError ? error : toNetworkError(error, url.host)
      }
    )
    return await untilAborted(Promise.race([seen.promise, noCertificate]), signal, () =>
      cancelled(withoutBrackets(url.hostname))
    )
  } finally {
    stop.abort()
    session.setCertificateVerifyProc(null)
    void session.closeAllConnections()
  }
}

/** Neither a name look-up nor the proxy's can be aborted. */
const cancelled = (host: string): AppError => new AppError('CANCELLED', { host })

export type Verification = Parameters<NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>>[0]

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
    byKnownRoot: errorCode === 0 && isIssuedByKnownRoot
  }
}

function timeOf(seconds: number): string | null {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function nameOf(name: string, { commonName, organizations }: { commonName: string; organizations: string[] }): string {
  const firstName = [name, commonName, ...organizations].find((each) => each.trim() !== '') ?? ''
  return firstName.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME)
}

/** Chromium omits the brackets of an IPv6 address. */
const withoutBrackets = (host: string): string => host.replaceAll(/^\[|\]$/g, '')
