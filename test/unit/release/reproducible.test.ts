import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEEP } from '../../support/depth.ts'
import { buildLinuxPackages, canBuild } from '../../support/linux-packages.ts'

const PROJECT = resolve(import.meta.dirname, '../../..')
const SOURCES = [
  ...['src', 'scripts', 'electron.vite.config.ts', 'tsconfig.json'],
  ...['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md']
]

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Builds out/ from a copy of the sources, and removes the copy. @returns the hash of each file in out/ */
function buildIn(folder: string, env: Record<string, string>): Record<string, string> {
  mkdirSync(folder, { recursive: true })
  for (const path of SOURCES) cpSync(join(PROJECT, path), join(folder, path), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const build = [join(folder, 'scripts/build.mjs'), '--quiet']
  execFileSync(process.execPath, build, { cwd: folder, env: { ...process.env, ...env } })
  const out = join(folder, 'out')
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // It has the times of the sources, and no package contains it.
    .filter((path) => relative(out, path) !== '.built-from')
  return Object.fromEntries(files.map((path) => [relative(out, path), hashOf(path)]))
}

async function packageHashes(): Promise<Record<string, string>> {
  const built = await buildLinuxPackages({ arch: 'x64', formats: ['rpm', 'AppImage'], small: false })
  try {
    const paths = built.packages.map(({ path }) => path).sort()
    return Object.fromEntries(paths.map((path) => [basename(path), hashOf(path)]))
  } finally {
    built.remove()
  }
}

describe('two builds of the same sources', () => {
  it.skipIf(!DEEP)(
    'have the same bytes, whatever folder, time zone and language (skipped without --deep)',
    () => {
      const work = mkdtempSync(join(tmpdir(), 'portside-twice-'))
      try {
        const first = buildIn(join(work, 'a'), { TZ: 'UTC', LC_ALL: 'C' })
        const second = buildIn(join(work, 'a longer name', 'below'), { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' })
        expect(Object.keys(first).length).toBeGreaterThan(20)
        expect(second).toEqual(first)
      } finally {
        rmSync(work, { recursive: true, force: true })
      }
    },
    300_000
  )

  // electron-builder's fpm makes the deb with fixed times, too; the stand-in for it doesn't.
  it.skipIf(!DEEP || !canBuild('rpm') || !canBuild('AppImage'))(
    'make the same rpm and AppImage (skipped without --deep, rpmbuild and mksquashfs)',
    async () => {
      const before = process.env['SOURCE_DATE_EPOCH']
      process.env['SOURCE_DATE_EPOCH'] = '1790000000'
      try {
        const first = await packageHashes()
        expect(Object.keys(first)).toEqual([expect.stringMatching(/\.AppImage$/), expect.stringMatching(/\.rpm$/)])
        expect(await packageHashes()).toEqual(first)
      } finally {
        if (before === undefined) delete process.env['SOURCE_DATE_EPOCH']
        else process.env['SOURCE_DATE_EPOCH'] = before
      }
    },
    300_000
  )
})
