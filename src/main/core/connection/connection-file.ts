/** A connection as a JSON file to share, without account data and secrets. */
import { AppError } from '../../../shared/ipc/error.ts'
import { connectionSchema } from '../schemas.ts'
import { PRESETS, settingsOf, type Connection } from '../../../shared/models/connection.ts'

/** In bytes. */
export const LONGEST_FILE = 64 * 1024

const VERSION = 1

/** Writes only the settings that differ from the preset. @param connection with a normalised base address */
export function fileOf(connection: Connection): { name: string; text: string } {
  const { baseAddress, preset } = connection
  const usual = Object.entries(PRESETS[preset])
  const own = Object.entries(settingsOf(connection)).filter(
    ([name, value]) => !usual.some(([other, its]) => other === name && JSON.stringify(its) === JSON.stringify(value))
  )
  const file = { portside: 'connection', version: VERSION, baseAddress, preset, ...Object.fromEntries(own) }
  // Windows doesn't allow the colon of a host in file names.
  const host = new URL(baseAddress).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return { name: `portside-${host}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/** @param tidy normalises the base address @throws BAD_REQUEST (found 'newerFile' or 'file') */
export function connectionIn(text: string, tidy: (typed: string) => string): Connection {
  const file = parsed(text)
  if (typeof file !== 'object' || file === null || !('portside' in file) || file.portside !== 'connection') {
    throw notOurs()
  }
  const version = 'version' in file ? file.version : null
  if (typeof version === 'number' && version > VERSION) throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  if (version !== VERSION) throw notOurs()
  const read = connectionSchema.safeParse(file)
  if (!read.success) throw notOurs()
  try {
    return { ...read.data, baseAddress: tidy(read.data.baseAddress) }
  } catch (error) {
    // The error may quote a password from a hand-written file.
    if (error instanceof AppError) throw notOurs()
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message quotes the file.
    throw notOurs()
  }
}

const notOurs = (): AppError => new AppError('BAD_REQUEST', { found: 'file' })
