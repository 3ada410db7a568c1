/** A change of the proxy, and of its password, takes effect at once. */
import { beforeEach, expect, test } from 'vitest'
import { ProxySettings } from '../../../../src/main/app/network/proxy-settings.ts'
import { SettingsStore } from '../../../../src/main/app/settings/settings.ts'
import type { ProxySetting } from '../../../../src/shared/models/network-proxy.ts'
import {
  FakeGraphics,
  FakeProxyControl,
  LoggedEvents,
  MemoryKeychain,
  MemoryRegistry,
  PublishedEvents
} from '../../../support/ports.ts'
import { errorOf } from '../launch.ts'

const byHand: ProxySetting = {
  mode: 'manual',
  manual: { scheme: 'http', host: 'proxy.example', port: 3128, bypass: [], user: 'ada' }
}

let control: FakeProxyControl
let keychain: MemoryKeychain
let settings: SettingsStore
let proxy: ProxySettings
let retries: number

beforeEach(() => {
  control = new FakeProxyControl()
  keychain = new MemoryKeychain()
  retries = 0
  const registry = new MemoryRegistry()
  settings = new SettingsStore({
    registry,
    publisher: new PublishedEvents(),
    log: new LoggedEvents(),
    graphics: new FakeGraphics(),
    applyTheme: () => undefined
  })
  const refresh = { retryNow: () => void (retries += 1) }
  proxy = new ProxySettings({ settings, registry, keychain, newId: () => 'entry-1', control, refresh })
})

test('a change is applied once, and what failed before is tried again', () => {
  settings.change({ proxy: byHand })
  settings.change({ theme: 'dark' })
  settings.change({ proxy: structuredClone(byHand) })
  expect([control.applied, retries, proxy.source()]).toEqual([[byHand], 1, 'manual'])
})

test('the defaults are applied when everything is erased', () => {
  settings.change({ proxy: byHand })
  settings.change({ proxy: { mode: 'system', manual: null } })
  expect([control.applied.at(-1)?.mode, proxy.source()]).toEqual(['system', 'system'])
})

test('a new password is used at once, also one that is only in memory', async () => {
  settings.change({ proxy: byHand })
  expect(await proxy.savePassword('secret')).toEqual({ password: 'keychain', fromCommandLine: false, error: null })
  keychain.keychainError = 'KEYCHAIN_LOCKED'
  const { error, password } = await proxy.savePassword('other')
  expect([error, password]).toEqual([{ code: 'KEYCHAIN_LOCKED' }, 'memory'])
  expect([control.forgotten, retries]).toEqual([2, 3])
})

test('a removed password is forgotten by Chromium, also if its entry stays', async () => {
  settings.change({ proxy: byHand })
  await proxy.savePassword('secret')
  keychain.keychainError = 'KEYCHAIN_LOCKED'
  expect(await errorOf(proxy.removePassword())).toEqual({ code: 'KEYCHAIN_LOCKED' })
  expect([control.forgotten, proxy.state().password]).toEqual([2, 'none'])
  keychain.keychainError = null
  expect((await proxy.removePassword()).password).toBe('none')
})

test('a switch of the command line decides', () => {
  settings.change({ proxy: byHand })
  control.fromCommandLine = true
  expect([proxy.state().fromCommandLine, proxy.source()]).toEqual([true, 'commandLine'])
})
