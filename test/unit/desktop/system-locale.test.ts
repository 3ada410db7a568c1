/** What Electron 33 says under POSIX locales, and what the app makes of it. */
import { beforeEach, expect, test, vi } from 'vitest'
import { preferredLanguages, systemLocale, usableTag } from '../../../src/main/desktop/system-locale.ts'

const said = vi.hoisted(() => ({ system: '', chromium: '', preferred: [] as string[] }))
vi.mock('electron', () => ({
  app: {
    getSystemLocale: () => said.system,
    getLocale: () => said.chromium,
    getPreferredSystemLanguages: () => said.preferred
  }
}))
beforeEach(() => Object.assign(said, { system: '', chromium: 'en-US', preferred: [] }))

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
  Object.assign(said, { system, chromium })
  expect(systemLocale()).toBe(expected)
  expect(() => new Intl.DateTimeFormat(systemLocale())).not.toThrow()
})

test('of the languages, those that are none are left out', () => {
  said.preferred = ['c', 'de-DE@euro', 'de@euro', 'de-DE', 'de']
  expect(preferredLanguages()).toEqual(['de-DE', 'de', 'de-DE', 'de'])
})
