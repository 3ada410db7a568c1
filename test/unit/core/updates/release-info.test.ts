import { describe, expect, test } from 'vitest'
import { feedFileName, readReleaseInfo, type UpdateTarget } from '../../../../src/main/core/updates/release-info.ts'
import { plainNotes } from '../../../../src/main/core/updates/release-notes.ts'
import { isNewer, isRelease } from '../../../../src/main/core/updates/version.ts'
import { UpdateError } from '../../../../src/main/core/updates/update-error.ts'

const SHA = `${'A'.repeat(86)}==`
const windows: UpdateTarget = { platform: 'win32', arch: 'x64', systemVersion: '10.0.19045', version: '1.2.3' }
const file = (url: string): object => ({ url, sha512: SHA, size: 1000 })
const feed = (more: object = {}): object => ({ version: '1.3.0', files: [file('Portside-1.3.0.exe')], ...more })

const chosen = (names: string[], target: Partial<UpdateTarget> = {}): string | undefined =>
  readReleaseInfo(feed({ files: names.map(file) }), { ...windows, ...target })?.file.url

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
    expect(readReleaseInfo(sent, windows)).toEqual({
      release: { version: '1.3.0', notes: 'New: *things*', date: '2026-11-20T10:00:00.000Z', bytes: 1000 },
      file: { url: 'Portside-1.3.0.exe', sha512: SHA, bytes: 1000 }
    })
  })

  test('that is older, the same or for a newer system is none', () => {
    for (const version of ['1.2.2', '1.2.3']) expect(readReleaseInfo(feed({ version }), windows)).toBe(null)
    expect(readReleaseInfo(feed({ minimumSystemVersion: '10.0.22000' }), windows)).toBe(null)
    expect(readReleaseInfo(feed({ minimumSystemVersion: '10.0.19045' }), windows)).not.toBe(null)
    expect(readReleaseInfo(feed({ minimumSystemVersion: '6' }), windows)).not.toBe(null)
  })

  test('without a day, or with a wrong one, has none', () => {
    for (const releaseDate of [undefined, 'yesterday']) {
      expect(readReleaseInfo(feed({ releaseDate }), windows)?.release).toMatchObject({ date: null, notes: '' })
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
    ['a file elsewhere', feed({ files: [file('https://evil.example/a.exe')] })],
    ['a file on another host', feed({ files: [file('//evil.example/a.exe')] })],
    ['a file in a folder', feed({ files: [file('sub/a.exe')] })],
    ['a file above', feed({ files: [file('../a.exe')] })],
    ['a file above, on Windows', feed({ files: [file('..\\a.exe')] })],
    ['an encoded path', feed({ files: [file('..%2fa.exe')] })],
    ['a query', feed({ files: [file('a.exe?b.exe')] })],
    ['another scheme', feed({ files: [file('file:a.exe')] })],
    ['a name with a quote', feed({ files: [file("a'; calc; '.exe")] })],
    ['many files', feed({ files: Array.from({ length: 21 }, (_, at) => file(`a${at}.exe`)) })],
    ['notes that are no text', feed({ releaseNotes: { a: 1 } })],
    ['a minimum that is none', feed({ minimumSystemVersion: 'Windows 11' })]
  ])('with %s is refused', (_name, sent) => {
    expect(problemOf(() => readReleaseInfo(sent, windows))).toBe('invalid')
  })
})

describe('its file', () => {
  test('is this system’s, and its processor’s if there are several', () => {
    expect(chosen(['Portside-1.3.0-arm64.exe', 'Portside-1.3.0-x64.exe'])).toBe('Portside-1.3.0-x64.exe')
    expect(chosen(['Portside-1.3.0-arm64.exe', 'Portside-1.3.0-x64.exe'], { arch: 'arm64' })).toBe(
      'Portside-1.3.0-arm64.exe'
    )
    expect(chosen(['Portside.dmg', 'Portside-arm64.zip', 'Portside.zip'], { platform: 'darwin' })).toBe('Portside.zip')
    expect(chosen(['portside_1.3.0_amd64.deb'], { platform: 'linux' })).toBe('portside_1.3.0_amd64.deb')
  })

  test.each([
    ['win32', ['Portside.zip', 'Portside.dmg']],
    ['win32', ['Portside-arm64.exe']],
    ['darwin', ['Portside.dmg']],
    ['linux', ['Portside.exe']],
    ['freebsd', ['Portside.exe']],
    ['win32', []]
  ] as const)('is missing for %s among %j', (platform, names) => {
    expect(problemOf(() => chosen([...names], { platform }))).toBe('missing')
  })

  test('is described in the file that electron-builder writes', () => {
    const names = (['win32', 'darwin', 'linux'] as const).map((platform) => feedFileName({ platform, arch: 'x64' }))
    expect(names).toEqual(['latest.yml', 'latest-mac.yml', 'latest-linux.yml'])
    expect(feedFileName({ platform: 'linux', arch: 'arm64' })).toBe('latest-linux-arm64.yml')
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
    expect(readReleaseInfo(feed({ releaseNotes }), windows)?.release.notes).toBe('1.3.0\nThird\n\n1.2.9')
  })
})
