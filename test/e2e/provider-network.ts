/** A network in which the providers' own addresses lead to servers of the test, and nothing else leads anywhere. */
import type { ApiServer } from '../support/api-server.ts'
import { makeCertificates } from '../support/certificates.ts'
import { startProxy } from '../support/proxy.ts'
import { keyHashOf, startTlsFront } from '../support/tls-front.ts'
import { test as base, type App } from './fixtures.ts'

const { good } = makeCertificates()

type Servers = Readonly<Record<string, ApiServer>>

export interface Network {
  /** With them the app is in this network. */
  args: string[]
  /** The hosts that the app has connected to. */
  hosts(): string[]
  /** All that somebody on the way can read. */
  readable(): string
  /** The servers, too. */
  stop(): Promise<void>
}

/** @param servers by the origins that lead to them */
export async function startNetwork(servers: Servers): Promise<Network> {
  const started: { stop(): Promise<void> }[] = []
  const routes = new Map<string, string>()
  for (const [origin, server] of Object.entries(servers)) {
    const front = await startTlsFront(server.baseUrl, good)
    routes.set(`${new URL(origin).host}:443`, new URL(front.address).host)
    started.push(front, server)
  }
  const proxy = await startProxy({ routes })
  started.push(proxy)
  return {
    args: [`--proxy-server=${proxy.address}`, `--ignore-certificate-errors-spki-list=${keyHashOf(good)}`],
    hosts: () => [...new Set(proxy.passed.map(({ kind, target }) => `${kind} ${target}`))],
    readable: () =>
      proxy.passed.map(({ headers, tunnelled }) => JSON.stringify(headers) + tunnelled.toString('latin1')).join('\n'),
    async stop() {
      await Promise.all(started.map((one) => one.stop()))
    }
  }
}

interface Fixtures {
  /** Starts the app in such a network, with loopback in it, too. Stops the network after the test. */
  launchBefore: (servers: Servers) => Promise<Pick<Network, 'hosts' | 'readable'> & { app: App }>
}

export const test = base.extend<Fixtures>({
  launchBefore: async ({ launch }, use) => {
    const started: Network[] = []
    await use(async (servers) => {
      const network = await startNetwork(servers)
      started.push(network)
      const app = await launch({ args: [...network.args, '--proxy-bypass-list=<-loopback>'] })
      return { ...network, app }
    })
    for (const network of started) await network.stop()
  }
})
