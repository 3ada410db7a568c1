/** Clears the data that Chromium stores for the page and for main's requests. */
import { session } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import { report } from './log.ts'
import { networkSession } from '../network/network.ts'

/** @throws STORAGE if some of it can't be cleared; the rest is cleared then */
export async function clearBrowserData(): Promise<void> {
  const page = session.defaultSession
  const network = networkSession()
  const done = await Promise.allSettled([
    page.clearStorageData(),
    page.clearCache(),
    page.clearCodeCaches({}),
    // Proxy credentials, cached host addresses and open connections.
    ...[page, network].flatMap((one) => [one.clearAuthCache(), one.clearHostResolverCache()]),
    network.closeAllConnections()
  ])
  const failed = done.filter((one) => one.status === 'rejected')
  for (const { reason } of failed) report(reason)
  if (failed.length > 0) throw new AppError('STORAGE')
}
