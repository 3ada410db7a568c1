import { expect, test } from 'vitest'
import { jsonOf } from '../../../src/main/platform/body.ts'
import type { Reply } from '../../../src/main/platform/transport.ts'

const reply = (text: string): Reply => ({
  status: 200,
  host: 'host.example',
  header: () => null,
  bytes: new TextEncoder().encode(text)
})

test('what was sent as a secret is blotted out of whatever comes back, plain or encoded for an address', () => {
  const token = 'canary+token/123'
  const body = jsonOf(
    reply(JSON.stringify({ a: `x?apikey=${token}`, b: { c: [`y?t=${encodeURIComponent(token)}`] } })),
    [token]
  )
  expect(body).toEqual({ a: 'x?apikey=•••', b: { c: ['y?t=•••'] } })
})

test('a body that would parse into millions of parts is too large, whatever its bytes', () => {
  expect(() => jsonOf(reply(`[${'{},'.repeat(3_000_000)}{}]`))).toThrow(
    expect.objectContaining({ failure: { code: 'TOO_LARGE', host: 'host.example', status: 200 } })
  )
})
