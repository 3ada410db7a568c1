import { expect, test } from 'vitest'
import { pastedToken, withoutInvisible } from '../../../src/shared/models/pasted-text.ts'

test.each([
  ['\ufeffhttps://api.example.com', 'https://api.example.com'],
  ['api\u200b.exam\u00adple\u2060.com', 'api.example.com'],
  ['\u202dapi.example.com\u202c\u200e', 'api.example.com'],
  ['\u2066api\u200d.example\u200c.com\u2069', 'api.example.com'],
  ['\u00a0api.example.com\u3000', 'api.example.com'],
  [' api.example.com ', ' api.example.com '],
  // Words of Persian need joiners, and spaces that can be seen stay.
  ['\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example', '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example'],
  ['two\u00a0words', 'two\u00a0words'],
  ['b\u00fccher.example', 'b\u00fccher.example']
])('%j is typed as %j', (pasted, text) => {
  expect(withoutInvisible(pasted)).toBe(text)
})

test.each([
  ['Bearer abc.def', 'abc.def'],
  ['Zoho-oauthtoken 1000.abc', '1000.abc'],
  ['sso-key K:S', 'K:S'],
  ['ApiKey abc', 'abc'],
  ['Klaviyo-API-Key pk_1', 'pk_1'],
  ['my-token', 'my-token'],
  ['bearer', ''],
  ['abc\r\n  def\n', 'abcdef'],
  ['\u200babc\ufeff\u00a0', 'abc'],
  ['two words', 'two words'],
  ['nul\0', 'nul\0']
])('%j is the token %j', (pasted, token) => {
  expect(pastedToken(pasted)).toBe(token)
})
