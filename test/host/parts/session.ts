/**
 * `session`: the default one, which the pages have, and partitions in memory, each with a network, rules and connections of
 * its own. Permissions are answered by the app's handlers, ahead of being asked.
 */
import { lookup } from 'node:dns/promises'
import { setImmediate } from 'node:timers/promises'
import type {
  ClearCodeCachesOptions,
  OnBeforeRequestListenerDetails,
  ProxyConfig,
  ResolvedHost,
  ResolveHostOptions,
  Session,
  WebRequest
} from 'electron'
import { KnownEmitter, strict, MissingPart } from '../strict.ts'
import { Network, type Answer } from '../network/network.ts'
import type { AskLogin } from '../network/proxy-auth.ts'
import { pacOf, PROXY_SWITCHES } from '../network/proxy.ts'
import { needsReady, runtime } from '../runtime.ts'
import type { Page } from './page.ts'

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0]

/** Chromium's names of permissions and Electron's. */
const PERMISSIONS = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  microphone: 'media',
  camera: 'media',
  'clipboard-read': 'clipboard-read',
  midi: 'midiSysex'
} as const

type Members =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setCertificateVerifyProc'
  | 'resolveHost'
  | 'resolveProxy'
  | 'setProxy'
  | 'forceReloadProxyConfig'
  | 'closeAllConnections'
  | 'clearStorageData'
  | 'clearCache'
  | 'clearCodeCaches'
  | 'clearAuthCache'
  | 'clearHostResolverCache'

type Details = Pick<OnBeforeRequestListenerDetails, 'url' | 'method' | 'webContentsId'> & { resourceType: string }
type BeforeRequest = (details: OnBeforeRequestListenerDetails, decide: (answer: { cancel?: boolean }) => void) => void

class HostWebRequest implements Pick<WebRequest, 'onBeforeRequest'> {
  private listener: BeforeRequest | null = null

  onBeforeRequest(first: unknown): void {
    this.listener = first as BeforeRequest
  }

  /** Asks the app's listener, if there is one. Not part of Electron. */
  async asksToCancel(details: Details): Promise<boolean> {
    const { listener } = this
    if (!listener) return false
    const { cancel } = await new Promise<{ cancel?: boolean }>((decide) =>
      listener(details as OnBeforeRequestListenerDetails, decide)
    )
    return cancel === true
  }
}

export class HostSession extends KnownEmitter implements Pick<Session, Members> {
  /** Those that are open. Not part of Electron. */
  readonly pages = new Set<Promise<Page>>()
  readonly webRequest = strict('WebRequest', new HostWebRequest())
  private readonly partition: string
  private network: Network | null = null
  private request: RequestHandler = null
  private check: CheckHandler = null
  private proxy: 'none' | 'pending' | 'set' = 'none'

  constructor(partition: string) {
    super('Session', ['will-download'])
    this.partition = partition
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.request = handler
    this.settle()
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.check = handler
    this.settle()
  }

