/** A folder that stands in for Electron's runtime for Linux: the names and modes of its files, and programs that do nothing. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** ELF's numbers of processors (e_machine). */
const MACHINES = { x64: 62, arm64: 183 } as const
export type LinuxArch = keyof typeof MACHINES

/** exit(0) */
const CODE = {
  x64: 'b83c00000031ff0f05',
  arm64: '000080d2a80b80d2010000d4'
}
/** Length of the program before an AppImage's file system. The real one has 900 kB. */
export const APPIMAGE_HEAD = 4096

const HEADERS_LENGTH = 120
const LOAD_ADDRESS = 0x400000n

/** A program of one system call: no compiler here makes one for the other architecture. */
export function elfProgram(arch: LinuxArch): Buffer {
  const code = Buffer.from(CODE[arch], 'hex')
  const head = Buffer.alloc(HEADERS_LENGTH)
  head.write('7f454c46020101', 'hex')
  head.writeUInt16LE(2, 16) // an executable
  head.writeUInt16LE(MACHINES[arch], 18)
  head.writeUInt32LE(1, 20)
  head.writeBigUInt64LE(LOAD_ADDRESS + BigInt(HEADERS_LENGTH), 24)
  head.writeBigUInt64LE(64n, 32) // the program header follows
  head.writeUInt16LE(64, 52)
  head.writeUInt16LE(56, 54)
  head.writeUInt16LE(1, 56)
  head.writeUInt16LE(64, 58)
  head.writeUInt32LE(1, 64) // a segment to load,
  head.writeUInt32LE(5, 68) // to read and to run
  const size = BigInt(HEADERS_LENGTH + code.length)
  for (const [value, at] of [
    [LOAD_ADDRESS, 80],
    [LOAD_ADDRESS, 88],
    [size, 96],
    [size, 104],
    [0x1000n, 112]
  ] as const)
    head.writeBigUInt64LE(value, at)
  return Buffer.concat([head, code])
}

/** @param fuses what @electron/fuses looks for in the program */
export function writeStandInRuntime(folder: string, arch: LinuxArch, fuses: string): void {
  const program = elfProgram(arch)
  const programs = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']
  const others = [
    'LICENSE',
    'LICENSES.chromium.html',
    'version',
    'resources.pak',
    'locales/en-US.pak',
    'locales/de.pak'
  ]
  // No two are alike: rpmlint reports duplicates.
  const files: [string, Buffer | string, number][] = [
    ...programs.map((name): [string, Buffer, number] => [
      name,
      Buffer.concat([program, Buffer.from(name + fuses)]),
      0o755
    ]),
    ...others.map((name): [string, string, number] => [name, `Stand-in of ${name}\n`, 0o644])
  ]
  mkdirSync(join(folder, 'resources'), { recursive: true })
  for (const [name, content, mode] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, mode)
  }
}
