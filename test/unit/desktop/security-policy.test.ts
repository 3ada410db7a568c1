/** What Electron itself allows a page, or chooses for it, unless the app listens. */
import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Policy from '../../../src/main/desktop/window/security-policy.ts'

const electron = vi.hoisted(() => ({ switches: new Map<string, string>(), proxies: [] as unknown[] }))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  const nothing = (): void => undefined
  const defaultSession = Object.assign(new EventEmitter(), {
    setSpellCheckerLanguages: nothing,
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    webRequest: { onBeforeRequest: nothing },
    closeAllConnections: async () => void electron.proxies.push('of the command line'),
    setProxy: async (config: unknown) => void electron.proxies.push(config)
  })
  const appendSwitch = (name: string, value: string) => void electron.switches.set(name, value)
  return { app: { commandLine: { appendSwitch } }, protocol: {}, session: { defaultSession } }
})

let policy: typeof Policy
let contents: EventEmitter

beforeEach(async () => {
  // Other tests load the module with an Electron of their own.
  vi.resetModules()
  policy = await import('../../../src/main/desktop/window/security-policy.ts')
  contents = Object.assign(new EventEmitter(), {
    setWebRTCIPHandlingPolicy: vi.fn(),
    setWindowOpenHandler: () => undefined
  })
  policy.restrictContents(contents as never)
})

test('no Bluetooth device is chosen', () => {
  const event = { preventDefault: vi.fn() }
  const choose = vi.fn()
  contents.emit('select-bluetooth-device', event, [{ deviceId: 'heart-rate' }], choose)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  expect(choose).toHaveBeenCalledExactlyOnceWith('')
})

test('a page can’t prevent that it is closed', () => {
  const event = { preventDefault: vi.fn() }
  contents.emit('will-prevent-unload', event)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test('WebRTC over UDP is off, and every connection of the page ends at a proxy that isn’t there', async () => {
  expect(contents).toHaveProperty('setWebRTCIPHandlingPolicy.mock.calls', [['disable_non_proxied_udp']])
  await policy.restrictPageSession()
  // Electron applies its switches when it makes the session's network, over what was set before.
  expect(electron.proxies).toEqual([
    'of the command line',
    { mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' }
  ])
})

test('names of WebRTC and of dns-prefetch aren’t looked up', () => {
  policy.restrictLookUps()
  expect(Object.fromEntries(electron.switches)).toEqual({
    'host-resolver-rules': 'MAP *. ~NOTFOUND',
    'blink-settings': 'dnsPrefetchingEnabled=false'
  })
})
