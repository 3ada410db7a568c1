/** What Electron 33 says under POSIX locales, and what the app makes of it. */
import { expect, test } from 'vitest'
import { preferredLanguages, systemLocale, usableTag } from '../../../src/main/desktop/system-locale.ts'

test.each([
  ['en-GB', 'en-GB'],
  ['de_DE', 'de-DE'],
  ['de-DE@euro', 'de-DE'],
  ['sr-RS@latin', 'sr-Latn-RS'],
  ['zh-CN', 'zh-CN'],
  ['en-US@posix', null],
  ['c', null],
  ['posix', null],
  ['und', null],
  ['xx-YY', null],
  ['', null]
])('%j is %j', (tag, usable) => {
  expect(usableTag(tag)).toBe(usable)
})

test.each([
  ['C.UTF-8', 'en-US@posix', 'en-US', 'en-US'],
  ['an empty LANG', 'und', 'en-US', 'en-US'],
  ['a locale that nobody knows', 'xx-YY', 'en-US', 'en-US'],
  ['a system that says nothing', '', '', 'en'],
  ['de_DE.UTF-8', 'de-DE', 'de', 'de-DE']
])('under %s the region is one that Intl takes', (_, system, chromium, expected) => {
  const locale = systemLocale({ getSystemLocale: () => system, getLocale: () => chromium })
  expect(locale).toBe(expected)
  expect(() => new Intl.DateTimeFormat(locale)).not.toThrow()
})

test('of the languages, those that are none are left out', () => {
  const said = ['c', 'de-DE@euro', 'de@euro', 'de-DE', 'de']
  expect(preferredLanguages({ getPreferredSystemLanguages: () => said })).toEqual(['de-DE', 'de', 'de-DE', 'de'])
})
