/** What Electron itself allows a page, or chooses for it, unless the app listens. */
import { EventEmitter } from 'node:events'
import type { OnBeforeRequestListenerDetails, WebRequest } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Policy from '../../../src/main/desktop/window/security-policy.ts'

type Listener = Exclude<Parameters<WebRequest['onBeforeRequest']>[0], null>
const electron = vi.hoisted(() => ({
  switches: new Map<string, string>(),
  proxies: [] as unknown[],
  onBeforeRequest: null as Listener | null
}))
vi.mock('electron', () => {
  const nothing = (): void => undefined
  const defaultSession = {
    on: nothing,
    setSpellCheckerLanguages: nothing,
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    webRequest: { onBeforeRequest: (listener: Listener) => void (electron.onBeforeRequest = listener) },
    closeAllConnections: async () => void electron.proxies.push('of the command line'),
    setProxy: async (config: unknown) => void electron.proxies.push(config)
  }
  const appendSwitch = (name: string, value: string) => void electron.switches.set(name, value)
  return { app: { commandLine: { appendSwitch } }, protocol: {}, session: { defaultSession } }
})

let policy: typeof Policy
let contents: EventEmitter

beforeEach(async () => {
  electron.proxies.length = 0
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

test('a page can’t put its window elsewhere', () => {
  const event = { preventDefault: vi.fn() }
  contents.emit('content-bounds-updated', event, { x: 0, y: 0, width: 640, height: 440 })
  expect(event.preventDefault).toHaveBeenCalledOnce()
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

/** As Electron 33 tells it of each (tried). */
test.each<[string, boolean, string, OnBeforeRequestListenerDetails['resourceType'], object | null]>([
  ['the page itself', true, 'app://portside/index.html', 'mainFrame', { origin: 'null', parent: null }],
  ['a script of the page', true, 'app://portside/index.js', 'script', { origin: 'app://portside', parent: null }],
  [
    'the frame of a description',
    true,
    'app://portside/description-page',
    'subFrame',
    { origin: 'null', parent: { origin: 'app://portside' } }
  ],
  ['a picture that the page has drawn', true, 'data:image/png,', 'image', { origin: 'app://portside', parent: null }],
  ['a picture of a page that is gone', false, 'app://portside/media/product/p1', 'image', null],
  [
    'a request of an opaque frame',
    false,
    'app://portside/record/p1',
    'xhr',
    { origin: 'null', parent: { origin: 'app://portside' } }
  ],
  [
    'a frame of an opaque frame',
    false,
    'app://portside/record/p1',
    'subFrame',
    { origin: 'null', parent: { origin: 'null' } }
  ],
  [
    'an object of an opaque frame',
    false,
    'app://portside/record/p1',
    'object',
    { origin: 'null', parent: { origin: 'null' } }
  ],
  [
    'another host of the scheme',
    false,
    'app://other/index.html',
    'subFrame',
    { origin: 'null', parent: { origin: 'app://portside' } }
  ],
  ['the web', false, 'https://example.com/', 'xhr', { origin: 'app://portside', parent: null }]
])('%s: loaded %s', async (_what, expected, url, resourceType, frame) => {
  await policy.restrictPageSession()
  const decide = vi.fn()
  electron.onBeforeRequest?.({ url, resourceType, frame } as OnBeforeRequestListenerDetails, decide)
  expect(decide).toHaveBeenCalledExactlyOnceWith({ cancel: !expected })
})

test('names of WebRTC and of dns-prefetch aren’t looked up', () => {
  policy.restrictLookUps()
  expect(Object.fromEntries(electron.switches)).toEqual({
    'host-resolver-rules': 'MAP *. ~NOTFOUND',
    'blink-settings': 'dnsPrefetchingEnabled=false'
  })
})
