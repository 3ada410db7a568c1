/** Starts the seam's app in the host and calls it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '../../../src/main/core/ports/index.ts'
import { startHost, type HostProcess } from '../../host/client.ts'
import '../host/fixture.ts'
import type { Fetched, Outcome } from './seam-app.ts'

const ENTRY = join(import.meta.dirname, 'seam-app.ts')

/** What the app answers to which call. */
interface Calls {
  networkFetch: (url: string, init?: RequestInit) => Fetched
  defaultFetch: (url: string) => Fetched
  lookUp: (host: string, ms: number) => string[]
  proxies: (address: string) => string[]
  certificate: (address: string, ms: number) => Certificate | null
}

export interface Seam {
  host: HostProcess
  call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<Outcome<ReturnType<Calls[K]>>>
  stop(): Promise<void>
}

/** @param root PEM of a root that the host trusts, beside the usual ones */
export async function startSeam(root: string, args: string[] = []): Promise<Seam> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-seam-'))
  const extra = join(folder, 'root.pem')
  writeFileSync(extra, root)
  const env = { FIXTURE_PROFILE: join(folder, 'profile'), NODE_EXTRA_CA_CERTS: extra }
  const host = await startHost({ entry: ENTRY, args, env })
  await host.page.waitForFunction(() => 'fixture' in window)
  return {
    host,
    call: (name, ...given) =>
      host.page.evaluate(([channel, values]) => window.fixture.invoke(channel, ...values), [
        name,
        given
      ] as const) as never,
    async stop() {
      await host.quit()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
