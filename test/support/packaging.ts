/** Packages as electron-builder makes them on Linux, over files that stand in for Electron's runtime: no download is needed. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Arch, Packager, Platform } from 'electron-builder'
import { strToU8, zipSync } from 'fflate'
import { writeLicenceFiles } from '../../scripts/packaging/licence-files.mjs'

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
/** What a program of Electron holds for @electron/fuses. */
export const STAND_IN_FUSES = `${SENTINEL}\u0001${String.fromCharCode(DEFAULT_WIRE.length)}${DEFAULT_WIRE}`
/** The pinned version: a release has no other (after-pack.mjs). */
const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  devDependencies: { electron: string }
}
const PINNED_ELECTRON = devDependencies.electron

export interface PackedApp {
  folder: string
  resources: string
  fuses(): Record<FuseName, boolean>
  remove(): void
}

/** In the form of out/licenses.json. */
const LICENCES = {
  components: [{ name: 'Portside', version: '1.2.3', licence: 'MIT', text: 0 }],
  texts: ['MIT License\n\nCopyright (c) 2026 The maintainers']
}

type System = 'linux' | 'win32' | 'darwin'
type Processor = 'x64' | 'arm64'
export type Target = `${System}-${Processor}`

/** Where electron-builder puts the app, and what a runtime needs so that it can rename its parts and set its fuses. */
const SYSTEMS = {
  linux: { platform: Platform.LINUX, output: 'linux', program: 'electron', packed: 'portside', plists: [] },
  win32: { platform: Platform.WINDOWS, output: 'win', program: 'electron.exe', packed: 'Portside.exe', plists: [] },
  darwin: {
    platform: Platform.MAC,
    output: 'mac',
    program: 'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    packed: 'Portside.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    plists: ['Electron.app', 'Electron.app/Contents/Frameworks/Electron Helper.app']
  }
} as const

const EMPTY_PLIST = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict></dict></plist>`

/** A zip like Electron's, which electron-builder unpacks as it does with a download. */
function writeRuntime(folder: string, system: System, processor: Processor, version = PINNED_ELECTRON): void {
  const { program, plists } = SYSTEMS[system]
  const files: Record<string, Uint8Array> = {
    [program]: strToU8(`${STAND_IN_FUSES} Electron/${version}`),
    LICENSE: strToU8('Electron’s licence'),
    'LICENSES.chromium.html': strToU8('Chromium’s licences')
  }
  files[system === 'darwin' ? 'Electron.app/Contents/Resources/' : 'resources/'] = new Uint8Array()
  for (const bundle of plists) {
    files[`${bundle}/Contents/Info.plist`] = strToU8(EMPTY_PLIST)
    files[`${bundle}/Contents/MacOS/${basename(bundle, '.app')}`] = strToU8('')
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `electron-v${PINNED_ELECTRON}-${system}-${processor}.zip`), zipSync(files, { level: 0 }))
}

/** What is packed. */
interface Packed {
  /** What Electron's program says of itself. */
  electron?: string
  main?: string
}

/** Packs a project of this one's configuration, its keytar and a main module of one line. Takes about a second. */
export async function packApp(target: Target = 'linux-x64', { electron, main }: Packed = {}): Promise<PackedApp> {
  const [system, processor] = target.split('-') as [System, Processor]
  const { platform, output: prefix, packed } = SYSTEMS[system]
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
  writeFileSync(join(projectDir, 'out/main/index.js'), `${main ?? 'export {}'}\n`)
  writeFileSync(join(projectDir, 'icon.icns'), '')
  writeLicenceFiles(join(projectDir, 'dist/licences'), LICENCES)
  writeRuntime(runtime, system, processor, electron)
  const remove = (): void => rmSync(work, { recursive: true, force: true })
  const packager = new Packager({
    projectDir,
    targets: platform.createTarget(['dir'], Arch[processor]),
    config: {
      electronDist: runtime,
      electronVersion: PINNED_ELECTRON,
      directories: { output },
      // These need a real .exe, and tools that the systems have or electron-builder downloads: codesign, Wine, one for Apple's icons.
      disableAsarIntegrity: system === 'win32',
      electronFuses: { resetAdHocDarwinSignature: false },
      win: { signAndEditExecutable: false },
      mac: { icon: 'icon.icns' }
    }
  })
  await packager.build().catch((error: unknown) => {
    remove()
    throw error
  })
  const unpacked = system === 'darwin' ? '' : '-unpacked'
  const folder = join(output, `${prefix}${processor === 'x64' ? '' : `-${processor}`}${unpacked}`)
  return {
    folder,
    resources: join(folder, system === 'darwin' ? 'Portside.app/Contents/Resources' : 'resources'),
    fuses() {
      const program = readFileSync(join(folder, packed))
      const wire = program.subarray(program.indexOf(SENTINEL) + SENTINEL.length + 2)
      return Object.fromEntries(FUSES.map((name, at) => [name, wire[at] === 0x31])) as Record<FuseName, boolean>
    },
    remove
  }
}
