/** In the headers' tables of machines: ELF's e_machine, PE's Machine, Mach-O's cputype. */
const ELF_MACHINES: Record<number, string> = { 62: 'x64', 183: 'arm64' }
const PE_MACHINES: Record<number, string> = { 0x8664: 'x64', 0xaa64: 'arm64' }
const MACH_MACHINES: Record<number, string> = { 0x0100_0007: 'x64', 0x0100_000c: 'arm64' }

/** Reads the system and processor of a native file, such as `linux-x64`; empty for anything else. */
export function targetsOf(file: Buffer): string[] {
  if (file.length < 64) return []
  const named = (platform: string, machine: string | undefined): string[] =>
    machine === undefined ? [] : [`${platform}-${machine}`]
  if (file.toString('latin1', 0, 4) === '\x7fELF') return named('linux', ELF_MACHINES[file.readUInt16LE(18)])
  if (file.readUInt32LE(0) === 0xfeed_facf) return named('darwin', MACH_MACHINES[file.readUInt32LE(4)])
  const header = file.readUInt32LE(0x3c)
  if (file.toString('latin1', 0, 2) !== 'MZ' || header + 6 > file.length) return []
  return named('win32', PE_MACHINES[file.readUInt16LE(header + 4)])
}
