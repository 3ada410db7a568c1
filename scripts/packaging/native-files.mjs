/**
 * keytar brings an addon for each system and processor, and electron-builder.yml names the one to pack.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the headers' tables of machines: ELF's e_machine, PE's Machine, Mach-O's cputype. */
const ELF_MACHINES = { 62: 'x64', 183: 'arm64' }
const PE_MACHINES = { 0x8664: 'x64', 0xaa64: 'arm64' }
const MACH_MACHINES = { 0x0100_0007: 'x64', 0x0100_000c: 'arm64' }
const FAT_ENTRY_BYTES = 20

/**
 * Reads for which system and processors a native file is. A universal Mach-O file is for several.
 *
 * @param {Buffer} file
 * @returns {string[]} such as `linux-x64`; empty for anything else
 */
export function targetsOf(file) {
  if (file.length < 64) return []
  const named = (platform, machines, number) => (number in machines ? [`${platform}-${machines[number]}`] : [])
  if (file.toString('latin1', 0, 4) === '\x7fELF') return named('linux', ELF_MACHINES, file.readUInt16LE(18))
  if (file.readUInt32LE(0) === 0xfeed_facf) return named('darwin', MACH_MACHINES, file.readUInt32LE(4))
  if (file.readUInt32BE(0) === 0xcafe_babe) {
    const starts = Array.from({ length: Math.min(file.readUInt32BE(4), 2) }, (_, at) => 8 + at * FAT_ENTRY_BYTES)
    return starts.flatMap((start) => named('darwin', MACH_MACHINES, file.readUInt32BE(start)))
  }
  const header = file.readUInt32LE(0x3c)
  if (file.toString('latin1', 0, 2) !== 'MZ' || header + 6 > file.length) return []
  return named('win32', PE_MACHINES, file.readUInt16LE(header + 4))
}

/**
 * Looks into a packed folder of resources. On macOS it has the addons of both processors, so that the two halves of a universal app
 * have the same files.
 *
 * @param {string} resources
 * @param {string} platform as in process.platform
 * @param {string} arch
 * @throws Error that names the addon that is missing or is for something else
 */
export function checkAddon(resources, platform, arch) {
  for (const name of platform === 'darwin' ? ['x64', 'arm64'] : [arch]) {
    const target = `${platform}-${name}`
    const path = join(resources, 'app.asar.unpacked/node_modules/keytar/prebuilds', target, 'keytar.node')
    if (!existsSync(path))
      throw new Error(`The package for ${target} has no keytar addon. Look at "files" in electron-builder.yml.`)
    const found = targetsOf(readFileSync(path))
    if (!found.includes(target))
      throw new Error(`keytar’s addon for ${target} is for ${found.join(' and ') || 'no known system'}. Run: npm ci`)
  }
}
