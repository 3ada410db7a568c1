/**
 * Main's network access: Chromium's stack, in sessions that no page uses. Only after ready. By Electron's default they use the
 * system's proxy, PAC included, unless the command line names one (docs/api/structures/proxy-config.md, `system`).
 */
import { net, session, type Session } from 'electron'
import type { Network } from '../core/ports/index.ts'
import { restrictNetworkSession } from './window/security-policy.ts'

/** In memory and without a cache: responses are stored in the app's own files only. */
export function openPartition(name: string): Session {
  const opened = session.fromPartition(name, { cache: false })
  restrictNetworkSession(opened)
  return opened
}

let own: Session | null = null
export const networkSession = (): Session => (own ??= openPartition('portside-network'))

/** `fetch` for main's requests. */
export const networkFetch = fetchThrough(networkSession)

/** True for any network interface other than loopback (docs/api/net.md, `isOnline`). */
export const network: Network = { online: () => net.isOnline() }

/** Electron's error for a redirect with `redirect: 'manual'` (electron#43715), and Chromium's for an unsafe or invalid one. */
const REDIRECTED = /redirect was cancelled|ERR_(UNSAFE|INVALID)_REDIRECT/i

/**
 * A session's `fetch` as the API client needs it.
 * Sends no cookies and no HTTP credentials of the session (`credentials: 'omit'`) and uses no cache: `no-store` is
 * LOAD_DISABLE_CACHE, which passes a 304 for the caller's own `If-None-Match` through.
 * With `redirect: 'manual'` a redirect is a bare 302 without a location, which no caller can follow.
 * A proxy that requires credentials is a bare 407. Electron returns its response if nobody listens to `login`
 * (docs/api/client-request.md), but for https its body can't be read (`ERR_TUNNEL_CONNECTION_FAILED`).
 */
export function fetchThrough(session: () => Pick<Session, 'fetch'>): typeof fetch {
  return async (input, init) => {
    const proxyResponse = new AbortController()
    const signals = [proxyResponse.signal, ...(init?.signal ? [init.signal] : [])]
    try {
      const response = await session().fetch(input instanceof URL ? input.href : input, {
        ...init,
        signal: AbortSignal.any(signals),
        credentials: 'omit',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true
      })
      if (response.status !== 407) return response
      proxyResponse.abort()
      return new Response(null, { status: 407 })
    } catch (error) {
      if (error instanceof Error && REDIRECTED.test(error.message)) return new Response(null, { status: 302 })
      throw error
    }
  }
}
