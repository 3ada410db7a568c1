/** Looks at single steps of the way to a platform, as Chromium's network stack would take them. Only after ready. */
import { net } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../shared/ipc/network-error.ts'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import type { Certificate, Probe } from '../../core/ports/index.ts'
import { networkSession, openPartition } from './network.ts'
import { bareHost, certificateOf, isHost, proxiesIn } from './probe-readings.ts'

const PARTITION = 'portside-connectionCheck'
/** A session lives until the app quits. Nobody checks that often; after so many, the first one's turn comes again. */
const MOST_SESSIONS = 100

/** Chromium's own verdict, whatever the proc has seen (docs/api/session.md, setCertificateVerifyProc). */
const AS_CHROMIUM = -3

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
        // The resolver says "not found" of every name while there is no network.
        throw net.isOnline() ? toNetworkError(error, host) : new AppError('OFFLINE', { host })
      }
    },

    async proxies(address) {
      return proxiesIn(await networkSession().resolveProxy(address))
    },

    async certificate(address, signal) {
      const url = new URL(address)
      if (url.protocol !== 'https:') return null
      // Chromium keeps what it found about a certificate for half an hour and for as long as the session lives, so every
      // check has a session that has never seen one.
      return look(url, signal, `${PARTITION}-${checks++ % MOST_SESSIONS}`)
    }
  }
}

async function look(url: URL, signal: AbortSignal, partition: string): Promise<Certificate | null> {
  const session = openPartition(partition)
  const stop = new AbortController()
  const seen = Promise.withResolvers<Certificate>()
  session.setCertificateVerifyProc((request, answer) => {
    answer(AS_CHROMIUM)
    // A proxy that is spoken to by https shows a certificate, too.
    if (isHost(request.hostname, url)) seen.resolve(certificateOf(request))
  })
  try {
    // The certificate comes before the request is sent, which is then called off.
    const asked = session.fetch(`${url.origin}/`, {
      method: 'HEAD',
      headers: { 'User-Agent': 'Portside' },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: stop.signal
    })
    const unseen = asked.then(
      ({ status }) => {
        if (status === 407) throw new AppError('PROXY_AUTH', { host: url.host, status })
        return null
      },
      (error: unknown) => {
        throw toNetworkError(error, url.host)
      }
    )
    return await untilAborted(Promise.race([seen.promise, unseen]), signal, () => cancelled(bareHost(url)))
  } finally {
    stop.abort()
    session.setCertificateVerifyProc(null)
    void session.closeAllConnections()
  }
}

/** Neither a name look-up nor the proxy's can be aborted. */
const cancelled = (host: string): AppError => new AppError('CANCELLED', { host })
