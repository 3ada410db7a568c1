import { describe, expect, test } from 'vitest'

import { drain } from '../../../../src/main/provider/api/http/transport.ts'
import {
  conditionsOf,
  jsonOf,
  validatorsIn,
  validity,
  type Reply
} from '../../../../src/main/provider/api/http/reply.ts'
import { createRedactor } from '../../../../src/main/provider/readers/security/redaction.ts'
import { outcomeOf } from '../../../support/outcome.ts'

const reply = (text: string, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  host: 'host.example',
  header: (name) => headers[name] ?? null,
  bytes: new TextEncoder().encode(text)
})

describe('the JSON of a body', () => {
  const outcome = (text: string): unknown => outcomeOf(() => jsonOf(reply(text)))
  const place = { host: 'host.example', status: 200 }

  test.each([
    ['[1]', [1]],
    ['\ufeff{"a":"é"}', { a: 'é' }],
    ['"text"', 'text'],
    [' null ', null]
  ])('%j is read', (text, value) => {
    expect(outcome(text)).toEqual(value)
  })

  test.each([
    ['', 'empty'],
    [' \r\n\t', 'empty'],
    ['\ufeff', 'empty'],
    ['<!doctype html>[[[', 'html'],
    ['[1,', 'malformed'],
    ['[1]]', 'malformed'],
    ['Hello', 'malformed'],
    ['['.repeat(513) + ']'.repeat(513), 'unknownShape']
  ])('%.20j is refused', (text, found) => {
    expect(outcome(text)).toEqual({ code: 'BAD_REPLY', ...place, found })
  })

  test('has at most 100,000 parts, not counting those inside texts', () => {
    expect(outcome(`[${'{},'.repeat(49_999)}0]`)).toHaveLength(50_000)
    expect(outcome(`[${'{},'.repeat(50_000)}0]`)).toEqual({ code: 'TOO_LARGE', ...place })
    expect(outcome(`["${'{},'.repeat(600_000)}"]`)).toHaveLength(1)
  })
})

describe('draining a body', () => {
  const streamOf = (pieces: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      }
    })

  test.each([
    ['many pieces', Array.from({ length: 30 }, () => 'x')],
    ['one large piece', ['x'.repeat(30 * 64 * 1024)]]
  ])('lets other work run although %s have arrived', async (_name, pieces) => {
    let turns = 0
    const turn = (): void => {
      turns += 1
      immediate = setImmediate(turn)
    }
    let immediate = setImmediate(turn)
    // 30 times 2 ms.
    await drain(streamOf(pieces), 1e8, new AbortController().signal, () => {
      const until = performance.now() + 2
      while (performance.now() < until);
    })
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(3)
  })
})

describe('validators', () => {
  const token = 'canary+token/123'
  const of = validity(new URL('https://api.example.com/v2/Products'))
  const validators = (headers: Record<string, string>) => validatorsIn(reply('', headers), of, createRedactor([token]))
  const date = 'Sat, 21 Nov 2026 12:00:00 GMT'

  test.each([
    ['longer than 1024', `"${'x'.repeat(1023)}"`],
    ['a line break', '"a\r\nX-Other: 1"'],
    ['letters of no header', '"é"'],
    ['empty', ''],
    ['the token', `"${token}"`],
    ['the token for an address', `"${encodeURIComponent(token)}"`],
    ['the token in base64', `"${Buffer.from(token).toString('base64')}"`]
  ])('are never %s', (_name, etag) => {
    expect(validators({ etag })).toBeNull()
  })

  test('are sent with a request for the same answer only', () => {
    const tag = { etag: '"x"', lastModified: date, of }
    expect(conditionsOf(tag, of)).toEqual({ 'If-None-Match': '"x"', 'If-Modified-Since': date })
    expect(conditionsOf({ ...tag, etag: null }, of)).toEqual({ 'If-Modified-Since': date })
    for (const known of [null, undefined, { ...tag, of: 'other' }, { etag: '"x"\r\nA: 1', lastModified: null, of }]) {
      expect(conditionsOf(known, of)).toBeNull()
    }
  })

  test('differ by URL and by the settings that affect the reader', () => {
    const paths = ['/v2/Products', '/v2/Products?sort=name', '/v2/Profile', '/prefix/v2/Products', '//other.example/v2']
    const urls = paths.map((path) => new URL(path, 'https://api.example.com'))
    const all = urls.flatMap((url) => [validity(url), validity(url, { currency: 'EUR' })])
    expect(new Set(all).size).toBe(10)
  })
})
