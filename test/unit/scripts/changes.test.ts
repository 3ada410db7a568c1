import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../scripts/build/changes.mjs'
import { PROJECT } from '../../support/packaging.ts'

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8')

describe('CHANGELOG.md', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }

  it('begins with the version of package.json, and is short', () => {
    const [newest] = [...read('CHANGELOG.md').matchAll(/^## \[(\d.*?)\]/gm)]
    expect(newest?.[1]).toBe(version)
    expect(read('CHANGELOG.md').split('\n').length).toBeLessThanOrEqual(120)
  })

  it('says what changed in it', () => {
    const { groups } = changesOf(read('CHANGELOG.md'), version)
    expect(groups.map(({ kind }) => kind)).toContain('added')
  })
})

describe('the changes of a version', () => {
  const section = (body: string, date = '2026-12-01'): string =>
    `# Changelog\n\n## [1.0.0] - ${date}\n\n${body}\n\n## [0.9.0] - 2026-01-01\n`

  it('are lists under the headings of Keep a Changelog, as plain text', () => {
    expect(changesOf(section('### Added\n\n- One\n  goes on.\n- Two.\n\n### Fixed\n\n- Three.'), '1.0.0')).toEqual({
      version: '1.0.0',
      date: '2026-12-01',
      groups: [
        { kind: 'added', entries: ['One goes on.', 'Two.'] },
        { kind: 'fixed', entries: ['Three.'] }
      ]
    })
    expect(changesOf(section('### Added\n\n- One.', 'Unreleased'), '1.0.0').date).toBeNull()
  })

  it.each([
    ['no section', '### Added\n\n- One.', '2.0.0', 'no section'],
    ['no list', '', '1.0.0', 'nothing about 1.0.0'],
    ['another heading', '### News\n\n- One.', '1.0.0', '"News"'],
    ['text that isn’t in a list', '### Added\n\nOne.', '1.0.0', 'isn’t a list'],
    ['an empty heading', '### Added', '1.0.0', 'isn’t a list'],
    ['a link', '### Added\n\n- [One](https://example.com).', '1.0.0', 'plain text'],
    ['HTML', '### Added\n\n- <b>One</b>.', '1.0.0', 'plain text']
  ])('fail for %s', (_what, body, version, message) => {
    expect(() => changesOf(section(body), version)).toThrow(message)
  })

  it('fail for a date that is none', () => {
    expect(() => changesOf(section('### Added\n\n- One.', 'soon'), '1.0.0')).toThrow('"soon"')
  })
})
