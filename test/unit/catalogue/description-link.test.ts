import { expect, test } from 'vitest'
import { findDescriptionLink } from '../../../src/main/catalogue/description-link.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'
import { FakeApi } from '../../support/ports.ts'

const BASE = 'https://api.example/portal'
/** The address as a link's value, as a provider would write it that escapes what it has to. */
const html = (address: string): string =>
  `<p>See <a class="x" href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">this</a>.</p>`
/** null: it is not in the description, or is refused. */
async function opened(address: string, base = BASE): Promise<string | null> {
  const link = findDescriptionLink(html(address), address)
  try {
    return link === null ? null : await new FakeApi().externalUrl(base, link)
  } catch (error) {
    if (error instanceof AppError) return null
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
])('%j is opened', async (address, whole) => {
  expect(await opened(address)).toBe(whole)
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
])('%j is not opened, though it is in the description', async (address) => {
  expect(await opened(address)).toBeNull()
})

test('a link of a provider that is spoken to without TLS is not opened', async () => {
  expect(await opened('/terms', 'http://127.0.0.1:8080')).toBeNull()
  expect(await opened('https:evil.example', 'http://127.0.0.1:8080')).toBeNull()
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
])('%s leads into a private network, and is opened only if the provider is there', async (address) => {
  expect(await opened(address)).toBeNull()
  const { origin, href } = new URL(address, 'https://x.example')
  expect(await opened(address, origin)).toBe(href)
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
  expect(findDescriptionLink(text, 'https://example.com/a')).toBe('https://example.com/a')
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
  expect(findDescriptionLink(text, address)).toBeNull()
})

const repeated = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length))

test.each<[name: string, make: (size: number) => string]>([
  ['quotes that are not closed', (size) => repeated('href="', size)],
  ['other quotes that are not closed', (size) => repeated("href='", size)],
  ['one quote that is not closed', (size) => `<a href="${'a'.repeat(size)}`],
  ['both quotes, by turns', (size) => repeated(`href="href='`, size)],
  ['values without an end', (size) => repeated('href=', size)],
  ['names', (size) => repeated('href', size)],
  ['names with blanks', (size) => repeated('href  ', size)],
  ['blanks before the sign', (size) => `href${' '.repeat(size)}=`],
  ['blanks after the sign', (size) => `href =${' '.repeat(size)}`],
  ['blanks before and after the sign', (size) => `href${' '.repeat(size)}=${' '.repeat(size)}"`],
  ['values', (size) => repeated(html('https://example.com/another'), size)]
])('the cost of looking through %s grows linearly', (_name, make) => {
  expect(growthOf(make, (text) => findDescriptionLink(text, 'https://example.com/'))).toBeLessThan(LINEAR)
})

/** A sixteenth of the longest value that is read. */
const VALUE = 750

test.each([
  ['blanks', ' '],
  ['control characters', '\0'],
  ['tabs', '\t'],
  ['beginnings of entities', '&#x'],
  ['entities of many digits', '&#x0000']
])('the cost of reading a value of %s grows linearly', (_name, part) => {
  const make = (size: number): string => `<a href="x${part.repeat(size / part.length)}x">`
  expect(growthOf(make, (text) => findDescriptionLink(text, 'https://example.com/'), VALUE)).toBeLessThan(LINEAR)
})

const LONG = 100_000

test('finds an address behind any of it', () => {
  for (const before of [
    ' '.repeat(LONG),
    repeated('href ', LONG),
    repeated('href= x ', LONG),
    `<a href="${' '.repeat(LONG)}">`
  ]) {
    expect(findDescriptionLink(`${before}<a href="https://example.com/a">`, 'https://example.com/a')).not.toBeNull()
  }
})

test('ignores values that are longer than any address', () => {
  const padded = (blanks: number): string => `<a href="https://example.com/a${' '.repeat(blanks)}">`
  expect(findDescriptionLink(padded(12_000), 'https://example.com/a')).not.toBeNull()
  expect(findDescriptionLink(padded(12_300), 'https://example.com/a')).toBeNull()
})
