/** Checks the steps of a connection to a provider, with Chromium's network stack. Only after ready. */
import { net } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../shared/ipc/network-error.ts'
import { untilAborted } from '../../core/concurrency.ts'
import type { Certificate, Probe } from '../../core/ports/index.ts'
import { networkSession, openPartition } from './network.ts'
import { bareHost, certificateOf, isHost, proxiesIn } from './probe-readings.ts'

const PARTITION = 'portside-connectionCheck'
/** Sessions live until the app quits, so they are reused after this many checks. */
const MOST_SESSIONS = 100

/** Uses Chromium's own result (docs/api/session.md, setCertificateVerifyProc). */
const CHROMIUM_RESULT = -3

export function createProbe(): Probe {
  let checks = 0

  return {
    async lookUp(host, signal) {
      const bare = host.replaceAll(/^\[|\]$/g, '')
      const found = networkSession().resolveHost(bare, { cacheUsage: 'disallowed' })
      try {
        const { endpoints } = await untilAborted(found, signal, () => cancelled(host))
        return [...new Set(endpoints.map(({ address }) => address))]
      } catch (error) {
        if (error instanceof AppError) throw error
        // Without a network, the resolver reports "not found" for every name.
        throw net.isOnline() ? toNetworkError(error, host) : new AppError('OFFLINE', { host })
      }
    },

    async proxies(address) {
      return proxiesIn(await networkSession().resolveProxy(address))
    },

    async certificate(address, signal) {
      const url = new URL(address)
      if (url.protocol !== 'https:') return null
      // Chromium caches the result of a verification for half an hour in its session, so every check uses a new session.
      return readCertificate(url, signal, `${PARTITION}-${checks++ % MOST_SESSIONS}`)
    }
  }
}

async function readCertificate(url: URL, signal: AbortSignal, partition: string): Promise<Certificate | null> {
  const session = openPartition(partition)
  const stop = new AbortController()
  const seen = Promise.withResolvers<Certificate>()
  session.setCertificateVerifyProc((request, answer) => {
    answer(CHROMIUM_RESULT)
    // An https proxy presents a certificate, too.
    if (isHost(request.hostname, url)) seen.resolve(certificateOf(request))
  })
  try {
    // The certificate arrives before the request is sent. The request is then aborted.
    const response = session.fetch(`${url.origin}/`, {
      method: 'HEAD',
      headers: { 'User-Agent': 'Portside' },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: stop.signal
    })
    const noCertificate = response.then(
      ({ status }) => {
        if (status === 407) throw new AppError('PROXY_AUTH', { host: url.host, status })
        return null
      },
      (error: unknown) => {
        throw toNetworkError(error, url.host)
      }
    )
    return await untilAborted(Promise.race([seen.promise, noCertificate]), signal, () => cancelled(bareHost(url)))
  } finally {
    stop.abort()
    session.setCertificateVerifyProc(null)
    void session.closeAllConnections()
  }
}

/** Neither a name look-up nor the proxy's can be aborted. */
const cancelled = (host: string): AppError => new AppError('CANCELLED', { host })
