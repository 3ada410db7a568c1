import { expect, test } from 'vitest'
import { hostOf } from '../../../src/shared/models/account.ts'

test.each([
  ['https://api.example.com', 'api.example.com'],
  ['https://api.example.com/proxy/v1', 'api.example.com'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080'],
  ['https://[::1]:8443/x', '[::1]:8443'],
  ['https://ada:secret@api.example.com', null],
  ['ftp://api.example.com', null],
  ['', null]
])('the host of %j is %j', (baseUrl, host) => {
  expect(hostOf({ connection: { baseUrl, provider: 'hypeproxy-v2' } })).toBe(host)
})
