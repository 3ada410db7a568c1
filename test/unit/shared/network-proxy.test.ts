/** What counts as a proxy: nothing that Chromium's rules would read as something else. */
import { expect, test } from 'vitest'
import {
  isBypassRule,
  isProxyHost,
  isProxyPassword,
  isProxySetting,
  isProxyUser,
  takesPassword,
  type ManualProxy
} from '../../../src/shared/models/network-proxy.ts'

const manual: ManualProxy = { scheme: 'http', host: 'proxy.example', port: 3128, bypass: ['*.example'], user: 'ada' }

test.each([
  [true, ['proxy', 'proxy.example', 'a-b.c_d', 'xn--e1afmkfd.xn--p1ai', '10.0.0.1', '255.255.255.255']],
  [true, ['[::1]', '[2001:db8::1]', '[1:2:3:4:5:6:7:8]', 'localhost']],
  [false, ['', ' proxy', 'Proxy', 'прокси.рф', 'a..b', '.a', 'a.', 'a,b', 'a;b', 'a=b', 'a b', 'a/b', 'a@b', 'a:1']],
  [false, ['1.2.3', '1.2.3.256', '01.2.3.4', '999', '0x7f.1', 'a.0x', '::1', '[1]', '[::1', '[:::]', '[1::2::3]']],
  [false, ['[1:2:3:4:5:6:7:8:9]', '[12345::]', '[::ffff:1.2.3.4]', 'user:pass@proxy', `${'a'.repeat(254)}`]]
])('%s for the hosts %o', (isOne, hosts) => {
  for (const host of hosts) expect(isProxyHost(host), host).toBe(isOne)
})

test.each([
  [true, ['example.com', '*.example.com', '.example.com', 'example.com:8443', '*.example.com:1', '10.1.2.3']],
  [true, ['[::1]', '[::1]:80', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '*.10.example']],
  [false, ['', '*', '*.', '.', '*example.com', 'a,b', 'a;b', '<local>', '<-loopback>', 'http://a', 'a/b', '*.*.a']],
  [false, ['10.0.0.0/33', '10.0.0/8', '::/129', '[::]/8', 'a:0', 'a:65536', 'a:080', '*.[::1]', '*.1.2.3.4', '::1']],
  [false, [`${'a'.repeat(261)}`, 'example.com/24', '10.0.0.0/08']]
])('%s for the bypass rules %o', (isOne, rules) => {
  for (const rule of rules) expect(isBypassRule(rule), rule).toBe(isOne)
})

test.each<[boolean, unknown[]]>([
  [
    true,
    [
      { mode: 'system', manual: null },
      { mode: 'none', manual },
      { mode: 'manual', manual },
      { mode: 'manual', manual: { ...manual, scheme: 'socks5', user: '' } }
    ]
  ],
  [
    false,
    [
      null,
      'system',
      {},
      { mode: 'manual', manual: null },
      { mode: 'auto', manual: null },
      { mode: 'system', manual: null, password: 'secret' },
      { mode: 'manual', manual: { ...manual, password: 'secret' } },
      { mode: 'manual', manual: { ...manual, port: 0 } },
      { mode: 'manual', manual: { ...manual, port: 65_536 } },
      { mode: 'manual', manual: { ...manual, port: '80' } },
      { mode: 'manual', manual: { ...manual, port: 80.5 } },
      { mode: 'manual', manual: { ...manual, scheme: 'socks4' } },
      { mode: 'manual', manual: { ...manual, host: 'http=evil:1;https=evil' } },
      { mode: 'manual', manual: { ...manual, bypass: 'a' } },
      { mode: 'manual', manual: { ...manual, bypass: Array(51).fill('a') } },
      { mode: 'manual', manual: { ...manual, bypass: [['a']] } },
      { mode: 'manual', manual: { ...manual, user: 'a:b' } },
      { mode: 'manual', manual: { ...manual, user: 5 } },
      // Chromium has no sign-in at a SOCKS proxy.
      { mode: 'manual', manual: { ...manual, scheme: 'socks5' } }
    ]
  ]
])('%s for the settings %o', (isOne, values) => {
  for (const value of values) expect(isProxySetting(value), JSON.stringify(value)).toBe(isOne)
})

test('names and passwords have no control characters, and names no colon', () => {
  expect(['ada', 'DOMAIN\\ada', 'ada@example.com', ''].every(isProxyUser)).toBe(true)
  expect(['a:b', 'a\nb', 'a'.repeat(257)].some(isProxyUser)).toBe(false)
  expect(['p:w', ' ', 'ü'].every(isProxyPassword)).toBe(true)
  expect(['', 'a\r\nb', 'a'.repeat(257)].some(isProxyPassword)).toBe(false)
})

test('only a proxy with a user name, which isn’t SOCKS, takes a password', () => {
  expect(takesPassword(manual)).toBe(true)
  expect(takesPassword({ ...manual, user: '' })).toBe(false)
  expect(takesPassword({ ...manual, scheme: 'socks5' })).toBe(false)
})
