/**
 * The packages for Linux, as `npm run dist` makes them from out/ and electron-builder.yml: over a stand-in runtime, and with the system's
 * tools in place of those that electron-builder downloads.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Arch, Packager, Platform, type Configuration } from 'electron-builder'
import { PROJECT, STAND_IN_FUSES } from './packaging.ts'
import { APPIMAGE_HEAD, elfProgram, writeStandInRuntime, type LinuxArch } from './stand-in-runtime.ts'

export type LinuxFormat = 'deb' | 'rpm' | 'AppImage'

/** The program without which a format can't be built. */
const BUILDERS: Record<LinuxFormat, string> = { deb: 'dpkg-deb', rpm: 'rpmbuild', AppImage: 'mksquashfs' }

export interface PackedFile {
  /** As `ls -l` shows it, such as -rwxr-xr-x. */
  mode: string
  owner: string
  size: number
}

export interface LinuxPackage {
  format: LinuxFormat
  path: string
  /** By path, without the dot or the slash in front. */
  files: Map<string, PackedFile>
}

export interface LinuxPackages {
  packages: LinuxPackage[]
  /** app.asar, which is in each package. */
  archive: string
  /** Unpacks a package. @returns the folder that is / to it */
  unpack(one: LinuxPackage): string
  remove(): void
}

/** @returns the path of an installed program, or null */
export function findProgram(name: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => existsSync(path)) ?? null
}

export const canBuild = (format: LinuxFormat): boolean =>
  process.platform === 'linux' && findProgram(BUILDERS[format]) !== null

export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

let prepared = false

