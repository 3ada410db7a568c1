/** The network stack's seam: Chromium's, so that the system's proxy and certificates count. Only after ready. */
import { net } from 'electron'

/**
 * Like fetch, over Electron's net. Cookies and HTTP auth of the session stay out of it (`credentials: 'omit'`).
 * With `redirect: 'manual'` Electron rejects instead of answering (electron#43715): the answer here is then a bare 302 without
 * a location, which no caller can follow.
 */
export const netFetch: typeof fetch = async (input, init) => {
  try {
    return await net.fetch(input instanceof URL ? input.href : input, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      bypassCustomProtocolHandlers: true
    })
  } catch (error) {
    if (error instanceof Error && /redirect was cancelled/i.test(error.message)) {
      return new Response(null, { status: 302 })
    }
    throw error
  }
}
