/**
 * Main's own way to the network: Chromium's stack, in sessions that no page has. Only after ready.
 *
 * Such a session takes the system's proxy, PAC included, unless the command line names one: that is what Electron does for
 * every session without proxy settings of its own (docs/api/structures/proxy-config.md, `system`;
 * shell/browser/net/network_context_service.cc). Certificates are judged as Chromium does, with the roots added to the system.
 */
import { net, session, type Session } from 'electron'
import type { Network } from '../../core/ports/index.ts'
import { fenceNetwork } from '../window/security-policy.ts'
import { fetchThrough } from './session-fetch.ts'

const PARTITION = 'portside-network'

/** In memory and without a cache: nothing of an answer is kept outside of the app's own files. */
export function openPartition(name: string): Session {
  const opened = session.fromPartition(name, { cache: false })
  fenceNetwork(opened)
  return opened
}

let own: Session | null = null
export const networkSession = (): Session => (own ??= openPartition(PARTITION))

/** Main's requests, see fetchThrough. */
export const networkFetch = fetchThrough(networkSession)

/** Chromium's own notion (docs/api/net.md, `isOnline`): any interface but the loopback that has a way out. */
export const network: Network = { online: () => net.isOnline() }
