/** What the connectionCheck does in each of its steps, and what it makes of the outcome. */
import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { isLoopback } from '../../../shared/models/address.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { ConnectionCheckStep, Verdict } from '../../../shared/models/connection-check.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { Certificate, Clock, Api, Probe } from '../ports/index.ts'
import { isRefusal } from '../is-credential-refused.ts'
import type { Session } from '../session/index.ts'

export type Finding = Pick<ConnectionCheckStep, 'state' | 'verdict' | 'facts' | 'error'>
type Fact = ConnectionCheckStep['facts'][number]

export interface StepParts {
  platform: Api
  session: Session
  probe: Probe
  clock: Clock
}

/** A certificate that ends sooner is worth a remark. */
const SOON_MS = 14 * 24 * 60 * 60_000
/** What a fact may be long, in characters: certificates are written by anybody. */
const LONGEST_FACT = 200
const MOST_ADDRESSES = 16

const PROBLEMS: Record<NonNullable<Certificate['problem']>, Verdict> = {
  date: 'certificateDate',
  name: 'certificateName',
  issuer: 'certificateIssuer',
  other: 'certificateBad'
}

export const finding = (
  state: Finding['state'],
  verdict: Verdict,
  facts: Fact[] = [],
  error: ErrorInfo | null = null
): Finding => ({ state, verdict, facts, error })

const failed = (error: ErrorInfo): Finding => finding('bad', 'failed', [], error)

const fact = (name: Fact['name'], text: string): Fact => ({
  name,
  value: cut(text.replaceAll(/\p{C}+/gu, ' '), LONGEST_FACT)
})

/** One step: how it is taken, and what an error on the way means. */
export interface Look {
  take(signal: AbortSignal): Promise<Finding>
  otherwise(error: ErrorInfo): Finding
}

export function lookUpName({ probe }: StepParts, host: string): Look {
  // Without a network nothing is said of the name.
  const otherwise = (error: ErrorInfo): Finding =>
    error.code === 'OFFLINE' ? failed(error) : finding('bad', 'nameNotFound', [], error)
  return {
    otherwise,
    async take(signal) {
      const isAddress = host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)
      if (isAddress || isLoopback(host)) return finding('good', 'nameIsAddress')
      const addresses = await probe.lookUp(host, signal)
      if (addresses.length === 0) return otherwise({ code: 'UNREACHABLE', host })
      return finding('good', 'nameFound', [fact('addresses', addresses.slice(0, MOST_ADDRESSES).join(', '))])
    }
  }
}

export function findProxy({ probe }: StepParts, address: string): Look {
  return {
    otherwise: () => finding('notice', 'proxyUnknown'),
    async take() {
      const proxies = await probe.proxies(address)
      if (proxies.length === 0) return finding('good', 'noProxy')
      // A name and password before the host are nothing to show.
      const places = proxies.map((proxy) => fact('proxy', proxy.replace(/[^\s/]*@/, '')))
      return finding('good', 'proxyFound', places)
    }
  }
}

export function lookAtCertificate({ probe, clock }: StepParts, address: string): Look {
  return {
    otherwise: (error) => (error.code === 'TLS' ? finding('bad', 'handshakeFailed', [], error) : failed(error)),
    async take(signal) {
      if (new URL(address).protocol === 'http:') return finding('good', 'plain')
      const shown = await probe.certificate(address, signal)
      // It was answered, so nothing speaks against going on.
      return shown ? ofCertificate(shown, clock.now()) : finding('skipped', 'notSeen')
    }
  }
}

function ofCertificate({ subject, issuer, expires, problem, byKnownRoot }: Certificate, now: Date): Finding {
  const facts = [fact('issuer', issuer), fact('subject', subject), ...(expires ? [fact('expires', expires)] : [])]
  if (problem) return finding('bad', PROBLEMS[problem], facts)
  // Networks that put their own certificate in between often make short-lived ones: where it comes from says more.
  if (!byKnownRoot) return finding('notice', 'trustedLocally', facts)
  const soon = expires !== null && Date.parse(expires) - now.getTime() < SOON_MS
  return soon ? finding('notice', 'endsSoon', facts) : finding('good', 'trusted', facts)
}

export function askHealth({ platform }: StepParts, connection: Connection): Look {
  return {
    otherwise: failed,
    async take(signal) {
      const status = await platform.health(connection, signal)
      const facts = [fact('status', String(status))]
      if (status >= 200 && status < 300) return finding('good', 'healthy', facts)
      if (status >= 500) return finding('notice', 'unhealthy', facts)
      // Not the platform's answer, but that of a proxy on the way to it.
      const { host } = new URL(connection.baseAddress)
      if (status === 407) return finding('bad', 'failed', facts, { code: 'PROXY_AUTH', host, status })
      // A redirect, to a sign-in page for one, is no health page either.
      return finding('good', 'noHealthPage', facts)
    }
  }
}

export function askAsAccount({ platform, session }: StepParts): Look {
  return {
    otherwise: (error) => (isRefusal(error) ? finding('bad', 'refused', [], error) : failed(error)),
    async take(signal) {
      const state = session.state()
      if (state.status === 'signedOut' || state.credential === 'forgotten' || state.credential === 'signedOut')
        return finding('skipped', 'notSignedIn')
      const access = await session.access()
      try {
        await platform.profile(access, { signal, once: true })
      } catch (error) {
        // An API key may be good for invoices only, so a refusal by the profile is not the last word.
        if (!isRefusal(toErrorInfo(error))) throw error
        await platform.invoices(access, { signal, once: true })
      }
      return finding('good', 'accepted')
    }
  }
}