/** Puts into dist/ what the packages take from there, by the same commands as `npm run dist`. */
function prepare(): void {
  if (prepared) return
  prepared = true
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { dist: string } }
  const commands = scripts.dist.split(' && ').filter((command) => command.startsWith('node scripts/packaging/'))
  if (commands.length === 0) throw new Error('package.json: `dist` runs nothing of scripts/packaging.')
  for (const command of ['node scripts/build.mjs --quiet --if-changed', ...commands])
    execFileSync(process.execPath, command.split(' ').slice(1), { cwd: PROJECT, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** A folder as electron-builder's AppImage tools have it. */
function writeAppImageTools(folder: string): void {
  const mksquashfs = findProgram('mksquashfs')
  if (mksquashfs === null) return
  for (const arch of ['x64', 'arm64'] as const) {
    mkdirSync(join(folder, 'lib', arch), { recursive: true })
    mkdirSync(join(folder, 'runtimes'), { recursive: true })
    const head = Buffer.alloc(APPIMAGE_HEAD)
    elfProgram(arch).copy(head)
    head.write('AI\x02', 8, 'latin1')
    writeFileSync(join(folder, 'runtimes', `runtime-${arch}`), head)
  }
  symlinkSync(mksquashfs, join(folder, 'mksquashfs'))
  // electron-builder looks for it and doesn't run it.
  writeFileSync(join(folder, 'desktop-file-validate'), '')
}

const LISTED = {
  deb: (path: string) => run('dpkg-deb', '--contents', path),
  rpm: (path: string) =>
    run(
      'rpm',
      '--query',
      '--package',
      path,
      '--queryformat',
      rpmLine('FILEMODES:perms', 'FILEUSERNAME', 'FILEGROUPNAME')
    ),
  AppImage: (path: string) => run('unsquashfs', '-offset', String(APPIMAGE_HEAD), '-llnumeric', path)
}
const rpmLine = (mode: string, user: string, group: string): string =>
  `[%{${mode}} %{${user}}/%{${group}} %{FILESIZES} - - %{FILENAMES}\\n]`

/** Mode, owner, size, day, time, path, and the target of a link. */
const LINE = /^([-dl][-rwxsStT]{9}) +(\S+?)\/(\S+) +(\d+) +\S+ +\S+ +(.+?)(?: -> .*)?$/

function filesOf(format: LinuxFormat, path: string): Map<string, PackedFile> {
  const lines = LISTED[format](path).trim().split('\n')
  const entries = lines.flatMap((line): [string, PackedFile][] => {
    const [, mode = '', user = '', group = '', size = '', name = ''] = LINE.exec(line) ?? []
    const file = name.replace(/^(\.|squashfs-root)?\/?/, '').replace(/\/$/, '')
    // unsquashfs first says what it reads.
    if (mode === '' || file === '') return []
    return [[file, { mode, owner: `${user}:${group}`.replaceAll(/\b0\b/g, 'root'), size: Number(size) }]]
  })
  return new Map(entries)
}

const UNPACK = {
  deb: (path: string, folder: string) => run('dpkg-deb', '--extract', path, folder),
  rpm: (path: string, folder: string) =>
    run('sh', '-c', 'rpm2cpio "$1" | (cd "$2" && cpio --extract --make-directories --quiet)', 'sh', path, folder),
  AppImage: (path: string, folder: string) =>
    run('unsquashfs', '-offset', String(APPIMAGE_HEAD), '-force', '-dest', folder, path)
}

/** A third of the time, and packages of twice the size. */
export const FAST: Configuration = {
  deb: { compression: 'gz' },
  rpm: { compression: 'gzip' },
  appImage: { compression: 'gzip' }
}

export interface LinuxBuild {
  arch: LinuxArch
  /** Those that the machine has no tool for are left out. */
  formats: readonly LinuxFormat[]
  /** Compresses as `npm run dist` does. */
  small: boolean
}

/** What `packLinux` makes. */
export interface LinuxTargets {
  arch: LinuxArch
  /** Those that the machine has no tool for are left out. */
  formats: readonly LinuxFormat[]
  /** Takes the place of what electron-builder.yml says. An array replaces the whole array. */
  config: Configuration
  /** An empty folder, for the tools that electron-builder would download. */
  tools: string
  /** Else after-pack.mjs refuses the test runtime. */
  isForTests?: boolean
}

/** Packs out/ by electron-builder.yml, with the system's tools. @returns the paths of the packages */
export async function packLinux({ arch, formats, config, tools, isForTests = false }: LinuxTargets): Promise<string[]> {
  prepare()
  mkdirSync(tools, { recursive: true })
  writeAppImageTools(tools)
  const built: string[] = []
  const environment = {
    CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.ts'),
    APPIMAGE_TOOLS_PATH: tools,
    ...(isForTests && { PORTSIDE_TEST_BUILD: '1' })
  }
  const before = process.env
  process.env = { ...before, ...environment }
  try {
    const packager = new Packager({
      projectDir: PROJECT,
      targets: Platform.LINUX.createTarget(formats.filter(canBuild), Arch[arch]),
      config
    })
    packager.onArtifactCreated(({ file }) => void built.push(file))
    await packager.build()
  } finally {
    process.env = before
  }
  return built
}

export async function buildLinuxPackages({ arch, formats, small }: LinuxBuild): Promise<LinuxPackages> {
  const work = mkdtempSync(join(tmpdir(), 'portside-linux-'))
  const [runtime, tools, output] = ['runtime', 'tools', 'output'].map((name) => join(work, name)) as [
    string,
    string,
    string
  ]
  writeStandInRuntime(runtime, arch, STAND_IN_FUSES)
  const config = { ...(small ? {} : FAST), electronDist: runtime, directories: { output } }
  const built = await packLinux({ arch, formats, config, tools })
  const packages = built.map((path): LinuxPackage => {
    const format = formats.find((each) => path.endsWith(`.${each}`))
    if (format === undefined) throw new Error(`electron-builder made ${path}, which is none of ${formats.join(', ')}.`)
    return { format, path, files: filesOf(format, path) }
  })
  const [archive] = globSync('*-unpacked/resources/app.asar', { cwd: output })
  if (archive === undefined) throw new Error('electron-builder packed no app.asar.')
  return {
    packages,
    archive: join(output, archive),
    unpack({ format, path }) {
      const folder = mkdtempSync(join(work, 'unpacked-'))
      UNPACK[format](path, folder)
      return folder
    },
    remove: () => rmSync(work, { recursive: true, force: true })
  }
}
