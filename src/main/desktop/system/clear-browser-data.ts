/** What Chromium keeps by itself, of the page and of main's requests: forgotten when everything is erased. */
import { session } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import { report } from './log.ts'
import { networkSession } from '../network/network.ts'

/** @throws STORAGE when some of it would not go; all that would is gone then */
export async function forgetEngineData(): Promise<void> {
  const page = session.defaultSession
  const network = networkSession()
  const done = await Promise.allSettled([
    page.clearStorageData(),
    page.clearCache(),
    page.clearCodeCaches({}),
    // Sign-ins at proxies, addresses of hosts, and connections that are open to them.
    ...[page, network].flatMap((one) => [one.clearAuthCache(), one.clearHostResolverCache()]),
    network.closeAllConnections()
  ])
  const failed = done.filter((one) => one.status === 'rejected')
  for (const { reason } of failed) report(reason)
  if (failed.length > 0) throw new AppError('STORAGE')
}
