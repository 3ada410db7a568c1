import { describe, expect, it } from 'vitest'
import { obstacles } from '../../../scripts/release/check.mjs'

const CHANGELOG = '# Changelog\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- A list.\n'
const owner = {
  appId: 'org.example.Portside',
  extraMetadata: { homepage: 'https://portside.example.org', author: { email: 'info@example.org' } }
}
const release = { tag: 'v1.2.3', version: '1.2.3', changelog: CHANGELOG, owner }

describe('a commit becomes a release', () => {
  it('when tag, version, changelog and owner fit', () => {
    expect(obstacles(release)).toEqual([])
  })

  it.each([
    ['the tag names another version', { tag: 'v1.2.4' }, 'The tag is v1.2.4 and package.json says 1.2.3.'],
    [
      'the changelog has no day for it',
      { changelog: CHANGELOG.replace('2026-12-01', 'Unreleased') },
      'CHANGELOG.md calls 1.2.3 unreleased.'
    ],
    [
      'nobody has filled in the owner',
      { owner: { ...owner, appId: 'invalid.portside.Portside' } },
      'Not filled in yet: app id.'
    ]
  ])('but not when %s', (_, change, obstacle) => {
    expect(obstacles({ ...release, ...change })).toEqual([expect.stringContaining(obstacle)])
  })

  it('only with a section of its own in the changelog', () => {
    expect(() => obstacles({ ...release, version: '1.3.0' })).toThrow('no section "## [1.3.0]')
  })
})
