import { cut } from '../../../shared/i18n/format.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { isLoopback, type Connection } from '../../../shared/models/connection.ts'
import type { ConnectionCheckStep, ConnectionCheckStepName, Verdict } from '../../../shared/models/connection-check.ts'
import { definitionOf, topicsOf } from '../../../shared/providers/definition.ts'
import type { CoreParts } from '../../core-parts.ts'
import { isCredentialRejected } from '../account-records.ts'
import { proveCredential } from '../credential/credential-proof.ts'
import type { ProxySettings, ProxySource } from '../../app/network/proxy-settings.ts'
import type { Account } from '../account.ts'
import type { Certificate, Probe } from '../../ports/index.ts'

export type Finding = Pick<ConnectionCheckStep, 'state' | 'verdict' | 'facts' | 'error'>
type Fact = ConnectionCheckStep['facts'][number]

interface Step {
  check(signal: AbortSignal): Promise<Finding>
  onError(error: ErrorInfo): Finding
}

export type CheckSteps = Record<ConnectionCheckStepName, Step>

export interface StepParts extends Pick<CoreParts, 'api' | 'clock'> {
  probe: Probe
  proxy: Pick<ProxySettings, 'source'>
}

const SOON_MS = 14 * 24 * 60 * 60_000
/** In characters. Certificates may contain text of any length. */
const LONGEST_FACT = 200
const MOST_ADDRESSES = 16

const PROBLEMS: Record<NonNullable<Certificate['problem']>, Verdict> = {
  date: 'certificateDate',
  name: 'certificateName',
  issuer: 'certificateIssuer',
  other: 'certificateBad'
}

/** By who decides, and by whether there is a proxy for the address. */
const PROXY_VERDICTS: Record<ProxySource, Record<'some' | 'none', Verdict>> = {
  system: { some: 'proxyFound', none: 'noProxy' },
  none: { some: 'proxyFound', none: 'proxyTurnedOff' },
  manual: { some: 'proxyByHand', none: 'proxyBypassed' },
  commandLine: { some: 'proxyFromCommandLine', none: 'proxyFromCommandLine' }
}

export type Outcome = Finding & Pick<ConnectionCheckStep, 'durationMs'>

export const finding = (
  state: Finding['state'],
  verdict: Verdict,
  facts: Fact[] = [],
  error: ErrorInfo | null = null
): Finding => ({ state, verdict, facts, error })

export const withoutResult = (
  verdict: 'waiting' | 'notNeeded' | 'notTried' | 'cancelled' | 'notSignedIn'
): Outcome => ({
  ...finding(verdict === 'waiting' ? 'waiting' : 'skipped', verdict),
  durationMs: null
})

const failed = (error: ErrorInfo): Finding => finding('bad', 'failed', [], error)

const fact = (name: Fact['name'], text: string): Fact => ({
  name,
  value: cut(text.replaceAll(/\p{C}+/gu, ' '), LONGEST_FACT)
})

/** @param account null: its sign-in isn't tested */
export function createSteps(
  { api, clock, probe, proxy }: StepParts,
  connection: Connection,
  account: Account | null
): CheckSteps {
  const { baseUrl } = connection
  const { host, hostname, protocol } = new URL(baseUrl)
  const definition = definitionOf(connection)
  // Offline, a failed look-up doesn't mean that the name is wrong.
  const noName = (error: ErrorInfo): Finding =>
    error.code === 'OFFLINE' ? failed(error) : finding('bad', 'nameNotFound', [], error)

  return {
    name: {
      onError: noName,
      async check(signal) {
        const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
        if (isAddress || isLoopback(hostname)) return finding('good', 'nameIsAddress')
        const addresses = await probe.lookUp(hostname, signal)
        if (addresses.length === 0) return noName({ code: 'UNREACHABLE', host: hostname })
        return finding('good', 'nameFound', [fact('addresses', addresses.slice(0, MOST_ADDRESSES).join(', '))])
      }
    },
    proxy: {
      onError: () => finding('notice', 'proxyUnknown'),
      async check() {
        const proxies = await probe.proxies(baseUrl)
        // Removes user name and password.
        const places = proxies.map((proxy) => fact('proxy', proxy.replace(/[^\s/]*@/, '')))
        return finding('good', PROXY_VERDICTS[proxy.source()][proxies.length === 0 ? 'none' : 'some'], places)
      }
    },
    secure: {
      onError: (error) => (error.code === 'TLS' ? finding('bad', 'handshakeFailed', [], error) : failed(error)),
      async check(signal) {
        if (protocol === 'http:') return finding('good', 'plain')
        const certificate = await probe.certificate(baseUrl, signal)
        return certificate ? ofCertificate(certificate, clock.now()) : finding('skipped', 'notSeen')
      }
    },
    health: {
      onError: failed,
      async check(signal) {
        if (definition.health === null) return finding('skipped', 'notDefined')
        const status = await api.health(connection, signal)
        const facts = [fact('status', String(status))]
        if (status >= 200 && status < 300) return finding('good', 'healthy', facts)
        if (status >= 500) return finding('notice', 'unhealthy', facts)
        // 407 comes from a proxy, not from the provider.
        if (status === 407) return finding('bad', 'failed', facts, { code: 'PROXY_AUTH', host, status })
        return finding('good', 'noHealthPage', facts)
      }
    },
    account: {
      onError: (error) => (isCredentialRejected(error) ? finding('bad', 'refused', [], error) : failed(error)),
      async check(signal) {
        const credential = account?.line.credential ?? 'signedOut'
        if (!account || credential === 'forgotten' || credential === 'signedOut')
          return finding('skipped', 'notSignedIn')
        const access = await account.access()
        // The account's own connection, which may differ from a given one.
        if (topicsOf(definitionOf(access.connection)).length === 0) return finding('skipped', 'notDefined')
        await proveCredential(api, access, { signal, once: true })
        return finding('good', 'accepted')
      }
    }
  }
}

function ofCertificate({ subject, issuer, expires, problem, byKnownRoot }: Certificate, now: Date): Finding {
  const facts = [fact('issuer', issuer), fact('subject', subject), ...(expires ? [fact('expires', expires)] : [])]
  if (problem) return finding('bad', PROBLEMS[problem], facts)
  // Networks that intercept TLS often use short-lived certificates, so the issuer matters more than the expiry.
  if (!byKnownRoot) return finding('notice', 'trustedLocally', facts)
  const soon = expires !== null && Date.parse(expires) - now.getTime() < SOON_MS
  return soon ? finding('notice', 'endsSoon', facts) : finding('good', 'trusted', facts)
}
