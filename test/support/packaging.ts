/** Packages as electron-builder makes them on Linux, over a folder that stands in for Electron's runtime: no download is needed. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Arch, Packager, Platform } from 'electron-builder'

export const PROJECT = resolve(import.meta.dirname, '../..')

/** @electron/fuses, config.d.ts: the order of the wire. '0' is off and '1' is on. */
const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges'
] as const
export type FuseName = (typeof FUSES)[number]

/** The bytes that @electron/fuses looks for in the program, before its version, its length and the fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Electron 45's defaults (build/fuses/fuses.json5); the ninth, for WebAssembly, has no name in electron-builder yet. */
const DEFAULT_WIRE = '101100011'

export interface PackedApp {
  folder: string
  fuses(program: Buffer): Record<FuseName, boolean>
  remove(): void
}

/** Packs a project of this one's configuration, its keytar and a main module of one line. Takes about a second. */
export async function packApp(): Promise<PackedApp> {
  const work = mkdtempSync(join(tmpdir(), 'portside-packed-'))
  const [projectDir, runtime, output] = ['project', 'runtime', 'output'].map((name) => join(work, name)) as [
    string,
    string,
    string
  ]
  for (const path of [
    'package.json',
    'electron-builder.yml',
    'src/shared/owner.json',
    'src/main/desktop/icons',
    'node_modules/keytar'
  ]) {
    cpSync(join(PROJECT, path), join(projectDir, path), { recursive: true })
  }
  mkdirSync(join(projectDir, 'out/main'), { recursive: true })
  writeFileSync(join(projectDir, 'out/main/index.js'), 'export {}\n')
  mkdirSync(join(runtime, 'resources'), { recursive: true })
  writeFileSync(
    join(runtime, 'electron'),
    `${SENTINEL}\u0001${String.fromCharCode(DEFAULT_WIRE.length)}${DEFAULT_WIRE}`
  )
  await new Packager({
    projectDir,
    targets: Platform.LINUX.createTarget(['dir'], Arch.x64),
    config: { electronDist: runtime, electronVersion: '45.0.0', directories: { output } }
  }).build()
  return {
    folder: join(output, 'linux-unpacked'),
    fuses(program) {
      const wire = program.subarray(program.indexOf(SENTINEL) + SENTINEL.length + 2)
      return Object.fromEntries(FUSES.map((name, at) => [name, wire[at] === 0x31])) as Record<FuseName, boolean>
    },
    remove: () => rmSync(work, { recursive: true, force: true })
  }
}

export interface LinuxPackages {
  debArguments: string[]
  appImageDesktopFile: string
}

/** What the deb and the AppImage would be made of. @throws what electron-builder says of missing metadata */
export async function describeLinuxPackages(): Promise<LinuxPackages> {
  const work = mkdtempSync(join(tmpdir(), 'portside-packages-'))
  const found: Partial<LinuxPackages> = {}
  try {
    mkdirSync(join(work, 'app/resources'), { recursive: true })
    writeFileSync(join(work, 'app/portside'), '')
    await new Packager({
      projectDir: PROJECT,
      prepackaged: join(work, 'app'),
      targets: Platform.LINUX.createTarget(['deb', 'AppImage'], Arch.x64),
      config: { directories: { output: join(work, 'output') } },
      // Called before electron-builder downloads its tools; true skips the rest.
      effectiveOptionComputed: (options: [string[], string] | { desktop: string }) => {
        if (Array.isArray(options)) found.debArguments = options[0]
        else found.appImageDesktopFile = options.desktop
        return Promise.resolve(true)
      }
    }).build()
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const { debArguments, appImageDesktopFile } = found
  if (!debArguments || !appImageDesktopFile) throw new Error('electron-builder made only one of the two packages.')
  return { debArguments, appImageDesktopFile }
}
