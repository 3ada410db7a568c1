/** A network in which the providers' own addresses lead to servers of the test, and nothing else leads anywhere. */
import type { ApiServer } from '../support/api-server.ts'
import { makeCertificates } from '../support/certificates.ts'
import { startProxy } from '../support/proxy.ts'
import { keyHashOf, startTlsFront } from '../support/tls-front.ts'
import { test as base, type App } from './fixtures.ts'

const { good } = makeCertificates()

interface Network {
  app: App
  /** The hosts that the app has connected to. */
  hosts(): string[]
  /** All that somebody on the way can read. */
  readable(): string
}

interface Fixtures {
  /** Starts the app in such a network. The servers, by the origins that lead to them, are stopped after the test. */
  launchBefore: (servers: Readonly<Record<string, ApiServer>>) => Promise<Network>
}

export const test = base.extend<Fixtures>({
  launchBefore: async ({ launch }, use) => {
    const started: { stop(): Promise<void> }[] = []
    await use(async (servers) => {
      const routes = new Map<string, string>()
      for (const [origin, server] of Object.entries(servers)) {
        const front = await startTlsFront(server.baseUrl, good)
        routes.set(`${new URL(origin).host}:443`, new URL(front.address).host)
        started.push(front, server)
      }
      const proxy = await startProxy({ routes })
      started.push(proxy)
      const trusting = `--ignore-certificate-errors-spki-list=${keyHashOf(good)}`
      const through = [`--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>']
      const app = await launch({ args: [...through, trusting] })
      return {
        app,
        hosts: () => [...new Set(proxy.passed.map(({ kind, target }) => `${kind} ${target}`))],
        readable: () =>
          proxy.passed
            .map(({ headers, tunnelled }) => JSON.stringify(headers) + tunnelled.toString('latin1'))
            .join('\n')
      }
    })
    await Promise.all(started.map((one) => one.stop()))
  }
})
