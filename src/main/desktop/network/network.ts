/**
 * Main's network access: Chromium's stack, in sessions that no page uses. Only after ready.
 *
 * These sessions use the system's proxy, PAC included, unless the command line names one. That is Electron's default
 * (docs/api/structures/proxy-config.md, `system`; shell/browser/net/network_context_service.cc). Chromium verifies
 * certificates, with the roots that are installed on the system.
 */
import { net, session, type Session } from 'electron'
import type { Network } from '../../core/ports/index.ts'
import { restrictNetworkSession } from '../window/security-policy.ts'
import { fetchThrough } from './session-fetch.ts'

const PARTITION = 'portside-network'

/** In memory and without a cache: responses are stored in the app's own files only. */
export function openPartition(name: string): Session {
  const opened = session.fromPartition(name, { cache: false })
  restrictNetworkSession(opened)
  return opened
}

let own: Session | null = null
export const networkSession = (): Session => (own ??= openPartition(PARTITION))

/** `fetch` for main's requests. */
export const networkFetch = fetchThrough(networkSession)

/** True for any network interface other than loopback (docs/api/net.md, `isOnline`). */
export const network: Network = { online: () => net.isOnline() }
