import { describe, expect, it } from 'vitest'
import { linkTarget } from '../../../../src/renderer/src/features/catalogue/description/linkTarget.ts'

const BASE = 'https://api.example.com/v2'
const whole = (address: string): string => linkTarget(address, BASE).parts.join('')

describe('where a link leads', () => {
  it.each([
    ['https://docs.example/a?b=1#c', ['https://', 'docs.example', '/a?b=1#c'], true],
    ['  https://docs.example:8443/ ', ['https://', 'docs.example:8443', '/'], true],
    ['HTTPS://DOCS.EXAMPLE', ['https://', 'docs.example', '/'], true],
    ['/terms', ['https://', 'api.example.com', '/terms'], true],
    ['terms?x', ['https://', 'api.example.com', '/v2/terms?x'], true],
    ['//cdn.example/x', ['https://', 'cdn.example', '/x'], true],
    ['https://example.com@evil.example/', ['https://example.com@', 'evil.example', '/'], false],
    ['https://evil.example:x@evil.example/', ['https://evil.example:x@', 'evil.example', '/'], false],
    ['http://docs.example/', ['http://', 'docs.example', '/'], false],
    ['https:docs.example', ['https://', 'docs.example', '/'], false],
    ['\\\\evil.example/x', ['https://', 'evil.example', '/x'], false],
    ['https://docs.example\\@evil.example', ['https://', 'docs.example', '/@evil.example'], false],
    ['mailto:ada@example.com', ['mailto:ada@example.com', '', ''], false],
    ['tel:+1', ['tel:+1', '', ''], false],
    ['https://', ['https://', '', ''], false]
  ] as const)('%s', (address, parts, opens) => {
    expect(linkTarget(address, BASE)).toEqual({ parts, opens, isTooLong: false })
  })

  it('of an address that is too long, only the beginning is shown, without a host', () => {
    const long = (length: number): string => 'https://docs.example/'.padEnd(length, 'x')
    expect(linkTarget(long(4096), BASE)).toMatchObject({ opens: true, isTooLong: false })
    for (const address of [
      long(4097),
      `${'https://docs.example'.padEnd(4096, 'x')}@evil.example/`,
      'ö'.repeat(1_000_000)
    ]) {
      const { parts, ...rest } = linkTarget(address, BASE)
      expect(rest).toEqual({ opens: false, isTooLong: true })
      expect(parts).toEqual([expect.stringMatching(/^[\x20-\x7e]{500,3000}…$/), '', ''])
    }
  })

  it('is shown so that it can’t be mistaken for another: punycode, and no sign that can’t be seen', () => {
    expect(linkTarget('https://аpple.com/', BASE).parts[1]).toBe('xn--pple-43d.com')
    for (const address of [
      'https://a.example/\u202Emoc.elppa//:sptth',
      'https://a.example/\u200B',
      'x:\u202Ey',
      'https://[\u202E\uD800'
    ])
      expect(whole(address)).toMatch(/^[\x20-\x7e]+$/)
  })
})
