/** A session's fetch as the platform client needs it; no Electron in it, so that it can be tested over another network. */
import type { Session } from 'electron'

/**
 * What Electron rejects with for a redirect that is not to be followed (electron#43715), and for one that Chromium itself
 * would follow nowhere.
 */
const REDIRECTED = /redirect was cancelled|ERR_(UNSAFE|INVALID)_REDIRECT/i

/**
 * Like fetch. Cookies and HTTP sign-in of the session stay out of it (`credentials: 'omit'`), and so does every cache: a 304
 * is the caller's own, for the `If-None-Match` that it sent (`no-store` is LOAD_DISABLE_CACHE, which passes it through).
 * A redirect with `redirect: 'manual'` is answered by a bare 302 without a location, which no caller can follow.
 * A proxy that wants a sign-in is answered by a bare 407. Electron gives its reply when nobody listens to `login`
 * (docs/api/client-request.md), but for https its body can't be read (`ERR_TUNNEL_CONNECTION_FAILED`), and need not be.
 */
export function fetchThrough(session: () => Pick<Session, 'fetch'>): typeof fetch {
  return async (input, init) => {
    const unwanted = new AbortController()
    const signals = [unwanted.signal, ...(init?.signal ? [init.signal] : [])]
    try {
      const response = await session().fetch(input instanceof URL ? input.href : input, {
        ...init,
        signal: AbortSignal.any(signals),
        credentials: 'omit',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true
      })
      if (response.status !== 407) return response
      unwanted.abort()
      return new Response(null, { status: 407 })
    } catch (error) {
      if (error instanceof Error && REDIRECTED.test(error.message)) return new Response(null, { status: 302 })
      throw error
    }
  }
}
