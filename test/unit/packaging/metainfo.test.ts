import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { metainfo, storeTexts } from '../../../scripts/packaging/metainfo.mjs'
import { OWNER } from '../../../scripts/packaging/owner.mjs'
import { desktopNameOf, INSTALLED } from '../../../src/main/desktop/identity.ts'
import { PROJECT } from '../../support/packaging.ts'

const hasValidator = spawnSync('appstreamcli', ['--version']).status === 0
const CHANGELOG = `# Changelog

## [1.1.0] - Unreleased

### Added

- Something that nobody has yet.

## [1.0.0] - 2026-12-01

### Fixed

- Names with & and "quotes" are shown as they are.

## [0.9.0] - 2026-11-30

### Added

- The first version.
`
const owner = {
  ...OWNER,
  appId: 'org.example.Portside',
  extraMetadata: { ...OWNER.extraMetadata, homepage: 'https://example.org/portside/' }
}
const text = metainfo({ texts: storeTexts(), changelog: CHANGELOG, desktopFile: 'portside.desktop', owner })

/** @returns what the validator complains of, such as `E: url-invalid` */
function validate(content: string, id: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portside-metainfo-'))
  try {
    const file = join(folder, `${id}.metainfo.xml`)
    writeFileSync(file, content)
    const { stdout } = spawnSync('appstreamcli', ['validate', '--no-net', '--no-color', file], { encoding: 'utf8' })
    return [...stdout.matchAll(/^([EWI]): \S+ (\S+)/gm)].map(([, level, tag]) => `${level}: ${tag}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the description for software stores', () => {
  it('is in each language, with English first', () => {
    const tags = readdirSync(join(PROJECT, 'src/shared/i18n'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory()
    )
    expect(tags.length).toBeGreaterThan(1)
    expect(text.match(/<summary\b/g)).toHaveLength(tags.length)
    expect(text.indexOf('<summary>')).toBeLessThan(text.indexOf('<summary xml:lang='))
    expect(text).toContain('<summary xml:lang="pt_BR">')
  })

  it('lists the versions that have a date, with what changed', () => {
    expect([...text.matchAll(/<release version="([^"]+)" date="([^"]+)">/g)].map(([, ...each]) => each)).toEqual([
      ['1.0.0', '2026-12-01'],
      ['0.9.0', '2026-11-30']
    ])
    expect(text).toContain('<li>Names with &amp; and &quot;quotes&quot; are shown as they are.</li>')
    expect(text).not.toContain('nobody has yet')
  })

  // Else a window has no icon, and the store no "Open".
  it('names the desktop files of the packages and of a Flatpak, as the app names its windows', () => {
    const names = [...text.matchAll(/<launchable type="desktop-id">(.+)<\/launchable>/g)].map(([, name]) => name)
    const { appId } = owner
    expect(names).toEqual([desktopNameOf(INSTALLED, {}), `${appId}.desktop`])
    expect(desktopNameOf(INSTALLED, { FLATPAK_ID: OWNER.appId })).toBe(`${OWNER.appId}.desktop`)
    expect(desktopNameOf(INSTALLED, { FLATPAK_ID: 'org.example.Terminal' })).toBe('portside.desktop')
    // Neither Flatpak nor AppStream may take the id for a file's name.
    expect(OWNER.appId).toMatch(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,}$/)
    expect(OWNER.appId).not.toMatch(/\.desktop$/i)
  })

  it('shows pictures that are in the project, below the homepage', () => {
    const pictures = [...text.matchAll(/<image>https:\/\/example\.org\/portside\/pictures\/(.+)<\/image>/g)]
    expect(pictures.length).toBeGreaterThan(0)
    for (const [, name = ''] of pictures)
      expect(readFileSync(join(PROJECT, 'docs/pictures', name)).toString('latin1', 1, 4)).toBe('PNG')
  })

  it.skipIf(!hasValidator)('is valid (skipped where appstreamcli, Debian’s package appstream, is missing)', () => {
    // AppStream 1.0 has it in place of developer_name, which older validators look for.
    const known = 'I: unknown-tag'
    expect(validate(text, owner.appId).filter((each) => each !== known)).toEqual([])
    expect(validate(text.replaceAll(/ *<summary.*\n/g, ''), owner.appId)).toContain('E: component-summary-missing')
  })
})
