import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checksums, releaseProblems } from '../../../scripts/release/checksums.mjs'

const SCRIPT = resolve(import.meta.dirname, '../../../scripts/release/checksums.mjs')
const RELEASE = [
  'portside_1.2.3_amd64.deb',
  'portside_1.2.3_arm64.deb',
  'portside-1.2.3.x86_64.rpm',
  'portside-1.2.3.aarch64.rpm',
  'Portside-1.2.3.AppImage',
  'Portside-1.2.3-arm64.AppImage',
  'Portside-1.2.3-universal.dmg',
  'Portside-1.2.3-universal-mac.zip',
  'Portside-Setup-1.2.3.exe',
  'portside-1.2.3.cdx.json'
]

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-release-'))
  for (const name of RELEASE) writeFileSync(join(folder, name), `bytes of ${name}`)
  mkdirSync(join(folder, 'unpacked'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files of a release', () => {
  it('are complete with each package', () => {
    expect(releaseProblems(RELEASE)).toEqual([])
  })

  it.each(RELEASE)('are incomplete without %s', (missing) => {
    expect(releaseProblems(RELEASE.filter((name) => name !== missing))).toEqual([
      expect.stringMatching(/^The .+ is missing\.$/)
    ])
  })

  it('keep their names on GitHub', () => {
    expect(releaseProblems([...RELEASE, 'Portside Setup 1.2.3.exe'])).toEqual([
      expect.stringContaining('would rename "Portside Setup 1.2.3.exe"')
    ])
  })
})

describe('SHA256SUMS', () => {
  it('lists each file, sorted, and neither folders nor itself', async () => {
    writeFileSync(join(folder, 'SHA256SUMS'), 'of an earlier run')
    const names = (await checksums(folder)).trimEnd().split('\n')
    expect(names.map((line) => line.slice(66))).toEqual([...RELEASE].sort())
  })

  it.skipIf(spawnSync('sha256sum', ['--version']).error !== undefined)(
    'is what sha256sum checks (skipped without sha256sum)',
    () => {
      execFileSync(process.execPath, [SCRIPT, folder])
      const check = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status
      expect(check()).toBe(0)
      writeFileSync(join(folder, RELEASE[0] ?? ''), 'other bytes')
      expect(check()).toBe(1)
    }
  )

  it('isn’t written for half a release', () => {
    const half = join(folder, 'unpacked')
    writeFileSync(join(half, 'portside_1.2.3_amd64.deb'), '')
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, half], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('checksums: The dmg for macOS is missing.')])
    expect(() => readFileSync(join(half, 'SHA256SUMS'))).toThrow('ENOENT')
  })
})
