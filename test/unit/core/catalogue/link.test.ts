import { expect, test } from 'vitest'
import { linkIn } from '../../../../src/main/core/catalogue/link.ts'

const BASE = 'https://api.example/portal'
/** The address as a link's value, as a platform would write it that escapes what it has to. */
const html = (address: string): string =>
  `<p>See <a class="x" href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">this</a>.</p>`
const opened = (address: string): string | null => linkIn(html(address), address, BASE)

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
  expect(linkIn(html('/terms'), '/terms', 'http://127.0.0.1:8080')).toBeNull()
  expect(linkIn(html('https:evil.example'), 'https:evil.example', 'http://127.0.0.1:8080')).toBeNull()
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
  expect(linkIn(text, 'https://example.com/a', BASE)).toBe('https://example.com/a')
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
  expect(linkIn(text, address, BASE)).toBeNull()
})

test('megabytes that look like links without an end are looked through at once', () => {
  for (const text of ['href="', "href='", 'href=', 'href  ', 'a', '&#x', '\t']) {
    const long = text.repeat(2_000_000 / text.length)
    const before = performance.now()
    expect(linkIn(long, 'https://example.com/', BASE)).toBeNull()
    expect(linkIn(`<a href="${long}">`, 'https://example.com/', BASE)).toBeNull()
    // Not a measure of speed: what is quadratic takes hours.
    expect(performance.now() - before).toBeLessThan(20_000)
  }
})
