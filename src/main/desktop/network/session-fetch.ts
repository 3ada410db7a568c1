/** A session's `fetch` as the API client needs it. No Electron, so that tests can use another network. */
import type { Session } from 'electron'

/**
 * Electron's error for a redirect with `redirect: 'manual'` (electron#43715), and Chromium's for an unsafe or invalid one.
 */
const REDIRECTED = /redirect was cancelled|ERR_(UNSAFE|INVALID)_REDIRECT/i

/**
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
