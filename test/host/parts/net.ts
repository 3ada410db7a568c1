/**
 * `net`: the default session's network (network/). Not the same network stack as Electron's: the system's proxy and
 * certificate store count on real Electron only.
 */
import type { Net } from 'electron'
import { strict } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'
import { defaultSession } from './session.ts'

export const net = strict('net', {
  async fetch(input, init) {
    needsReady('net.fetch')
    return defaultSession.fetch(input, init)
  },
  async resolveHost(host, options) {
    needsReady('net.resolveHost')
    return defaultSession.resolveHost(host, options)
  },
  isOnline: () => runtime().online,
  get online() {
    return runtime().online
  }
} satisfies Pick<Net, 'fetch' | 'resolveHost' | 'isOnline' | 'online'>)