  /** Recorded only: the host has no HID, serial or USB devices to offer. */
  setDevicePermissionHandler(_handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {}

  setCertificateVerifyProc(proc: Parameters<Session['setCertificateVerifyProc']>[0]): void {
    this.net().verifier.proc = proc
  }

  async resolveHost(host: string, options: ResolveHostOptions = {}): Promise<ResolvedHost> {
    const unknown = Object.keys(options).find((name) => name !== 'cacheUsage')
    if (unknown !== undefined) throw new MissingPart(`resolveHost option ${unknown}`)
    const found = runtime().online ? await lookup(host, { all: true }).catch(() => []) : []
    if (found.length === 0) throw new Error('net::ERR_NAME_NOT_RESOLVED')
    return { endpoints: found.map(({ address, family }) => ({ address, family: family === 6 ? 'ipv6' : 'ipv4' })) }
  }

  async resolveProxy(url: string): Promise<string> {
    return pacOf(this.net().proxyFor(new URL(url)))
  }

  /** Electron resolves it in a task of its own (shell/browser/api/electron_api_session.cc). */
  async setProxy(config: ProxyConfig): Promise<void> {
    if (this.partition === '') this.setPageProxy(config)
    else this.setNetworkProxy(config)
    this.proxy = 'pending'
    await setImmediate()
    this.proxy = 'set'
  }

  /** Before the first page. Requests of `net` through it are missing. */
  private setPageProxy({ mode, proxyRules: rules, proxyBypassRules: bypass = '', ...more }: ProxyConfig): void {
    const others = Object.keys(more)
    if (mode !== 'fixed_servers' || !rules || others.length > 0)
      throw new MissingPart(`setProxy of pages with ${JSON.stringify({ mode, rules, others })}`)
    runtime().browser.useProxy({ rules, bypass })
  }

  private setNetworkProxy(config: ProxyConfig): void {
    // Electron would apply them over it when it makes the network context (shell/browser/net/network_context_service.cc).
    const named = PROXY_SWITCHES.find((name) => runtime().switches.has(name))
    if (named !== undefined) throw new MissingPart(`setProxy beside --${named}`)
    this.net().setProxy(config)
  }

  async forceReloadProxyConfig(): Promise<void> {
    await setImmediate()
  }

  /** Not part of Electron, where the first requests might go past the proxy. */
  checkProxy(): void {
    if (this.proxy === 'pending') throw new Error('A page loads before its session has the proxy.')
  }

  closeAllConnections(): Promise<void> {
    return this.net().closeAll()
  }

  /** What the pages that are open have stored. Without `--code-cache` nothing else is: Chromium's folder is deleted when the host ends. */
  async clearStorageData(): Promise<void> {
    await this.ofPages((page) => page.clearStorage())
  }

  async clearCache(): Promise<void> {
    await this.ofPages((page) => page.clearCache())
  }

  /** No effect: with `--code-cache`, compiled code stays in Chromium's folder. */
  async clearCodeCaches(_options: ClearCodeCachesOptions): Promise<void> {}

  async clearAuthCache(): Promise<void> {
    this.network?.auth.clear()
  }

  /** Node keeps no addresses. */
  async clearHostResolverCache(): Promise<void> {}

  /** A request of `net.request`. Not part of Electron. */
  async send(url: string, init: RequestInit, login: AskLogin): Promise<Answer> {
    if (this.proxy === 'pending') throw new Error('A request starts before its session has the proxy.')
    if (await this.webRequest.asksToCancel({ url, method: init.method ?? 'GET', resourceType: 'other' })) {
      throw new Error('net::ERR_BLOCKED_BY_CLIENT')
    }
    if (!runtime().online) throw new Error('net::ERR_INTERNET_DISCONNECTED')
    return this.net().fetch(url, init, login)
  }

  private async ofPages(run: (page: Page) => Promise<void>): Promise<void> {
    await Promise.all([...this.pages].map(async (page) => run(await page)))
  }

  private net(): Network {
    if (this.partition === '' && this.proxy !== 'none') throw new MissingPart('net.request through setProxy of pages')
    return (this.network ??= new Network(runtime().switches))
  }

  /** Chromium can't ask the host at the moment of a request, so it is told the answers beforehand. */
  private settle(): void {
    const { request, check } = this
    // Pages have the default session.
    if (!request || this.partition !== '') return
    const { context, chromium } = runtime().browser
    for (const [name, permission] of Object.entries(PERMISSIONS)) {
      const decide = (granted: boolean): void => {
        const allowed = granted && (check?.(null, permission, '', {} as never) ?? true)
        const setting = allowed ? 'granted' : 'denied'
        context.then(
          (place) =>
            chromium.connection.browser.tell('Browser.setPermission', { permission: { name }, setting, ...place }),
          // Then there is no page either, and opening it says why.
          () => undefined
        )
      }
      request(null as never, permission, decide, {} as never)
    }
  }
}

export const defaultSession = strict('Session', new HostSession(''))

const partitions = new Map<string, HostSession>()

function fromPartition(partition: string, options: { cache?: boolean } = {}): HostSession {
  needsReady('session.fromPartition()')
  if (partition === '') return defaultSession
  if (partition.startsWith('persist:')) throw new MissingPart(`session ${partition}: only partitions in memory`)
  const known = partitions.get(partition)
  if (known) return known
  if (options.cache !== false) throw new MissingPart('cache: sessions are opened with cache: false')
  const opened = strict('Session', new HostSession(partition))
  partitions.set(partition, opened)
  return opened
}

export const session = strict('session', {
  fromPartition,
  get defaultSession() {
    needsReady('session.defaultSession')
    return defaultSession
  }
})
