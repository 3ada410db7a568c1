import { describe, expect, test } from 'vitest'
import { plainNotes, readRelease } from '../../../../src/main/app/updates/release-info.ts'
import { isNewer, isRelease } from '../../../../src/main/app/updates/version.ts'
import { UpdateError } from '../../../../src/main/app/updates/update-error.ts'

const SHA = `${'A'.repeat(86)}==`
const file = (url: string): object => ({ url, sha512: SHA, size: 1000 })
const feed = (more: object = {}): object => ({ version: '1.3.0', files: [file('Portside-1.3.0.exe')], ...more })

function problemOf(read: () => unknown): string {
  try {
    return `none: ${JSON.stringify(read())}`
  } catch (error) {
    return error instanceof UpdateError ? error.problem : String(error)
  }
}

describe('versions', () => {
  test.each([
    ['1.2.4', '1.2.3', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.99.99', true],
    ['1.2.3', '1.2.3', false],
    ['1.2.2', '1.2.3', false],
    ['1.2.3', '1.2.3-beta.1', true],
    ['1.2.2', '1.2.3-beta.1', false],
    // A preview isn't offered, and what is no version is never newer.
    ['1.3.0-beta.1', '1.2.3', false],
    ['01.3.0', '1.2.3', false],
    ['1.3', '1.2.3', false],
    ['9999999.0.0', '1.2.3', false],
    ['1.3.0\n', '1.2.3', false],
    ['1.3.0', '', false]
  ])('%j is newer than %j: %s', (release, own, newer) => {
    expect(isNewer(release, own)).toBe(newer)
  })

  test('only three numbers are a release', () => {
    expect(['1.2.3', '0.0.0', '1.2.3-rc.1', 'v1.2.3', '1.2.3+5', ' 1.2.3'].map(isRelease)).toEqual([
      true,
      true,
      ...Array<boolean>(4).fill(false)
    ])
  })
})

describe('a release', () => {
  test('is read with its notes, its day and its size', () => {
    const sent = feed({ releaseNotes: 'New: *things*', releaseDate: '2026-11-20T10:00:00.000Z', path: 'ignored.exe' })
    expect(readRelease(sent, 'win32')).toEqual({
      version: '1.3.0',
      notes: 'New: *things*',
      date: '2026-11-20T10:00:00.000Z',
      bytes: 1000
    })
  })

  test('without a day, or with a wrong one, has none', () => {
    for (const releaseDate of [undefined, 'yesterday']) {
      expect(readRelease(feed({ releaseDate }), 'win32')).toMatchObject({ date: null, notes: '' })
    }
  })

  test.each([
    ['no list', 'a text'],
    ['nothing', null],
    ['no version', feed({ version: undefined })],
    ['a version that is none', feed({ version: 'latest' })],
    ['a preview', feed({ version: '2.0.0-beta.1' })],
    ['a version that is a number', feed({ version: 1.4 })],
    ['no hash', feed({ files: [{ url: 'a.exe', size: 1 }] })],
    ['a hash of another kind', feed({ files: [{ url: 'a.exe', size: 1, sha512: 'A'.repeat(64) }] })],
    ['no size', feed({ files: [{ url: 'a.exe', sha512: SHA }] })],
    ['a size beyond the limit', feed({ files: [{ url: 'a.exe', sha512: SHA, size: 500_000_001 }] })],
    ['a size below zero', feed({ files: [{ url: 'a.exe', sha512: SHA, size: -1 }] })],
    ['many files', feed({ files: Array.from({ length: 21 }, (_, at) => file(`a${at}.exe`)) })],
    ['a name beyond the limit', feed({ files: [file(`${'a'.repeat(200)}.exe`)] })],
    ['notes that are no text', feed({ releaseNotes: { a: 1 } })]
  ])('with %s is refused', (_name, sent) => {
    expect(problemOf(() => readRelease(sent, 'win32'))).toBe('invalid')
  })
})

describe('its file', () => {
  test.each([
    ['win32', ['Portside.zip', 'Portside.dmg']],
    ['darwin', ['Portside.dmg']],
    ['linux', ['Portside.exe']],
    ['freebsd', ['Portside.exe']],
    ['win32', []]
  ] as const)('is missing for %s among %j', (platform, names) => {
    expect(problemOf(() => readRelease(feed({ files: names.map(file) }), platform))).toBe('missing')
  })
})

describe('release notes', () => {
  test.each([
    ['<h1>New</h1>\r\n<p onclick="x()">Good <b>things</b></p>', 'New\nGood things'],
    ['<script>alert(1)</script>a < b, 2 > 1', 'alert(1)a < b, 2 > 1'],
    ['\u202eevil\u2066 text\u0000\u200b\u{e0041}', 'evil text'],
    ['a\tb\n\n\n\n\nc', 'a b\n\nc'],
    ['family 👨\u200d👩', 'family 👨\u200d👩'],
    ['<'.repeat(10), '<'.repeat(10)]
  ])('of %j are %j', (text, notes) => {
    expect(plainNotes(text)).toBe(notes)
  })

  test('are of bounded length, and read in linear time', () => {
    expect(plainNotes('a'.repeat(1_000_000))).toHaveLength(4001)
    for (const piece of ['<a', '<', '</a <', '\n', '<!--'].map((text) => text.repeat(250_000))) plainNotes(piece)
  })

  test('of several versions come with their versions', () => {
    const releaseNotes = [
      { version: '1.3.0', note: '<p>Third</p>' },
      { version: '1.2.9', note: null }
    ]
    expect(readRelease(feed({ releaseNotes }), 'win32').notes).toBe('1.3.0\nThird\n\n1.2.9')
  })
})
