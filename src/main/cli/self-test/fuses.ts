/** The fuses in force: bytes in Electron's own program. */
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'

/** Marks their place (build/fuses/build.py in Electron's repository). A version, a length and one character for each fuse follow. */
const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const VERSION = 1
const READ_BYTES = 4 * 1024 * 1024

export type FuseState = 'on' | 'off' | 'removed' | 'unknown'
export type FuseStates = Record<string, FuseState>

/** In the order of their bytes, as electron-builder.yml names and burns them. It can't burn the last one. */
export const FUSES: readonly { name: string; burnt: 'on' | 'off' | null }[] = [
  { name: 'runAsNode', burnt: 'off' },
  { name: 'enableCookieEncryption', burnt: 'off' },
  { name: 'enableNodeOptionsEnvironmentVariable', burnt: 'off' },
  { name: 'enableNodeCliInspectArguments', burnt: 'off' },
  { name: 'enableEmbeddedAsarIntegrityValidation', burnt: 'on' },
  { name: 'onlyLoadAppFromAsar', burnt: 'on' },
  { name: 'loadBrowserProcessSpecificV8Snapshot', burnt: 'off' },
  { name: 'grantFileProtocolExtraPrivileges', burnt: 'off' },
  { name: 'wasmTrapHandlers', burnt: null }
]

/** The file that holds them (@electron/fuses, `pathToFuseFile`). */
export function fuseFile(program: string, platform: NodeJS.Platform): string {
  const framework = 'Electron Framework'
  return platform === 'darwin'
    ? join(dirname(program), '..', 'Frameworks', `${framework}.framework`, framework)
    : program
}

/** @throws if the file has none, others than this version knows, or differing ones for the processors of a universal program */
export async function readFuses(file: string): Promise<FuseStates> {
  const [wire, ...others] = await findWires(file)
  if (!wire) throw new Error(`${file} has no fuses.`)
  if (others.some((other) => !other.equals(wire))) throw new Error('The fuses differ between processors.')
  if (wire[0] !== VERSION) throw new Error(`Fuses of version ${wire[0]} are unknown.`)
  const states = [...wire.subarray(2)].map((byte, index) => [FUSES[index]?.name ?? `fuse${index}`, stateOf(byte)])
  return Object.fromEntries(states) as FuseStates
}

/** @returns one sentence for each fuse that isn't as electron-builder.yml burns it */
export const wrongFuses = (states: FuseStates): string[] =>
  FUSES.filter(({ name, burnt }) => burnt !== null && states[name] !== burnt).map(
    ({ name, burnt }) => `The fuse ${name} is ${states[name] ?? 'missing'}, not ${burnt}.`
  )

function stateOf(byte: number): FuseState {
  if (byte === 0x30) return 'off'
  if (byte === 0x31) return 'on'
  return byte === 0x72 ? 'removed' : 'unknown'
}

/** Version, length and fuses behind each sentinel. The file has up to 200 MB, so it is read in parts. */
async function findWires(file: string): Promise<Buffer[]> {
  const wires: Buffer[] = []
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    rest = takeWires(Buffer.concat([rest, part]), wires)
  }
  return wires
}

/** @returns what has to be read again together with the next part */
function takeWires(bytes: Buffer, wires: Buffer[]): Buffer {
  for (let from = 0; ;) {
    const at = bytes.indexOf(SENTINEL, from)
    if (at === -1) return bytes.subarray(Math.max(from, bytes.length - SENTINEL.length + 1))
    const start = at + SENTINEL.length
    const length = bytes[start + 1]
    const end = start + 2 + (length ?? 0)
    if (length === undefined || end > bytes.length) return bytes.subarray(at)
    wires.push(Buffer.from(bytes.subarray(start, end)))
    from = end
  }
}
