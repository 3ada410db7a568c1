/**
 * Windows' installer as electron-builder makes it, on Linux: its own scripts, ours and the real makensis. What electron-builder would
 * download has stand-ins, which are found by its environment variables.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Arch, Packager, Platform } from 'electron-builder'
import { vi } from 'vitest'
import { PROJECT } from './packaging.ts'

/** Debian's packages nsis and nsis-common. */
const MAKENSIS = '/usr/bin/makensis'
const OWN_PLUGINS = '/usr/share/nsis/Plugins/x86-unicode'
export const hasMakensis = existsSync(MAKENSIS) && existsSync(OWN_PLUGINS)

const TEMPLATES = join(
  dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json')),
  'templates/nsis'
)

/**
 * Compiles the uninstaller and the installer. electron-builder looks for its tools only once, so they stay where they are.
 */
export class InstallerCompiler {
  readonly #work = mkdtempSync(join(tmpdir(), 'portside-nsis-'))

  constructor() {
    const work = this.#work
    const log = join(work, 'makensis.log')
    script(
      join(work, 'nsis/makensis'),
      `"${MAKENSIS}" -V4 "$@" >"${log}.part"; code=$?; cat "${log}.part"; cat "${log}.part" >>"${log}"; exit $code`
    )
    writeFileSync(join(work, 'nsis/elevate.exe'), '')
    // Under Wine, the first program that is compiled writes the uninstaller.
    script(join(work, 'wine/bin/wine'), ': >"$(dirname "$1")/$(basename "$1" exe)__uninstaller.exe"')
    for (const folder of ['lib', 'wine-home']) mkdirSync(join(work, 'wine', folder))
    script(join(work, '7za'), 'for each; do case $each in *.7z) echo archive >"$each" ;; esac; done')
    writePlugins(join(work, 'resources/plugins/x86-unicode'))
    writeFileSync(join(work, 'icon.ico'), icon(readFileSync(join(PROJECT, 'src/main/desktop/icons/icon.png'))))
    mkdirSync(join(work, 'app/resources'), { recursive: true })
    writeFileSync(join(work, 'app/Portside.exe'), '')
    vi.stubEnv('ELECTRON_BUILDER_NSIS_DIR', join(work, 'nsis'))
    vi.stubEnv('ELECTRON_BUILDER_NSIS_RESOURCES_DIR', join(work, 'resources'))
    vi.stubEnv('ELECTRON_BUILDER_WINE_TOOLSET_DIR', join(work, 'wine'))
    vi.stubEnv('ELECTRON_BUILDER_7ZIP_PATH', join(work, '7za'))
  }

  /**
   * With an include of one's own, in one language, which takes less time.
   *
   * @returns what makensis printed, and the programs
   * @throws its errors and its warnings
   */
  async compile(include?: string): Promise<{ log: string; programs: string[] }> {
    const output = join(this.#work, 'output')
    const log = join(this.#work, 'makensis.log')
    for (const path of [output, log]) rmSync(path, { recursive: true, force: true })
    await new Packager({
      projectDir: PROJECT,
      prepackaged: join(this.#work, 'app'),
      targets: Platform.WINDOWS.createTarget(['nsis'], Arch.x64, Arch.arm64),
      config: {
        directories: { output },
        win: { icon: join(this.#work, 'icon.ico'), signAndEditExecutable: false },
        ...(include === undefined ? {} : { nsis: { include, installerLanguages: ['en_US'] } })
      }
    }).build()
    return { log: readFileSync(log, 'utf8'), programs: readdirSync(output).filter((name) => name.endsWith('.exe')) }
  }

  remove(): void {
    vi.unstubAllEnvs()
    rmSync(this.#work, { recursive: true, force: true })
  }
}

function script(path: string, body: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
}

/** An icon file with one PNG. In its table, a width and height of 0 mean 256. */
function icon(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  for (const [at, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32]
  ] as const)
    head.writeUInt16LE(value, at)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** A library without code for each plugin that the scripts call and NSIS doesn't bring. makensis reads only the names that it exports. */
function writePlugins(folder: string): void {
  const brought = readdirSync(OWN_PLUGINS).map((name) => name.replace(/\.dll$/, '').toLowerCase())
  const plugins = new Map<string, Set<string>>()
  for (const name of readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.ns[hi]$/.test(name)) continue
    for (const [, plugin = '', call = ''] of readFileSync(join(TEMPLATES, name), 'utf8').matchAll(/\b(\w+)::(\w+)/g)) {
      if (brought.includes(plugin.toLowerCase())) continue
      plugins.set(plugin, (plugins.get(plugin) ?? new Set()).add(call))
    }
  }
  mkdirSync(folder, { recursive: true })
  for (const [plugin, calls] of plugins) writeFileSync(join(folder, `${plugin}.dll`), library([...calls].sort()))
}

/** A 32-bit library for Windows with a table of exports and nothing else (Microsoft's "PE Format"). */
function library(names: readonly string[]): Buffer {
  const HEADERS = 0x200
  const SECTION_ADDRESS = 0x1000
  const TABLE = 40
  const texts = names.map((name) => Buffer.from(`${name}\0`, 'latin1'))
  const [functions, pointers, ordinals] = [0, 4, 8].map((each) => TABLE + each * names.length) as [
    number,
    number,
    number
  ]
  const data = Buffer.alloc(ordinals + 2 * names.length)
  for (const [at, value] of [
    [16, 1],
    [20, names.length],
    [24, names.length]
  ] as const)
    data.writeUInt32LE(value, at)
  for (const [at, offset] of [
    [28, functions],
    [32, pointers],
    [36, ordinals]
  ] as const)
    data.writeUInt32LE(SECTION_ADDRESS + offset, at)
  let end = data.length
  for (const [at, text] of texts.entries()) {
    data.writeUInt32LE(SECTION_ADDRESS + end, functions + 4 * at)
    data.writeUInt32LE(SECTION_ADDRESS + end, pointers + 4 * at)
    data.writeUInt16LE(at, ordinals + 2 * at)
    end += text.length
  }
  const section = Buffer.concat([data, ...texts])
  const head = Buffer.alloc(HEADERS)
  head.write('MZ', 'latin1')
  head.writeUInt32LE(0x40, 0x3c)
  head.write('PE\0\0', 0x40, 'latin1')
  // Machine, number of sections, size of the optional header, and "a 32-bit library that can be loaded".
  for (const [at, value] of [
    [0x44, 0x14c],
    [0x46, 1],
    [0x54, 0xe0],
    [0x56, 0x2102],
    [0x58, 0x10b]
  ] as const)
    head.writeUInt16LE(value, at)
  // Number of directories; the first is the table of exports.
  for (const [at, value] of [
    [0xb4, 16],
    [0xb8, SECTION_ADDRESS],
    [0xbc, section.length]
  ] as const)
    head.writeUInt32LE(value, at)
  head.write('.edata', 0x138, 'latin1')
  for (const [at, value] of [
    [0x140, section.length],
    [0x144, SECTION_ADDRESS],
    [0x148, section.length],
    [0x14c, HEADERS]
  ] as const)
    head.writeUInt32LE(value, at)
  return Buffer.concat([head, section])
}
