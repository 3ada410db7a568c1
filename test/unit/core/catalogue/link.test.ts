import { expect, test } from 'vitest'
import { linkIn } from '../../../../src/main/core/catalogue/link.ts'
import { externalUrl } from '../../../../src/main/platform/address.ts'
import { Fault } from '../../../../src/shared/ipc/failure.ts'

const BASE = 'https://api.example/portal'
/** The address as a link's value, as a platform would write it that escapes what it has to. */
const html = (address: string): string =>
  `<p>See <a class="x" href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">this</a>.</p>`
/** null: it is not in the description, or is refused. */
function opened(address: string, base = BASE): string | null {
  const link = linkIn(html(address), address)
  try {
    return link === null ? null : externalUrl(base, link)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

test.each([
  ['https://example.com/a?b=1&c=2#d', 'https://example.com/a?b=1&c=2#d'],
  ['HTTPS://Example.com', 'https://example.com/'],
  ['https://example.com/"quoted"', 'https://example.com/%22quoted%22'],
  ['  https://example.com/x ', 'https://example.com/x'],
  ['https://exam\nple.com/\tx', 'https://example.com/x'],
  ['//cdn.example/x', 'https://cdn.example/x'],
  ['/terms', 'https://api.example/terms'],
  ['terms?at=a:b', 'https://api.example/portal/terms?at=a:b'],
  ['?q=c:\\x', 'https://api.example/portal/?q=c:\\x']
])('%j is opened', (address, whole) => {
  expect(opened(address)).toBe(whole)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:ada@example.com',
  'http://example.com/',
  'ht\ntp://example.com/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://ok.example\\@evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https://ada@example.com/',
  'https://:pw@example.com/',
  '//ada:pw@example.com/',
  'https://',
  'https://exa mple.com/',
  '//'
])('%j is not, though it is in the description', (address) => {
  expect(opened(address)).toBeNull()
})

test('a link of a platform that is spoken to without TLS is not opened', () => {
  expect(opened('/terms', 'http://127.0.0.1:8080')).toBeNull()
  expect(opened('https:evil.example', 'http://127.0.0.1:8080')).toBeNull()
})

test.each([
  'https://192.168.1.1/reboot',
  'https://router/reboot',
  'https://printer.local/',
  'https://127.0.0.1:8443/',
  'https://localhost/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://169.254.169.254/latest/meta-data',
  '//10.0.0.1/reboot'
])('%s leads into the person’s own network, and is opened only where the platform is there itself', (address) => {
  expect(opened(address)).toBeNull()
  const { origin, href } = new URL(address, 'https://x.example')
  expect(opened(address, origin)).toBe(href)
})

test.each([
  '<a href=https://example.com/a>',
  "<A HREF = 'https://example.com/a'>",
  '<a\nhref\n=\n"https://example.com/a"\n>',
  '<a title="x"href="https://example.com/a">',
  '<area href=" https://example.com/\n a">'.replace(' a', 'a'),
  '<a href="&#104;&#x74;tps&#58//example.com/a">',
  '<a href="&#0000104ttps:&#X2F;/example.com/a">'
])('%s has the address in it', (text) => {
  expect(linkIn(text, 'https://example.com/a')).toBe('https://example.com/a')
})

test.each([
  ['', 'https://example.com/a'],
  ['https://example.com/a', 'https://example.com/a'],
  ['<a href="https://example.com/a">', ''],
  ['<a href="">', ''],
  ['<a href="https://example.com/a">', 'https://example.com/'],
  ['<a href="https://example.com/a">', 'https://example.com/ab'],
  ['<a href="https://example.com/a?to=https://evil.example/">', 'https://evil.example/'],
  ['<img src="https://example.com/a">', 'https://example.com/a'],
  ['<a data-href="https://example.com/a">', 'https://example.com/a'],
  ['<a href="https://example.com/&amp;amp;">', 'https://example.com/&'],
  ['<a href="https://example.com/&unknown;">', 'https://example.com/'],
  ['<a href="&#0;&#x110000;&#99999999999999999999;">', 'https://example.com/']
])('of %j, %j is not a link', (text, address) => {
  expect(linkIn(text, address)).toBeNull()
})

/** Milliseconds, the best of three. */
function took(work: () => void): number {
  const one = (): number => {
    const before = performance.now()
    work()
    return performance.now() - before
  }
  return Math.min(one(), one(), one())
}

const BYTES = 4_000_000
const many = (text: string): string => text.repeat(Math.ceil(BYTES / text.length))
const BLANKS = ' '.repeat(BYTES)
test.each([
  ['quotes that are not closed', many('href="')],
  ['other quotes that are not closed', many("href='")],
  ['one quote that is not closed', `<a href="${'a'.repeat(BYTES)}`],
  ['both quotes, by turns', many(`href="href='`)],
  ['values without an end', many('href=')],
  ['names', many('href')],
  ['names with blanks', many('href  ')],
  ['blanks before the sign', `href${BLANKS}=`],
  ['blanks after the sign', `href =${BLANKS}`],
  ['blanks before and after the sign', `href${BLANKS}=${BLANKS}"`],
  ['a value of blanks', `<a href="x${BLANKS}x">`],
  ['values of blanks, each as long as may be', many(`<a href="x${' '.repeat(12_000)}x">`)],
  ['values of control characters', many(`<a href="x${'\0'.repeat(12_000)}x">`)],
  ['values of tabs', many(`<a href="${'\t'.repeat(12_000)}">`)],
  ['beginnings of entities', many(`<a href="${'&#x'.repeat(4_000)}">`)],
  ['entities of many digits', many(`<a href="&#x${'0'.repeat(12_000)}">`)]
])('megabytes of %s are looked through in no more time than harmless ones', (_name, hostile) => {
  const harmless = many(html('https://example.com/another'))
  const usual = took(() => linkIn(harmless, 'https://example.com/'))
  // What is quadratic in a value alone takes a hundred times as long, and in all of it a million times.
  const limit = 40 * usual + 200
  expect(took(() => expect(linkIn(hostile, 'https://example.com/')).toBeNull())).toBeLessThan(limit)
})

test('an address that is asked for is found behind any of it', () => {
  for (const before of [BLANKS, many('href '), many('href= x '), `<a href="${BLANKS}">`]) {
    expect(linkIn(`${before}<a href="https://example.com/a">`, 'https://example.com/a')).not.toBeNull()
  }
})

test('a value that is longer than any address is none', () => {
  const padded = (blanks: number): string => `<a href="https://example.com/a${' '.repeat(blanks)}">`
  expect(linkIn(padded(12_000), 'https://example.com/a')).not.toBeNull()
  expect(linkIn(padded(12_300), 'https://example.com/a')).toBeNull()
})
