import { expect, test } from 'vitest'
import { addressProblem } from '../../../src/renderer/src/features/accounts/connection/address.ts'

// What main takes and what it refuses: test/unit/provider/api/url-rules.test.ts.
test.each([
  'https://api.example.com',
  '  https://API.Example.com/  ',
  'api.example.com:8443/prefix/',
  'HTTPS://bücher.example',
  'http://localhost:3000/',
  'http://platform.localhost',
  'http://127.9.9.9',
  'http://[::1]:8080',
  '\ufeffhttps://api.exa\u200bm\u00adple.com\u200e\u00a0'
])('%s can be used', (typed) => {
  expect(addressProblem(typed)).toBe(null)
})

test.each([
  ['', 'addressMissing'],
  ['   ', 'addressMissing'],
  ['http://api.example.com', 'insecure'],
  ['http://127.0.0.1.example.com', 'insecure'],
  ['https://', 'address'],
  ['http;//api.example.com', 'scheme'],
  ['https;//api.example.com', 'scheme'],
  ['https//api.example.com', 'scheme'],
  ['http:/api.example.com', 'scheme'],
  ['https:api.example.com', 'scheme'],
  ['https://api,example.com', 'address'],
  ['https://api.exa\u00a0mple.com', 'address'],
  ['ftp://api.example.com', 'address'],
  ['data:text/html,x', 'address'],
  ['https://user:word@api.example.com', 'address'],
  ['https://user@api.example.com', 'address'],
  ['user:word@api.example.com', 'address'],
  ['https://api example.com', 'address'],
  ['https://api.example.com/a b', 'address'],
  ['https://api.exa\tmple.com', 'address'],
  ['https://api.exa\u0007mple.com', 'address'],
  ['https:\\\\api.example.com', 'address'],
  ['https://api.example.com\\@evil.example', 'address'],
  ['https://api.example.com:99999', 'address'],
  [`https://a.example/${'a'.repeat(3000)}`, 'address']
])('%j is %s', (typed, problem) => {
  expect(addressProblem(typed)).toBe(problem)
})
