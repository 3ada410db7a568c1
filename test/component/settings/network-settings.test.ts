/** The section about the network: a proxy by hand is saved as a whole, and its password only goes to main. */
import { beforeEach, describe, expect, test } from 'vitest'
import { parseForm, parseHost, parseRule } from '../../../src/renderer/src/features/settings/network/proxyForm.ts'
import type { ManualProxy, ProxyState } from '../../../src/shared/models/network-proxy.ts'
import { lockNow, unlockNow } from '../lock/locked.ts'
import { bridge, settings, signedOut } from '../ui/shell/bridge.ts'
import { alert, axeFindings, button, field, heading, noteOf, openPage, page, path } from '../ui/shell/page.ts'
import { says, section } from './sections.ts'

const manual: ManualProxy = { scheme: 'http', host: 'proxy.example', port: 3128, bypass: ['*.example'], user: 'ada' }
const state = (password: ProxyState['password'] = 'none', fromCommandLine = false): ProxyState => ({
  password,
  fromCommandLine
})
const byHand = { ...settings, proxy: { mode: 'manual' as const, manual } }

beforeEach(() => {
  bridge.answer('proxy.state', state())
  bridge.answer('app.changeSettings', byHand)
})

async function open(its = settings): Promise<void> {
  bridge.answer('app.settings', its)
  await openPage('/settings#network')
  await expect.poll(() => section('Network')).not.toBe(null)
}
function choose(words: string): void {
  const labels = [...(section('Network')?.querySelectorAll('label') ?? [])]
  labels
    .find((label) => label.textContent.trim() === words)
    ?.querySelector('input')
    ?.click()
}
function type(name: string, text: string): void {
  const input = field(name)
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const changes = (): unknown[] => bridge.asked('app.changeSettings')

describe('the mode', () => {
  test('shows at once, and as it was if main refuses it, with what is typed', async () => {
    await open(byHand)
    type('proxyHost', 'other.example')
    const asked = bridge.hold('app.changeSettings')
    choose('None')
    await expect.poll(asked).toBe(1)
    await expect.poll(() => says('Network')).toContain('directly')
    choose('By hand')
    await expect.poll(asked).toBe(2)
    await expect.poll(() => field('proxyHost').value).toBe('other.example')
    bridge.fail('app.changeSettings', { code: 'STORAGE' })
    await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
    expect(field('proxyHost').value).toBe('other.example')
    expect(says('Network')).toContain('through this proxy')
  })

  test('is the system’s at first, and another one is applied at once', async () => {
    await open()
    expect(says('Network')).toContain('the proxy of your system')
    choose('None')
    await expect.poll(changes).toEqual([{ proxy: { mode: 'none', manual: null } }])
    expect(await axeFindings(section('Network'))).toEqual([])
  })

  test('“By hand” changes nothing before the fields are right', async () => {
    await open()
    choose('By hand')
    await expect.poll(() => button('Use this proxy', section('Network'))).not.toBe(undefined)
    expect(says('Network')).toContain('Portside connects as before.')
    expect(says('Network')).not.toContain('through this proxy.')
    button('Use this proxy').click()
    await expect.poll(() => noteOf('proxyHost')).toContain('Enter a host name')
    expect(noteOf('proxyPort')).toContain('from 1 to 65535')
    expect(changes()).toEqual([])
    expect(says('Network')).toContain('You enter the password next. With the type HTTP')
    choose('HTTPS')
    await expect.poll(() => says('Network')).not.toContain('With the type HTTP')
    expect(says('Network')).toContain('You enter the password next.')
    choose('HTTP')
    expect(await axeFindings(section('Network'))).toEqual([])
    type('proxyHost', ' Proxy.Example ')
    type('proxyPort', '3128')
    type('proxyBypass', '*.Example, 10.0.0.0/8')
    type('proxyUser', 'ada')
    button('Use this proxy').click()
    const saved = { ...manual, bypass: ['*.example', '10.0.0.0/8'] }
    await expect.poll(changes).toEqual([{ proxy: { mode: 'manual', manual: saved } }])
    await expect.poll(() => says('Network')).toContain('Portside uses the proxy now.')
    expect(says('Network')).toContain('through this proxy.')
  })

  test('with a proxy of before is applied at once', async () => {
    await open({ ...settings, proxy: { mode: 'system', manual } })
    choose('By hand')
    await expect.poll(changes).toEqual([{ proxy: { mode: 'manual', manual } }])
  })

  test('has no effect beside a switch, which is said', async () => {
    bridge.answer('proxy.state', state('none', true))
    await open()
    await expect.poll(() => says('Network')).toContain('started with a proxy switch')
  })

  test('SOCKS5 has no user name', async () => {
    await open(byHand)
    choose('SOCKS5')
    await expect.poll(() => says('Network')).toContain('can’t sign in to a SOCKS5 proxy')
    button('Use this proxy').click()
    await expect
      .poll(changes)
      .toEqual([{ proxy: { mode: 'manual', manual: { ...manual, scheme: 'socks5', user: '' } } }])
  })
})

describe('the password', () => {
  test('is sent once and isn’t shown again', async () => {
    bridge.answer('proxy.savePassword', { ...state('keychain'), error: null })
    await open(byHand)
    await expect.poll(() => says('Network')).toContain('No password is saved.')
    expect(says('Network')).toContain('Password of ada at proxy.example:3128')
    type('password', 'secret')
    await expect.poll(() => button('Save password').disabled).toBe(false)
    button('Save password').click()
    await expect.poll(() => says('Network')).toContain('A password is saved in your system’s password store.')
    expect(bridge.asked('proxy.savePassword')).toEqual([{ password: 'secret' }])
    expect(field('password').value).toBe('')
    expect(await axeFindings(section('Network'))).toEqual([])
  })

  test('that the password store didn’t take says why, and that it is in memory', async () => {
    bridge.answer('proxy.savePassword', { ...state('memory'), error: { code: 'KEYCHAIN_LOCKED' } })
    await open(byHand)
    await expect.poll(() => says('Network')).toContain('No password is saved.')
    type('password', 'secret')
    await expect.poll(() => button('Save password').disabled).toBe(false)
    button('Save password').click()
    await expect.poll(() => says('Network')).toContain('in memory until you quit')
    expect(says('Network')).toContain('password store is locked')
  })

  test('that was typed is forgotten when the app is locked', async () => {
    await open(byHand)
    await expect.poll(() => says('Network')).toContain('No password is saved.')
    const input = field('password')
    type('password', 'secret')
    await expect.poll(() => button('Save password').disabled).toBe(false)
    lockNow()
    await expect.poll(() => input.isConnected).toBe(false)
    await expect.poll(() => input.value).toBe('')
    unlockNow()
    await expect.poll(() => says('Network')).toContain('No password is saved.')
    expect(field('password').value).toBe('')
    expect(bridge.asked('proxy.savePassword')).toEqual([])
  })

  test('can be removed', async () => {
    bridge.answer('proxy.state', state('other'))
    bridge.answer('proxy.removePassword', state())
    await open(byHand)
    await expect.poll(() => says('Network')).toContain('saved for another proxy')
    button('Remove password').click()
    await expect.poll(() => says('Network')).toContain('No password is saved.')
    expect(bridge.asked('proxy.removePassword')).toHaveLength(1)
  })
})

describe('without an account', () => {
  test('a sign-in leads from the connection check to the settings, and keeps what is typed', async () => {
    bridge.answer('session.state', signedOut)
    const notFound = {
      step: 'name',
      state: 'bad',
      verdict: 'nameNotFound',
      durationMs: 1,
      facts: [],
      error: null
    } as const
    bridge.answer('connectionCheck.start', {
      id: 1,
      baseUrl: 'https://api.example.com',
      startedAt: '2026-11-21T10:00:00.000Z',
      running: false,
      issues: [],
      steps: [notFound]
    })
    await openPage('/sign-in')
    await expect.poll(() => field('email')).not.toBe(null)
    type('email', 'ada@example.com')
    await page.router.push('/connectionCheck')
    await expect.poll(() => document.querySelector('ol a')?.textContent.trim()).toBe('Network settings')
    document.querySelector<HTMLAnchorElement>('ol a')?.click()
    await expect.poll(heading).toBe('Network settings')
    await expect.poll(() => section('Network')).not.toBe(null)
    expect(await axeFindings()).toEqual([])
    button('Check the connection').click()
    await expect.poll(() => bridge.asked('connectionCheck.start')).toHaveLength(2)
    button('Back').click()
    await expect.poll(path).toBe('/sign-in')
    expect(field('email').value).toBe('ada@example.com')
  })

  test('the link of an error keeps where the sign-in returns to', async () => {
    bridge.answer('session.state', signedOut)
    await openPage('/sign-in?from=/invoices')
    await page.router.push('/network')
    await expect.poll(path).toBe('/sign-in?from=/invoices&network=1')
    await expect.poll(() => section('Network')).not.toBe(null)
    button('Back').click()
    await expect.poll(path).toBe('/sign-in?from=/invoices')
  })
})

test.each([
  ['proxy.example', 'proxy.example'],
  [' PROXY ', 'proxy'],
  ['прокси.рф', 'xn--h1adldfi.xn--p1ai'],
  ['::1', '[::1]'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
  ['127.1', '127.0.0.1'],
  ['', null],
  ['http://proxy', null],
  ['proxy:80', null],
  ['user:password@proxy', null],
  ['proxy/path', null],
  ['a b', null],
  ['a;b', null],
  ['%31', null]
])('the host “%s” is %s', (typed, host) => {
  expect(parseHost(typed)).toBe(host)
})

test.each([
  ['example.com', 'example.com'],
  ['*.EXAMPLE.com', '*.example.com'],
  ['.example.com:8443', '.example.com:8443'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['::1', '[::1]'],
  ['[::1]:80', '[::1]:80'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['[2001:db8::]/32', '2001:db8::/32'],
  ['<local>', null],
  ['<-loopback>', null],
  ['*', null],
  ['http://a', null],
  ['a:0', null]
])('the exception “%s” is %s', (typed, rule) => {
  expect(parseRule(typed)).toBe(rule)
})

test('more exceptions than the setting takes are refused', () => {
  const bypass = Array.from({ length: 51 }, (_, at) => `h${at}`).join(' ')
  expect(parseForm({ scheme: 'http', host: 'p', port: '1', bypass, user: '' })).toMatchObject({
    manual: null,
    problems: { bypass: 'Enter at most 50 hosts.' }
  })
})
