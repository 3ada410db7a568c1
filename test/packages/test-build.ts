/**
 * Packages for Linux that can be started where the pinned Electron can't be had: with the test runtime, into dist-test/. Nobody is ever
 * given one.
 */
import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { Packager, type Configuration } from 'electron-builder'
import { SQLITE_OF_TEST_RUNTIME } from '../../scripts/build/test-build.mjs'
import type { Runtime } from '../../scripts/setup/electron-runtime.mjs'
import { FAST, packLinux, type LinuxFormat } from '../support/linux-packages.ts'
import { PROJECT } from '../support/packaging.ts'

const OUTPUT = join(PROJECT, 'dist-test')

const isOfBuild = (pattern: unknown): boolean => typeof pattern === 'string' && /^!?out\//.test(pattern)

/** Of SQLite's package, only what is loaded at run time. */
const SQLITE_FILES = ['package.json', 'dist/*.mjs', 'dist/*.cjs', 'prebuilds/linux-x64/*']
const packageFiles = (name: string, filter: string[]): { from: string; to: string; filter: string[] } => ({
  from: `node_modules/${name}`,
  to: `node_modules/${name}`,
  filter
})

/**
 * All that a test package has in place of a release's: Electron in another version, and main built for it, whose `node:sqlite` is a package
 * with an addon (scripts/build/test-build.mjs).
 */
function differences(released: Configuration, version: string): Configuration {
  const [{ filter = [] }] = released.files as [{ filter: string[] }]
  return {
    electronVersion: version,
    files: [
      { from: 'out-test', to: 'out', filter: ['**/*', '!package.json', '!.built-from', '!**/*.map'] },
      { filter: filter.filter((pattern) => !isOfBuild(pattern)) },
      packageFiles(SQLITE_OF_TEST_RUNTIME, SQLITE_FILES),
      packageFiles('node-gyp-build', ['package.json', '*.js'])
    ],
    asarUnpack: [...[released.asarUnpack ?? []].flat(), `node_modules/${SQLITE_OF_TEST_RUNTIME}/prebuilds/**`]
  }
}

/** Electron as its archive has it: without an app in `resources`, be it Electron's default one or our loader. */
function linkRuntime(program: string, folder: string): void {
  for (const path of readdirSync(dirname(program), { recursive: true, encoding: 'utf8' })) {
    const [from, to] = [join(dirname(program), path), join(folder, path)]
    if (path === 'stamp' || path.split(sep)[0] === 'resources') continue
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true })
    else linkSync(from, to)
  }
  mkdirSync(join(folder, 'resources'), { recursive: true })
}

/** @returns the paths of the packages, by format */
export async function buildTestPackages(runtime: Runtime): Promise<Partial<Record<LinuxFormat, string>>> {
  rmSync(OUTPUT, { recursive: true, force: true })
  const electronDist = join(OUTPUT, 'runtime')
  mkdirSync(electronDist, { recursive: true })
  linkRuntime(runtime.program, electronDist)
  const project = new Packager({ projectDir: PROJECT })
  await project.validateConfig()
  const formats = ['deb', 'rpm', 'AppImage'] as const
  const built = await packLinux({
    arch: 'x64',
    formats,
    tools: join(OUTPUT, 'tools'),
    isForTests: true,
    config: {
      ...FAST,
      ...(runtime.isPinned ? {} : differences(project.config, runtime.version)),
      electronDist,
      directories: { output: OUTPUT },
      // The extension is a variable of electron-builder's.
      artifactName: `portside-test-build.\${ext}`
    }
  })
  return Object.fromEntries(
    formats.flatMap((format) => {
      const path = built.find((each) => each.endsWith(`.${format}`))
      return path === undefined ? [] : [[format, path]]
    })
  )
}
