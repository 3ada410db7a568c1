/** The proxy of main's sessions: what Chromium is given, and when. */
import type { Session } from 'electron'
import { beforeEach, expect, test } from 'vitest'
import { NetworkProxy, proxyConfigOf } from '../../../src/main/desktop/network-proxy.ts'
import type { ManualProxy, ProxySetting } from '../../../src/shared/models/network-proxy.ts'

const switches = new Set<string>()

const manual: ManualProxy = {
  scheme: 'http',
  host: 'proxy.example',
  port: 3128,
  bypass: ['*.example', '10.0.0.0/8'],
  user: ''
}
const byHand: ProxySetting = { mode: 'manual', manual }
const CONFIG = {
  mode: 'fixed_servers',
  proxyRules: 'http://proxy.example:3128',
  proxyBypassRules: '*.example,10.0.0.0/8'
} as const

/** What was called, in its order. */
class RecordingSession {
  calls: unknown[] = []
  setProxy = async (config: unknown): Promise<void> => void this.calls.push(config)
  forceReloadProxyConfig = async () => void this.calls.push('reload')
  clearAuthCache = async () => void this.calls.push('clearAuthCache')
  closeAllConnections = async () => void this.calls.push('close')
  asSession = (): Session => this as unknown as Session
}

let reported: unknown[]
let proxy: NetworkProxy
let session: RecordingSession

beforeEach(() => {
  switches.clear()
  reported = []
  proxy = new NetworkProxy(
    (name) => switches.has(name),
    (error) => reported.push(error)
  )
  session = new RecordingSession()
})

test.each<[ProxySetting, object]>([
  [{ mode: 'system', manual }, { mode: 'system' }],
  [{ mode: 'none', manual }, { mode: 'direct' }],
  [byHand, CONFIG],
  [
    { mode: 'manual', manual: { ...manual, scheme: 'socks5', host: '[::1]', port: 1080, bypass: [] } },
    { mode: 'fixed_servers', proxyRules: 'socks5://[::1]:1080', proxyBypassRules: '' }
  ],
  [
    { mode: 'manual', manual: { ...manual, scheme: 'https', port: 443 } },
    { ...CONFIG, proxyRules: 'https://proxy.example:443' }
  ]
])('%o becomes %o', (setting, config) => {
  expect(proxyConfigOf(setting)).toEqual(config)
})

test('the system’s proxy is Electron’s own, once the session has its network', async () => {
  proxy.start({ mode: 'system', manual: null }, async () => null)
  proxy.add(session.asSession())
  await proxy.applied()
  expect(session.calls).toEqual(['close'])
})

test('a session has the proxy of the settings before its first request', async () => {
  proxy.start(byHand, async () => null)
  proxy.add(session.asSession())
  await proxy.applied()
  expect(session.calls).toEqual(['close', CONFIG])
})

test('a change reaches each session, forgets sign-ins and ends connections of the former proxy', async () => {
  const other = new RecordingSession()
  proxy.add(session.asSession())
  proxy.add(other.asSession())
  await proxy.applied()
  proxy.apply(byHand)
  await proxy.applied()
  const change = ['close', CONFIG, 'reload', 'clearAuthCache', 'close']
  expect([session.calls, other.calls]).toEqual([change, change])
  proxy.apply({ mode: 'system', manual })
  await proxy.applied()
  expect(session.calls).toEqual([...change, { mode: 'system' }, 'reload', 'clearAuthCache', 'close'])
})

test('whatever is under way is told of a change, until it has ended', () => {
  const told: string[] = []
  const stop = proxy.onChange(() => told.push('ended'))
  proxy.onChange(() => told.push('open'))
  stop()
  proxy.apply(byHand)
  expect(told).toEqual(['open'])
})

test('a request waits for all changes so far, and an error ends none of them', async () => {
  const held = Promise.withResolvers<void>()
  session.setProxy = () => held.promise
  proxy.add(session.asSession())
  await proxy.applied()
  proxy.apply(byHand)
  let isApplied = false
  const waiting = proxy.applied().then(() => (isApplied = true))
  await new Promise(setImmediate)
  expect(isApplied).toBe(false)
  held.reject(new Error('no network service'))
  await waiting
  expect(reported).toEqual([new Error('no network service')])
})

test.each(['proxy-server', 'no-proxy-server', 'proxy-pac-url', 'proxy-auto-detect'])(
  'with --%s on the command line the setting changes nothing, and its password is sent nowhere',
  async (name) => {
    switches.add(name)
    const credentials = { user: 'ada', password: 'secret' }
    proxy.start(byHand, async () => credentials)
    const challenge = { isProxy: true, host: manual.host, port: manual.port }
    expect(await proxy.answer(challenge)).toBeNull()
    proxy.add(session.asSession())
    proxy.apply({ mode: 'none', manual: null })
    await proxy.applied()
    expect([session.calls, proxy.isFromCommandLine()]).toEqual([['close'], true])
    switches.clear()
    expect(await proxy.answer(challenge)).toBe(credentials)
  }
)

test('forgotten sign-ins end the connections that had them', async () => {
  proxy.add(session.asSession())
  proxy.forgetCredentials()
  await proxy.applied()
  expect(session.calls).toEqual(['close', 'clearAuthCache', 'close'])
})
